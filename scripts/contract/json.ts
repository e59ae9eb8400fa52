import { isObject as isAnyObject } from './walk.js';

/** What JSON can say. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

export type JsonObject = { [name: string]: Json };

/** An object of a document that somebody else wrote: nothing is known of its fields. */
export type Node = Readonly<Record<string, unknown>>;

/** Whether a value, which came from JSON, is an object and no array. */
export function isObject(value: unknown): value is JsonObject {
  return isAnyObject(value);
}

/** Whether two values are the same JSON; the order of the members of an object does not count. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index]))
    );
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && sameJson(one[name], other[name]));
}
