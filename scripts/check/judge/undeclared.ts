import { escapeToken } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from '../model/contract/contract.js';

/** Maximum depth; no contract is deeper. */
const depthLimit = 60;

/** Maximum number of fields to find. */
const mostFound = 200;

/** A field that the contract does not list. */
export interface UndeclaredField {
  /** JSON pointer into the value. */
  pointer: string;
  /** The same pointer with `*` for each position in an array. */
  place: string;
}

/**
 * Returns the fields of a body that the contract does not list although it lists all fields, at any depth. Of fields
 * that differ only in positions it returns the first, and at most 200 in all.
 */
export function undeclaredFields(contract: CheckedContract, schema: Schema, value: unknown): UndeclaredField[] {
  const search = new Search(contract);
  search.walk(schema, value, '', '');
  return [...search.found].map(([place, pointer]) => ({ place, pointer }));
}

class Search {
  readonly #contract: CheckedContract;
  /** Pointers by their place. */
  readonly found = new Map<string, string>();
  #depth = 0;

  constructor(contract: CheckedContract) {
    this.#contract = contract;
  }

  walk(schema: Schema, value: unknown, pointer: string, place: string): void {
    if (typeof value !== 'object' || value === null || this.#depth > depthLimit) return;
    this.#depth += 1;
    if (Array.isArray(value)) this.#walkItems(schema, value, pointer, place);
    else this.#walkFields(schema, value as Record<string, unknown>, pointer, place);
    this.#depth -= 1;
  }

  #walkItems(schema: Schema, value: readonly unknown[], pointer: string, place: string): void {
    const { items, prefixItems = [] } = this.#contract.resolve(schema) as Schema & { prefixItems?: readonly Schema[] };
    for (let index = 0; index < value.length && this.found.size < mostFound; index += 1) {
      const item = prefixItems[index] ?? items;
      if (item) this.walk(item, value[index], `${pointer}/${index}`, `${place}/*`);
    }
  }

  #walkFields(schema: Schema, value: Record<string, unknown>, pointer: string, place: string): void {
    const { properties, open } = fieldsOf(this.#contract, schema);
    for (const name of Object.keys(value)) {
      if (this.found.size >= mostFound) return;
      const property = properties.get(name);
      const below = value[name];
      if (property ? typeof below !== 'object' || below === null : open || properties.size === 0) continue;
      const token = `/${escapeToken(name)}`;
      if (property) this.walk(property, below, pointer + token, place + token);
      else if (!this.found.has(place + token)) this.found.set(place + token, pointer + token);
    }
  }
}
