import { isObject } from '../../contract/json.js';
import { Bodies, type Probe } from '../cases/bodies.js';
import { type CaseSource, createUnknownId } from '../cases/source.js';
import type { TestCase } from '../model/case.js';
import type { ResourceType } from '../model/contract/resources.js';
import { caseOf, type Parameters } from '../model/request.js';
import { endsWithWords } from '../model/words.js';
import { unsentOutcome } from '../session/outcome.js';
import { createResource, type NewResource, parentsOf } from './create-resource.js';
import {
  type CreationTest,
  checkCreatedResource,
  reportMissingId,
  reportMissingValues,
  reportOtherDefaults,
} from './creation-checks.js';
import { checkRepeatedCreation } from './habits/repeated-creations.js';
import { type Harness, readList, removeResource } from './harness.js';
import { confirmOwnResource, findResource, identifyResource } from './identify-resource.js';
import { refusalCases } from './lists/sharing.js';
import { type CaseSender, checkRandomBodies } from './random.js';
import { tryWithoutReport } from './run-tasks.js';
import { claimCreationTry } from './send-creation.js';
import { reportAcceptedReadOnly } from './volatile-fields.js';

/** Number of invalid bodies to try for a creation; limited, since each accepted body creates a resource. */
const wrongBodyLimit = 24;

/** Tests a creation. @returns whether the server has accepted it; undefined if the creation cannot be sent */
export async function checkCreation(harness: Harness, resourceType: ResourceType): Promise<boolean | undefined> {
  const { create } = resourceType;
  const parents = create && (await parentsOf(harness, create, resourceType.list));
  if (!create || !parents) return undefined;
  const anyItem = { type: resourceType, parameters: parents, parents, isCreatedByRun: false };
  const listBefore = await readList(harness, anyItem, 'before a creation');
  const test = { harness, resourceType, create };
  const newResource = await createResource(harness, resourceType, { round: 'first', use: 'judged' });
  if (newResource) {
    reportMissingId(test, newResource.outcome);
    await reportMissingValues(test, newResource, 'create.not-shown');
    await checkCreatedResource(test, newResource, listBefore);
    await removeResource(harness, newResource.resource);
    await repeatCreation(test, newResource);
    await checkRepeatedCreation(harness, resourceType, { body: newResource.body, parents });
  }
  return newResource !== undefined;
}

/**
 * Repeats a creation whose resource was deleted, if the server chooses the id. The server may accept or refuse it,
 * since the name of a deleted resource may still be taken.
 */
async function repeatCreation(
  { harness, create }: CreationTest,
  { resource: { type, parameters, parents }, body }: NewResource,
): Promise<void> {
  if (!type.remove || Object.values(body).includes(parameters[type.parameter] ?? null)) return;
  const about = 'with the values of a deleted resource';
  const parts = { kind: 'create', about, expect: 'either', parameters: parents, detail: 'after deletion' } as const;
  const outcome = await harness.session.send(caseOf(create, { ...parts, body: create.body && body }));
  const creation = { outcome, body, isSchemaExample: false };
  const candidate = outcome.ok ? await findResource(harness, type, parents, creation) : undefined;
  const resource = await confirmOwnResource(harness, candidate, outcome);
  if (resource) await removeResource(harness, resource);
}

/** Tests creations with all kinds of bodies. `isAccepted` tells whether the server has accepted a creation before. */
export async function checkCreatedBodies(
  harness: Harness,
  resourceType: ResourceType,
  isAccepted: boolean,
): Promise<void> {
  const { create, list } = resourceType;
  const parents = create && (await parentsOf(harness, create, list));
  if (!create || !parents) return;
  const test = { harness, resourceType, create };
  const senderOf = (own: Harness): CaseSender => createSender({ ...test, harness: own }, parents, isAccepted);
  const send = senderOf(harness);
  const bodies = new Bodies({ source: harness.source, operation: create, parameters: parents });
  const allProbes = bodies.doubtfulProbes(6, 2);
  const longProbes = allProbes.filter(hasLongText);
  const singleProbes = [
    ...bodies.exampleProbes(),
    bodies.unicodeProbe(),
    bodies.fragileValuesProbe(),
    ...allProbes.filter((probe) => !hasLongText(probe)),
    ...bodies.readOnlyProbes(),
  ];
  const { session, source } = harness;
  const tryProbe = (probe: Probe, ownHarness = harness): Promise<boolean> =>
    createAndCompare({ ...test, harness: ownHarness }, probe, senderOf(ownHarness));
  await session.tryEach(
    singleProbes.filter((probe) => probe !== undefined),
    (probe) => tryProbe(probe),
  );
  const mergedProbes = bodies.mergeProbes([...bodies.boundaryProbes(16), ...longProbes]);
  await session.tryEach(mergedProbes, async ({ probe, sources }) => {
    if (sources.length > 1 && (await tryWithoutReport(harness, (ownHarness) => tryProbe(probe, ownHarness)))) return;
    await session.tryEach(sources, (each) => tryProbe(each));
  });
  const target = { session, source, operation: create, parameters: parents };
  const refusals = await refusalCases(target, { maxWrongBodies: wrongBodyLimit });
  const refs = danglingReferenceCases(bodies, source);
  await session.tryEach([...refusals, ...refs], (testCase) => send(testCase, 'judged'));
  await checkRandomBodies(harness, bodies, { send });
}

/** Returns at most one creation, which refers to a missing resource: servers often notice that late. */
function danglingReferenceCases(bodies: Bodies, source: CaseSource): TestCase[] {
  const fullBody = bodies.certainBody(() => undefined, 'of nothing') ?? {};
  for (const { words, get, update, remove, idField } of source.contract.resources) {
    const name = Object.keys(fullBody).find((name) => name !== idField && endsWithWords(words, name));
    const operation = get ?? update ?? remove;
    const idName = operation?.pathParameters.at(-1) ?? '';
    const missingId = operation && createUnknownId(source, operation, idName, 'of nothing');
    if (name === undefined || missingId === undefined || typeof fullBody[name] !== 'string') continue;
    const description = `with an id that no resource has for ${JSON.stringify(name)}`;
    const body = { ...fullBody, [name]: missingId };
    return [bodies.createProbe('example', description, body, { detail: `${name} of nothing`, expect: 'either' }).case];
  }
  return [];
}

/** Creates a resource from a probe, and compares the response with it. @returns whether the server accepted it */
async function createAndCompare(test: CreationTest, probe: Probe, send: CaseSender): Promise<boolean> {
  const first = await send(probe.case, 'judged');
  const { body } = first.ok ? probe : (probe.fallback ?? probe);
  const outcome = first.ok || !probe.fallback ? first : await send(probe.fallback.case, 'judged');
  if (outcome.ok && outcome.status !== 202 && isObject(body)) {
    const { create, harness } = test;
    if (probe.case.kind === 'read-only')
      reportAcceptedReadOnly(harness.session, create, outcome, { body, response: outcome.value });
    else if (probe.case.kind !== 'long') await reportMissingValues(test, { outcome, body }, 'create.not-shown');
    reportOtherDefaults(test, outcome, body);
  }
  return outcome.ok;
}

function hasLongText({ case: { kind } }: Probe): boolean {
  return kind === 'long';
}

/**
 * Returns a function that sends creations and deletes the resources that they create. If the server refuses a valid
 * body, the function repeats the first creation as a control. If that is also refused, the server accepts no more
 * resources, so the body is not the cause.
 */
function createSender(
  { harness, resourceType, create }: CreationTest,
  parents: Parameters,
  isAccepted: boolean,
): CaseSender {
  const { session } = harness;
  let isLimitReached = false;
  return async (testCase, use) => {
    const countsAsTry = !isAccepted && testCase.expect !== 'refusal';
    if (countsAsTry && !claimCreationTry(harness, create, testCase.kind === 'random')) return unsentOutcome(testCase);
    const outcome = await session.send(testCase, 'counted');
    if (outcome.ok) harness.notebook.creationTries.delete(create.id);
    const isCreationRefused =
      testCase.expect !== 'refusal' && outcome.status >= 400 && outcome.status < 500 && outcome.deviations.length > 0;
    if (isCreationRefused && isAccepted && !isLimitReached) {
      const control = await createResource(harness, resourceType, { round: 'control', use: 'preparing' });
      const reason = 'The server stopped accepting creation requests, so not all request bodies could be tried.';
      if (control) await removeResource(harness, control.resource);
      else session.tally.noteSkipped(create.id, reason);
      isLimitReached = control === undefined;
    }
    if (isCreationRefused && isLimitReached) return { ...outcome, deviations: [] };
    if (use === 'judged') for (const deviation of outcome.deviations) session.report(outcome, deviation);
    const leftover = identifyResource(harness, resourceType, parents, outcome);
    if (leftover) await removeResource(harness, leftover);
    return outcome;
  };
}
