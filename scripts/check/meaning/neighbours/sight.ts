import { readAgainCase } from '../../cases/reads.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { alike } from '../../model/likeness.js';
import type { Parameters } from '../../model/request.js';
import { bare } from '../../session/recognise.js';
import type { Resource } from '../../session/resource.js';
import { type Harness, readList } from '../harness.js';
import { keyOf } from './neighbourhood.js';

/** A resource as reads show it at one moment: its item in a list, or its own read. */
interface Shown {
  resource: Resource;
  value: Record<string, unknown>;
  by: 'list' | 'get';
}

/** Everything around a write as reads show it at one moment. */
export interface Sight {
  shown: Map<string, Shown>;
  /** Keys of resources whose own read says that they do not exist. */
  absent: Set<string>;
  /** The keys in each list that was read to its end. */
  lists: Map<string, ReadonlySet<string>>;
}

/** What happened to a resource between two sights. */
export interface Change {
  resource: Resource;
  /** What the later of the two shows of it. */
  value: Record<string, unknown>;
  what: 'changed' | 'gone' | 'appeared';
  /** Name of the changed field; empty for the whole resource. */
  field: string;
  before: unknown;
  after: unknown;
}

/** The same for what happens in the same way to another resource of its kind. */
export function markOf({ resource, what, field }: Change): string {
  return [resource.type.prefix, what, field].join(' ');
}

/** A list to read: its kind, and the parameters in its path. */
export type Place = readonly [type: ResourceType, parents: Parameters];

/** Reads lists, and resources alone, or in their list where there is no other read. */
export async function look(
  harness: Harness,
  places: readonly Place[],
  resources: readonly Resource[],
  detail: string,
): Promise<Sight> {
  const { session } = harness;
  const sight: Sight = { shown: new Map(), absent: new Set(), lists: new Map() };
  if (session.settle > 0) await new Promise((resolve) => setTimeout(resolve, session.settle));
  const unread = resources.filter(({ type }) => !type.get).map(({ type, parents }): Place => [type, parents]);
  const lists = new Map([...places, ...unread].map((each) => [placeOf(...each), each]));
  await session.each([...lists], async ([name, [type, parents]]) => {
    const place: Resource = { type, parameters: parents, parents, isOwn: false };
    const list = await readList(harness, place, `beside ${detail}`);
    const above = Object.fromEntries(type.parameters.slice(0, -1).map((each) => [each, parents[each] ?? '']));
    const keys = new Set<string>();
    for (const [id, item] of list?.items ?? []) {
      const listed = { ...place, parameters: { ...above, [type.parameter]: id } };
      const key = keyOf(listed);
      const resource = resources.find((each) => keyOf(each) === key) ?? listed;
      const value = bare(item, type);
      keys.add(key);
      if (value) sight.shown.set(`list ${key}`, { resource, value, by: 'list' });
    }
    if (list?.isComplete) sight.lists.set(name, keys);
  });
  await session.each(resources, async (resource) => {
    const { get } = resource.type;
    if (!get) return;
    const read = await session.send({ ...readAgainCase(get, resource.parameters, `beside ${detail}`), expect: 'any' });
    const value = read.ok ? bare(read.value, resource.type) : undefined;
    if (read.status === 404 || read.status === 410) sight.absent.add(keyOf(resource));
    if (value) sight.shown.set(`get ${keyOf(resource)}`, { resource, value, by: 'get' });
  });
  return sight;
}

function placeOf({ list }: ResourceType, parents: Parameters): string {
  return `${list?.id} ${list?.pathParameters.map((name) => parents[name]).join(' ')}`;
}

/** Returns what happened between two sights. */
export function changes(before: Sight, after: Sight): Change[] {
  const found: Change[] = [];
  for (const [key, { resource, value }] of before.shown) {
    const now = after.shown.get(key);
    if (!now && isAbsent(key, resource, before, after))
      found.push({ resource, value, what: 'gone', field: '', before: value, after: undefined });
    for (const field of now ? new Set([...Object.keys(value), ...Object.keys(now.value)]) : []) {
      const [old, fresh] = [value[field], now?.value[field]];
      if (!alike(old, fresh))
        found.push({ resource, value: now?.value ?? value, what: 'changed', field, before: old, after: fresh });
    }
  }
  for (const [key, { resource, value, by }] of after.shown)
    if (!before.shown.has(key) && by === 'list' && before.lists.has(placeOf(resource.type, resource.parents)))
      found.push({ resource, value, what: 'appeared', field: '', before: undefined, after: value });
  return found;
}

/** Whether a resource is no longer there. A list with a new item may have lost another one to its next page. */
function isAbsent(key: string, resource: Resource, before: Sight, after: Sight): boolean {
  if (after.absent.has(keyOf(resource))) return true;
  const place = placeOf(resource.type, resource.parents);
  const [old, now] = [before.lists.get(place), after.lists.get(place)];
  return key.startsWith('list ') && old !== undefined && now !== undefined && [...now].every((each) => old.has(each));
}
