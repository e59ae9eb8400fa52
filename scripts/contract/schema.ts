/** The keywords of a JSON Schema (2020-12) that this package reads, and the extensions of the contract. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  minProperties?: number;
  maxProperties?: number;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  default?: unknown;
  example?: unknown;
  examples?: readonly unknown[];
  readOnly?: boolean;
  writeOnly?: boolean;
  deprecated?: boolean;
  /** Says by which property a value names its schema. In Swagger 2.0, it is the name of the property. */
  discriminator?: string | { readonly propertyName?: string; readonly mapping?: Readonly<Record<string, string>> };
  /** True if some fields of the object are unknown. */
  'x-open'?: boolean;
  /** JSON pointer to the place in a response, or in an item of it, that shows the value sent here. */
  'x-reflected-as'?: string;
  /** Known values of an open set. */
  'x-known-values'?: readonly string[];
  /** In a contract with added answers: the name of the field in the contract without them. */
  'x-renamed-from'?: string;
  /** In a contract with added answers: the fields of the contract that the service lacks. */
  'x-without'?: readonly string[];
  'x-provenance'?: {
    readonly section?: string;
    readonly stated?: boolean;
    readonly answered?: string;
    readonly corrected?: string;
  };
  'x-unknown'?: readonly string[];
  'x-answered'?: readonly string[];
  /** True if the description of the field says more than the interface description. */
  'x-interpreted'?: boolean;
  /** The part of `pattern` that is stated; the rest of it is a guess. */
  'x-stated-pattern'?: string;
}
