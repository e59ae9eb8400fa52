import type { Json, JsonObject } from '../../contract/json.js';

/** A property of the object itself; what all objects inherit is nothing that was stored. */
export function getOwn(object: Readonly<JsonObject>, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** An assignment, save for the one name that would not make a property of it. */
export function setOwn(object: JsonObject, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
