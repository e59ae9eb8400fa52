import { isObject, type JsonObject } from '../../../contract/json.js';
import { parsePointer } from '../../../contract/pointer.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { groupBy } from '../../../text/group-by.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { isEquivalent, isSameValue } from '../../model/likeness.js';
import { type FieldReflection, findReflections, valueAt } from '../../model/reflection.js';
import { endsWithWords } from '../../model/words.js';
import type { Outcome } from '../../session/outcome.js';
import type { Resource } from '../../session/resource.js';
import { isProgressChange, isSetOnce, isTime, mayChangeOnRead, mayChangeOnUse } from '../volatile-fields.js';
import { idOf, keyOf, type Neighbour, parentTypeOf, refersTo } from './neighbourhood.js';
import type { ResourceChange } from './snapshot.js';

/** A write that was sent, and the resource that it names; for a creation, the resource that it has created. */
export interface TracedWrite {
  operation: CheckedOperation;
  outcome: Outcome;
  verb: 'create' | 'update' | 'replace' | 'remove' | 'action';
  target: Pick<Resource, 'type' | 'parameters'>;
  body: JsonObject;
  isRefused: boolean;
  /** Whether the write must not change anything: the server refused it, it is empty, or it names a missing resource. */
  isNoop: boolean;
}

interface NeighbourContext {
  contract: CheckedContract;
  members: readonly Neighbour[];
  /** Keys of resources that a write has deleted. */
  deletedKeys: ReadonlySet<string>;
  /** The target of the write, as read before the write. */
  target: Record<string, unknown> | undefined;
}

/**
 * Where a resource is, seen from the target of a write. `self`: the target. `above`: its parent, or what it refers to.
 * `below`: what it contains, or what refers to it. `beside`: any other resource.
 */
type Relation = 'self' | 'above' | 'below' | 'beside';

/** Matches names of positions. A server may change these numbers when another resource moves. */
const positionNamePattern = /order|position|rank|sort|index|priority|sequence/i;
/** Minimum length of a string that surely nobody else sends. */
const minLength = 12;

function relationOf(contract: CheckedContract, { target, verb }: TracedWrite, resource: Resource): Relation {
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

/** Whether a write has deleted a resource, or the resource above it. */
export function isResourceGone(
  { members, deletedKeys }: Pick<NeighbourContext, 'members' | 'deletedKeys'>,
  resource: Resource,
): boolean {
  if (deletedKeys.has(keyOf(resource))) return true;
  const deletedResources = members.map((member) => member.resource).filter((each) => deletedKeys.has(keyOf(each)));
  return deletedResources.some((each) => idIn(resource, each.type) === idOf(each).toLowerCase());
}

/** Whether a change of a neighbour is suspicious, so that the run must look for the write that caused it. */
export function isSuspect(contract: CheckedContract, change: ResourceChange): boolean {
  if (change.kind !== 'changed') return true;
  const places = findWritableFields(contract, change.resource.type).get(change.field);
  return places ? isSettablePartChanged(contract, places, change) : isForeignChange(change);
}

/** Whether a change of a neighbour after this write is a fault, since a correct server would never make it. */
export function isFaultyChange(change: ResourceChange, write: TracedWrite, context: NeighbourContext): boolean {
  const { kind, resource, field, before, after } = change;
  const { outcome, verb, target, isNoop, isRefused } = write;
  const { contract, deletedKeys } = context;
  if (!outcome.ok && !isRefused) return false;
  if (kind === 'appeared') return deletedKeys.has(keyOf(resource)) || hasTextOfRun(change, write, context);
  // A server may merely mark a resource as deleted. A creation may find an equal resource, and return that one.
  if (isResourceGone(context, resource) || (verb === 'create' && keyOf(resource) === keyOf(target))) return false;
  const relation = relationOf(contract, write, resource);
  if (kind === 'gone') return isNoop || isForbiddenLoss(change, relation, write, contract);
  if (!isNoop)
    return relation !== 'self' && isSuspect(contract, change) && isForbiddenChange(change, relation, write, context);
  if (mayChangeOnRead(field) || (!isRefused && isProgressChange(field, before, after))) return false;
  return relation === 'self' || !findWritableFields(contract, resource.type).has(field) || isSuspect(contract, change);
}

/** Whether an accepted write must not change this field of another resource. */
function isForbiddenChange(
  change: ResourceChange,
  relation: Relation,
  write: TracedWrite,
  { contract, members, target: targetBefore }: NeighbourContext,
): boolean {
  const { field, before, after, resource } = change;
  const { body, verb } = write;
  const { type } = write.target;
  const places = findWritableFields(contract, resource.type).get(field);
  if (!places) return relation === 'beside';
  const mayBePartOfBody = mayContainType(contract, type, resource.type);
  const ids = [write.target, ...members.map((each) => each.resource)].filter((each) => each.type === type).map(idOf);
  if (ids.some((id) => mentionsId([before, after], id)))
    return relation === 'below' && verb !== 'remove' && verb !== 'create' && !mayBePartOfBody;
  const schemas = places.map(({ schema }) => contract.resolve(schema));
  const isFlagOrEnum =
    typeof after === 'boolean' || schemas.some((schema) => schema.enum !== undefined || schema.type === 'boolean');
  if (relation === 'above') return !isFlagOrEnum && typeof after !== 'number' && !isTime(after);
  if (relation === 'below') return !isFlagOrEnum && !Object.hasOwn(body, field) && !mayBePartOfBody;
  if (typeof (after ?? before) === 'number' && positionNamePattern.test(field))
    return verb === 'update' && !Object.keys(body).some((name) => positionNamePattern.test(name));
  if (!isFlagOrEnum) return true;
  // Perhaps only one resource at a time may have a flag or a role. Then a write that gives the flag to one resource
  // takes it from the resource that had it, and deleting the resource that has it passes it on.
  if (verb === 'action') return after === true;
  if (verb === 'remove') return !isSameValue(targetBefore?.[field], after);
  return !(Object.hasOwn(body, field) && isSameValue(body[field], before));
}

/** Whether a write's body may contain resources of another type, as a body of `PUT /orders/{id}` contains items. */
function mayContainType(contract: CheckedContract, type: ResourceType, { words }: ResourceType): boolean {
  return [...findWritableFields(contract, type).keys()].some((name) => endsWithWords(words, name));
}

function isForeignChange({ resource, value, field, before, after }: ResourceChange): boolean {
  if ((before ?? null) === null) return false;
  if (isSetOnce(resource, field, before)) return true;
  // A server that renumbers positions changes all resources that move. Then their new times prove nothing.
  const hasPosition = Object.keys(value).some((name) => positionNamePattern.test(name));
  return mayChangeOnUse(field) && !mayChangeOnRead(field) && isTime(after) && !hasPosition;
}

/** Whether a resource disappeared that an accepted write must not delete. */
function isForbiddenLoss(
  { resource, before }: ResourceChange,
  relation: Relation,
  { target, verb }: TracedWrite,
  contract: CheckedContract,
): boolean {
  if (relation === 'self') return verb === 'update' || verb === 'replace';
  if (verb !== 'remove') return relation !== 'below' || !mayContainType(contract, target.type, resource.type);
  // A sibling may be a part of the deleted resource, like a folder in a folder.
  if (relation !== 'below') return resource.type !== target.type || !mentionsId(before, idOf(target));
  if (parentTypeOf(contract, resource.type) === target.type) return false;
  // A resource that must refer to another may be deleted together with that other resource.
  const schema = (resource.type.create ?? resource.type.upsert)?.body?.schema;
  const requiredNames = schema ? [...fieldsOf(contract, schema).required] : [];
  return !requiredNames.some((name) => endsWithWords(target.type.words, name));
}

/** Whether a new resource contains a string that only the run has sent. */
function hasTextOfRun({ resource, value }: ResourceChange, write: TracedWrite, { members }: NeighbourContext): boolean {
  const { verb, isRefused, target, body } = write;
  if (resource.isCreatedByRun || (verb === 'create' && !isRefused) || resource.type !== target.type) return false;
  const texts = new Set<unknown>([...members.flatMap(({ body = {} }) => Object.values(body)), ...Object.values(body)]);
  return Object.values(value).some((each) => typeof each === 'string' && each.length >= minLength && texts.has(each));
}

export function mentionsId(value: unknown, id: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((each) => mentionsId(each, id));
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text === id || (id.length > 3 && text.includes(id));
}

/** Returns the places in responses whose values requests can set, by the name of their top-level field. */
function findWritableFields(
  contract: CheckedContract,
  type: ResourceType,
): ReadonlyMap<string, readonly FieldReflection[]> {
  const { get, list, create, update, replace, upsert } = type;
  const responseSchema = (get ?? update ?? create ?? replace)?.success?.bodies[0]?.schema;
  const allReflections: FieldReflection[] = [];
  for (const operation of [create, update, replace, upsert]) {
    if (!operation?.body) continue;
    const places = findReflections(contract, operation, responseSchema ?? list?.success?.bodies[0]?.schema);
    if (places.length === 0 && !responseSchema && !contract.hasReflection)
      for (const [name, schema] of fieldsOf(contract, operation.body.schema).properties)
        places.push({ name, schema, pointer: `/${name}` });
    allReflections.push(...places);
  }
  return groupBy(allReflections, ({ pointer }) => parsePointer(pointer)[0] ?? '');
}

/** Whether the value at one of the places changed. Only parts that requests can set are compared. */
function isSettablePartChanged(
  contract: CheckedContract,
  places: readonly FieldReflection[],
  { field, before, after }: ResourceChange,
): boolean {
  return places.some(({ pointer, schema }) => {
    const partOf = (value: unknown): unknown =>
      pickSettablePart(contract, schema, valueAt({ [field]: value }, pointer));
    return !isEquivalent(partOf(before), partOf(after));
  });
}

/** Returns the part of a response value that a request can set; for a resource shown in place of its id, the id. */
function pickSettablePart(contract: CheckedContract, schema: Schema, value: unknown): unknown {
  const { items, type } = contract.resolve(schema);
  if (Array.isArray(value)) return value.map((each) => pickSettablePart(contract, items ?? {}, each));
  if (!isObject(value)) return value;
  const { properties } = fieldsOf(contract, schema);
  const entries = [...properties].map(([name, each]) => [name, pickSettablePart(contract, each, value[name])] as const);
  if (entries.length > 0) return Object.fromEntries(entries);
  const isPlainType = [type].flat().some((text) => text === 'string' || text === 'integer' || text === 'number');
  return isPlainType ? value['id'] : value;
}
