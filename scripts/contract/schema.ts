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
  /** The property whose value names the schema of an object. In Swagger 2.0, this is just the property's name. */
  discriminator?: string | { readonly propertyName?: string; readonly mapping?: Readonly<Record<string, string>> };
  /** True if some fields of the object are unknown. */
  'x-open'?: boolean;
  /** JSON pointer to the place in a response, or in an item of it, that shows the value of this request field. */
  'x-reflected-as'?: string;
  /** The known values; other values are valid as well. */
  'x-known-values'?: readonly string[];
  /** In a contract with a team's answers: the field's name in the contract without those answers. */
  'x-renamed-from'?: string;
  /** In a contract with a team's answers: fields of the contract that the team's service lacks. */
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
  /** The part of `pattern` that the source states; the rest of it is a guess. */
  'x-stated-pattern'?: string;
}
