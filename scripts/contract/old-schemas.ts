import type { JsonObject } from './json.js';
import { toPointer } from './pointer.js';
import { nodesOf } from './walk.js';

/** Keywords that say something about a schema without changing which values it allows. */
const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'summary',
  'deprecated',
  'default',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'writeOnly',
  'xml',
]);

const isAnnotation = (key: string): boolean => annotations.has(key) || key.startsWith('x-');

/**
 * Writes the schemas of a document of OpenAPI 3.0 in the words of 3.1: keywords beside a `$ref` do not count, and
 * `nullable` allows null, also beside a `$ref`, `allOf` or `enum`, as its authors mean it.
 *
 * @returns pointers, in the document before, of schemas that are now the first branch of `anyOf`
 */
export function withMeaningOfThree(document: JsonObject): ReadonlySet<string> {
  const wrapped = new Set<string>();
  for (const { path, value } of nodesOf(document, 'schema')) {
    const schema = value as JsonObject;
    dropBesideReference(schema);
    if (allowNull(schema)) wrapped.add(toPointer(path));
  }
  return wrapped;
}

function dropBesideReference(schema: JsonObject): void {
  if (typeof schema['$ref'] !== 'string') return;
  for (const key of Object.keys(schema))
    if (key !== '$ref' && key !== 'nullable' && !isAnnotation(key)) delete schema[key];
}

/** @returns whether the schema has moved into the first branch of `anyOf` */
function allowNull(schema: JsonObject): boolean {
  const isNullable = schema['nullable'] === true;
  delete schema['nullable'];
  if (!isNullable) return false;
  const { type, enum: members } = schema;
  const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not'].some((keyword) => schema[keyword] !== undefined);
  if (!isComposed) {
    if (typeof type === 'string') schema['type'] = [type, 'null'];
    if (Array.isArray(members) && !members.includes(null)) schema['enum'] = [...members, null];
    return false;
  }
  const inner: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (isAnnotation(key)) continue;
    inner[key] = value;
    delete schema[key];
  }
  schema['anyOf'] = [inner, { type: 'null' }];
  return true;
}
