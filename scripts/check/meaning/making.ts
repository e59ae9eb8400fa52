import { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { readAgainCase } from '../cases/reads.js';
import { unknownId } from '../cases/source.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import { mayBeOwner } from '../model/owners.js';
import { caseOf, isSendable, type Parameters } from '../model/request.js';
import { prefixesOf, type ResourceType } from '../model/resources.js';
import { fieldOf, itemsOf } from '../session/fixtures.js';
import type { Outcome, Use } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readResource, removeResource } from './harness.js';
import { whyNoneOfOurs, whyNotExisting } from './left-alone.js';
import { createdId } from './recognise.js';

/** The parameters of a list or a creation: those of things that are there. */
export async function parentsOf(
  harness: Harness,
  operation: CheckedOperation,
  list?: CheckedOperation,
): Promise<Parameters | undefined> {
  const { discovery } = harness;
  // What is made below the owner of the key may change what the key may do.
  if (mayBeOwner(operation.path) && prefixesOf(operation.path).length > 0) return aimOf(harness, operation);
  // Beside other things a new one shows more: that it is in their list, and leaves them alone.
  const listed = list && list.path === operation.path ? await discovery.read(list) : undefined;
  return listed?.outcome.ok ? listed.parameters : (await discovery.parametersFor(operation))[0];
}

/** What was made, by which exchange, of what. */
export interface Made {
  resource: Resource;
  outcome: Outcome;
  body: JsonObject;
}

/** How a thing is made. */
interface Making {
  /** Tells it apart from others of its kind. */
  round: string;
  /** What becomes of the answer; it is counted where the operation is in scope. */
  use?: Use;
  /** Parameters of things that it should stand beside. */
  near?: Parameters;
}

function usualUse({ inScope }: Harness, { create, upsert }: ResourceType): Use {
  const maker = create ?? upsert;
  return maker && inScope(maker) ? 'counted' : 'preparing';
}

/**
 * Makes a thing, from an example where that is taken, else from the schema; undefined where it cannot be made, or
 * cannot be told from those that were there.
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
  // Only what was read before tells what was there before.
  if (list) await harness.discovery.read(list);
  const bodies = new Bodies({ source: harness.source, operation: create, parameters: parents, round });
  const sampled = bodies.certain(() => undefined, `create ${round}`);
  const attempts: { testCase: TestCase; body: JsonObject }[] = [];
  const first = bodies.examples()[0];
  const merged = { ...(first?.body as JsonObject | undefined), ...sampled };
  // An id that the example brings would name another thing, and a second thing cannot have it.
  delete merged[resourceType.idField];
  if (create.body) attempts.push({ testCase: made(create, parents, round, merged), body: merged });
  if (first)
    attempts.push({ testCase: made(create, parents, `${round} example`, first.body), body: first.body as JsonObject });
  if (!create.body) attempts.push({ testCase: made(create, parents, round, undefined), body: {} });
  for (const { testCase, body } of attempts) {
    const outcome = await harness.session.send(testCase, use);
    if (!outcome.ok) continue;
    const resource =
      madeResource(harness, resourceType, parents, outcome) ??
      (await findUnnamed(harness, resourceType, parents, body));
    // 202 promises a thing for later, and its id may be that of a job (RFC 9110 §15.3.3).
    const isThere =
      resource && (outcome.status !== 202 || (await readResource(harness, resource, 'that was accepted')));
    if (isThere) return { resource, outcome, body };
    harness.unrecognised.add(resourceType.prefix);
    return undefined;
  }
  return undefined;
}

/** A PUT that lists 201 makes the thing whose id it names. */
async function makeByPut(
  harness: Harness,
  resourceType: ResourceType,
  { round, use, near }: Required<Making>,
): Promise<Made | undefined> {
  const { upsert, list, parameter } = resourceType;
  if (!upsert) return undefined;
  const isAlone = resourceType.parameters.length === 1;
  const parents = isAlone ? {} : list ? { ...(await parentsOf(harness, list)), ...near } : near;
  const resource = ownResource(
    harness,
    resourceType,
    parents,
    unknownId(harness.source, upsert, parameter, `put ${round}`),
  );
  if (!resource) return undefined;
  const bodies = new Bodies({ source: harness.source, operation: upsert, parameters: resource.parameters, round });
  const body = bodies.certain(() => undefined, `put ${round}`) ?? {};
  const outcome = await harness.session.send(
    made(upsert, resource.parameters, round, upsert.body ? body : undefined),
    use,
  );
  return outcome.ok ? { resource, outcome, body } : undefined;
}

function made(create: CheckedOperation, parameters: Parameters, detail: string, body: unknown): TestCase {
  // Whether a server takes ids and values of open sets, only the service knows; that it must take some body is the
  // check's to find.
  return caseOf(create, { kind: 'create', about: 'for a new thing', expect: 'either', detail, parameters, body });
}

/** What a creation has made; undefined where its answer does not tell, or tells of a thing that was there before. */
export function madeResource(
  harness: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  outcome: Outcome,
): Resource | undefined {
  return ownResource(
    harness,
    resourceType,
    parents,
    outcome.ok ? createdId(harness.session.contract, resourceType, outcome) : undefined,
  );
}

function ownResource(
  { fixtures }: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  id: string | undefined,
): Resource | undefined {
  if (id === undefined || !isSendable(id) || fixtures.hasShown(resourceType, id)) return undefined;
  const above = resourceType.parameters.slice(0, -1);
  if (above.some((name) => parents[name] === undefined)) return undefined;
  const parameters = {
    ...Object.fromEntries(above.map((name) => [name, parents[name] ?? ''])),
    [resourceType.parameter]: id,
  };
  return { type: resourceType, parameters, parents, isOwn: true };
}

/** A thing whose creation did not tell its id may be found by what it was made of. */
async function findUnnamed(
  harness: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  body: JsonObject,
): Promise<Resource | undefined> {
  if (!resourceType.list) return undefined;
  const listed = await harness.session.send(readAgainCase(resourceType.list, parents, 'for what was made'), 'counted');
  const texts = new Set(Object.values(body).filter((value) => typeof value === 'string' && value.length >= 12));
  const found =
    itemsOf(harness.session.contract, resourceType.list, listed.value)?.filter((item) =>
      Object.values(item ?? {}).some((value) => texts.has(value)),
    ) ?? [];
  return found
    .map((item) => ownResource(harness, resourceType, parents, fieldOf(item, resourceType.idField)))
    .find((resource) => resource !== undefined);
}

/**
 * Where an operation may be sent that changes what its path names: to a thing that the run has made; where the contract
 * makes none, to one that is there, unless it may be the one that the key belongs to. Undefined where neither is; then
 * the report says why.
 */
export async function aimOf(harness: Harness, operation: CheckedOperation): Promise<Parameters | undefined> {
  const {
    session: { contract, tally },
    fixtures,
    scope,
  } = harness;
  const prefix = prefixesOf(operation.path).at(-1);
  const resourceType = contract.resources.find((each) => each.prefix === prefix);
  const maker = resourceType && makerOf(harness, resourceType);
  const own = maker?.isMade ? await inStock(harness, maker) : undefined;
  if (own) return { ...own.parents, ...own.parameters };
  const isGiven =
    resourceType !== undefined && fixtures.isGiven(resourceType.prefix, operation) && operation.method !== 'delete';
  const reason = isGiven
    ? undefined
    : maker?.isMade
      ? whyNoneOfOurs(harness, maker, operation)
      : scope.isNamed(operation)
        ? undefined
        : whyNotExisting(harness, operation);
  if (reason === undefined) return (await harness.discovery.parametersFor(operation))[0];
  tally.leftOut(operation.id, reason);
  return undefined;
}

/**
 * A part of a path that names nothing of its own is made where its parameter is: `/actions/{user_id}`,
 * `/users/{user_id}`.
 */
function makerOf({ session }: Harness, resourceType: ResourceType): ResourceType {
  if (resourceType.isMade || resourceType.parameters.length !== 1) return resourceType;
  return (
    session.contract.resources.find(
      ({ isMade, parameter, parameters }) => isMade && parameters.length === 1 && parameter === resourceType.parameter,
    ) ?? resourceType
  );
}

/** A thing of the run's own that actions are sent to, one after another, as long as it is there. */
export async function inStock(
  harness: Harness,
  resourceType: ResourceType,
  near: Parameters = {},
): Promise<Resource | undefined> {
  const create = resourceType.create ?? resourceType.upsert;
  if (!create) return undefined;
  const place = create.pathParameters.map((name) => near[name] ?? '').join(' ');
  const key = `${resourceType.prefix} ${place}`;
  const known = harness.stock.get(key);
  if (known && (await isThere(harness, known))) return known;
  // Of two things that are each made below the other, neither can be.
  if (harness.making.has(resourceType)) return undefined;
  harness.making.add(resourceType);
  const fresh = (await makeResource(harness, resourceType, { round: `stock ${harness.stock.size}`, near }))?.resource;
  harness.making.delete(resourceType);
  if (fresh) harness.stock.set(key, fresh);
  return fresh;
}

/** An action may take the thing away. */
async function isThere({ session }: Harness, { type: { get }, parameters }: Resource): Promise<boolean> {
  if (!get) return true;
  const testCase = caseOf(get, {
    kind: 'read-again',
    about: 'of what the run has made',
    expect: 'any',
    parameters,
    detail: 'in stock',
  });
  return (await session.send(testCase, 'preparing')).status < 400;
}

/** Takes away what actions were sent to, what was made last first. */
export async function clearStock(harness: Harness): Promise<void> {
  for (const resource of [...harness.stock.values()].reverse()) await removeResource(harness, resource);
  harness.stock.clear();
}
