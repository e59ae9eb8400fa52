import { isObject, type Node } from './json.js';
import { pointerOf, valueAt } from './pointer.js';
import { schemaNameOf } from './references.js';
import { fieldsByKind } from './walk.js';

/** A schema as the document has it: keywords and their values. */
export type SchemaNode = Node;

export const schemaPrefix = '#/components/schemas/';

/** Keywords whose schemas apply to the same value as the surrounding schema. */
export const sameValueKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'then', 'else']);
/** Keywords whose schemas only test a value: if they forbade undeclared fields, the result of the test would change. */
export const testKeywords: ReadonlySet<string> = new Set([
  'if',
  'not',
  'contains',
  'propertyNames',
  'dependentSchemas',
]);

/** The keywords that contain schemas, each with its kind in `fieldsByKind`: `schema`, `schema[]` or `schema{}`. */
const schemaKeywords = fieldsByKind['schema'] ?? {};

/** The direct subschemas of a schema, in order, each with the pointer steps that lead to it. */
export function* subschemas(node: unknown): Iterable<{ steps: string[]; schema: SchemaNode }> {
  if (!isObject(node)) return;
  for (const [keyword, value] of Object.entries(node)) {
    const kind = Object.hasOwn(schemaKeywords, keyword) ? schemaKeywords[keyword] : undefined;
    if (kind === 'schema' && isObject(value)) yield { steps: [keyword], schema: value };
    if (kind !== 'schema[]' && kind !== 'schema{}') continue;
    for (const [name, schema] of Object.entries(value ?? {}))
      if (isObject(schema)) yield { steps: [keyword, name], schema };
  }
}

/**
 * The names of the component schemas that a node contains or refers to, at any depth, in the order of first mention.
 * Skips the schemas in `names`, and adds each new name.
 */
export function findReachableSchemas(document: object, node: unknown, names = new Set<string>()): Set<string> {
  const ref = isObject(node) && typeof node['$ref'] === 'string' ? node['$ref'] : undefined;
  const name = schemaNameOf(ref);
  if (ref !== undefined && name !== undefined && !names.has(name)) {
    names.add(name);
    findReachableSchemas(document, valueAt(document, pointerOf(ref)), names);
  }
  for (const { schema } of subschemas(node)) findReachableSchemas(document, schema, names);
  return names;
}

/** Copies a schema. `mapSchema` replaces each direct subschema, and `mapReference` replaces the value of `$ref`. */
export function mapSchemas(
  node: SchemaNode,
  mapSchema: (schema: SchemaNode) => unknown,
  mapReference: (ref: string) => unknown,
): SchemaNode {
  const mapValue = (value: unknown): unknown => (isObject(value) ? mapSchema(value) : value);
  const mapEntry = ([key, value]: [string, unknown]): [string, unknown] => {
    if (key === '$ref') return [key, mapReference(String(value))];
    const kind = Object.hasOwn(schemaKeywords, key) ? schemaKeywords[key] : undefined;
    if (kind === 'schema') return [key, mapValue(value)];
    if (kind === 'schema[]' && Array.isArray(value)) return [key, value.map(mapValue)];
    if (kind !== 'schema{}' || !isObject(value)) return [key, value];
    return [key, Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, mapValue(schema)]))];
  };
  return Object.fromEntries(Object.entries(node).map(mapEntry));
}

/** Keywords that inform readers and other tools; they have no effect on validation. */
const keywordsForReaders: ReadonlySet<string> = new Set(['description', 'example', 'examples']);

/** A schema without extensions, descriptions and examples, and with references that Ajv resolves by name. */
export function toPlainSchema(node: SchemaNode): SchemaNode {
  return mapSchemas(
    Object.fromEntries(Object.entries(node).filter(([key]) => !key.startsWith('x-') && !keywordsForReaders.has(key))),
    toPlainSchema,
    (ref) => ref.replace(schemaPrefix, ''),
  );
}
