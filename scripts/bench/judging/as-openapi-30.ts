/** The parts of the contract that a judge of one response needs. */
export interface Document {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  components: { schemas: Record<string, object> };
}

/** The keywords of OpenAPI 3.0 that the contract uses in its schemas. */
const keywords = new Set(
  (
    '$ref type nullable properties items required format pattern enum anyOf allOf oneOf not additionalProperties ' +
    'minimum maximum minLength maxLength minItems maxItems'
  ).split(' '),
);

/** One response of a document of 3.1 in the form of 3.0, for a tool that knows no later one. */
export function asOpenApi30({ paths, components }: Document, path: string): object {
  const { 200: success } = paths[path]?.['get']?.responses ?? {};
  const [content] = Object.values((success as { content?: Record<string, { schema: object }> }).content ?? {});
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, asSchema(schema)]);
  const response = { description: 'Success', content: { 'application/json': { schema: asSchema(content?.schema) } } };
  return {
    openapi: '3.0.3',
    info: { title: 'One response', version: '1' },
    paths: { [path]: { get: { responses: { 200: response } } } },
    components: { schemas: Object.fromEntries(schemas) },
  };
}

function asSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(asSchema);
  const { type, anyOf, properties, ...others } = schema as Record<string, unknown>;
  const types = [type ?? []].flat() as string[];
  const alternatives = (anyOf ?? []) as { type?: string }[];
  const isNullable = types.includes('null') || alternatives.some((each) => each.type === 'null');
  const [only] = types.filter((each) => each !== 'null');
  const rest = alternatives.filter((each) => each.type !== 'null');
  const entries = Object.entries((properties ?? {}) as object).map(([name, value]) => [name, asSchema(value)]);
  const kept = Object.entries(others).filter(([name]) => keywords.has(name));
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, name === 'required' ? value : asSchema(value)])),
    ...(only !== undefined && { type: only }),
    ...(rest.length > 0 && { anyOf: rest.map(asSchema) }),
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
    ...(isNullable && { nullable: true }),
  };
}
