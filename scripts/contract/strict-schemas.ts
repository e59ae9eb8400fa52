import type { MediaType, OpenApiDocument, OpenApiResponse } from './document.js';
import { eachOperation } from './operations.js';
import { dereference } from './references.js';
import { mapSchemas, ofSameValue, questions, type SchemaNode, schemasBehind } from './schema-walk.js';

/**
 * How a schema takes fields that it does not declare. `tolerant` lets them be, as the document says. `strict` refuses
 * them in each object that is not open. `part` refuses them further down, and leaves its own to the schema that it is a
 * part of: in `allOf`, one part declares what another does not.
 */
export const strictnesses = ['tolerant', 'strict', 'part'] as const;
export type Strictness = (typeof strictnesses)[number];

/** The name of a schema in one of its forms. */
export function formName(name: string, strictness: Strictness): string {
  return strictness === 'tolerant' ? name : `${name}.${strictness}`;
}

/** A plain schema of the given form; what it refers to is named in the form that it has there. */
export function schemaOf(schema: SchemaNode, strictness: Strictness): SchemaNode {
  if (strictness === 'tolerant') return schema;
  return strictness === 'strict' ? strict(schema) : part(schema);
}

/** Keywords beside which fields that none of them knows are refused. */
const declaring: ReadonlySet<string> = new Set([...ofSameValue, '$ref', 'properties', 'patternProperties']);
function strict(schema: SchemaNode): SchemaNode {
  const { $ref, ...siblings } = schema;
  if (typeof $ref === 'string' && Object.keys(siblings).length === 0) return { $ref: formName($ref, 'strict') };
  const declares = schema['type'] === 'object' || Object.keys(schema).some((key) => declaring.has(key));
  // What `additionalProperties` takes counts as evaluated: an open object stays open.
  return declares ? { ...part(schema), unevaluatedProperties: false } : part(schema);
}

function part(schema: SchemaNode): SchemaNode {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (questions.has(key)) return [key, value];
      const inside = mapSchemas({ [key]: value }, ofSameValue.has(key) ? part : strict, (ref) => formName(ref, 'part'));
      return [key, inside[key]];
    }),
  );
}

/** The names of the schemas that only the bodies of requests lead to, however far. */
export function requestSchemas(document: OpenApiDocument): ReadonlySet<string> {
  const requests = new Set<string>();
  const answers = new Set<string>();
  const collect = (content: Record<string, MediaType> | undefined, names: Set<string>): void => {
    for (const { schema } of Object.values(content ?? {})) schemasBehind(document, schema, names);
  };
  for (const { operation } of eachOperation(document)) {
    collect(operation.requestBody?.content, requests);
    for (const node of Object.values(operation.responses))
      collect(dereference<OpenApiResponse>(document, node).content, answers);
  }
  return new Set([...requests].filter((name) => !answers.has(name)));
}
