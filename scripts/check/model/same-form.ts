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
