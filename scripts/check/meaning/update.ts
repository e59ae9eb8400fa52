import type { Json } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Probe } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import type { CheckedOperation } from '../model/operations.js';
import { changedUnsent, shownAs, valueAt } from '../model/reflection.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readList, readResource } from './harness.js';
import { findLeast } from './least-update.js';
import { checkDoubtful } from './merge-patch.js';
import { checkRandom } from './random.js';
import { reportMoved, reportReadOnly } from './read-only.js';
import { reportOther } from './reads.js';
import { shownUpdates } from './shown-update.js';
import { checkFlags, checkListed, checkOthers } from './side-effects.js';
import { reportTouched } from './stable-fields.js';
import { checkRefusals, nestedWrongs } from './update-refusals.js';
import { UpdatedResource } from './updated-resource.js';

/** With so many fields, of which at most one is accepted alone, an update probably needs some of them. */
const leastTried = 3;

/** Runs all tests of an update. */
export async function checkUpdate(harness: Harness, operation: CheckedOperation, resource: Resource): Promise<void> {
  const updated = new UpdatedResource(harness, operation, resource);
  const { bodies } = updated;
  const current = (name: string): Json | undefined => updated.current(name);
  updated.state = (await readResource(harness, resource, 'before updates'))?.value;
  if (updated.state === undefined)
    harness.session.notes.add(
      `${operation.id}: no read returns the stored values, so only the responses to its updates were judged.`,
    );
  const others = await readList(harness, resource, 'before updates');
  const alone: boolean[] = [];
  for (const probe of bodies.fields(current)) alone.push(await apply(updated, probe));
  for (const probe of bodies.examples())
    if (!(await apply(updated, probe)) && probe.otherwise) await apply(updated, probe.otherwise);
  const together = bodies.together(current);
  let accepted: Probe | undefined;
  if (together) {
    if (await apply(updated, together)) accepted = together;
    await checkOthers(updated, others?.items, together);
    if (accepted) await apply(updated, sentAgain(together));
    await checkListed(updated);
  }
  const unicode = bodies.unicode();
  if (unicode && (await apply(updated, unicode))) accepted ??= unicode;
  if (!accepted && !alone.some(Boolean))
    for (const probe of shownUpdates(updated)) if (!(await apply(updated, probe))) break;
  const areNeeded = alone.length >= leastTried && alone.filter(Boolean).length <= 1;
  if (accepted && areNeeded) await findLeast(updated, accepted);
  for (const probe of [bodies.shorter('shorter'), bodies.padded(), ...bodies.boundaries(12)])
    if (probe) await apply(updated, probe);
  await checkFlags(updated, others?.items);
  await checkReadOnly(updated);
  await checkRefusals(updated);
  await checkDoubtful(updated);
  for (const testCase of nestedWrongs(updated).slice(0, updated.left)) await harness.session.send(testCase);
  await checkRandom(harness, bodies, { missing: (outcome, body) => updated.missing(outcome, body)[0] });
}

/** Returns the same update as a new test case. */
export function sentAgain({ case: testCase, body }: Probe): Probe {
  return {
    case: { ...testCase, id: testCase.id.replace('/together', '/again'), kind: 'again', about: 'sent a second time' },
    body,
  };
}

/** Sends an update, and compares its response and the next read with it. @returns whether it was accepted */
export async function apply(updated: UpdatedResource, { case: testCase, body }: Probe): Promise<boolean> {
  const { harness, operation, resource } = updated;
  const { session } = harness;
  const outcome = await updated.send(testCase, body);
  if (!outcome.ok || !isObject(body)) return outcome.ok;
  const sent = body as JsonObject;
  reportOther(session, operation, resource.parameters, outcome);
  const missing = isObject(outcome.value) ? updated.missing(outcome, sent) : [];
  for (const { name, pointer, deviation } of missing)
    if (deviation.severity === 'observation' || !(await updated.moves(pointer)))
      updated.report(outcome, name, deviation);

  const read = await updated.read(`after ${testCase.id.split('/').slice(1).join(' ')}`, (value) =>
    updated.isShown(value, sent),
  );
  if (!read) return true;
  for (const reflection of updated.sentOf(sent)) {
    const { name, pointer } = reflection;
    if (
      missing.some((each) => each.name === name) ||
      shownAs(session.contract, reflection, sent[name], read.value) !== 'other' ||
      (await updated.moves(pointer))
    )
      continue;
    const message = `The next read does not contain the value that an update sent for ${JSON.stringify(name)}.`;
    updated.report(
      outcome,
      name,
      updated.deviation(reflection, {
        rule: 'update.not-stored',
        message,
        expected: sent[name],
        actual: valueAt(read.value, pointer),
      }),
    );
  }
  for (const reflection of changedUnsent(updated.reflections, new Set(Object.keys(sent)), updated.state, read.value)) {
    const { name, pointer } = reflection;
    if (await updated.moves(pointer)) continue;
    const message = `An update changes ${JSON.stringify(name)}, which it did not send.`;
    updated.report(
      outcome,
      name,
      updated.deviation(reflection, {
        rule: 'update.touches',
        message,
        expected: valueAt(updated.state, pointer),
        actual: valueAt(read.value, pointer),
      }),
    );
  }
  const states = { before: updated.state, after: read.value };
  await reportMoved(harness, resource, outcome, states);
  await reportTouched(
    { harness, operation, resource, reflections: updated.reflections },
    'update.touches',
    outcome,
    states,
  );
  updated.state = read.value;
  return true;
}

/** Checks that a value for a read-only field is refused or ignored. */
async function checkReadOnly(updated: UpdatedResource): Promise<void> {
  const { harness } = updated;
  const probe = updated.bodies.readOnly();
  const outcome = probe && (await harness.session.send(probe.case));
  if (!probe || !outcome?.ok || !isObject(probe.body)) return;
  await updated.refresh('after read-only fields');
  reportReadOnly(harness.session, outcome, probe.body as JsonObject, updated.state);
}
