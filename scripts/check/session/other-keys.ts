import { isObject } from '../../contract/json.js';
import type { CheckedOperation } from '../model/operations.js';
import { isSendable, type Parameters } from '../model/request.js';
import { prefixesOf, type ResourceType } from '../model/resources.js';
import { fieldOf } from './id-fields.js';

/** Resources to keep of one kind. */
const limit = 200;

/**
 * The keys that resources have besides the one in their own path. Some services read a resource by its name, and want
 * its id in the paths below it.
 */
export class OtherKeys {
  readonly #shown = new Map<string, unknown>();
  readonly #kept = new Map<string, number>();
  readonly #below = new Map<string, string>();
  readonly #chosen = new Set<string>();

  /** Keeps what a response shows of a resource. */
  keep(resourceType: ResourceType, parameters: Parameters, shown: unknown): void {
    const { prefix } = resourceType;
    const count = this.#kept.get(prefix) ?? 0;
    if (count >= limit) return;
    this.#kept.set(prefix, count + 1);
    const key = keyOf(resourceType, parameters);
    const before = this.#shown.get(key);
    // A list may show less of a resource than its creation.
    this.#shown.set(key, isObject(before) && isObject(shown) ? { ...before, ...shown } : shown);
  }

  /** Returns what a response has shown of a resource; `parameters` may have those of others as well. */
  shownOf(resourceType: ResourceType, parameters: Parameters): unknown {
    return this.#shown.get(keyOf(resourceType, parameters));
  }

  /** Learns that the caller of a creation chooses the key. */
  choose({ prefix }: ResourceType): void {
    this.#chosen.add(prefix);
  }

  isChosen({ prefix }: ResourceType): boolean {
    return this.#chosen.has(prefix);
  }

  /** Returns the parameters by each other key that the resource has. */
  *waysOf(resourceType: ResourceType, parameters: Parameters): Iterable<{ idField: string; parameters: Parameters }> {
    const shown = this.shownOf(resourceType, parameters);
    for (const idField of resourceType.idFields) {
      const key = idField === resourceType.idField ? undefined : fieldOf(shown, idField);
      if (key === undefined || !isSendable(key) || key === parameters[resourceType.parameter]) continue;
      yield { idField, parameters: { ...parameters, [resourceType.parameter]: key } };
    }
  }

  /** Returns the values of a field that known resources of a kind have. */
  valuesOf({ prefix }: ResourceType, field: string): string[] {
    const own = `[${JSON.stringify(prefix)}`;
    const shown = [...this.#shown].filter(([key]) => key.startsWith(own)).map(([, value]) => value);
    return [...new Set(shown.flatMap((value) => fieldOf(value, field) ?? []))].filter(isSendable);
  }

  /** Returns the values of a field that known resources of any kind have. */
  shownAs(field: string): string[] {
    return [...new Set([...this.#shown.values()].flatMap((value) => fieldOf(value, field) ?? []))].filter(isSendable);
  }

  /** Learns that the paths below a resource take this key. */
  prove({ prefix }: ResourceType, idField: string): void {
    this.#below.set(prefix, idField);
  }

  /** Returns the parameters as the path of an operation takes them. */
  for(operation: CheckedOperation, resourceType: ResourceType, parameters: Parameters): Parameters {
    const field = this.#below.get(resourceType.prefix);
    if (field === undefined || !isBelow(operation, resourceType)) return parameters;
    for (const way of this.waysOf(resourceType, parameters)) if (way.idField === field) return way.parameters;
    return parameters;
  }
}

/** Whether an operation is below a resource, and not at its own path. */
export function isBelow({ path }: CheckedOperation, { prefix }: ResourceType): boolean {
  return prefixesOf(path).at(-1) === prefix && path.replace(/\/$/, '') !== prefix;
}

function keyOf({ prefix, parameters: names }: ResourceType, parameters: Parameters): string {
  return JSON.stringify([prefix, ...names.map((name) => parameters[name])]);
}
