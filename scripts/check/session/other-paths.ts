import { isObject } from '../../contract/json.js';
import { isSendable, type Parameters } from '../model/request.js';
import { prefixesOf, type ResourceType } from '../model/resources.js';
import { ofForm, renamed, sameForm } from '../model/same-form.js';
import { wordsIn } from '../model/words.js';
import { fieldOf } from './id-fields.js';
import type { OtherKeys } from './other-keys.js';

/** Other kinds to take one id each of. */
const kindsToTry = 3;

/** The parameters that identify one resource, and those of the list that it was found in. */
export interface Binding {
  parameters: Parameters;
  /** Parameters of the request that found it. */
  context: Parameters;
}

interface Known {
  resources: readonly ResourceType[];
  bindings: ReadonlyMap<string, readonly Binding[]>;
  otherKeys: OtherKeys;
}

/** Returns the resources of a path that other paths have shown; none if there are none. */
export function bindingsElsewhere(known: Known, resourceType: ResourceType): readonly Binding[] {
  const found =
    byForm(known, resourceType) ??
    byField(known, resourceType) ??
    inAbove(known, resourceType) ??
    byName(known, resourceType);
  return found.length > 0 ? found : byShown(known, resourceType);
}

/** By a path whose parameters have other names: `/tenants/{tenant_name}` beside `/tenants/{tenant}/databases`. */
function byForm({ resources, bindings }: Known, resourceType: ResourceType): readonly Binding[] | undefined {
  const twin = sameForm(resources, resourceType).find(({ prefix }) => bindings.has(prefix));
  return (
    twin &&
    bindings.get(twin.prefix)?.map(({ parameters, context }) => ({
      parameters: renamed(parameters, twin, resourceType),
      context,
    }))
  );
}

/** By a field that the path names: `/flows/name/{name}` and `/flows/by-name/{name}` beside `/flows/{id}`. */
function byField(
  { resources, bindings, otherKeys }: Known,
  resourceType: ResourceType,
): readonly Binding[] | undefined {
  const [, above, field = ''] = /^(.*\/)([^/{}]+)\/\{[^}]+\}$/.exec(resourceType.prefix) ?? [];
  if (above === undefined) return undefined;
  const sibling = ofForm(resources, `${above}{}`).find(({ prefix }) => prefix.startsWith(above));
  const [first] = (sibling && bindings.get(sibling.prefix)) ?? [];
  if (!sibling || !first || sibling.parameters.length !== resourceType.parameters.length) return undefined;
  const found = otherKeys.valuesOf(sibling, field.replace(/^by[-_]/, '')).map((value) => ({
    parameters: { ...renamed(first.parameters, sibling, resourceType), [resourceType.parameter]: value },
    context: first.context,
  }));
  return found.length > 0 ? found : undefined;
}

/** Fields that most resources have of their own. */
const general = new Set(['id', 'name', 'key', 'slug', 'code', 'title', 'type']);

/** By a field of a resource above: `/runs/{run}/tries/{try_number}`, where a run in a list has a `try_number`. */
function inAbove(known: Known, { prefix, parameter }: ResourceType): readonly Binding[] | undefined {
  const above = prefixesOf(prefix)
    .slice(0, -1)
    .flatMap((each) => known.resources.find((resourceType) => resourceType.prefix === each) ?? [])
    .reverse();
  const [nearest] = above;
  if (!nearest) return undefined;
  const found = (known.bindings.get(nearest.prefix) ?? bindingsElsewhere(known, nearest)).flatMap((binding) => {
    const shown = above.map((each) => known.otherKeys.shownOf(each, binding.parameters));
    const value = shown.map((each) => valueNamed(each, parameter)).find((each) => each !== undefined);
    return value !== undefined && isSendable(value)
      ? [{ parameters: { ...binding.parameters, [parameter]: value }, context: binding.context }]
      : [];
  });
  return found.length > 0 ? found : undefined;
}

/** The value of a field with this name, or with the end of it; or the key of the first of a list with this name. */
function valueNamed(shown: unknown, parameter: string): string | undefined {
  if (!isObject(shown)) return undefined;
  const words = wordsIn(parameter).join(' ');
  for (const [name, value] of Object.entries(shown)) {
    const own = wordsIn(name).join(' ');
    const [first] = Array.isArray(value) && own === words ? value : [];
    if (first !== undefined)
      return typeof first === 'string' ? first : ['id', 'key', 'name'].flatMap((key) => fieldOf(first, key) ?? [])[0];
    if (!general.has(own) && (own === words || words.endsWith(` ${own}`))) return fieldOf(shown, name);
  }
  return undefined;
}

/** By another kind of resource whose parameter has the same name; `id` alone may be that of any other kind. */
function byName({ resources, bindings }: Known, resourceType: ResourceType): readonly Binding[] {
  if (resourceType.parameters.length !== 1) return [];
  const twins = resources.filter(
    ({ parameter, parameters, prefix }) =>
      parameter === resourceType.parameter && parameters.length === 1 && prefix !== resourceType.prefix,
  );
  const known = twins.flatMap(({ prefix }) => [bindings.get(prefix) ?? []].filter(({ length }) => length > 0));
  if (!saysNothing(resourceType.parameter)) return known[0] ?? [];
  // What has a list or a creation of its own is hardly found in those of others.
  const { isMade, list, keyed } = resourceType;
  const hasOwn = isMade || (list ?? keyed) !== undefined;
  return hasOwn ? [] : known.flatMap((each) => each.slice(0, 1)).slice(0, kindsToTry);
}

/** Whether the name of a parameter does not say of which kind it is. */
function saysNothing(parameter: string): boolean {
  return /^(?:id|uuid|guid|key|name|slug|code)$/i.test(parameter);
}

/** By a field of other resources with the very name of the parameter, if it is telling: `/ids/globalIds/{globalId}`. */
function byShown({ otherKeys }: Known, { parameter, parameters, isMade }: ResourceType): readonly Binding[] {
  if (parameters.length !== 1 || isMade || wordsIn(parameter).length < 2) return [];
  return otherKeys.shownAs(parameter).map((value) => ({ parameters: { [parameter]: value }, context: {} }));
}
