import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/json.js';

/** Fields of any object that only document it. */
const words: ReadonlySet<string> = new Set([
  'summary',
  'description',
  'title',
  'tags',
  'example',
  'examples',
  'externalDocs',
  'termsOfService',
  '$comment',
  'openapi',
  // Not compared here: the code that follows references compares their targets.
  '$ref',
]);

export function isWord(field: string): boolean {
  return words.has(field) || field.startsWith('x-');
}

/** Fields for which false or an empty list means the same as absence. */
const flags: ReadonlySet<string> = new Set([
  'required',
  'deprecated',
  'readOnly',
  'writeOnly',
  'nullable',
  'uniqueItems',
  'allowEmptyValue',
  'allowReserved',
]);

/** Whether two values of a field mean the same. The order of lists does not matter. */
export function isSame(field: string, before: unknown, after: unknown): boolean {
  const isUnset = (value: unknown): boolean =>
    (value ?? false) === false || (Array.isArray(value) && value.length === 0);
  if (flags.has(field) && isUnset(before) && isUnset(after)) return true;
  return isDeepStrictEqual(unordered(before), unordered(after));
}

export function unordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(unordered).map((item) => [JSON.stringify(item), item] as const);
    return items.sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, item]) => item);
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, each]) => [key, unordered(each)]));
}
