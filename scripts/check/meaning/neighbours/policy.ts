import { isObject } from '../../../contract/json.js';
import { parsePointer } from '../../../contract/pointer.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import type { JsonObject } from '../../cases/body-values.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { alike, sameShown } from '../../model/likeness.js';
import { type Reflection, reflections, valueAt } from '../../model/reflection.js';
import { isNamed } from '../../model/words.js';
import type { Outcome } from '../../session/outcome.js';
import type { Resource } from '../../session/resource.js';
import { isMoving, isProgress, isSetOnce, isTime, isVisited } from '../moving.js';
import { idOf, keyOf, type Neighbour, parentTypeOf, refersTo } from './neighbourhood.js';
import type { Change } from './sight.js';

/** A write that was sent, and the resource that it names; a creation names the one that it has made. */
export interface Write {
  operation: CheckedOperation;
  outcome: Outcome;
  verb: 'create' | 'update' | 'replace' | 'remove' | 'action';
  target: Pick<Resource, 'type' | 'parameters'>;
  sent: JsonObject;
  isRefused: boolean;
  /** Whether it may change nothing: it was refused, it is empty, or it names nothing that is there. */
  isQuiet: boolean;
}

/** The resources around a write, and what is known of them. */
export interface Surroundings {
  contract: CheckedContract;
  members: readonly Neighbour[];
  /** Keys of resources that a write has deleted. */
  gone: ReadonlySet<string>;
  /** What the target showed before the write. */
  target: Record<string, unknown> | undefined;
}

/**
 * Where a resource is, seen from the one that a write names: above it is its parent, and what it refers to; below it is
 * what is in it, and what refers to it.
 */
type Side = 'self' | 'above' | 'below' | 'beside';

/** Numbers that a server may count anew when another resource moves. */
const place = /order|position|rank|sort|index|priority|sequence/i;
/** Texts that nobody else sends. */
const telling = 12;

function sideOf(contract: CheckedContract, { target, verb }: Write, resource: Resource): Side {
  const { type } = target;
  if (verb !== 'create' && keyOf(target) === keyOf(resource)) return 'self';
  if (resource.type === type) return 'beside';
  if (parentTypeOf(contract, type) === resource.type) return 'above';
  if (parentTypeOf(contract, resource.type) === type)
    return idIn(resource, type) === idOf(target).toLowerCase() ? 'below' : 'beside';
  if (refersTo(contract, type, resource.type)) return 'above';
  return refersTo(contract, resource.type, type) ? 'below' : 'beside';
}

function idIn({ parents, parameters }: Resource, type: ResourceType): string | undefined {
  return { ...parents, ...parameters }[type.parameter]?.toLowerCase();
}

/** Whether a write has deleted a resource, or one above it. */
export function isGone({ members, gone }: Pick<Surroundings, 'members' | 'gone'>, resource: Resource): boolean {
  const deleted = members.filter((each) => gone.has(keyOf(each.resource)));
  return (
    gone.has(keyOf(resource)) ||
    deleted.some(({ resource: each }) => idIn(resource, each.type) === idOf(each).toLowerCase())
  );
}

/** Whether a change beside tests must be traced to a write. */
export function isSuspect(contract: CheckedContract, change: Change): boolean {
  const { resource, what, field, before, after } = change;
  const places = writableFields(contract, resource.type).get(field);
  if (what !== 'changed') return true;
  return places ? isRewritten(contract, places, field, before, after) : isForeign(change);
}

/** Whether a correct server never lets this happen beside a write. */
export function isAccused(change: Change, write: Write, around: Surroundings): boolean {
  const { what, resource, field, before, after } = change;
  const { outcome, verb, target, isQuiet, isRefused } = write;
  const { contract, gone } = around;
  if (!outcome.ok && !isRefused) return false;
  if (what === 'appeared') return gone.has(keyOf(resource)) || isCopy(change, write, around);
  // A server may keep a deleted resource with a mark. Services that look for the same first return what was there.
  if (isGone(around, resource) || (verb === 'create' && keyOf(resource) === keyOf(target))) return false;
  const side = sideOf(contract, write, resource);
  if (what === 'gone') return isQuiet || isLoss(change, side, write, contract);
  if (!isQuiet) return side !== 'self' && isSuspect(contract, change) && isElsewhere(change, side, write, around);
  if (isVisited(field) || (!isRefused && isProgress(field, before, after))) return false;
  return side === 'self' || !writableFields(contract, resource.type).has(field) || isSuspect(contract, change);
}

/** Whether an accepted write must not change this field of another resource. */
function isElsewhere(change: Change, side: Side, write: Write, { contract, members, target }: Surroundings): boolean {
  const { field, before, after, resource } = change;
  const { sent, verb } = write;
  const { type } = write.target;
  const places = writableFields(contract, resource.type).get(field);
  if (!places) return side === 'beside';
  const isPart = hasPart(contract, type, resource.type);
  const ids = [write.target, ...members.map((each) => each.resource)].filter((each) => each.type === type).map(idOf);
  if (ids.some((id) => mentions([before, after], id)))
    return side === 'below' && verb !== 'remove' && verb !== 'create' && !isPart;
  const schemas = places.map(({ schema }) => contract.resolve(schema));
  const isSwitch =
    typeof after === 'boolean' || schemas.some((each) => each.enum !== undefined || each.type === 'boolean');
  if (side === 'above') return !isSwitch && typeof after !== 'number' && !isTime(after);
  if (side === 'below') return !isSwitch && !Object.hasOwn(sent, field) && !isPart;
  if (typeof (after ?? before) === 'number' && place.test(field))
    return verb === 'update' && !Object.keys(sent).some((name) => place.test(name));
  if (!isSwitch) return true;
  // At most one of several may have a flag or a role. Who gives it to one takes it from the others, and who deletes the
  // one that has it gives it to another.
  if (verb === 'action') return after === true;
  if (verb === 'remove') return !sameShown(target?.[field], after);
  return !(Object.hasOwn(sent, field) && sameShown(sent[field], before));
}

/** Whether the body of a write may hold resources of another kind: `PUT /orders/{id}` with its items. */
function hasPart(contract: CheckedContract, type: ResourceType, { words }: ResourceType): boolean {
  return [...writableFields(contract, type).keys()].some((name) => isNamed(words, name));
}

/** Whether a field changed that only a write to its own resource moves. */
function isForeign({ resource, value, field, before, after }: Change): boolean {
  if ((before ?? null) === null) return false;
  if (isSetOnce(resource, field, before)) return true;
  // A server that counts places anew changes the resources at these places.
  return isMoving(field) && !isVisited(field) && isTime(after) && !Object.keys(value).some((name) => place.test(name));
}

/** Whether a resource disappeared that an accepted write does not take along. */
function isLoss({ resource, before }: Change, side: Side, { target, verb }: Write, contract: CheckedContract): boolean {
  if (side === 'self') return verb === 'update' || verb === 'replace';
  if (verb !== 'remove') return side !== 'below' || !hasPart(contract, target.type, resource.type);
  // A sibling may be a part of the deleted resource: a folder in a folder.
  if (side !== 'below') return resource.type !== target.type || !mentions(before, idOf(target));
  // What cannot be without a reference may be deleted with it.
  const schema = (resource.type.create ?? resource.type.upsert)?.body?.schema;
  const needed = schema ? [...fieldsOf(contract, schema).required] : [];
  return (
    parentTypeOf(contract, resource.type) !== target.type && !needed.some((name) => isNamed(target.type.words, name))
  );
}

/** Whether a new resource has a text that only the run has sent. */
function isCopy({ resource, value }: Change, write: Write, { members }: Surroundings): boolean {
  const { verb, isRefused, target, sent } = write;
  if (resource.isOwn || (verb === 'create' && !isRefused) || resource.type !== target.type) return false;
  const texts = new Set<unknown>([...members.flatMap(({ body = {} }) => Object.values(body)), ...Object.values(sent)]);
  return Object.values(value).some((each) => typeof each === 'string' && each.length >= telling && texts.has(each));
}

/** Whether a value mentions a resource by its id. */
export function mentions(value: unknown, id: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((each) => mentions(each, id));
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text === id || (id.length > 3 && text.includes(id));
}

/** The places in responses that requests can set, by the field that they are in. */
function writableFields(contract: CheckedContract, type: ResourceType): ReadonlyMap<string, readonly Reflection[]> {
  const { get, list, create, update, replace, upsert } = type;
  const shown = (get ?? update ?? create ?? replace)?.success?.bodies[0]?.schema;
  const fields = new Map<string, Reflection[]>();
  for (const operation of [create, update, replace, upsert]) {
    if (!operation?.body) continue;
    const places = reflections(contract, operation, shown ?? list?.success?.bodies[0]?.schema);
    if (places.length === 0 && !shown && !contract.saysReflection)
      for (const [name, schema] of fieldsOf(contract, operation.body.schema).properties)
        places.push({ name, schema, pointer: `/${name}` });
    for (const place of places) {
      const [field = ''] = parsePointer(place.pointer);
      fields.set(field, [...(fields.get(field) ?? []), place]);
    }
  }
  return fields;
}

/** Whether one of the places has another value. What a response shows beside what requests can set does not count. */
function isRewritten(
  contract: CheckedContract,
  places: readonly Reflection[],
  field: string,
  before: unknown,
  after: unknown,
): boolean {
  return places.some(({ pointer, schema }) => {
    const [old, now] = [before, after].map((value) => settable(contract, schema, valueAt({ [field]: value }, pointer)));
    return !alike(old, now);
  });
}

/** The part of a shown value that a request of this schema can set: of a resource in place of its id, the id. */
function settable(contract: CheckedContract, schema: Schema, value: unknown): unknown {
  const { items, type } = contract.resolve(schema);
  if (Array.isArray(value)) return value.map((each) => settable(contract, items ?? {}, each));
  if (!isObject(value)) return value;
  const { properties } = fieldsOf(contract, schema);
  if (properties.size > 0)
    return Object.fromEntries([...properties].map(([name, below]) => [name, settable(contract, below, value[name])]));
  const isPlain = [type].flat().some((each) => each === 'string' || each === 'integer' || each === 'number');
  return isPlain ? value['id'] : value;
}
