import { isSendable, type Parameters } from '../model/request.js';
import type { ResourceType } from '../model/resources.js';

/** An item of a list, and the parameters of the request that found it. */
export interface Listed {
  item: unknown;
  context: Parameters;
}

/** Items to keep of one resource type. */
const itemLimit = 200;

/** Which field of a resource its path takes: `idField` of its type is a guess until a read has succeeded by it. */
export class IdFields {
  readonly #unproven = new Map<string, Listed[]>();
  readonly #proven = new Set<string>();

  isProven({ prefix, idFields }: ResourceType): boolean {
    return idFields.length === 1 || this.#proven.has(prefix);
  }

  /** Keeps an item in case that the guess was wrong. */
  keep(resourceType: ResourceType, listed: Listed): void {
    if (this.isProven(resourceType)) return;
    const kept = this.#unproven.get(resourceType.prefix) ?? [];
    this.#unproven.set(resourceType.prefix, kept);
    if (kept.length < itemLimit) kept.push(listed);
  }

  /** Learns the field from a read that succeeded. @returns the items that are known by another field, if it differs */
  prove(resourceType: ResourceType, idField: string): readonly Listed[] {
    const { prefix } = resourceType;
    const listed = this.#unproven.get(prefix) ?? [];
    this.#proven.add(prefix);
    this.#unproven.delete(prefix);
    if (idField === resourceType.idField) return [];
    resourceType.idField = idField;
    return listed;
  }

  /** Returns the parameters of one known resource by each other field that the path may take. */
  *otherWays(resourceType: ResourceType): Iterable<{ idField: string; parameters: Parameters }> {
    const [first] = this.#unproven.get(resourceType.prefix) ?? [];
    for (const idField of resourceType.idFields) {
      const parameters =
        first && idField !== resourceType.idField ? parametersBy(idField, resourceType, first) : undefined;
      if (parameters) yield { idField, parameters };
    }
  }
}

/** Returns the parameters of an item if its path takes this field; undefined if the item lacks the field. */
export function parametersBy(
  idField: string,
  { parameters, parameter }: ResourceType,
  { item, context }: Listed,
): Parameters | undefined {
  const id = fieldOf(item, idField);
  const isReached = parameters.slice(0, -1).every((name) => context[name] !== undefined);
  if (id === undefined || !isSendable(id) || !isReached) return undefined;
  return { ...Object.fromEntries(parameters.slice(0, -1).map((name) => [name, context[name] ?? ''])), [parameter]: id };
}

/** Returns a field of a resource as text, if its value can be used in a path. */
export function fieldOf(resource: unknown, name: string): string | undefined {
  if (typeof resource !== 'object' || resource === null || !Object.hasOwn(resource, name)) return undefined;
  const value = (resource as Record<string, unknown>)[name];
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))
    ? String(value)
    : undefined;
}
