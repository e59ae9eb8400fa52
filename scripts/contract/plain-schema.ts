/** A schema as it stands in the document: keywords and their values. */
export type SchemaNode = Readonly<Record<string, unknown>>;

export const schemaRef = '#/components/schemas/';

/** Keywords that judge nothing: people and other tools read them. */
const forReaders: ReadonlySet<string> = new Set(['description', 'example', 'examples']);

/** A schema without what only people and other tools read, and with references that Ajv resolves by name. */
export function plainSchema(node: SchemaNode): SchemaNode {
  return mapSchemas(
    Object.fromEntries(Object.entries(node).filter(([key]) => !key.startsWith('x-') && !forReaders.has(key))),
    plainSchema,
    (ref) => ref.replace(schemaRef, ''),
  );
}

/** Keywords whose value is a table of schemas; the keys are data, so that a property called `items` is no keyword. */
const tables: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
/** Keywords whose value is data, whatever it looks like. */
const data: ReadonlySet<string> = new Set([
  'const',
  'enum',
  'default',
  'example',
  'examples',
  'required',
  'dependentRequired',
]);

/** A copy of a schema whose sub-schemas (not those further down) and reference went through a function each. */
export function mapSchemas(
  node: SchemaNode,
  sub: (schema: SchemaNode) => unknown,
  reference: (ref: string) => string,
): SchemaNode {
  const each = (value: unknown): unknown => (isNode(value) ? sub(value) : value);
  const mapped = ([key, value]: [string, unknown]): [string, unknown] => {
    if (key === '$ref') return [key, reference(String(value))];
    if (key.startsWith('x-') || data.has(key)) return [key, value];
    if (Array.isArray(value)) return [key, value.map(each)];
    if (!isNode(value)) return [key, value];
    return [
      key,
      tables.has(key)
        ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, each(schema)]))
        : sub(value),
    ];
  };
  return Object.fromEntries(Object.entries(node).map(mapped));
}

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
