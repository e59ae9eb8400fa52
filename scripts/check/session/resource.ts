import type { ResourceType } from '../model/contract/resources.js';
import { canonicalText } from '../model/likeness.js';
import type { Parameters } from '../model/request.js';

/** A resource to which the run may write. */
export interface Resource {
  type: ResourceType;
  parameters: Parameters;
  /** Path parameters of the list that contains the resource. */
  parents: Parameters;
  /** Whether the run created the resource, so that it may delete it. */
  isCreatedByRun: boolean;
  /** The value of `performance.now()` when the run created it. */
  createdAt?: number;
}

/** Whether the parameters contain the ids of all resources above a resource of this type. */
export function hasParents(type: Pick<ResourceType, 'parameters'>, parameters: Parameters): boolean {
  return type.parameters.slice(0, -1).every((name) => parameters[name] !== undefined);
}

/** Returns a field of a resource as text; undefined if it is neither a string nor a whole number. */
export function fieldOf(resource: unknown, name: string): string | undefined {
  if (typeof resource !== 'object' || resource === null || !Object.hasOwn(resource, name)) return undefined;
  const value = (resource as Record<string, unknown>)[name];
  return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Fields that may identify items: a field does so if each item of a list has it, with a different value. */
const idFieldNames = ['id', 'uuid', 'key', 'slug', 'code', 'name'];

/** Returns a key for each item: its id, else its complete value, which several items may share. */
export function keysOf(items: readonly unknown[], idField: string | undefined): string[] {
  const idOf = (item: unknown): string | undefined => (idField === undefined ? undefined : fieldOf(item, idField));
  return items.map((item) => idOf(item)?.toLowerCase() ?? canonicalText(item));
}

export function haveIds(items: readonly unknown[], idField: string | undefined): boolean {
  return idField !== undefined && items.every((item) => fieldOf(item, idField) !== undefined);
}

export function areDistinct(keys: readonly string[]): boolean {
  return new Set(keys).size === keys.length;
}

/** Returns the field that identifies the items of a complete list; undefined if no single field does. */
export function distinctField(items: readonly unknown[], idField: string | undefined): string | undefined {
  if (haveIds(items, idField)) return idField;
  return idFieldNames.find((name) => {
    const values = items.flatMap((item) => fieldOf(item, name) ?? []);
    return values.length === items.length && areDistinct(values);
  });
}

/** Returns the id of the first item that occurs twice. If the id field is unknown, compares whole items. */
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
