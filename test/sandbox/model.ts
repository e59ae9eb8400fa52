import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../scripts/contract/json.js';
import type { SandboxOperation } from '../../scripts/sandbox/model/operations.js';
import { operations } from '../../scripts/sandbox/sandbox.js';

/** Fields that follow from other things, and so move without an update of their own. */
const derived: Record<string, readonly string[]> = {
  PartnerEntry: ['tier'],
  Filter: ['filterOptions'],
  Tier: ['entriesCount'],
};

/** Where one thing of each kind is read. */
const readers = new Map(
  operations
    .filter(({ verb, itemParameter }) => verb === 'get' && itemParameter)
    .map((each) => [each.collection, each]),
);

/** What the answers so far say of single things. What a later answer says must agree with it. */
export class Model {
  /** By path; undefined for what was deleted. */
  readonly #things = new Map<string, { collection: string; value: JsonObject | undefined }>();

  /** The path at which a thing is read; undefined where the contract has none. */
  pathOf(collection: string, value: JsonObject, parameters: Readonly<Record<string, string>>): string | undefined {
    const reader = readers.get(collection);
    return reader?.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(name === reader.itemParameter ? value['id'] : (parameters[name] ?? '')).toLowerCase(),
    );
  }

  /** What contradicts the answers before, in words; undefined for nothing. */
  contradiction(path: string, value: JsonObject | undefined): string | undefined {
    const known = this.#things.get(path);
    if (!known) return undefined;
    if (known.value === undefined) return value === undefined ? undefined : `${path} was deleted, and is there again.`;
    if (value === undefined) return `${path} is gone, and nobody deleted it.`;
    const without = (all: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !derived[known.collection]?.includes(name)));
    if (isDeepStrictEqual(without(known.value), without(value))) return undefined;
    return `${path} was ${JSON.stringify(known.value)} and is ${JSON.stringify(value)}, and nobody changed it.`;
  }

  learn(collection: string, path: string, value: JsonObject): void {
    this.#things.set(path, { collection, value });
  }

  /** Takes in that a thing was deleted, with all below it. */
  deleted(operation: SandboxOperation, path: string): void {
    for (const known of this.#things.keys())
      if (known.startsWith(path)) this.#things.set(known, { collection: '', value: undefined });
    this.#things.set(path, { collection: operation.collection, value: undefined });
    // The options of a filter have paths of their own.
    if (operation.collection === 'Filter') this.#forgetAll('FilterOption');
  }

  /** Something below or beside these paths was done that may have changed what stands there. */
  forget(path: string): void {
    for (const known of this.#things.keys()) if (path.startsWith(known)) this.#things.delete(known);
  }

  #forgetAll(collection: string): void {
    for (const [path, known] of this.#things) if (known.collection === collection) this.#things.delete(path);
  }
}
