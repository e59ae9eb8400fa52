import { fieldsOf } from '../../../contract/schema-fields.js';
import type { CaseSource } from '../../cases/source.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import { prefixesOf, type ResourceType } from '../../model/contract/resources.js';
import { mayBeOwner } from '../../model/operation-words.js';
import type { Parameters } from '../../model/request.js';
import { endsWithWords } from '../../model/words.js';
import type { Resource } from '../../session/resource.js';
import { createResource, type NewResource } from '../create-resource.js';
import { type Harness, removeResource } from '../harness.js';

/** A resource in the neighbourhood of a write. If the run has created it, the creation is included. */
export type Neighbour = Pick<NewResource, 'resource'> & Partial<NewResource>;

/** A resource to which the run writes (the subject), and other resources around it. */
export interface Neighbourhood {
  subject: Neighbour;
  /** All resources, including the subject, in the order of their creation. */
  members: Neighbour[];
  /** The resources that depend on the subject or its sibling: they are below it, or refer to it. */
  dependents: Neighbour[];
}

export function keyOf({ type, parameters }: Pick<Resource, 'type' | 'parameters'>): string {
  return [type.prefix, ...type.parameters.map((name) => parameters[name])].join(' ').toLowerCase();
}

export function idOf({ type, parameters }: Pick<Resource, 'type' | 'parameters'>): string {
  return parameters[type.parameter] ?? '';
}

function childParameters({ parents, parameters }: Resource): Parameters {
  return { ...parents, ...parameters };
}

export function parentTypeOf({ resources }: CheckedContract, type: ResourceType): ResourceType | undefined {
  const path = (type.create ?? type.upsert ?? type.list)?.path ?? type.prefix;
  const parentPrefix = prefixesOf(path).findLast((prefix) => prefix !== type.prefix);
  return resources.find(({ prefix }) => prefix === parentPrefix);
}

export function refersTo(contract: CheckedContract, type: ResourceType, { words }: ResourceType): boolean {
  const schema = (type.create ?? type.upsert)?.body?.schema ?? {};
  return [...fieldsOf(contract, schema).properties.keys()].some(
    (name) => name !== type.idField && endsWithWords(words, name),
  );
}

/**
 * Creates a resource of a type, and a parent, a sibling, a child and resources with references, as far as the contract
 * has such types. Calls `lookAtOthers` with the earlier resources before and after it creates the resource.
 */
export async function createNeighbourhood(
  harness: Harness,
  type: ResourceType,
  round: string,
  extraTypes: readonly ResourceType[] = [],
  lookAtOthers: (otherResources: readonly Resource[]) => Promise<void> = () => Promise.resolve(),
): Promise<Neighbourhood | undefined> {
  const { contract } = harness.session;
  const members: Neighbour[] = [];
  const add = async (
    each: ResourceType,
    givenParents: Parameters = {},
    targets: readonly Neighbour[] = members,
  ): Promise<NewResource | undefined> => {
    const ownHarness = { ...harness, source: withNeighbours(harness.source, targets) };
    const neighbour = await createResource(ownHarness, each, { round: `${round} ${members.length}`, givenParents });
    if (neighbour) members.push(neighbour);
    return neighbour;
  };
  // Only types whose resources the run can create and delete are used.
  const creatableTypes = contract.resources.filter(
    ({ isCreatable, create, remove, prefix }) =>
      isCreatable && create !== undefined && remove !== undefined && !mayBeOwner(contract, prefix),
  );
  for (const extraType of extraTypes) if (creatableTypes.includes(extraType)) await add(extraType);
  const parentType = parentTypeOf(contract, type);
  const parent = parentType && creatableTypes.includes(parentType) ? await add(parentType) : undefined;
  const parentParameters = parent && childParameters(parent.resource);
  const otherTypes = creatableTypes.filter((creatableType) => creatableType !== type && creatableType !== parentType);
  const referencedType = otherTypes.find((otherType) => refersTo(contract, type, otherType));
  if (referencedType) await add(referencedType, parentParameters);
  const firstResources = members.map(({ resource }) => resource);
  await lookAtOthers(firstResources);
  const subject = (await add(type, parentParameters)) ?? (parentParameters && (await add(type)));
  if (!subject) return void (await removeNeighbours(harness, members));
  await lookAtOthers(firstResources);
  const sibling = creatableTypes.includes(type) ? await add(type, subject.resource.parents) : undefined;
  const subjectParameters = childParameters(subject.resource);
  if (!parent && parentType) {
    const parameters = Object.fromEntries(parentType.parameters.map((name) => [name, subjectParameters[name] ?? '']));
    members.push({ resource: { type: parentType, parameters, parents: parameters, isCreatedByRun: false } });
  }
  const isBelow = (resourceType: ResourceType): boolean => parentTypeOf(contract, resourceType) === type;
  const childType = otherTypes.find(
    (each) => isBelow(each) && each.create?.pathParameters.every((name) => subjectParameters[name] !== undefined),
  );
  const referringType = otherTypes.find((otherType) => !isBelow(otherType) && refersTo(contract, otherType, type));
  const dependents: Neighbour[] = [];
  for (const resource of [subject, sibling]) {
    if (!resource) continue;
    const additions = [
      childType && (await add(childType, childParameters(resource.resource), [resource])),
      referringType && (await add(referringType, {}, [resource])),
    ];
    dependents.push(...additions.filter((addition) => addition !== undefined));
  }
  return { subject, members, dependents };
}

/** Deletes the resources that the run has created, the newest first. */
export async function removeNeighbours(harness: Harness, members: readonly Neighbour[]): Promise<void> {
  for (const { resource } of [...members].reverse())
    if (resource.isCreatedByRun) await removeResource(harness, resource);
}

/** Returns a source of test cases whose bodies refer to these resources, where a field can refer to them. */
export function withNeighbours(source: CaseSource, members: readonly Neighbour[]): CaseSource {
  const all = members.map(({ resource }) => resource);
  return {
    ...source,
    references(name, context) {
      const matches = all.filter(({ type }) => endsWithWords(type.words, name));
      return matches.length > 0 ? matches.map(idOf) : source.references(name, context);
    },
    knows: (id) => source.knows(id) || all.some((resource) => idOf(resource).toLowerCase() === id.toLowerCase()),
  };
}
