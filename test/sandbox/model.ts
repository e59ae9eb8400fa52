import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../scripts/contract/json.js';
import type { SandboxOperation } from '../../scripts/sandbox/model/operations.js';
import { operations } from '../../scripts/sandbox/sandbox.js';

/** Fields that come from other resources, so they can change without an update. */
const derived: Record<string, readonly string[]> = {
  PartnerEntry: ['tier'],
  Filter: ['filterOptions'],
  Tier: ['entriesCount'],
};

/** The read of a single resource, by collection. */
const readers = new Map(
  operations
    .filter(({ verb, itemParameter }) => verb === 'get' && itemParameter)
    .map((operation) => [operation.collection, operation]),
);

/** The last known value of each resource. Every later response must agree with it. */
export class Model {
  /** The resources by path. The value is undefined after a deletion. */
  readonly #resources = new Map<string, { collection: string; value: JsonObject | undefined }>();

  /** Returns the path that reads a resource; undefined if the contract has none. */
  pathOf(collection: string, value: JsonObject, parameters: Readonly<Record<string, string>>): string | undefined {
    const reader = readers.get(collection);
    return reader?.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(name === reader.itemParameter ? value['id'] : (parameters[name] ?? '')).toLowerCase(),
    );
  }

  /** Returns how a value contradicts earlier responses; undefined if it agrees with them. */
  contradiction(path: string, value: JsonObject | undefined): string | undefined {
    const resource = this.#resources.get(path);
    if (!resource) return undefined;
    if (resource.value === undefined) return value === undefined ? undefined : `${path} was deleted, but exists again.`;
    if (value === undefined) return `${path} does not exist any more, but was not deleted.`;
    const without = (all: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !derived[resource.collection]?.includes(name)));
    if (isDeepStrictEqual(without(resource.value), without(value))) return undefined;
    return `${path} was ${JSON.stringify(resource.value)} and is ${JSON.stringify(value)}, but was not changed.`;
  }

  learn(collection: string, path: string, value: JsonObject): void {
    this.#resources.set(path, { collection, value });
  }

  /** Notes that a resource was deleted, together with everything below it. */
  deleted(operation: SandboxOperation, path: string): void {
    for (const knownKey of this.#resources.keys())
      if (knownKey.startsWith(path)) this.#resources.set(knownKey, { collection: '', value: undefined });
    this.#resources.set(path, { collection: operation.collection, value: undefined });
    // The paths of options do not begin with the path of their filter.
    if (operation.collection === 'Filter')
      for (const [text, resource] of this.#resources)
        if (resource.collection === 'FilterOption') this.#resources.delete(text);
  }

  /** Forgets the resources that a request to this path may have changed. */
  forget(path: string): void {
    for (const knownKey of this.#resources.keys()) if (path.startsWith(knownKey)) this.#resources.delete(knownKey);
  }
}
