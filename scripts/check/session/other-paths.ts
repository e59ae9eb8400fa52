import type { Parameters } from '../model/request.js';
import type { ResourceType } from '../model/resources.js';
import { renamed, sameForm } from '../model/same-form.js';
import type { OtherKeys } from './other-keys.js';

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
  return byForm(known, resourceType) ?? byField(known, resourceType) ?? byName(known, resourceType);
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

/** By a field that the path names: `/flows/name/{name}` beside `/flows/{id}`. */
function byField(
  { resources, bindings, otherKeys }: Known,
  resourceType: ResourceType,
): readonly Binding[] | undefined {
  const [, above, field = ''] = /^(.*\/)([^/{}]+)\/\{[^}]+\}$/.exec(resourceType.prefix) ?? [];
  if (above === undefined) return undefined;
  const sibling = resources.find(
    ({ prefix }) => prefix.startsWith(above) && /^\{[^}]+\}$/.test(prefix.slice(above.length)),
  );
  const [first] = (sibling && bindings.get(sibling.prefix)) ?? [];
  if (!sibling || !first || sibling.parameters.length !== resourceType.parameters.length) return undefined;
  const found = otherKeys.valuesOf(sibling, field).map((value) => ({
    parameters: { ...renamed(first.parameters, sibling, resourceType), [resourceType.parameter]: value },
    context: first.context,
  }));
  return found.length > 0 ? found : undefined;
}

/** By another kind of resource whose parameter has the same name; `id` alone names no kind, so what is made is new. */
function byName({ resources, bindings }: Known, resourceType: ResourceType): readonly Binding[] {
  const { isMade, list, keyed } = resourceType;
  const isNew = resourceType.parameter === 'id' && (isMade || list !== undefined || keyed !== undefined);
  if (resourceType.parameters.length !== 1 || isNew) return [];
  const twin = resources.find(
    ({ parameter, parameters, prefix }) =>
      parameter === resourceType.parameter &&
      parameters.length === 1 &&
      prefix !== resourceType.prefix &&
      bindings.has(prefix),
  );
  return (twin && bindings.get(twin.prefix)) ?? [];
}
