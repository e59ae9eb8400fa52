import { escapeToken } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import type { CheckedContract } from '../contract.js';
import { fieldsOf, type SchemaFields } from '../schema-fields.js';

/** Levels that are looked at; no contract goes deeper. */
const depthLimit = 60;

/** Fields after which nothing more is looked for. */
const mostFound = 10_000;

const known = new WeakMap<CheckedContract, Map<Schema, SchemaFields>>();

/**
 * The fields of a body that the contract does not list, where it lists all, at any depth: JSON pointers into the value. Of
 * more than 10,000 the first are given, and perhaps some more of the same object.
 */
export function undeclaredFields(contract: CheckedContract, schema: Schema, value: unknown): string[] {
  const found: string[] = [];
  let fields = known.get(contract);
  if (!fields) known.set(contract, (fields = new Map()));
  walk(contract, fields, schema, value, '', found, 0);
  return found;
}

function walk(
  contract: CheckedContract,
  cache: Map<Schema, SchemaFields>,
  schema: Schema,
  value: unknown,
  pointer: string,
  found: string[],
  depth: number,
): void {
  if (typeof value !== 'object' || value === null || depth > depthLimit || found.length >= mostFound) return;
  const resolved = contract.resolve(schema);
  if (Array.isArray(value)) {
    const { items, prefixItems = [] } = resolved as Schema & { prefixItems?: readonly Schema[] };
    for (let index = 0; index < value.length; index += 1) {
      const item = prefixItems[index] ?? items;
      if (item) walk(contract, cache, item, value[index], `${pointer}/${index}`, found, depth + 1);
    }
    return;
  }
  let fields = cache.get(schema);
  if (!fields) cache.set(schema, (fields = fieldsOf(contract, schema)));
  const { properties, open } = fields;
  for (const name of Object.keys(value)) {
    const property = properties.get(name);
    if (property) {
      const below = (value as Record<string, unknown>)[name];
      if (typeof below === 'object' && below !== null) walk(contract, cache, property, below, `${pointer}/${escapeToken(name)}`, found, depth + 1);
    } else if (!open && properties.size > 0) {
      found.push(`${pointer}/${escapeToken(name)}`);
    }
  }
}
