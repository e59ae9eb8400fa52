import { isObject } from '../contract/json.js';

/** Fields of any object that only document it. Of a `$ref`, the code that follows references compares the target. */
const words = /^(summary|description|title|tags|examples?|externalDocs|termsOfService|openapi|\$comment|\$ref|x-.*)$/s;

export function isWord(field: string): boolean {
  return words.test(field);
}

/** Fields for which false or an empty list means the same as absence. */
const flags = /^(required|deprecated|readOnly|writeOnly|nullable|uniqueItems|allowEmptyValue|allowReserved)$/;

/** Whether two values of a field mean the same. The order of lists does not matter. */
export function isSame(field: string, before: unknown, after: unknown): boolean {
  const isUnset = (value: unknown): boolean =>
    (value ?? false) === false || (Array.isArray(value) && value.length === 0);
  return (flags.test(field) && isUnset(before) && isUnset(after)) || textOf(before) === textOf(after);
}

/** The JSON text of a value, with sorted lists and fields; undefined for no value. */
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.map(textOf).sort().join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${textOf(value[name])}`).join()}}`;
}
