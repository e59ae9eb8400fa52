import type { Parameters } from './request.js';

/** A path that ends with a parameter, and all its parameters. */
interface Placed {
  prefix: string;
  parameters: readonly string[];
}

/** The same with the operations at this path. */
interface Named extends Placed {
  get: unknown;
  update: unknown;
  replace: unknown;
  remove: unknown;
}

/** A path with its parameters, whatever they are called. */
function formOf({ prefix }: Placed): string {
  return prefix.replace(/\{[^}]+\}/g, '{}');
}

/** The other kinds whose paths differ only in the names of parameters: `/tenants/{tenant}` and `/tenants/{name}`. */
export function sameForm<Type extends Placed>(resources: readonly Type[], resourceType: Placed): Type[] {
  const form = formOf(resourceType);
  return resources.filter((each) => each.prefix !== resourceType.prefix && formOf(each) === form);
}

/** The parameters of one kind under the names that another of the same form has. */
export function renamed(parameters: Parameters, from: Placed, to: Placed): Parameters {
  return Object.fromEntries(to.parameters.map((name, index) => [name, parameters[from.parameters[index] ?? ''] ?? '']));
}

/** Whether a path to a resource stands only in paths below it, and another path of the same form leads to it. */
export function isAlias(resources: readonly Named[], resourceType: Named): boolean {
  return !isNamedAlone(resourceType) && sameForm(resources, resourceType).some(isNamedAlone);
}

/** Whether an operation has the path of the resource itself. */
function isNamedAlone({ get, update, replace, remove }: Named): boolean {
  return [get, update, replace, remove].some((operation) => operation !== undefined);
}
