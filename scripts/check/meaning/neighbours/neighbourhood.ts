import { fieldsOf } from '../../../contract/schema-fields.js';
import type { CaseSource } from '../../cases/source.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import { prefixesOf, type ResourceType } from '../../model/contract/resources.js';
import { mayBeOwner } from '../../model/operation-words.js';
import type { Parameters } from '../../model/request.js';
import { isNamed } from '../../model/words.js';
import type { Resource } from '../../session/resource.js';
import { type Harness, removeResource } from '../harness.js';
import { type Made, makeResource } from '../making.js';

/** A resource in the neighbourhood of a write, and how the run has made it if it has. */
export type Neighbour = Pick<Made, 'resource'> & Partial<Made>;

/** A resource that the run writes to, and others around it. */
export interface Settlement {
  subject: Neighbour;
  /** All of them, the subject included, in the order of their creation. */
  members: Neighbour[];
  /** Those that need the subject or its sibling: below it, or referring to it. */
  holders: Neighbour[];
}

export function keyOf({ type, parameters }: Pick<Resource, 'type' | 'parameters'>): string {
  return [type.prefix, ...type.parameters.map((name) => parameters[name])].join(' ').toLowerCase();
}

export function idOf({ type, parameters }: Pick<Resource, 'type' | 'parameters'>): string {
  return parameters[type.parameter] ?? '';
}

/** The parameters of what is below a resource. */
function below({ parents, parameters }: Resource): Parameters {
  return { ...parents, ...parameters };
}

/** The kind of resource below which the resources of a kind are created. */
export function parentTypeOf({ resources }: CheckedContract, type: ResourceType): ResourceType | undefined {
  const path = (type.create ?? type.upsert ?? type.list)?.path ?? type.prefix;
  const above = prefixesOf(path).findLast((each) => each !== type.prefix);
  return resources.find(({ prefix }) => prefix === above);
}

/** Whether the body of a creation of one kind refers to another kind. */
export function refersTo(contract: CheckedContract, type: ResourceType, { words }: ResourceType): boolean {
  const schema = (type.create ?? type.upsert)?.body?.schema ?? {};
  return [...fieldsOf(contract, schema).properties.keys()].some(
    (name) => name !== type.idField && isNamed(words, name),
  );
}

/**
 * Creates a resource of a kind, and one of each relation to it as far as the contract has such.
 *
 * @param seeOthers called with those that are there first, before and after the creation of the resource
 */
export async function surround(
  harness: Harness,
  type: ResourceType,
  round: string,
  strangers: readonly ResourceType[] = [],
  seeOthers: (others: readonly Resource[]) => Promise<void> = () => Promise.resolve(),
): Promise<Settlement | undefined> {
  const { contract } = harness.session;
  const members: Neighbour[] = [];
  const place = async (
    each: ResourceType,
    near: Parameters = {},
    about: readonly Neighbour[] = members,
  ): Promise<Made | undefined> => {
    const own = { ...harness, source: naming(harness.source, about) };
    // A task that is repeated alone finds what its first run could not remove, so it chooses other ids.
    const made = await makeResource(own, each, { round: `${round} ${harness.stock.owner}${members.length}`, near });
    if (made) members.push(made);
    return made;
  };
  // The run can put such resources beside another, and take them away.
  const portable = contract.resources.filter(
    ({ isMade, create, remove, prefix }) =>
      isMade && create !== undefined && remove !== undefined && !mayBeOwner(contract, prefix),
  );
  for (const each of strangers) if (portable.includes(each)) await place(each);
  const parentType = parentTypeOf(contract, type);
  const parent = parentType && portable.includes(parentType) ? await place(parentType) : undefined;
  const near = parent && below(parent.resource);
  const others = portable.filter((each) => each !== type && each !== parentType);
  const referred = others.find((each) => refersTo(contract, type, each));
  if (referred) await place(referred, near);
  const first = members.map(({ resource }) => resource);
  await seeOthers(first);
  const subject = (await place(type, near)) ?? (near && (await place(type)));
  if (!subject) return void (await removeNeighbours(harness, members));
  await seeOthers(first);
  const sibling = portable.includes(type) ? await place(type, subject.resource.parents) : undefined;
  const known = below(subject.resource);
  if (!parent && parentType) {
    const parameters = Object.fromEntries(parentType.parameters.map((name) => [name, known[name] ?? '']));
    members.push({ resource: { type: parentType, parameters, parents: parameters, isOwn: false } });
  }
  const isBelow = (each: ResourceType): boolean => parentTypeOf(contract, each) === type;
  const child = others.find(
    (each) => isBelow(each) && each.create?.pathParameters.every((name) => known[name] !== undefined),
  );
  const referring = others.find((each) => !isBelow(each) && refersTo(contract, each, type));
  const holders: Neighbour[] = [];
  for (const each of [subject, sibling]) {
    if (!each) continue;
    const placed = [
      child && (await place(child, below(each.resource), [each])),
      referring && (await place(referring, {}, [each])),
    ];
    holders.push(...placed.filter((one) => one !== undefined));
  }
  return { subject, members, holders };
}

/** Deletes those that the run has made, the newest first. */
export async function removeNeighbours(harness: Harness, members: readonly Neighbour[]): Promise<void> {
  for (const { resource } of [...members].reverse()) if (resource.isOwn) await removeResource(harness, resource);
}

/** The source of test cases whose bodies refer to these resources where they can. */
export function naming(source: CaseSource, members: readonly Neighbour[]): CaseSource {
  const all = members.map(({ resource }) => resource);
  return {
    ...source,
    references(name, context) {
      const meant = all.filter(({ type }) => isNamed(type.words, name));
      return meant.length > 0 ? meant.map(idOf) : source.references(name, context);
    },
    knows: (id) => source.knows(id) || all.some((each) => idOf(each).toLowerCase() === id.toLowerCase()),
  };
}
