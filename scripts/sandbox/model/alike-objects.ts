import type { Json, JsonObject } from '../../contract/json.js';
import { setOwn } from './own.js';

/**
 * Makes objects from their fields. An object of more than thirty fields that are set one after another is a hash table
 * to V8, and slow to read; a copy of one with the same fields is not.
 */
export class AlikeObjects {
  readonly #last = new Map<string, { names: readonly string[]; object: JsonObject }>();

  /** @param kind objects of the same kind mostly have the same fields */
  of(kind: string, names: readonly string[], values: readonly Json[]): JsonObject {
    const last = this.#last.get(kind);
    if (!last || !isSame(last.names, names)) {
      const object = Object.fromEntries(names.map((name, index) => [name, values[index] as Json]));
      this.#last.set(kind, { names, object });
      return { ...object };
    }
    const object = { ...last.object };
    for (const [index, name] of names.entries()) setOwn(object, name, values[index] as Json);
    return object;
  }
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, index) => name === others[index]);
}
