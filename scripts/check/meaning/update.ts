import { isObject } from '../../contract/json.js';
import type { Probe } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { shown } from '../model/deviation.js';
import { faultOf } from '../model/fault.js';
import { changedUnsent, type Reflection, shownAs, valueAt } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { findLeast, shownUpdates } from './accepted-updates.js';
import { isFine } from './apart.js';
import { type Harness, readList, readResource, removeResource } from './harness.js';
import { makeResource } from './making.js';
import { reportMoved, reportReadOnly, reportTouched } from './moving.js';
import { checkRandom } from './random.js';
import { reportOther } from './reads.js';
import { checkDoubtful, checkRefusals, nestedWrongs } from './update-refusals.js';
import { sentAgain, UpdatedResource } from './updated-resource.js';

/** With so many fields, of which at most one is accepted alone, an update probably needs some of them. */
const leastTried = 3;

/** Updates before a read that shows all of them. */
const beforeRead = 6;

/** Runs all tests of an update. @param lookAround looks at its neighbours */
export async function checkUpdate(
  harness: Harness,
  operation: CheckedOperation,
  resource: Resource,
  lookAround: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const updated = new UpdatedResource(harness, operation, resource);
  const { bodies } = updated;
  updated.state = (await readResource(harness, resource, 'before updates'))?.value;
  if (updated.state === undefined)
    harness.session.notes.add(
      `${operation.id}: no read returns the stored values, so only the responses to its updates were judged.`,
    );
  const alone = await applyEach(updated, (own) => own.bodies.fields((name) => own.current(name)));
  // Later updates may give the flags of others back.
  await lookAround();
  let accepted = await applyTogether(updated);
  await checkEmpty(updated);
  const unicode = bodies.unicode();
  if (unicode && (await apply(updated, unicode))) accepted ??= unicode;
  await applyEach(updated, (own) =>
    [own.bodies.shorter('shorter'), own.bodies.padded()].filter((probe) => probe !== undefined),
  );
  for (const { probe, of } of bodies.merged(bodies.boundaries(12)))
    if (of.length === 1 || !(await areTaken(updated, [probe]))) for (const each of of) await apply(updated, each);
  await checkReadOnly(updated);
  if (!accepted && !alone.some(Boolean))
    for (const probe of shownUpdates(updated)) if (!(await apply(updated, probe))) break;
  const areNeeded = alone.length >= leastTried && alone.filter(Boolean).length <= 1;
  if (accepted && areNeeded) {
    await findLeast(updated, accepted);
    // Those that were accepted have changed it.
    await updated.refresh('after the least update');
  }
  await checkRefusals(updated);
  await checkDoubtful(updated);
  await harness.session.sendEach(nestedWrongs(updated).slice(0, updated.left));
  await checkRandom(harness, bodies, { missing: (outcome, body) => updated.missing(outcome, body)[0] });
}

/** Sends the examples and all fields at once. @returns the update with all fields, if the server takes it */
async function applyTogether(updated: UpdatedResource): Promise<Probe | undefined> {
  const { bodies } = updated;
  for (const probe of bodies.examples())
    if (!(await apply(updated, probe)) && probe.otherwise) await apply(updated, probe.otherwise);
  const together = bodies.together((name) => updated.current(name));
  if (!together) return undefined;
  const isTaken = await apply(updated, together);
  if (isTaken) await apply(updated, sentAgain(together));
  await checkListed(updated);
  return isTaken ? together : undefined;
}

/** Sends an update without any field: it is refused, or changes nothing. */
async function checkEmpty(updated: UpdatedResource): Promise<void> {
  const { bodies, harness } = updated;
  if (bodies.schema.type === 'array') return;
  const probe = bodies.probe('empty', 'without any field', {}, { expect: 'either' });
  const outcome = await harness.session.send(probe.case);
  if (outcome.ok) await compareRead(updated, outcome, {}, []);
}

/**
 * Sends updates of different fields, and reads after several of them. If anything is not as they sent it, a new
 * resource gets the rest one by one, with a read after each.
 *
 * @returns whether each was accepted
 */
async function applyEach(
  updated: UpdatedResource,
  probesFor: (updated: UpdatedResource) => readonly Probe[],
): Promise<boolean[]> {
  const probes = probesFor(updated);
  let done = 0;
  if (updated.resource.isOwn)
    while (done < probes.length && (await areTaken(updated, probes.slice(done, done + beforeRead)))) done += beforeRead;
  const accepted = probes.slice(0, done).map(() => true);
  if (done >= probes.length) return accepted;
  const fresh = await renewed(updated);
  const left = fresh ? probesFor(fresh) : probes;
  for (const probe of left.slice(done)) accepted.push(await apply(fresh ?? updated, probe));
  if (fresh) await removeResource(updated.harness, fresh.resource);
  return accepted;
}

/** The same test on a new resource, if there can be one. */
async function renewed(updated: UpdatedResource): Promise<UpdatedResource | undefined> {
  const { harness, resource } = updated;
  if (!resource.isOwn) return undefined;
  const made = await makeResource(harness, resource.type, { round: 'for single fields' });
  if (!made) return undefined;
  const fresh = updated.onResource(made.resource);
  fresh.state = (await readResource(harness, made.resource, 'before single fields'))?.value;
  return fresh;
}

/** Sends updates, and reads once. @returns whether all was as it should be; if not, nothing is reported */
async function areTaken(updated: UpdatedResource, probes: readonly Probe[]): Promise<boolean> {
  const areFine = await isFine(updated.harness, async (harness) => {
    const trial = updated.inSession(harness);
    const sent: JsonObject = {};
    let last: Outcome | undefined;
    for (const { case: testCase, body } of probes) {
      last = await trial.send(testCase, body);
      if (!last.ok || !isObject(body)) return false;
      Object.assign(sent, body);
      await compareResponse(trial, last, body);
      // What the response shows of other fields may be corrected by the next update.
      const touched = changedUnsent(trial.reflections, new Set(Object.keys(sent)), trial.state, last.value);
      if (isObject(last.value) && touched.length > 0) return false;
    }
    if (last) await compareRead(trial, last, sent, []);
    updated.state = trial.state;
    return true;
  });
  // Some may have been stored all the same.
  if (!areFine) await updated.refresh('after updates that are sent again');
  return areFine;
}

/** Sends an update, and compares its response and the next read with it. @returns whether it was accepted */
export async function apply(updated: UpdatedResource, { case: testCase, body }: Probe): Promise<boolean> {
  const outcome = await updated.send(testCase, body);
  if (!outcome.ok || !isObject(body)) return outcome.ok;
  await compareRead(updated, outcome, body, await compareResponse(updated, outcome, body));
  return true;
}

/** Compares the response to an update with it. @returns the fields whose values it lacks */
async function compareResponse(updated: UpdatedResource, outcome: Outcome, sent: JsonObject): Promise<string[]> {
  reportOther(updated.harness.session, updated.operation, updated.resource.parameters, outcome);
  const missing = isObject(outcome.value) ? updated.missing(outcome, sent) : [];
  for (const { name, pointer, deviation } of missing)
    if (deviation.severity === 'observation' || !(await updated.moves(pointer)))
      updated.report(outcome, name, deviation);
  return missing.map(({ name }) => name);
}

/** Compares the next read with updates, the last of which had this outcome. @param missing what it lacks anyway */
async function compareRead(
  updated: UpdatedResource,
  outcome: Outcome,
  sent: JsonObject,
  missing: readonly string[],
): Promise<void> {
  const { session } = updated.harness;
  const read = await updated.read(`after ${outcome.case.id.split('/').slice(1).join(' ')}`, (value) =>
    updated.isShown(value, sent),
  );
  if (!read) return;
  for (const reflection of updated.sentOf(sent)) {
    const { name, pointer } = reflection;
    if (missing.includes(name) || shownAs(session.contract, reflection, sent[name], read.value) !== 'other') continue;
    const message = `The next read does not contain the value that an update sent for ${JSON.stringify(name)}.`;
    const [expected, actual] = [sent[name], valueAt(read.value, pointer)];
    await updated.reportField(outcome, reflection, { rule: 'update.not-stored', message, expected, actual });
  }
  for (const reflection of changedUnsent(updated.reflections, new Set(Object.keys(sent)), updated.state, read.value)) {
    const { name, pointer } = reflection;
    const message = `An update changes ${JSON.stringify(name)}, which it did not send.`;
    const [expected, actual] = [valueAt(updated.state, pointer), valueAt(read.value, pointer)];
    await updated.reportField(outcome, reflection, { rule: 'update.touches', message, expected, actual });
  }
  const states = { before: updated.state, after: read.value };
  await reportMoved(updated, outcome, states);
  await reportTouched(updated, 'update.touches', outcome, states);
  updated.state = read.value;
}

/** Checks that a value for a read-only field is refused or ignored. */
async function checkReadOnly(updated: UpdatedResource): Promise<void> {
  const { harness } = updated;
  const probe = updated.bodies.readOnly();
  const outcome = probe && (await harness.session.send(probe.case));
  if (!probe || !outcome?.ok || !isObject(probe.body)) return;
  await updated.refresh('after read-only fields');
  reportReadOnly(harness.session, updated.operation, outcome, { sent: probe.body, response: updated.state });
}

/** Checks that the list contains the current values of the resource. */
export async function checkListed(updated: UpdatedResource): Promise<void> {
  const { harness, resource } = updated;
  const differing = (item: unknown): Reflection[] =>
    updated.reflections.filter(({ pointer, name }) => {
      const listed = valueAt(item, pointer);
      return (
        !updated.isFaulty(name) &&
        listed !== undefined &&
        typeof listed !== 'object' &&
        listed !== valueAt(updated.state, pointer)
      );
    });
  const read = await readList(
    harness,
    resource,
    'after all updates',
    (items) => differing(items.get(updated.id)).length === 0,
  );
  const item = read?.items.get(updated.id);
  const { list } = resource.type;
  if (!read || !list || !isObject(item) || updated.state === undefined) return;
  for (const { pointer, name } of differing(item)) {
    if (await updated.moves(pointer)) continue;
    const fault = faultOf(list, {
      rule: 'list.stale',
      pointer: `/*${pointer}`,
      message: `The list contains an old value of ${JSON.stringify(name)} after an update.`,
      expected: shown(valueAt(updated.state, pointer)),
      actual: shown(valueAt(item, pointer)),
    });
    harness.session.report(read.outcome, fault);
  }
}
