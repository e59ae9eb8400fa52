import type { Schema } from '../../contract/schema.js';

/** What JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** What values are made with. */
export interface ValueContext {
  /**
   * Follows `$ref`; local references of the document only. Where there is nothing to follow, it gives back what it got.
   */
  resolve(schema: Schema): Schema;
  /**
   * Ids of existing things that a property of this name could refer to (`tier`, `tierId`, `userAssignedFilterOptions`);
   * empty where none is known.
   */
  references(name: string): readonly string[];
  /** Makes values of different cases different; values are a pure function of schema, name and salt. */
  salt: string;
}

/** The same context one step deeper: what is made there differs from what is made beside it. */
export function salted(context: ValueContext, part: string | number): ValueContext {
  return { ...context, salt: `${context.salt}/${part}` };
}

export function isObject(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values are the same JSON; the order of the members of an object does not count. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
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
