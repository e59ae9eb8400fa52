import { isSendable, type Parameters } from '../model/request.js';
import type { ResourceType } from '../model/resources.js';

/** An item of a list, and the parameters of the request that found it. */
export interface Listed {
  item: unknown;
  context: Parameters;
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
