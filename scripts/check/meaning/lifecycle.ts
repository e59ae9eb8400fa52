import { isObject } from '../../contract/json.js';
import { Bodies, type Probe } from '../cases/bodies.js';
import { type CaseSource, unknownId } from '../cases/source.js';
import type { TestCase } from '../model/case.js';
import type { ResourceType } from '../model/contract/resources.js';
import { caseOf, type Parameters } from '../model/request.js';
import { isNamed } from '../model/words.js';
import { isFine } from './apart.js';
import { type Creation, checkThere, reportIdMissing, reportMissing } from './created-resource.js';
import { type Harness, readList, removeResource } from './harness.js';
import { refusalCases } from './lists/sharing.js';
import { madeResource } from './made-resource.js';
import { type Made, makeResource, parentsOf } from './making.js';
import { reportReadOnly } from './moving.js';
import { checkRandom, type Sending } from './random.js';

/** Number of invalid bodies to try for a creation: each that is accepted leaves a resource behind. */
const wrongLimit = 24;

/**
 * Tests a creation: its response, the read and the list of the resource.
 *
 * @returns whether the server has taken it; undefined if nothing can be created
 */
export async function checkCreate(harness: Harness, resourceType: ResourceType): Promise<boolean | undefined> {
  const { create } = resourceType;
  const parents = create && (await parentsOf(harness, create, resourceType.list));
  if (!create || !parents) return undefined;
  const before = await readList(
    harness,
    { type: resourceType, parameters: parents, parents, isOwn: false },
    'before a creation',
  );
  const creation = { harness, resourceType, create };
  const made = await makeResource(harness, resourceType, { round: 'first', use: 'judged' });
  if (made) {
    reportIdMissing(creation, made.outcome);
    await reportMissing(creation, made, 'create.not-shown');
    await checkThere(creation, made, before);
    await removeResource(harness, made.resource);
    await createAgain(creation, made);
  }
  return made !== undefined;
}

/** Repeats a creation whose resource is deleted, where the server chooses the id: a name may still be taken. */
async function createAgain({ harness, resourceType, create }: Creation, { resource, body }: Made): Promise<void> {
  const { type, parameters, parents } = resource;
  if (!type.remove || Object.values(body).includes(parameters[type.parameter] ?? null)) return;
  const about = 'with the values of a deleted resource';
  const parts = { kind: 'create', about, expect: 'either', parameters: parents, detail: 'after deletion' } as const;
  const outcome = await harness.session.send(caseOf(create, { ...parts, body: create.body && body }));
  const left = madeResource(harness, resourceType, parents, outcome);
  if (left) await removeResource(harness, left);
}

/** Tests creations with all kinds of bodies. @param hasTaken whether the server has taken one before */
export async function checkCreatedBodies(
  harness: Harness,
  resourceType: ResourceType,
  hasTaken: boolean,
): Promise<void> {
  const { create, list } = resourceType;
  const parents = create && (await parentsOf(harness, create, list));
  if (!create || !parents) return;
  const creation = { harness, resourceType, create };
  const sendingOf = (own: Harness): Sending => creating({ ...creation, harness: own }, parents, hasTaken);
  const send = sendingOf(harness);
  const bodies = new Bodies({ source: harness.source, operation: create, parameters: parents });
  const all = bodies.doubtful(6, 2);
  const doubtful = all.filter(isLong);
  const alone = [...bodies.examples(), bodies.unicode(), ...all.filter((probe) => !isLong(probe)), bodies.readOnly()];
  const attempt = (probe: Probe, own = harness): Promise<boolean> =>
    createdAsSent({ ...creation, harness: own }, probe, sendingOf(own));
  await harness.session.tryEach(
    alone.filter((probe) => probe !== undefined),
    (probe) => attempt(probe),
  );
  await harness.session.tryEach(bodies.merged([...bodies.boundaries(16), ...doubtful]), async ({ probe, of }) => {
    if (of.length > 1 && (await isFine(harness, (own) => attempt(probe, own)))) return;
    await harness.session.tryEach(of, (each) => attempt(each));
  });
  const { session, source } = harness;
  const aimed = { session, source, operation: create, parameters: parents };
  const refusals = await refusalCases(aimed, { most: wrongLimit });
  await session.tryEach([...refusals, ...danglingCases(bodies, source)], (testCase) => send(testCase, 'judged'));
  await checkRandom(harness, bodies, { send });
}

/** A body that refers to a resource that does not exist: a server notices that later than a wrong type. */
function danglingCases(bodies: Bodies, source: CaseSource): TestCase[] {
  const whole = bodies.certain(() => undefined, 'of nothing') ?? {};
  for (const { words, get, update, remove, idField } of source.contract.resources) {
    const name = Object.keys(whole).find((each) => each !== idField && isNamed(words, each));
    const at = get ?? update ?? remove;
    const unknown = at && unknownId(source, at, at.pathParameters.at(-1) ?? '', 'of nothing');
    if (name === undefined || unknown === undefined || typeof whole[name] !== 'string') continue;
    const about = `with the id of no resource for ${JSON.stringify(name)}`;
    const body = { ...whole, [name]: unknown };
    return [bodies.probe('example', about, body, { detail: `${name} of nothing`, expect: 'either' }).case];
  }
  return [];
}

/** Creates a resource from a probe, and compares the response with it. @returns whether the server took it */
async function createdAsSent(creation: Creation, probe: Probe, send: Sending): Promise<boolean> {
  const first = await send(probe.case, 'judged');
  const { body } = first.ok ? probe : (probe.otherwise ?? probe);
  const outcome = first.ok || !probe.otherwise ? first : await send(probe.otherwise.case, 'judged');
  if (outcome.ok && outcome.status !== 202 && isObject(body)) {
    const { create, harness } = creation;
    if (probe.case.kind === 'read-only')
      reportReadOnly(harness.session, create, outcome, { sent: body, response: outcome.value });
    else if (probe.case.kind !== 'long') await reportMissing(creation, { outcome, body }, 'create.not-shown');
  }
  return outcome.ok;
}

function isLong({ case: { kind } }: Probe): boolean {
  return kind === 'long';
}

/**
 * Sends creations, and deletes the resources that they leave behind. If a valid body is refused, repeats the first
 * creation as a control: if that is refused, too, the server is full, and the body is not the cause.
 */
function creating({ harness, resourceType, create }: Creation, parents: Parameters, hasTaken: boolean): Sending {
  const { session } = harness;
  let isFull = false;
  let controls = 0;
  return async (testCase, use) => {
    const outcome = await session.send(testCase, 'counted');
    const isRefused =
      testCase.expect !== 'refusal' && outcome.status >= 400 && outcome.status < 500 && outcome.deviations.length > 0;
    if (isRefused && hasTaken && !isFull) {
      controls += 1;
      const control = await makeResource(harness, resourceType, { round: `control ${controls}`, use: 'preparing' });
      if (control) await removeResource(harness, control.resource);
      else
        session.tally.leftOut(create.id, 'The server stopped accepting creations, so not all bodies could be tried.');
      isFull = control === undefined;
    }
    if (isRefused && isFull) return { ...outcome, deviations: [] };
    if (use === 'judged') for (const deviation of outcome.deviations) session.report(outcome, deviation);
    const left = madeResource(harness, resourceType, parents, outcome);
    if (left) await removeResource(harness, left);
    return outcome;
  };
}
