import type { ResourceType } from '../model/contract/resources.js';
import { canonicalText } from '../model/likeness.js';
import type { Parameters } from '../model/request.js';

/** One resource that the run may write to. */
export interface Resource {
  type: ResourceType;
  parameters: Parameters;
  /** Parameters of the list that contains it. */
  parents: Parameters;
  /** Whether the run created it, and may delete it. */
  isOwn: boolean;
}

/** Returns a field of a resource as text, if its value can be used in a path. */
export function fieldOf(resource: unknown, name: string): string | undefined {
  if (typeof resource !== 'object' || resource === null || !Object.hasOwn(resource, name)) return undefined;
  const value = (resource as Record<string, unknown>)[name];
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))
    ? String(value)
    : undefined;
}

/** Fields that may identify items, if each item of a list has the field, and no two have the same value. */
const idFieldNames = ['id', 'uuid', 'key', 'slug', 'code', 'name'];

/** A key for each item: the id by which the contract reads it, else its whole value, which several items may share. */
export function keysOf(items: readonly unknown[], idField: string | undefined): string[] {
  return items.map((item) => idOf(item, idField)?.toLowerCase() ?? canonicalText(item));
}

function idOf(item: unknown, idField: string | undefined): string | undefined {
  return idField === undefined ? undefined : fieldOf(item, idField);
}

export function haveIds(items: readonly unknown[], idField: string | undefined): boolean {
  return idField !== undefined && items.every((item) => fieldOf(item, idField) !== undefined);
}

export function areDistinct(keys: readonly string[]): boolean {
  return new Set(keys).size === keys.length;
}

/** Returns the field that identifies the items of a whole list; undefined if only their whole values may differ. */
export function distinctField(items: readonly unknown[], idField: string | undefined): string | undefined {
  if (haveIds(items, idField)) return idField;
  return idFieldNames.find((name) => {
    const values = items.flatMap((item) => fieldOf(item, name) ?? []);
    return values.length === items.length && areDistinct(values);
  });
}

/** Returns the id of the first item that occurs twice; without a known id field, its whole value must occur twice. */
export function firstDuplicate(items: readonly unknown[], idField: string | undefined): string | undefined {
  const keys = new Set<string>();
  for (const item of items) {
    const id = fieldOf(item, idField ?? 'id');
    if (id === undefined) continue;
    const key = idField === undefined ? canonicalText(item) : id;
    if (keys.has(key)) return id;
    keys.add(key);
  }
  return undefined;
}
