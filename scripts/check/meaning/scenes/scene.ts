import { fieldsOf } from '../../../contract/schema-fields.js';
import type { JsonObject } from '../../cases/body-values.js';
import type { CaseSource } from '../../cases/source.js';
import { prefixesOf, type ResourceType } from '../../model/contract/resources.js';
import { mayBeOwner } from '../../model/operation-words.js';
import type { Parameters } from '../../model/request.js';
import { isNamed } from '../../model/words.js';
import type { Outcome } from '../../session/outcome.js';
import type { Resource } from '../../session/resource.js';
import { rotated } from '../../values/token.js';
import { type Harness, removeResource } from '../harness.js';
import { makeResource } from '../making.js';

/** What a resource is to the one that a write names. */
export type Relation =
  | 'self'
  | 'sibling'
  | 'parent'
  | 'child'
  | 'nephew'
  | 'referred'
  | 'referring'
  /** Of another kind, without a relation. */
  | 'stranger';

/** A resource in the neighbourhood of a write. */
export interface Member {
  relation: Relation;
  resource: Resource;
  /** The request that created it; empty for an existing resource. */
  body: JsonObject;
  /** The response to that request. */
  outcome?: Outcome;
}

/** A resource that the run writes to, and others that it has put around it. */
export interface Scene {
  harness: Harness;
  type: ResourceType;
  subject: Member;
  members: Member[];
  /** Kinds of resources whose lists are watched, too. */
  strangers: readonly ResourceType[];
  source: CaseSource;
  /** Keys of resources that a write has deleted. */
  gone: Set<string>;
  /** Keys of resources whose list shows the same as their own read. */
  listed: Set<string>;
}

/** Number of kinds of each relation in a scene. */
const kinds = { child: 1, referred: 2, referring: 1 };

export function keyOf({ type: { prefix, parameter, parameters: names }, parameters }: Resource): string {
  return [prefix, ...names.slice(0, -1).map((name) => parameters[name]), parameters[parameter]].join(' ').toLowerCase();
}

export function idOf({ resource: { type, parameters } }: Member): string {
  return parameters[type.parameter] ?? '';
}

/** The parameters of the resources below a resource. */
export function below({ parents, parameters }: Resource): Parameters {
  return { ...parents, ...parameters };
}

/** Whether a write has deleted a resource, or one above it. */
export function isGone({ members, gone }: Pick<Scene, 'members' | 'gone'>, resource: Resource): boolean {
  if (gone.has(keyOf(resource))) return true;
  const deleted = members.filter((member) => gone.has(keyOf(member.resource)));
  return deleted.some((member) => {
    const { prefix, parameter } = member.resource.type;
    return resource.type.prefix.startsWith(`${prefix}/`) && resource.parents[parameter] === idOf(member);
  });
}

/** Whether the run can put a resource of this type beside another, and take it away. */
function isPortable({ session }: Harness, { isMade, remove, prefix }: ResourceType): boolean {
  return isMade && remove !== undefined && !mayBeOwner(session.contract, prefix);
}

/**
 * Creates a resource of a type, and one of each relation to it as far as the contract has such. Nobody else knows them,
 * so nobody else changes them.
 *
 * @param round distinguishes the resources of several scenes
 * @param isSmall leaves out what costs more requests than a large contract allows
 * @param before called with the resources that are there before those of the type
 */
export async function makeScene(
  harness: Harness,
  type: ResourceType,
  round: string,
  isSmall: boolean,
  before: (members: readonly Member[]) => Promise<void>,
): Promise<Scene | undefined> {
  const { resources } = harness.session.contract;
  const members: Member[] = [];
  const place = async (
    relation: Relation,
    resourceType: ResourceType,
    near: Parameters = {},
    source = harness.source,
  ): Promise<Member | undefined> => {
    const unlike = members.find(({ relation: other }) => other === 'sibling')?.body;
    const made = await makeResource({ ...harness, source }, resourceType, {
      round: `${round} ${members.length}`,
      use: 'preparing',
      near,
      ...(relation === 'sibling' && { unlike }),
    });
    if (!made) return undefined;
    const member = { relation, ...made };
    members.push(member);
    return member;
  };
  const parentType = resources.find(({ prefix }) => prefix === prefixesOf(type.prefix).at(-2));
  const parent =
    !isSmall && parentType && isPortable(harness, parentType) ? await place('parent', parentType) : undefined;
  const near = parent && below(parent.resource);
  const referredTypes = resources.filter(
    (each) => each !== type && each !== parentType && isPortable(harness, each) && refersTo(harness, type, each),
  );
  for (const each of referredTypes.slice(0, isSmall ? 0 : kinds.referred)) await place('referred', each, near);
  await before(members);
  const source = naming(harness.source, [...members]);
  if (!isSmall) await place('sibling', type, near, source);
  const subject = (await place('self', type, near, source)) ?? (near && (await place('self', type, {}, source)));
  if (!subject) return void (await removeAll(harness, members));
  const sibling = await place('sibling', type, subject.resource.parents, source);
  if (parentType && !parent) members.push(existingParent(parentType, subject));
  for (const each of childTypes(harness, type, subject).slice(0, isSmall ? 0 : kinds.child)) {
    await place('child', each, below(subject.resource), naming(source, [subject]));
    if (sibling) await place('nephew', each, below(sibling.resource), naming(source, [sibling]));
  }
  const referringTypes = resources.filter(
    (each) => each !== type && !each.prefix.startsWith(`${type.prefix}/`) && isPortable(harness, each),
  );
  for (const each of referringTypes.filter((other) => refersTo(harness, other, type)).slice(0, kinds.referring))
    if (!isSmall) await place('referring', each, {}, naming(source, [subject]));
  const strangers = isSmall ? [] : strangersOf(harness, type);
  return { harness, type, subject, members, strangers, source, gone: new Set(), listed: new Set() };
}

/** Deletes everything that the run has put into a scene, the newest first. */
export async function removeScene({ harness, members, gone }: Scene): Promise<void> {
  await removeAll(
    harness,
    members.filter(({ resource }) => !gone.has(keyOf(resource))),
  );
}

export async function removeAll(harness: Harness, members: readonly Member[]): Promise<void> {
  for (const { resource } of [...members].reverse()) await removeResource(harness, resource);
}

/** The names in the body of a creation. */
function createdFields({ session: { contract } }: Harness, { create, upsert }: ResourceType): string[] {
  const body = (create ?? upsert)?.body;
  return body ? [...fieldsOf(contract, body.schema).properties.keys()] : [];
}

function refersTo(harness: Harness, type: ResourceType, other: ResourceType): boolean {
  return createdFields(harness, type).some((name) => name !== type.idField && isNamed(other.words, name));
}

/** The source of test cases whose bodies refer to these resources where they can. */
function naming(source: CaseSource, members: readonly Member[]): CaseSource {
  return {
    ...source,
    references(name, context) {
      const meant = members.filter(({ resource }) => isNamed(resource.type.words, name));
      return meant.length > 0 ? meant.map(idOf) : source.references(name, context);
    },
    knows: (id) => source.knows(id) || members.some((member) => idOf(member).toLowerCase() === id.toLowerCase()),
  };
}

function existingParent(type: ResourceType, { resource }: Member): Member {
  const all = below(resource);
  const parameters = Object.fromEntries(type.parameters.map((name) => [name, all[name] ?? '']));
  return { relation: 'parent', resource: { type, parameters, parents: parameters, isOwn: false }, body: {} };
}

function childTypes(harness: Harness, type: ResourceType, { resource }: Member): ResourceType[] {
  const known = below(resource);
  return harness.session.contract.resources.filter(
    (each) =>
      prefixesOf(each.prefix).at(-2) === type.prefix &&
      isPortable(harness, each) &&
      each.create?.pathParameters.every((name) => known[name] !== undefined) === true,
  );
}

/** Two other kinds whose lists need no ids; which ones depends on the seed. */
function strangersOf({ session, source, scope }: Harness, type: ResourceType): ResourceType[] {
  const lists = session.contract.resources.filter(
    ({ list, prefix }) =>
      prefix !== type.prefix &&
      list !== undefined &&
      list !== type.list &&
      list.pathParameters.length === 0 &&
      scope.whyNever(list) === undefined,
  );
  return rotated(lists, source.seed).slice(0, 2);
}
