import { isObject } from '../../../contract/json.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { sameShown } from '../../model/likeness.js';
import { isNamed } from '../../model/words.js';
import { bare, createdId } from '../../session/recognise.js';
import type { Resource } from '../../session/resource.js';
import { isMoving, isProgress, isSetOnce, isTime, isVisited } from '../lists/stable-fields.js';
import { isRewritten, writableFields } from '../writable-fields.js';
import { idOf, isGone, keyOf, type Scene } from './scene.js';
import { isQuiet, isRefused, type Write, type Written } from './scene-writes.js';
import type { Happening } from './sight.js';

/** Numbers that a server may count anew when another resource moves. */
const place = /order|position|rank|sort|index|priority|sequence/i;
/** Texts that nobody else sends. */
const telling = 12;

/** Whether a correct server never lets this happen beside a write. */
export function isAccused(happening: Happening, write: Write, { outcomes, sent }: Written, scene: Scene): boolean {
  const { what, seen } = happening;
  const wasRefused = isRefused(outcomes);
  if (outcomes.length === 0 || (isQuiet(write) && !wasRefused && write.mayPass !== true)) return false;
  // A server may keep a deleted resource with a mark.
  if (what !== 'appeared' && isGone(scene, seen.resource)) return false;
  if (write.kind === 'create' && isAgain(happening, outcomes, scene)) return false;
  if (what === 'appeared' && isAsked(seen.resource, write, sent)) return false;
  if (what === 'appeared') return scene.gone.has(keyOf(seen.resource)) || isCopy(happening, write, sent, scene);
  if (what === 'gone') return wasRefused || (isLoss(happening, write, scene) && !isLate(happening, write, outcomes));
  if (wasRefused || isQuiet(write)) return isMore(happening, wasRefused);
  if (seen.relation === 'self' && write.kind !== 'create') return isReset(happening, write, scene);
  return isElsewhere(happening, write, sent, scene);
}

/** Whether a creation has returned a resource that was there already, as services do that look for the same first. */
function isAgain({ seen: { resource } }: Happening, outcomes: Written['outcomes'], { type, harness }: Scene): boolean {
  const { contract } = harness.session;
  const id = resource.parameters[type.parameter]?.toLowerCase();
  return (
    resource.type === type && outcomes.some((each) => each.ok && createdId(contract, type, each)?.toLowerCase() === id)
  );
}

/** Whether an accepted write must not change this field of another resource. */
function isElsewhere(happening: Happening, write: Write, sent: Written['sent'], scene: Scene): boolean {
  const { field, before, after, seen } = happening;
  const { relation, resource } = seen;
  const { contract } = scene.harness.session;
  const places = writableFields(contract, resource.type).get(field);
  const isUnrelated = !['parent', 'child', 'referred', 'referring'].includes(relation);
  if (!places) return isUnrelated && isForeign(happening);
  if (!isRewritten(contract, places, field, before, after)) return false;
  const isKept = write.kind !== 'delete' && write.kind !== 'create';
  if (involves(happening, scene)) return relation === 'referring' && isKept && !isPart(resource.type, scene);
  const isSwitch = typeof after === 'boolean' || places.some(({ schema }) => isChoice(contract, schema));
  switch (relation) {
    case 'parent':
    case 'referred':
      return !isSwitch && typeof after !== 'number' && !isTime(after);
    case 'child':
    case 'referring':
      return !isSwitch && !sent.has(field) && !isPart(resource.type, scene);
    case 'nephew':
      return !isPart(resource.type, scene);
    default:
      return !isRenumbered(happening) && !(isSwitch && isExclusive(happening, write, sent, scene));
  }
}

/** Whether the body of a write may hold resources of another type: `PUT /orders/{id}` with its items. */
function isPart({ words }: ResourceType, { type, harness }: Scene): boolean {
  return [...writableFields(harness.session.contract, type).keys()].some((name) => isNamed(words, name));
}

/** Whether something other than a time of reading changed where nothing may change. */
function isMore({ field, before, after }: Happening, wasRefused: boolean): boolean {
  return !isVisited(field) && (wasRefused || !isProgress(field, before, after));
}

/** Whether a field changed that only a write to its own resource moves. */
function isForeign({ seen: { resource, value }, field, before, after }: Happening): boolean {
  if ((before ?? null) === null) return false;
  if (isSetOnce(resource, field, before)) return true;
  // A server that counts places anew changes the resources at these places.
  return isMoving(field) && !isVisited(field) && isTime(after) && !Object.keys(value).some((name) => place.test(name));
}

/** Whether a replacement sets a field back that it did not send. */
function isReset(
  { seen: { resource }, field, before, after }: Happening,
  write: Write,
  { subject, harness }: Scene,
): boolean {
  if (write.kind !== 'replace' || isVisited(field) || Object.hasOwn(subject.body, field)) return false;
  // What a request can set, and this one left out, takes its default (RFC 9110 §9.3.4).
  if (writableFields(harness.session.contract, resource.type).has(field)) return false;
  const fresh = bare(subject.outcome?.value, resource.type);
  return (
    fresh !== undefined && Object.hasOwn(fresh, field) && !sameShown(before, after) && sameShown(after, fresh[field])
  );
}

/** Whether a creation names the resource by a key that the caller chooses: it may have the key of a deleted one. */
function isAsked({ type, parameters }: Resource, { kind }: Write, sent: Written['sent']): boolean {
  const id = parameters[type.parameter]?.toLowerCase();
  return kind === 'create' && (sent.get(type.idField) ?? []).some((value) => String(value).toLowerCase() === id);
}

/** Whether a resource disappeared that the write does not take along. */
function isLoss({ seen: { relation, resource }, before }: Happening, write: Write, scene: Scene): boolean {
  const { type } = scene;
  if (relation === 'self') return write.kind !== 'action';
  const isBelow = relation === 'child' || relation === 'nephew' || relation === 'referring';
  if (write.kind !== 'delete') return !isBelow || !isPart(resource.type, scene);
  if (relation === 'referring') return !needs(resource.type, type, scene.harness.session.contract);
  // A sibling may be a part of the deleted resource: a folder in a folder.
  return relation !== 'child' && (resource.type !== type || !mentions(before, idOf(scene.subject)));
}

/** Whether a deletion that failed has removed its resource all the same, as a failed write may. */
function isLate({ seen }: Happening, { kind }: Write, outcomes: Written['outcomes']): boolean {
  return seen.relation === 'self' && kind === 'delete' && outcomes.some(({ ok }) => !ok);
}

/** Whether resources of a type cannot be without a reference to another type: they may be deleted with it. */
function needs({ create, upsert }: ResourceType, { words }: ResourceType, contract: CheckedContract): boolean {
  const schema = (create ?? upsert)?.body?.schema;
  return schema !== undefined && [...fieldsOf(contract, schema).required].some((name) => isNamed(words, name));
}

/** Whether a new resource has a text that only the run has sent. */
function isCopy({ seen: { resource, value } }: Happening, write: Write, sent: Written['sent'], scene: Scene): boolean {
  if (resource.isOwn || write.kind === 'create' || resource.type !== scene.type) return false;
  const texts = new Set<unknown>([
    ...scene.members.flatMap(({ body }) => Object.values(body)),
    ...[...sent.values()].flat(),
  ]);
  return Object.values(value).some((each) => typeof each === 'string' && each.length >= telling && texts.has(each));
}

/** Whether a value mentions a resource that the write is about. */
function involves({ before, after }: Happening, { members, type }: Scene): boolean {
  const ids = members.filter(({ resource }) => resource.type === type).map(idOf);
  const text = JSON.stringify([before ?? null, after ?? null]);
  return ids.some((id) => (id.length > 3 ? text.includes(id) : mentions([before, after], id)));
}

function mentions(value: unknown, id: string): boolean {
  if (Array.isArray(value)) return value.some((each) => mentions(each, id));
  if (isObject(value)) return Object.values(value).some((each) => mentions(each, id));
  return (typeof value === 'string' || typeof value === 'number') && String(value) === id;
}

function isChoice({ resolve }: CheckedContract, schema: Schema): boolean {
  const resolved = resolve(schema);
  return resolved.enum !== undefined || resolved.type === 'boolean';
}

function isRenumbered({ field, before, after }: Happening): boolean {
  return typeof (after ?? before) === 'number' && place.test(field);
}

/**
 * At most one of several may have a flag or a role: who gives it to one takes it from the others, and who deletes the
 * one that has it gives it to another.
 */
function isExclusive(
  { field, before, after }: Happening,
  { kind }: Write,
  sent: Written['sent'],
  { subject }: Scene,
): boolean {
  if (kind === 'action') return after !== true;
  const had = bare(subject.outcome?.value, subject.resource.type)?.[field] ?? subject.body[field];
  if (kind === 'delete') return sameShown(had, after);
  return sent.get(field)?.some((value) => sameShown(value, before)) === true;
}
