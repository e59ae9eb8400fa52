import type { Json, JsonObject } from '../../contract/json.js';

/** Reads an own property only: properties that every object inherits were never stored. */
export function getOwn(object: Readonly<JsonObject>, name: string): Json | undefined {
  const value = object[name];
  return value === undefined || Object.hasOwn(object, name) ? value : undefined;
}

/** Assigns a property, also one named `__proto__`, where a plain assignment would set the prototype. */
export function setOwn(object: JsonObject, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
