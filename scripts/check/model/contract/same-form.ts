import type { Parameters } from '../request.js';

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
function formOf(prefix: string): string {
  return prefix.replace(/\{[^}]+\}/g, '{}');
}

/** The kinds of each form, by the list of kinds that was asked about: a run asks about the same one many times. */
const formsOf = new WeakMap<readonly Placed[], Map<string, Placed[]>>();

/** The kinds whose paths have the form of this one, in their order. */
export function ofForm<Type extends Placed>(resources: readonly Type[], prefix: string): readonly Type[] {
  let forms = formsOf.get(resources);
  if (!forms) {
    forms = new Map();
    for (const each of resources) {
      const form = formOf(each.prefix);
      const known = forms.get(form);
      if (known) known.push(each);
      else forms.set(form, [each]);
    }
    formsOf.set(resources, forms);
  }
  return (forms.get(formOf(prefix)) ?? []) as Type[];
}

/** Whether the paths of two kinds are the same but for the names of parameters. */
export function isOfForm(one: Placed, other: Placed): boolean {
  return formOf(one.prefix) === formOf(other.prefix);
}

/** The other kinds whose paths differ only in the names of parameters: `/tenants/{tenant}` and `/tenants/{name}`. */
export function sameForm<Type extends Placed>(resources: readonly Type[], { prefix }: Placed): Type[] {
  return ofForm(resources, prefix).filter((each) => each.prefix !== prefix);
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
