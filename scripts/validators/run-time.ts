// Functions that the precompiled validators share. The build copies them next to the validators, as one module.
export { escapeToken as token } from '../contract/pointer.js';
export { date, dateTime, email, uri, uriReference, uuid } from './formats.js';
export { validatedResponses } from './response-issues.js';
export { limit, validator } from './validator.js';

/** The prototype of plain objects. Bundlers drop this call with unused validators; `Object.prototype` would stay. */
export const base: object = /* @__PURE__ */ Object.getPrototypeOf({});

/** Whether the object has the property itself; a prototype, which other code may have polluted, does not count. */
export function has(object: object, name: string): boolean {
  return Object.hasOwn(object, name) && (object as Record<string, unknown>)[name] !== undefined;
}

/** Counts code points, as JSON Schema does. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Whether two values are the same JSON. */
export function equal(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        equal((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
