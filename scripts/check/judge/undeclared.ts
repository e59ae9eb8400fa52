import { escapeToken } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import type { CheckedContract } from '../model/contract.js';
import { fieldsOf } from '../../contract/schema-fields.js';

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
  const found = new Map<string, string>();
  walk(contract, schema, value, '', '', found, 0);
  return [...found].map(([place, pointer]) => ({ place, pointer }));
}

function walk(
  contract: CheckedContract,
  schema: Schema,
  value: unknown,
  pointer: string,
  place: string,
  found: Map<string, string>,
  depth: number,
): void {
  if (typeof value !== 'object' || value === null || depth > depthLimit) return;
  if (Array.isArray(value)) {
    const { items, prefixItems = [] } = contract.resolve(schema) as Schema & { prefixItems?: readonly Schema[] };
    for (let index = 0; index < value.length && found.size < mostFound; index += 1) {
      const item = prefixItems[index] ?? items;
      if (item) walk(contract, item, value[index], `${pointer}/${index}`, `${place}/*`, found, depth + 1);
    }
    return;
  }
  const { properties, open } = fieldsOf(contract, schema);
  for (const name of Object.keys(value)) {
    if (found.size >= mostFound) return;
    const property = properties.get(name);
    if (property) {
      const below = (value as Record<string, unknown>)[name];
      if (typeof below === 'object' && below !== null) {
        const token = `/${escapeToken(name)}`;
        walk(contract, property, below, pointer + token, place + token, found, depth + 1);
      }
    } else if (!open && properties.size > 0) {
      const token = `/${escapeToken(name)}`;
      if (!found.has(place + token)) found.set(place + token, pointer + token);
    }
  }
}
