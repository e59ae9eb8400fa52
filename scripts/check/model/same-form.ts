import type { Parameters } from './request.js';
import type { ResourceType } from './resources.js';

/** A path with its parameters, whatever they are called. */
function formOf(prefix: string): string {
  return prefix.replace(/\{[^}]+\}/g, '{}');
}

/** The other kinds whose paths differ only in the names of parameters: `/tenants/{tenant}` and `/tenants/{name}`. */
export function sameForm(resources: readonly ResourceType[], { prefix }: ResourceType): ResourceType[] {
  const form = formOf(prefix);
  return resources.filter((each) => each.prefix !== prefix && formOf(each.prefix) === form);
}

/** The parameters of one kind under the names that another of the same form has. */
export function renamed(parameters: Parameters, from: ResourceType, to: ResourceType): Parameters {
  return Object.fromEntries(to.parameters.map((name, index) => [name, parameters[from.parameters[index] ?? ''] ?? '']));
}

/** Whether a path to a resource stands only in paths below it, and another path of the same form leads to it. */
export function isAlias(resources: readonly ResourceType[], resourceType: ResourceType): boolean {
  return !isNamedAlone(resourceType) && sameForm(resources, resourceType).some(isNamedAlone);
}

/** Whether an operation has the path of the resource itself. */
function isNamedAlone({ get, update, replace, remove }: ResourceType): boolean {
  return [get, update, replace, remove].some((operation) => operation !== undefined);
}
