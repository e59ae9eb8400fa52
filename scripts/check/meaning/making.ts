import { fieldsOf } from '../../contract/schema-fields.js';
import { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { choicesOfQuery } from '../cases/query-values.js';
import { readAgainCase } from '../cases/reads.js';
import { unknownId } from '../cases/source.js';
import type { CheckedOperation } from '../model/operations.js';
import { mayBeOwner } from '../model/owners.js';
import { isRemoval } from '../model/removing.js';
import { caseOf, type Parameters } from '../model/request.js';
import { prefixesOf, type ResourceType } from '../model/resources.js';
import { isAlias, isOfForm, renamed, sameForm } from '../model/same-form.js';
import { documentedIds } from '../session/documented-ids.js';
import type { Outcome, Use } from '../session/outcome.js';
import { bare } from '../session/recognise.js';
import type { Resource } from '../session/resource.js';
import { accepted, type Creating, created, type Taken } from './creating.js';
import { type Harness, readResource } from './harness.js';
import { ownOf, ownResource, recognised } from './made-resource.js';
import { whyNoneOfOurs, whyNotExisting } from './why-not-written.js';

/** Query parameters of a creation to try. */
const mostQueries = 3;

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
  /** A body from which it should differ in each yes or no. */
  unlike?: JsonObject | undefined;
}

function usualUse({ scope }: Harness, { create, upsert }: ResourceType): Use {
  const maker = create ?? upsert;
  return maker && scope.has(maker) ? 'counted' : 'preparing';
}

/**
 * Creates a resource from its schema and example; returns undefined if it cannot be created, or cannot be
 * distinguished from existing ones.
 */
export async function makeResource(
  harness: Harness,
  resourceType: ResourceType,
  making: Making,
): Promise<Made | undefined> {
  const { round, near = {} } = making;
  const use = making.use ?? usualUse(harness, resourceType);
  const { create, list } = resourceType;
  if (!create) return makeByPut(harness, resourceType, { round, use, near });
  const isNear = create.pathParameters.every((name) => near[name] !== undefined);
  const parents = isNear ? near : await parentsOf(harness, create, list);
  if (!parents) return undefined;
  // Without this read, existing resources could not be distinguished from new ones.
  if (list) await harness.discovery.read(list);
  const made = await shown(harness, resourceType, { create, parents, round, use, unlike: making.unlike });
  const resource = made?.resource;
  if (!made) return undefined;
  // With 202 the resource follows later, and the id may be that of a job (RFC 9110 §15.3.3).
  if (resource && (made.outcome.status !== 202 || (await readResource(harness, resource, 'that was accepted')))) {
    harness.fixtures.otherKeys.keep(resourceType, resource.parameters, bare(made.outcome.value, resourceType));
    return { ...made, resource };
  }
  harness.notebook.unrecognised.add(resourceType.prefix);
  return undefined;
}

/** Sends a creation, and again with another query if its response does not show what it made. */
async function shown(
  harness: Harness,
  resourceType: ResourceType,
  creating: Creating,
): Promise<(Taken & { resource: Resource | undefined }) | undefined> {
  const { prefix } = resourceType;
  const taken = await created(harness, resourceType, creating);
  const resource = taken && (await recognised(harness, resourceType, creating.parents, taken));
  if (!taken || resource || harness.notebook.queries.has(prefix)) return taken && { ...taken, resource };
  for (const query of showingQueries(harness, creating.create)) {
    harness.notebook.queries.set(prefix, query);
    const again = await created(harness, resourceType, creating);
    const found = again && (await recognised(harness, resourceType, creating.parents, again));
    if (again && found) return { ...again, resource: found };
  }
  harness.notebook.queries.set(prefix, {});
  return { ...taken, resource };
}

/** Optional query parameters that may decide what a creation shows; none if its response has nothing to show. */
function showingQueries({ source }: Harness, create: CheckedOperation): Readonly<Record<string, string>>[] {
  const isShowing = create.success?.bodies.some(({ schema }) => fieldsOf(source.contract, schema).properties.size > 0);
  return isShowing ? choicesOfQuery(source, create).slice(0, mostQueries) : [];
}

/** Creates a resource with a chosen id, by a PUT that documents 201. */
async function makeByPut(
  harness: Harness,
  resourceType: ResourceType,
  { round, use, near }: Required<Pick<Making, 'round' | 'use' | 'near'>>,
): Promise<Made | undefined> {
  const { upsert, list, parameter, prefix } = resourceType;
  if (!upsert) return undefined;
  const isAlone = resourceType.parameters.length === 1;
  // As for a creation, the parent must not be the owner of the key.
  const [above] =
    isAlone || mayBeOwner(harness.session.contract, upsert.path)
      ? []
      : harness.fixtures.bindings(prefixesOf(prefix).at(-2) ?? '');
  const own = assignable(harness, resourceType, round);
  const usual = isAlone ? {} : { ...(list ? await parentsOf(harness, list) : above?.parameters), ...near };
  const parents = own?.parents ?? usual;
  const key = own?.id ?? unknownId(harness.source, upsert, parameter, `put ${round}`);
  const resource = ownResource(harness, resourceType, parents, key);
  if (!resource) return undefined;
  const bodies = new Bodies({ source: harness.source, operation: upsert, parameters: resource.parameters, round });
  const whole = bodies.certain(() => undefined, `put ${round}`) ?? {};
  const taken = await accepted(harness, resourceType, bodies, { use, whole });
  if (!taken.outcome?.ok) return undefined;
  const made = await ownOf(harness, resource, taken.outcome);
  return made && { resource: made, outcome: taken.outcome, body: taken.body };
}

/**
 * Returns the id of a resource of the run that a PUT may assign to another of the run, which a path like
 * `/datasets/{id}/labels/{label_id}` names.
 */
function assignable(
  { stock: { own, common } }: Harness,
  { prefix, parameter, parameters }: ResourceType,
  round: string,
): { id: string; parents: Parameters } | undefined {
  const collection = (path: string): string | undefined => path.split('/').at(-2);
  const to = { prefix: prefixesOf(prefix).at(-2) ?? '', parameters: parameters.slice(0, -1) };
  const all = [...new Set([...common.values(), ...own.values()])].reverse();
  const above = all.find(({ type }) => isOfForm(type, to));
  const [first, second] = all.filter(
    ({ type }) =>
      type.prefix !== prefix &&
      type.parameters.length < parameters.length &&
      (type.parameter === parameter || collection(type.prefix) === collection(prefix)),
  );
  // What stands beside the tested one must be another.
  const found = /^(?:stock|subject)/.test(round) ? first : second;
  const id = found?.parameters[found.type.parameter];
  return above && id !== undefined ? { id, parents: renamed(above.parameters, above.type, to) } : undefined;
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
  const {
    session: { contract, tally },
    fixtures,
    scope,
  } = harness;
  const prefix = prefixesOf(operation.path).at(-1);
  const resourceType = contract.resources.find((each) => each.prefix === prefix);
  const maker = resourceType && makerOf(harness, resourceType);
  const isGiven =
    resourceType !== undefined && fixtures.isGiven(resourceType.prefix, operation) && !isRemoval(operation);
  const own =
    resourceType && (maker?.isMade || !isGiven) ? await ownPlace(harness, resourceType, operation) : undefined;
  if (own && resourceType) return { parameters: fixtures.otherKeys.for(operation, resourceType, own), isOwn: true };
  const reason = isGiven
    ? undefined
    : maker?.isMade
      ? whyNoneOfOurs(harness, maker, operation)
      : scope.isNamed(operation)
        ? undefined
        : whyNotExisting(harness, operation);
  if (reason !== undefined) return void tally.leftOut(operation.id, reason);
  const [parameters] = await harness.discovery.parametersFor(operation);
  return parameters && { parameters, isOwn: false };
}

/**
 * Returns the parameters of a resource that the run has created, or that came with one: the first column of its board.
 * Returns undefined if there is none.
 *
 * @param below kinds that are below this one: two whose lists need each other lead nowhere
 */
export async function ownPlace(
  harness: Harness,
  resourceType: ResourceType,
  operation: CheckedOperation,
  below: readonly ResourceType[] = [],
): Promise<Parameters | undefined> {
  const { session, fixtures, notebook } = harness;
  const maker = makerOf(harness, resourceType);
  if (maker.isMade) {
    const own = await inStock(harness, maker);
    return own && { ...own.parents, ...own.parameters, ...renamed(own.parameters, own.type, resourceType) };
  }
  const { list, parameter, prefix } = resourceType;
  if (isRemoval(operation) || mayBeOwner(session.contract, prefix) || below.includes(resourceType)) return undefined;
  const used = notebook.byUse.get(resourceType);
  if (used) return used;
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

/** Returns the resource type that creates the ids of a path: for `/actions/{user_id}` that is `/users/{user_id}`. */
function makerOf({ session }: Harness, resourceType: ResourceType): ResourceType {
  const { resources } = session.contract;
  const isSingle = resourceType.parameters.length === 1;
  const twin = sameForm(resources, resourceType).find(({ isMade }) => isMade);
  if (twin && isAlias(resources, resourceType)) return twin;
  if (resourceType.isMade) return resourceType;
  return (
    twin ??
    resources.find(
      ({ isMade, parameter, parameters }) =>
        isSingle && isMade && parameters.length === 1 && parameter === resourceType.parameter,
    ) ??
    resourceType
  );
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
  const testCase = caseOf(get, {
    kind: 'read-again',
    about: 'of a resource of the run',
    expect: 'any',
    parameters,
    detail: 'in stock',
  });
  return (await session.send(testCase, 'preparing')).status < 400;
}
