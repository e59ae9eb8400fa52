import { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { readAgainCase } from '../cases/reads.js';
import { unknownId } from '../cases/source.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { isAlias, prefixesOf, type ResourceType, renamed, sameForm } from '../model/contract/resources.js';
import { isRemoval, mayBeOwner } from '../model/operation-words.js';
import type { Parameters } from '../model/request.js';
import { documentedIds } from '../session/discover.js';
import type { Outcome, Use } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { accepted, created } from './creating.js';
import { type Harness, readResource } from './harness.js';
import { identified, ownOf, ownResource } from './made-resource.js';
import { whyNoneOfOurs, whyNotExisting } from './why-not-written.js';

/** Finds the parameters of a list or a creation: those of existing parents. */
export async function parentsOf(
  harness: Harness,
  operation: CheckedOperation,
  list?: CheckedOperation,
): Promise<Parameters | undefined> {
  const { discovery } = harness;
  // A resource below the owner of the key may change what the key may do.
  if (mayBeOwner(harness.session.contract, operation.path) && prefixesOf(operation.path).length > 0)
    return (await aimOf(harness, operation))?.parameters;
  // A list with other resources is a better test: they must stay unchanged.
  const listed = list && list.path === operation.path ? await discovery.read(list) : undefined;
  return listed?.outcome.ok ? listed.parameters : (await discovery.parametersFor(operation))[0];
}

/** A created resource, with the exchange and the body that created it. */
export interface Made {
  resource: Resource;
  outcome: Outcome;
  body: JsonObject;
}

/** How to create a resource. */
interface Making {
  /** A name that makes it different from others of its type. */
  round: string;
  /** How to use the response; by default it is counted if the operation is in scope. */
  use?: Use;
  /** Parameters of the parents that it should belong to. */
  near?: Parameters;
}

/**
 * Creates a resource from its schema and example: by the POST that creates its kind, else by a PUT at a path that
 * nothing has. Returns undefined if it cannot be created, or cannot be distinguished from existing ones.
 */
export async function makeResource(
  harness: Harness,
  resourceType: ResourceType,
  making: Making,
): Promise<Made | undefined> {
  const { create, upsert, list, prefix } = resourceType;
  const maker = create ?? upsert;
  if (!maker) return undefined;
  const { round, near = {}, use = harness.scope.has(maker) ? 'counted' : 'preparing' } = making;
  if (!create) return makeByPut(harness, resourceType, maker, { round, use, near });
  const isNear = create.pathParameters.every((name) => near[name] !== undefined);
  const parents = isNear ? near : await parentsOf(harness, create, list);
  if (!parents) return undefined;
  // Without this read, existing resources could not be distinguished from new ones.
  if (list) await harness.discovery.read(list);
  const taken = await created(harness, resourceType, { create, parents, round, use });
  if (!taken) return undefined;
  const found = await identified(harness, resourceType, parents, taken);
  const resource = await ownOf(harness, found, taken.outcome);
  // With 202 the resource follows later, and the id may be that of a job (RFC 9110 §15.3.3).
  if (resource && (taken.outcome.status !== 202 || (await readResource(harness, resource, 'that was accepted'))))
    return { ...taken, resource };
  harness.notebook.unrecognised.add(prefix);
  return undefined;
}

/** Creates a resource with a chosen id, by a PUT that documents 201. */
async function makeByPut(
  harness: Harness,
  resourceType: ResourceType,
  upsert: CheckedOperation,
  { round, use, near }: Required<Pick<Making, 'round' | 'use' | 'near'>>,
): Promise<Made | undefined> {
  const { list, parameter, prefix } = resourceType;
  const above = prefixesOf(prefix).at(-2);
  // As for a creation, the parent must not be the owner of the key.
  const isFree = above !== undefined && !mayBeOwner(harness.session.contract, upsert.path);
  const known = isFree ? harness.fixtures.bindings(above)[0]?.parameters : undefined;
  const usual = above === undefined ? {} : list ? await parentsOf(harness, list) : known;
  const key = unknownId(harness.source, upsert, parameter, `put ${round}`);
  const resource = ownResource(harness, resourceType, { ...usual, ...near }, key);
  if (!resource) return undefined;
  const bodies = new Bodies({ source: harness.source, operation: upsert, parameters: resource.parameters, round });
  const whole = bodies.certain(() => undefined, `put ${round}`) ?? {};
  const taken = await accepted(harness, resourceType, bodies, { use, whole });
  if (!taken?.outcome.ok) return undefined;
  const made = await ownOf(harness, resource, taken.outcome);
  return made && { resource: made, outcome: taken.outcome, body: taken.body };
}

/** Where a write goes. */
export interface Target {
  parameters: Parameters;
  /** Whether the run has made it, or something above it. */
  isOwn: boolean;
}

/**
 * Finds the target of an operation that changes the resource in its path: a resource that the run creates, or something
 * that came with one. If the contract cannot create any, it is an existing resource that the user has named, or none
 * where the operation creates something. Without a target it notes the reason for the report, and returns undefined.
 */
export async function aimOf(harness: Harness, operation: CheckedOperation): Promise<Target | undefined> {
  const { session, fixtures, scope, discovery } = harness;
  const prefix = prefixesOf(operation.path).at(-1);
  const resourceType = session.contract.resources.find((each) => each.prefix === prefix);
  const maker = resourceType && makerOf(harness, resourceType);
  const isGiven =
    resourceType !== undefined && fixtures.isGiven(resourceType.prefix, operation) && !isRemoval(operation);
  const mayMake = resourceType && (maker?.isMade || !isGiven);
  const own = mayMake ? await ownPlace(harness, resourceType, operation) : undefined;
  if (own) return { parameters: own, isOwn: true };
  const isAllowed = isGiven || (!maker?.isMade && scope.isNamed(operation));
  const whyNot = maker?.isMade ? whyNoneOfOurs(harness, maker, operation) : whyNotExisting(harness, operation);
  if (!isAllowed && whyNot !== undefined) return void session.tally.leftOut(operation.id, whyNot);
  const [parameters] = await discovery.parametersFor(operation);
  const found = fixtures.bindings(prefix ?? '', operation)[0];
  return parameters && { parameters: { ...found?.context, ...parameters }, isOwn: false };
}

/**
 * Returns the parameters of a resource that the run has created, or that came with one: the first column of its board.
 * Returns undefined if there is none.
 *
 * @param below kinds that are below this one: two whose lists need each other lead nowhere
 */
async function ownPlace(
  harness: Harness,
  resourceType: ResourceType,
  operation: CheckedOperation,
  below: readonly ResourceType[] = [],
): Promise<Parameters | undefined> {
  const { session, fixtures } = harness;
  const maker = makerOf(harness, resourceType);
  if (maker.isMade) {
    const own = await inStock(harness, maker);
    return own && { ...own.parents, ...own.parameters, ...renamed(own.parameters, own.type, resourceType) };
  }
  const { list, parameter, prefix } = resourceType;
  if (isRemoval(operation) || mayBeOwner(session.contract, prefix) || below.includes(resourceType)) return undefined;
  const above = prefixesOf(list?.path ?? prefix).filter((each) => each !== prefix);
  const parentType = session.contract.resources.find((each) => each.prefix === above.at(-1));
  const parent = parentType && (await ownPlace(harness, parentType, operation, [...below, resourceType]));
  if (!parent) return undefined;
  if (!list) {
    const [certain] = documentedIds(session.contract, resourceType).certain;
    return certain === undefined ? undefined : { ...parent, [parameter]: certain };
  }
  const listed = await session.send(readAgainCase(list, parent, 'of what came with it'), 'counted');
  if (listed.ok) fixtures.learn(list, parent, listed.value);
  return fixtures
    .bindings(prefix, operation)
    .find(({ parameters, context }) =>
      parentType.parameters.every((name) => (parameters[name] ?? context[name]) === parent[name]),
    )?.parameters;
}

/** Returns the resource type that creates the ids of a path: it may have other names for its parameters. */
function makerOf({ session }: Harness, resourceType: ResourceType): ResourceType {
  const { resources } = session.contract;
  const twin = sameForm(resources, resourceType).find(({ isMade }) => isMade);
  return twin && (!resourceType.isMade || isAlias(resources, resourceType)) ? twin : resourceType;
}

/** Returns a resource of the run as a target for actions; reuses it as long as it exists. */
export async function inStock(
  harness: Harness,
  resourceType: ResourceType,
  near: Parameters = {},
): Promise<Resource | undefined> {
  const create = resourceType.create ?? resourceType.upsert;
  if (!create) return undefined;
  const place = create.pathParameters.map((name) => near[name] ?? '').join(' ');
  const key = `${resourceType.prefix} ${place}`;
  const known = harness.stock.own.get(key);
  if (known && (await isThere(harness, known))) return known;
  return addToStock(harness, resourceType, key, near);
}

/** Creates a resource that is kept until the end of the run. */
export async function addToStock(
  harness: Harness,
  resourceType: ResourceType,
  key: string,
  near: Parameters = {},
): Promise<Resource | undefined> {
  // Two resource types that need each other as parents cannot be created.
  if (harness.stock.making.has(resourceType)) return undefined;
  harness.stock.making.add(resourceType);
  const count = [...harness.stock.own.values()].filter(({ type }) => type === resourceType).length;
  const round = `stock ${harness.stock.owner}${count}`;
  const fresh = (await makeResource(harness, resourceType, { round, near }))?.resource;
  harness.stock.making.delete(resourceType);
  if (fresh) harness.stock.own.set(key, fresh);
  return fresh;
}

/** Whether a resource still exists: an action may delete it. */
async function isThere({ session }: Harness, { type: { get }, parameters }: Resource): Promise<boolean> {
  if (!get) return true;
  const testCase = readAgainCase(get, parameters, 'in stock');
  return (await session.send({ ...testCase, expect: 'any' }, 'preparing')).status < 400;
}
