import { isObject, type JsonObject } from '../../contract/json.js';
import type { Probe } from '../cases/bodies.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { formatValue } from '../model/deviation.js';
import { compareField, type FieldReflection, findUnsentChanges, valueAt } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { shrinkUpdate, updatesFromState } from './accepted-updates.js';
import { createResource } from './create-resource.js';
import { type Harness, readList, readResource, removeResource } from './harness.js';
import { checkRandomBodies } from './random.js';
import { reportOtherResource } from './reads.js';
import { tryWithoutReport } from './run-tasks.js';
import { checkDoubtfulBodies, checkRefusals, checkRefusedUpdate, nameOf, nestedWrongCases } from './update-refusals.js';
import { toRepeatProbe, UpdateTest } from './update-test.js';
import { reportAcceptedReadOnly, reportReadOnlyChange, reportSideEffects } from './volatile-fields.js';

/** If at least this many fields were sent alone, and at most one was accepted, an update probably needs several. */
const minFields = 3;

/** Number of updates between two reads. Each read checks all updates before it. */
const updatesPerRead = 6;

/** Runs all tests of an update. @param compareNeighbours compares the neighbours with their earlier state */
export async function checkUpdate(
  harness: Harness,
  operation: CheckedOperation,
  resource: Resource,
  compareNeighbours: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const test = new UpdateTest(harness, operation, resource);
  const { bodies } = test;
  test.state = (await readResource(harness, resource, 'before updates'))?.value;
  if (test.state === undefined)
    harness.session.notes.add(
      `${operation.id}: no read returns the stored values, so only the responses to its updates were judged.`,
    );
  const singleResults = await applyEach(test, (each) => each.bodies.fieldProbes((name) => each.currentValue(name)));
  // This comes before further updates, which may restore flags of other resources and so hide a fault.
  await compareNeighbours();
  let acceptedProbe = await applyFieldsTogether(test);
  await checkEmptyUpdate(test);
  const unicodeProbe = bodies.unicodeProbe();
  if (unicodeProbe && (await applyUpdate(test, unicodeProbe))) acceptedProbe ??= unicodeProbe;
  const fragileProbe = bodies.fragileValuesProbe();
  if (fragileProbe) await applyUpdate(test, fragileProbe);
  await applyEach(test, (each) =>
    [each.bodies.shortArrayProbe('shorter'), each.bodies.paddedProbe()].filter((probe) => probe !== undefined),
  );
  for (const { probe, sources } of bodies.mergeProbes(bodies.boundaryProbes(12)))
    if (sources.length === 1 || !(await tryUpdates(test, [probe])))
      for (const source of sources) await applyUpdate(test, source);
  await checkReadOnlyFields(test);
  if (!acceptedProbe && !singleResults.some(Boolean))
    for (const probe of updatesFromState(test)) if (!(await applyUpdate(test, probe))) break;
  const areSeveralFieldsNeeded = singleResults.length >= minFields && singleResults.filter(Boolean).length <= 1;
  if (acceptedProbe && areSeveralFieldsNeeded) {
    await shrinkUpdate(test, acceptedProbe);
    // The accepted updates have changed the resource, so its state is read again.
    await test.refresh('after the smallest update');
  }
  await checkRefusals(test);
  await checkDoubtfulBodies(test);
  await harness.session.sendEach(nestedWrongCases(test).slice(0, test.requestsLeft));
  await checkRandomBodies(harness, bodies, { findMissing: (outcome, body) => test.findMissing(outcome, body)[0] });
}

/** Sends the examples, and an update of all fields. @returns the update of all fields, if the server accepts it */
async function applyFieldsTogether(test: UpdateTest): Promise<Probe | undefined> {
  const { bodies } = test;
  for (const probe of bodies.exampleProbes())
    if (!(await applyUpdate(test, probe)) && probe.fallback) await applyUpdate(test, probe.fallback);
  const allFieldsProbe = bodies.allFieldsProbe((name) => test.currentValue(name));
  if (!allFieldsProbe) return undefined;
  const isUpdateAccepted = await applyUpdate(test, allFieldsProbe);
  if (isUpdateAccepted) await applyUpdate(test, toRepeatProbe(allFieldsProbe));
  await checkListItem(test);
  return isUpdateAccepted ? allFieldsProbe : undefined;
}

/** Sends an update without any field. The server must refuse it, or change nothing. */
async function checkEmptyUpdate(test: UpdateTest): Promise<void> {
  const { bodies, harness } = test;
  if (bodies.schema.type === 'array') return;
  const probe = bodies.createProbe('empty', 'without any field', {}, { expect: 'either' });
  const outcome = await harness.session.send(probe.case);
  await (outcome.ok ? compareRead(test, outcome, {}, []) : checkRefusedUpdate(test, outcome));
}

/**
 * Sends updates of different fields, and reads after several of them. If a read differs from the updates, sends the
 * remaining updates one by one to a new resource, with a read after each.
 *
 * @returns whether each update was accepted
 */
async function applyEach(test: UpdateTest, probesFor: (test: UpdateTest) => readonly Probe[]): Promise<boolean[]> {
  const probes = probesFor(test);
  let doneCount = 0;
  if (test.resource.isCreatedByRun)
    while (doneCount < probes.length && (await tryUpdates(test, probes.slice(doneCount, doneCount + updatesPerRead))))
      doneCount += updatesPerRead;
  const results = probes.slice(0, doneCount).map(() => true);
  if (doneCount >= probes.length) return results;
  const freshTest = await renewTest(test);
  const freshProbes = freshTest ? probesFor(freshTest) : probes;
  for (const probe of freshProbes.slice(doneCount)) results.push(await applyUpdate(freshTest ?? test, probe));
  if (freshTest) await removeResource(test.harness, freshTest.resource);
  return results;
}

/** Returns the same test for a new resource; undefined if none can be created. */
async function renewTest(test: UpdateTest): Promise<UpdateTest | undefined> {
  const { harness, resource } = test;
  if (!resource.isCreatedByRun) return undefined;
  const newResource = await createResource(harness, resource.type, { round: 'for single fields' });
  if (!newResource) return undefined;
  const freshTest = test.withResource(newResource.resource);
  freshTest.state = (await readResource(harness, newResource.resource, 'before single fields'))?.value;
  return freshTest;
}

/** Sends updates and reads once. @returns whether everything was correct; if not, nothing is reported */
async function tryUpdates(test: UpdateTest, probes: readonly Probe[]): Promise<boolean> {
  const wereUpdatesFaultless = await tryWithoutReport(test.harness, async (harness) => {
    const trial = test.withHarness(harness);
    const allFields: JsonObject = {};
    let lastOutcome: Outcome | undefined;
    for (const { case: testCase, body } of probes) {
      lastOutcome = await trial.send(testCase, body);
      if (!lastOutcome.ok || !isObject(body)) return false;
      Object.assign(allFields, body);
      await compareResponse(trial, lastOutcome, body);
      // The other fields are compared after each update, since the next update may correct them.
      const names = new Set(Object.keys(allFields));
      const sideEffects = findUnsentChanges(trial.reflections, names, trial.state, lastOutcome.value);
      if (isObject(lastOutcome.value) && sideEffects.length > 0) return false;
    }
    if (lastOutcome) await compareRead(trial, lastOutcome, allFields, []);
    test.state = trial.state;
    return true;
  });
  // The server may have stored some of the updates, so the state is read again.
  if (!wereUpdatesFaultless) await test.refresh('before repeated updates');
  return wereUpdatesFaultless;
}

/** Sends an update, and compares its response and the next read with what it sent. @returns whether it was accepted */
export async function applyUpdate(test: UpdateTest, { case: testCase, body }: Probe): Promise<boolean> {
  const outcome = await test.send(testCase, body);
  if (!outcome.ok) await checkRefusedUpdate(test, outcome);
  if (!outcome.ok || !isObject(body)) return outcome.ok;
  await compareRead(test, outcome, body, await compareResponse(test, outcome, body));
  return true;
}

/** Compares the response to an update with the sent values. @returns the fields whose values the response lacks */
async function compareResponse(test: UpdateTest, outcome: Outcome, body: JsonObject): Promise<string[]> {
  reportOtherResource(test.harness.session, test.operation, test.resource.parameters, outcome);
  const missing = isObject(outcome.value) ? test.findMissing(outcome, body) : [];
  for (const { name, pointer, deviation } of missing)
    if (deviation.severity === 'observation' || !(await test.isVolatile(pointer)))
      test.report(outcome, name, deviation);
  return missing.map(({ name }) => name);
}

/** Compares the next read with updates. `outcome` belongs to the last update; fields in `missing` were reported. */
async function compareRead(
  test: UpdateTest,
  outcome: Outcome,
  body: JsonObject,
  missing: readonly string[],
): Promise<void> {
  const { contract } = test.harness.session;
  const read = await test.read(`after ${nameOf(outcome.case)}`, (value) => test.isBodyShown(value, body));
  if (!read) return;
  for (const reflection of test.reflectionsFor(body)) {
    const { name, pointer } = reflection;
    if (missing.includes(name) || compareField(contract, reflection, body[name], read.value) !== 'other') continue;
    const message = `A read after an update does not contain the value sent for ${JSON.stringify(name)}.`;
    const [expected, actual] = [body[name], valueAt(read.value, pointer)];
    await test.reportField(outcome, reflection, { rule: 'update.not-stored', message, expected, actual });
  }
  for (const reflection of findUnsentChanges(test.reflections, new Set(Object.keys(body)), test.state, read.value)) {
    const { name, pointer } = reflection;
    const message = `An update changes ${JSON.stringify(name)}, although the request did not contain this field.`;
    const [expected, actual] = [valueAt(test.state, pointer), valueAt(read.value, pointer)];
    await test.reportField(outcome, reflection, { rule: 'update.touches', message, expected, actual });
  }
  const states = { before: test.state, after: read.value };
  await reportReadOnlyChange(test, outcome, states);
  await reportSideEffects(test, 'update.touches', outcome, { ...states, sentBody: body });
  test.state = read.value;
}

/** Checks that a value for a read-only field is refused or ignored. */
async function checkReadOnlyFields(test: UpdateTest): Promise<void> {
  for (const probe of test.bodies.readOnlyProbes()) {
    const outcome = await test.harness.session.send(probe.case);
    if (!outcome.ok) await checkRefusedUpdate(test, outcome);
    if (!outcome.ok || !isObject(probe.body)) continue;
    await test.refresh('after read-only fields');
    reportAcceptedReadOnly(test.harness.session, test.operation, outcome, { body: probe.body, response: test.state });
  }
}

/** Checks that the list contains the current values of the resource. */
export async function checkListItem(test: UpdateTest): Promise<void> {
  const { harness, resource } = test;
  const oldFields = (item: unknown): FieldReflection[] =>
    test.reflections.filter(({ pointer, name }) => {
      const value = valueAt(item, pointer);
      const isPlain = value !== undefined && typeof value !== 'object';
      return isPlain && value !== valueAt(test.state, pointer) && !test.isFaultyField(name);
    });
  const isCurrent = (items: ReadonlyMap<string, unknown>): boolean => oldFields(items.get(test.id)).length === 0;
  const read = await readList(harness, resource, 'after all updates', isCurrent);
  const item = read?.items.get(test.id);
  const { list } = resource.type;
  if (!read || !list || !isObject(item) || test.state === undefined) return;
  for (const { pointer, name } of oldFields(item)) {
    if (await test.isVolatile(pointer)) continue;
    harness.session.reportFault(read.outcome, list, {
      rule: 'list.stale',
      pointer: `/*${pointer}`,
      message: `The list contains an old value of ${JSON.stringify(name)} after an update.`,
      expected: formatValue(valueAt(test.state, pointer)),
      actual: formatValue(valueAt(item, pointer)),
    });
  }
}
