import { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { readAgainCase } from '../cases/reads.js';
import { unknownId } from '../cases/source.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import { mayBeOwner } from '../model/owners.js';
import { caseOf, isSendable, type Parameters } from '../model/request.js';
import { prefixesOf, type Resource } from '../model/resources.js';
import { fieldOf, itemsOf } from '../session/fixtures.js';
import type { Outcome, Use } from '../session/outcome.js';
import type { Thing } from '../session/thing.js';
import { type Harness, readThing, removeThing } from './harness.js';
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
  thing: Thing;
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

function usualUse({ inScope }: Harness, { create, upsert }: Resource): Use {
  const maker = create ?? upsert;
  return maker && inScope(maker) ? 'counted' : 'preparing';
}

/**
 * Makes a thing, from an example where that is taken, else from the schema; undefined where it cannot be made, or
 * cannot be told from those that were there.
 */
export async function makeThing(harness: Harness, resource: Resource, making: Making): Promise<Made | undefined> {
  const { round, near = {} } = making;
  const use = making.use ?? usualUse(harness, resource);
  const { create, list } = resource;
  if (!create) return makeByPut(harness, resource, { round, use, near });
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
  delete merged[resource.idField];
  if (create.body) attempts.push({ testCase: made(create, parents, round, merged), body: merged });
  if (first)
    attempts.push({ testCase: made(create, parents, `${round} example`, first.body), body: first.body as JsonObject });
  if (!create.body) attempts.push({ testCase: made(create, parents, round, undefined), body: {} });
  for (const { testCase, body } of attempts) {
    const outcome = await harness.session.send(testCase, use);
    if (!outcome.ok) continue;
    const thing =
      madeThing(harness, resource, parents, outcome) ?? (await findUnnamed(harness, resource, parents, body));
    // 202 promises a thing for later, and its id may be that of a job (RFC 9110 §15.3.3).
    const isThere = thing && (outcome.status !== 202 || (await readThing(harness, thing, 'that was accepted')));
    if (isThere) return { thing, outcome, body };
    harness.unrecognised.add(resource.prefix);
    return undefined;
  }
  return undefined;
}

/** A PUT that lists 201 makes the thing whose id it names. */
async function makeByPut(
  harness: Harness,
  resource: Resource,
  { round, use, near }: Required<Making>,
): Promise<Made | undefined> {
  const { upsert, list, parameter } = resource;
  if (!upsert) return undefined;
  const isAlone = resource.parameters.length === 1;
  const parents = isAlone ? {} : list ? { ...(await parentsOf(harness, list)), ...near } : near;
  const thing = ownThing(harness, resource, parents, unknownId(harness.source, upsert, parameter, `put ${round}`));
  if (!thing) return undefined;
  const bodies = new Bodies({ source: harness.source, operation: upsert, parameters: thing.parameters, round });
  const body = bodies.certain(() => undefined, `put ${round}`) ?? {};
  const outcome = await harness.session.send(
    made(upsert, thing.parameters, round, upsert.body ? body : undefined),
    use,
  );
  return outcome.ok ? { thing, outcome, body } : undefined;
}

function made(create: CheckedOperation, parameters: Parameters, detail: string, body: unknown): TestCase {
  // Whether a server takes ids and values of open sets, only the service knows; that it must take some body is the
  // check's to find.
  return caseOf(create, { kind: 'create', about: 'for a new thing', expect: 'either', detail, parameters, body });
}

/** What a creation has made; undefined where its answer does not tell, or tells of a thing that was there before. */
export function madeThing(
  harness: Harness,
  resource: Resource,
  parents: Parameters,
  outcome: Outcome,
): Thing | undefined {
  return ownThing(
    harness,
    resource,
    parents,
    outcome.ok ? createdId(harness.session.contract, resource, outcome) : undefined,
  );
}

function ownThing(
  { fixtures }: Harness,
  resource: Resource,
  parents: Parameters,
  id: string | undefined,
): Thing | undefined {
  if (id === undefined || !isSendable(id) || fixtures.hasShown(resource, id)) return undefined;
  const above = resource.parameters.slice(0, -1);
  if (above.some((name) => parents[name] === undefined)) return undefined;
  const parameters = {
    ...Object.fromEntries(above.map((name) => [name, parents[name] ?? ''])),
    [resource.parameter]: id,
  };
  return { resource, parameters, parents, isOwn: true };
}

/** A thing whose creation did not tell its id may be found by what it was made of. */
async function findUnnamed(
  harness: Harness,
  resource: Resource,
  parents: Parameters,
  body: JsonObject,
): Promise<Thing | undefined> {
  if (!resource.list) return undefined;
  const listed = await harness.session.send(readAgainCase(resource.list, parents, 'for what was made'), 'counted');
  const texts = new Set(Object.values(body).filter((value) => typeof value === 'string' && value.length >= 12));
  const found =
    itemsOf(harness.session.contract, resource.list, listed.value)?.filter((item) =>
      Object.values(item ?? {}).some((value) => texts.has(value)),
    ) ?? [];
  return found
    .map((item) => ownThing(harness, resource, parents, fieldOf(item, resource.idField)))
    .find((thing) => thing !== undefined);
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
  const resource = contract.resources.find((each) => each.prefix === prefix);
  const maker = resource && makerOf(harness, resource);
  const own = maker?.isMade ? await inStock(harness, maker) : undefined;
  if (own) return { ...own.parents, ...own.parameters };
  const isGiven =
    resource !== undefined && fixtures.isGiven(resource.prefix, operation) && operation.method !== 'delete';
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
function makerOf({ session }: Harness, resource: Resource): Resource {
  if (resource.isMade || resource.parameters.length !== 1) return resource;
  return (
    session.contract.resources.find(
      ({ isMade, parameter, parameters }) => isMade && parameters.length === 1 && parameter === resource.parameter,
    ) ?? resource
  );
}

/** A thing of the run's own that actions are sent to, one after another, as long as it is there. */
export async function inStock(harness: Harness, resource: Resource, near: Parameters = {}): Promise<Thing | undefined> {
  const create = resource.create ?? resource.upsert;
  if (!create) return undefined;
  const place = create.pathParameters.map((name) => near[name] ?? '').join(' ');
  const key = `${resource.prefix} ${place}`;
  const known = harness.stock.get(key);
  if (known && (await isThere(harness, known))) return known;
  // Of two things that are each made below the other, neither can be.
  if (harness.making.has(resource)) return undefined;
  harness.making.add(resource);
  const fresh = (await makeThing(harness, resource, { round: `stock ${harness.stock.size}`, near }))?.thing;
  harness.making.delete(resource);
  if (fresh) harness.stock.set(key, fresh);
  return fresh;
}

/** An action may take the thing away. */
async function isThere({ session }: Harness, { resource: { get }, parameters }: Thing): Promise<boolean> {
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
  for (const thing of [...harness.stock.values()].reverse()) await removeThing(harness, thing);
  harness.stock.clear();
}
