import { caseOfRepeatedRead } from '../../cases/reads.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { isEquivalent } from '../../model/likeness.js';
import type { Parameters } from '../../model/request.js';
import { resourceIn } from '../../session/recognise.js';
import type { Resource } from '../../session/resource.js';
import { type Harness, readList } from '../harness.js';
import { keyOf } from './neighbourhood.js';

/** A resource as one read shows it: as an item of its list, or by a read of its own. */
interface ResourceView {
  resource: Resource;
  value: Record<string, unknown>;
  source: 'list' | 'get';
}

export interface Snapshot {
  views: Map<string, ResourceView>;
  /** Keys of resources that do not exist, according to their own reads. */
  absentKeys: Set<string>;
  /** For each list that was read to its end, the keys of its resources. */
  listKeys: Map<string, ReadonlySet<string>>;
}

export interface ResourceChange {
  resource: Resource;
  /** The resource in the later snapshot. If it is gone, the resource in the earlier one. */
  value: Record<string, unknown>;
  kind: 'changed' | 'gone' | 'appeared';
  /** Name of the changed field; empty for the whole resource. */
  field: string;
  before: unknown;
  after: unknown;
}

/** Returns a key that is equal for the same kind of change to any resource of a type. */
export function keyOfChange({ resource, kind, field }: ResourceChange): string {
  return [resource.type.prefix, kind, field].join(' ');
}

export type ListTarget = readonly [type: ResourceType, parents: Parameters];

/** Reads lists, and each resource by itself. A resource without a read of its own is read in its list. */
export async function takeSnapshot(
  harness: Harness,
  targets: readonly ListTarget[],
  resources: readonly Resource[],
  detail: string,
): Promise<Snapshot> {
  const { session } = harness;
  const snapshot: Snapshot = { views: new Map(), absentKeys: new Set(), listKeys: new Map() };
  if (session.settleTime > 0) await new Promise((resolve) => setTimeout(resolve, session.settleTime));
  const itemTargets = resources.filter(({ type }) => !type.get).map(({ type, parents }): ListTarget => [type, parents]);
  const targetsByKey = new Map([...targets, ...itemTargets].map((target) => [listKeyOf(...target), target]));
  await session.each([...targetsByKey], async ([listKey, [type, parents]]) => {
    const listResource: Resource = { type, parameters: parents, parents, isCreatedByRun: false };
    const list = await readList(harness, listResource, `beside ${detail}`);
    const ownParents = Object.fromEntries(type.parameters.slice(0, -1).map((each) => [each, parents[each] ?? '']));
    const keys = new Set<string>();
    for (const [id, item] of list?.items ?? []) {
      const itemResource = { ...listResource, parameters: { ...ownParents, [type.parameter]: id } };
      const key = keyOf(itemResource);
      const resource = resources.find((resource) => keyOf(resource) === key) ?? itemResource;
      const value = resourceIn(item, type);
      keys.add(key);
      if (value) snapshot.views.set(`list ${key}`, { resource, value, source: 'list' });
    }
    if (list?.isComplete) snapshot.listKeys.set(listKey, keys);
  });
  await session.each(resources, async (resource) => {
    const { type, parameters } = resource;
    if (!type.get) return;
    const testCase = caseOfRepeatedRead(type.get, parameters, `beside ${detail}`);
    const read = await session.send({ ...testCase, expect: 'any' });
    const value = read.ok ? resourceIn(read.value, type) : undefined;
    if (read.status === 404 || read.status === 410) snapshot.absentKeys.add(keyOf(resource));
    if (value) snapshot.views.set(`get ${keyOf(resource)}`, { resource, value, source: 'get' });
  });
  return snapshot;
}

function listKeyOf({ list }: ResourceType, parents: Parameters): string {
  return `${list?.id} ${list?.pathParameters.map((name) => parents[name]).join(' ')}`;
}

export function findChanges(before: Snapshot, after: Snapshot): ResourceChange[] {
  const changes: ResourceChange[] = [];
  for (const [key, { resource, value }] of before.views) {
    const now = after.views.get(key)?.value;
    if (!now && isResourceAbsent(key, resource, before, after))
      changes.push({ resource, value, kind: 'gone', field: '', before: value, after: undefined });
    for (const field of now ? new Set([...Object.keys(value), ...Object.keys(now)]) : []) {
      const states = { before: value[field], after: now?.[field] };
      if (!isEquivalent(states.before, states.after))
        changes.push({ resource, value: now ?? value, kind: 'changed', field, ...states });
    }
  }
  for (const [key, { resource, value, source }] of after.views)
    if (!before.views.has(key) && source === 'list' && before.listKeys.has(listKeyOf(resource.type, resource.parents)))
      changes.push({ resource, value, kind: 'appeared', field: '', before: undefined, after: value });
  return changes;
}

/** Whether a resource is gone; not if its list has a new item, which may have moved the resource to the next page. */
function isResourceAbsent(key: string, resource: Resource, snapshotBefore: Snapshot, snapshotAfter: Snapshot): boolean {
  if (snapshotAfter.absentKeys.has(keyOf(resource))) return true;
  const listKey = listKeyOf(resource.type, resource.parents);
  const [old, now] = [snapshotBefore.listKeys.get(listKey), snapshotAfter.listKeys.get(listKey)];
  return key.startsWith('list ') && old !== undefined && now !== undefined && [...now].every((text) => old.has(text));
}
