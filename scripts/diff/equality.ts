import { isObject } from '../contract/json.js';

/** Fields of any object that only document it. Of a `$ref`, the code that follows references compares the target. */
const words = /^(summary|description|title|tags|examples?|externalDocs|termsOfService|openapi|\$comment|\$ref|x-.*)$/s;

export function isWord(field: string): boolean {
  return words.test(field);
}

/** Fields for which false or an empty list means the same as absence. */
const flags = /^(required|deprecated|readOnly|writeOnly|nullable|uniqueItems|allowEmptyValue|allowReserved)$/;

/** Fields with data, or with lists whose order counts. */
const ordered = /^(const|default|examples?|value|prefixItems)$/;

/** Whether two values of a field mean the same. The order of most lists does not matter. */
export function isSame(field: string, before: unknown, after: unknown): boolean {
  const isUnset = (value: unknown): boolean =>
    (value ?? false) === false || (Array.isArray(value) && value.length === 0);
  return (flags.test(field) && isUnset(before) && isUnset(after)) || textOf(before, field) === textOf(after, field);
}

/** The JSON text of a value, with sorted fields, and with sorted lists where order says nothing. */
function textOf(value: unknown, field: string): string | undefined {
  const isOrdered = ordered.test(field);
  if (Array.isArray(value)) {
    const items = value.map((item) => textOf(item, field === 'enum' ? 'const' : field));
    return `[${(isOrdered ? items : items.sort()).join()}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  const fields = names.map((name) => `${JSON.stringify(name)}:${textOf(value[name], isOrdered ? field : name)}`);
  return `{${fields.join()}}`;
}
