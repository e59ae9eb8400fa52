import { readAgainCase } from '../../cases/reads.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { sameItems, sameShown } from '../../model/likeness.js';
import type { Parameters } from '../../model/request.js';
import { bare } from '../../session/recognise.js';
import type { Resource } from '../../session/resource.js';
import { type Harness, readList } from '../harness.js';
import { isGone, keyOf, type Member, type Relation, type Scene } from './scene.js';

/** A resource as reads show it at one moment. */
export interface Seen {
  resource: Resource;
  relation: Relation;
  /** What the read of the resource shows, or its item in a list. */
  value: Record<string, unknown>;
  /** The list that shows it, and the single read: they may show different fields. */
  by: 'list' | 'get';
}

/** Everything in a scene as reads show it at one moment. */
export interface Sight {
  seen: ReadonlyMap<string, Seen>;
  /** Keys of resources whose own read says that they do not exist. */
  absent: ReadonlySet<string>;
  /** The keys in each list that was read to its end. */
  lists: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What happened to a resource between two sights. */
export interface Happening {
  seen: Seen;
  what: 'changed' | 'gone' | 'appeared';
  /** Name of the changed field; empty for the whole resource. */
  field: string;
  before: unknown;
  after: unknown;
}

/** The same for what happens in the same way in another scene. */
export function markOf({ seen: { resource, relation, by }, what, field }: Happening): string {
  const whose = resource.isOwn ? relation : 'existing';
  return [whose, resource.type.prefix, resource.isOwn ? by : '', what, field].join(' ');
}

/** Reads everything in a scene. */
export async function look(scene: Scene, detail: string): Promise<Sight> {
  const sight = { detail, seen: new Map<string, Seen>(), absent: new Set<string>(), lists: new Map() };
  const { settle } = scene.harness.session;
  if (settle > 0) await new Promise((resolve) => setTimeout(resolve, settle));
  const { session } = scene.harness;
  await session.each(listsOf(scene), ([type, parents]) => seeList(scene, type, parents, sight));
  await session.each(scene.members, (member) => seeMember(scene, member, sight));
  return sight;
}

/** Reads some resources of a scene alone. */
export async function lookAt(harness: Harness, members: readonly Member[], detail: string): Promise<Sight> {
  const sight = { detail, seen: new Map<string, Seen>(), absent: new Set<string>(), lists: new Map() };
  await harness.session.each(members, (member) =>
    seeMember({ harness, members: [], gone: new Set(), listed: new Set() }, member, sight),
  );
  return sight;
}

/** The lists that show a scene: those of its kinds, each once. */
function listsOf(scene: Scene): [ResourceType, Parameters][] {
  const { subject, members, strangers } = scene;
  const children = members.filter(({ relation }) => relation === 'child' || relation === 'nephew');
  const lists: [ResourceType, Parameters][] = [
    [subject.resource.type, subject.resource.parents],
    ...children
      .filter(({ resource }) => !isGone(scene, resource))
      .map(({ resource }): [ResourceType, Parameters] => [resource.type, resource.parents]),
    ...strangers.map((type): [ResourceType, Parameters] => [type, {}]),
  ];
  return lists.filter(([{ list }]) => list !== undefined);
}

interface Looking {
  detail: string;
  seen: Map<string, Seen>;
  absent: Set<string>;
  lists: Map<string, ReadonlySet<string>>;
}

async function seeList(scene: Scene, type: ResourceType, parents: Parameters, looking: Looking): Promise<void> {
  const { harness, members, subject } = scene;
  const place: Resource = { type, parameters: parents, parents, isOwn: false };
  const list = await readList(harness, place, `beside ${looking.detail}`);
  if (!list) return;
  const above = Object.fromEntries(type.parameters.slice(0, -1).map((name) => [name, parents[name] ?? '']));
  const keys = new Set<string>();
  for (const [id, item] of list.items) {
    const resource = { ...place, parameters: { ...above, [type.parameter]: id } };
    const key = keyOf(resource);
    const member = members.find((each) => keyOf(each.resource) === key);
    const relation = member?.relation ?? (type === subject.resource.type ? 'sibling' : 'stranger');
    const value = bare(item, type);
    keys.add(key);
    if (value)
      looking.seen.set(`list ${key}`, {
        resource: member?.resource ?? resource,
        relation,
        value,
        by: 'list',
      });
  }
  if (list.isComplete) looking.lists.set(placeOf(place), keys);
}

function placeOf({ type, parents }: Resource): string {
  return `${type.list?.id} ${type.list?.pathParameters.map((name) => parents[name]).join(' ')}`;
}

/** Reads a resource alone, unless its list shows the same. */
async function seeMember(
  scene: Pick<Scene, 'harness' | 'members' | 'gone' | 'listed'>,
  { resource, relation }: Member,
  looking: Looking,
): Promise<void> {
  const { get } = resource.type;
  const key = keyOf(resource);
  const listed = looking.seen.get(`list ${key}`)?.value;
  if (!get || isGone(scene, resource) || (listed && scene.listed.has(key))) return;
  const testCase = readAgainCase(get, resource.parameters, `beside ${looking.detail}`);
  const outcome = await scene.harness.session.send({ ...testCase, expect: 'any' });
  const value = outcome.ok ? bare(outcome.value, resource.type) : undefined;
  if (outcome.status === 404 || outcome.status === 410) looking.absent.add(key);
  if (!value) return;
  looking.seen.set(`get ${key}`, { resource, relation, value, by: 'get' });
  if (listed && sameShown(listed, value)) scene.listed.add(key);
}

/** Returns what happened between two sights. */
export function happenings(before: Sight, after: Sight): Happening[] {
  const found: Happening[] = [];
  for (const [key, old] of before.seen) {
    const now = after.seen.get(key);
    if (now) found.push(...changes(old, now));
    else if (isAbsent(old, before, after))
      found.push({ seen: old, what: 'gone', field: '', before: old.value, after: undefined });
  }
  for (const [key, seen] of after.seen)
    if (!before.seen.has(key) && seen.by === 'list' && before.lists.has(placeOf(seen.resource)))
      found.push({ seen, what: 'appeared', field: '', before: undefined, after: seen.value });
  return found;
}

function changes(old: Seen, now: Seen): Happening[] {
  const names = [...new Set([...Object.keys(old.value), ...Object.keys(now.value)])];
  return names.flatMap((field) => {
    const [before, after] = [old.value[field], now.value[field]];
    const isSame =
      sameShown(before, after) || (Array.isArray(before) && Array.isArray(after) && sameItems(before, after));
    return isSame ? [] : [{ seen: now, what: 'changed' as const, field, before, after }];
  });
}

/** Whether a resource is no longer there. A list with a new item may have lost another one to its next page. */
function isAbsent({ resource, by }: Seen, before: Sight, after: Sight): boolean {
  const key = keyOf(resource);
  if (after.absent.has(key)) return true;
  if (by === 'get' || after.seen.has(`get ${key}`)) return false;
  const [old, now] = [before.lists.get(placeOf(resource)), after.lists.get(placeOf(resource))];
  return old !== undefined && now !== undefined && [...now].every((each) => old.has(each));
}
