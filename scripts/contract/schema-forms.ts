import type { MediaType, OpenApiDocument, OpenApiResponse } from './document.js';
import { eachOperation } from './operations.js';
import { dereference } from './references.js';
import {
  findReachableSchemas,
  mapSchemas,
  type SchemaNode,
  sameValueKeywords,
  testKeywords,
  toPlainSchema,
} from './schema-walk.js';

/**
 * The treatment of fields that a schema does not declare. `tolerant` allows them, as the document does. `strict`
 * forbids them in each object that is not open. `part` forbids them only in nested objects: each part of an `allOf`
 * declares only some of the fields, so the schema around the parts checks the object itself.
 */
type SchemaForm = 'tolerant' | 'strict' | 'part';

export interface SchemaForms {
  names: readonly string[];
  /** Names of the schemas that only request bodies use. Their validators reject undeclared fields. */
  requestOnlyNames: ReadonlySet<string>;
  /** Returns the id of the form that the validator of a schema uses. */
  formIdOf(name: string): string;
  /** All forms of all schemas, by id, without annotations such as descriptions. */
  schemas: ReadonlyMap<string, SchemaNode>;
}

export function schemaForms(document: OpenApiDocument): SchemaForms {
  const entries = Object.entries((document.components['schemas'] ?? {}) as Readonly<Record<string, SchemaNode>>);
  const requests = namesOfRequestSchemas(document);
  const schemas = new Map<string, SchemaNode>();
  for (const [name, annotatedSchema] of entries) {
    const schema = toPlainSchema(annotatedSchema);
    schemas.set(name, schema).set(formName(name, 'strict'), toStrictForm(schema));
    schemas.set(formName(name, 'part'), toPartForm(schema));
  }
  return {
    names: entries.map(([name]) => name),
    requestOnlyNames: requests,
    formIdOf: (name) => formName(name, requests.has(name) ? 'strict' : 'tolerant'),
    schemas,
  };
}

function formName(name: string, strictness: SchemaForm): string {
  return strictness === 'tolerant' ? name : `${name}.${strictness}`;
}

/** Keywords that declare fields. The strict form of a schema with such a keyword forbids all undeclared fields. */
const fieldKeywords: ReadonlySet<string> = new Set([...sameValueKeywords, '$ref', 'properties', 'patternProperties']);

/** The strict form of a schema without annotations. Each of its references leads to the form needed at that place. */
export function toStrictForm(schema: SchemaNode): SchemaNode {
  const { $ref, ...siblings } = schema;
  if (typeof $ref === 'string' && Object.keys(siblings).length === 0) return { $ref: formName($ref, 'strict') };
  const declaresFields = schema['type'] === 'object' || Object.keys(schema).some((key) => fieldKeywords.has(key));
  // `unevaluatedProperties` allows the fields that `additionalProperties` accepts, so an open object stays open.
  return declaresFields ? { ...toPartForm(schema), unevaluatedProperties: false } : toPartForm(schema);
}

function toPartForm(schema: SchemaNode): SchemaNode {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (testKeywords.has(key)) return [key, value];
      const mapSchema = sameValueKeywords.has(key) ? toPartForm : toStrictForm;
      return [key, mapSchemas({ [key]: value }, mapSchema, (ref) => formName(ref, 'part'))[key]];
    }),
  );
}

/** The names of the schemas that only request bodies use, directly or through other schemas. */
function namesOfRequestSchemas(document: OpenApiDocument): ReadonlySet<string> {
  const requests = new Set<string>();
  const responseNames = new Set<string>();
  const collectNames = (content: Record<string, MediaType> | undefined, names: Set<string>): void => {
    for (const { schema } of Object.values(content ?? {})) findReachableSchemas(document, schema, names);
  };
  for (const { operation } of eachOperation(document)) {
    collectNames(operation.requestBody?.content, requests);
    for (const node of Object.values(operation.responses))
      collectNames(dereference<OpenApiResponse>(document, node).content, responseNames);
  }
  return new Set([...requests].filter((name) => !responseNames.has(name)));
}
