import { isObject } from '../contract/json.js';
import { isWord } from './policy.js';

/**
 * The schema that an `allOf` with a single schema stands for, with the words beside it: it means the same. Tools wrap
 * references in it, because OpenAPI 3.0 ignores words beside a reference.
 *
 * @param other the corresponding schema; if that has an `allOf` as well, both stay as they are
 * @returns undefined if it is not such a schema
 */
export function unwrapped(schema: unknown, other: unknown): Record<string, unknown> | undefined {
  if (!isObject(schema) || !isObject(other) || Object.hasOwn(other, 'allOf')) return undefined;
  const { allOf, ...words } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1 || !Object.keys(words).every(isWord)) return undefined;
  const [only] = allOf;
  return isObject(only) ? { ...only, ...words } : undefined;
}
