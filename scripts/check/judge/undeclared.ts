import { escapeToken } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from '../model/contract.js';

/** Levels that are looked at; no contract goes deeper. */
const depthLimit = 60;

/** Places after which nothing more is looked for. */
const mostFound = 200;

/** A field that the contract does not list. */
export interface UndeclaredField {
  /** JSON pointer into the value. */
  pointer: string;
  /** The same with `*` for each position in an array. */
  place: string;
}

/**
 * The fields of a body that the contract does not list, where it lists all, at any depth. Of those that differ only in
 * positions the first is given, and no more than 200 in all.
 */
export function undeclaredFields(contract: CheckedContract, schema: Schema, value: unknown): UndeclaredField[] {
  const search = new Search(contract);
  search.walk(schema, value, '', '');
  return [...search.found].map(([place, pointer]) => ({ place, pointer }));
}

class Search {
  readonly #contract: CheckedContract;
  /** Pointers by place. */
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
