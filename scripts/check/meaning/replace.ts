import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { isEmpty, isSameValue } from '../model/likeness.js';
import { compareField, type FieldReflection, valueAt } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readResource } from './harness.js';
import { refusalCases } from './lists/sharing.js';
import { checkRandomBodies } from './random.js';
import { reportOtherResource } from './reads.js';
import { toRepeatProbe, type UpdateTest } from './update-test.js';
import { reportAcceptedReadOnly, reportField, reportReadOnlyChange, reportSideEffects } from './volatile-fields.js';

const wrongBodyLimit = 30;

/** Tests a PUT. It must replace the whole resource, and sending it again must change nothing (RFC 9110 §9.3.4). */
export async function checkReplacement(test: UpdateTest): Promise<void> {
  const { harness, operation, resource, bodies } = test;
  const { session } = harness;
  const resourceBefore = await readResource(harness, resource, 'before its replacement');
  for (const { case: testCase, fallback } of bodies.exampleProbes())
    if (!(await session.send(testCase)).ok && fallback) await session.send(fallback.case);
  const areOwnValuesAccepted = await checkFullReplacement(test, resourceBefore);
  const fragileProbe = areOwnValuesAccepted ? bodies.fragileValuesProbe() : undefined;
  const fragileOutcome = fragileProbe && (await session.send(fragileProbe.case));
  if (fragileOutcome?.ok && isObject(fragileProbe?.body))
    await readAfterReplacement(test, fragileOutcome, fragileProbe.body as JsonObject);
  for (const { case: testCase, body } of bodies.readOnlyProbes()) {
    const outcome = await session.send(testCase);
    const read = outcome.ok ? await readResource(harness, resource, 'after read-only fields') : undefined;
    if (read && isObject(body)) reportAcceptedReadOnly(session, operation, outcome, { body, response: read.value });
  }
  for (const probe of [...(areOwnValuesAccepted ? bodies.boundaryProbes(16) : []), ...bodies.doubtfulProbes(8, 2)])
    await session.send(probe.case);
  if (areOwnValuesAccepted) await checkRandomBodies(harness, bodies);
}

export async function checkReplacementRefusals(
  { session, source }: Harness,
  operation: CheckedOperation,
  { parameters }: Resource,
): Promise<void> {
  const target = { session, source, operation, parameters };
  await session.sendEach(await refusalCases(target, { isSubjectPath: true, maxWrongBodies: wrongBodyLimit }));
}

/**
 * Sends a PUT with all fields, then with the same fields again, then with only the required fields.
 *
 * @returns false if the service seems to have rules that no schema states, because it accepts only the current values
 * of the resource
 */
async function checkFullReplacement(test: UpdateTest, before: Outcome | undefined): Promise<boolean> {
  const { harness, operation, resource, bodies } = test;
  const { session } = harness;
  const fullBody = bodies.certainBody(() => undefined, 'replace');
  if (!fullBody) return true;
  const probe = bodies.createProbe('replace', 'with all its fields', fullBody, { detail: 'whole' });
  const wasOperationAccepted = session.tally.countsOf(operation.id).success;
  const first = await session.send(probe.case, 'counted');
  const acceptsOwnValues = first.ok || wasOperationAccepted || !(await replaceByOwnValues(test, before));
  for (const deviation of first.deviations)
    if (acceptsOwnValues || deviation.rule !== 'request.refused') session.report(first, deviation);
  if (!first.ok) return acceptsOwnValues;
  reportOtherResource(session, operation, resource.parameters, first);
  const read = await readAfterReplacement(test, first, fullBody);
  if (read) await reportReadOnlyChange(test, first, { before: before?.value, after: read.value });
  const second = await session.send(toRepeatProbe(probe).case);
  const secondRead = second.ok ? await readResource(harness, resource, 'after the same replacement') : undefined;
  if (read && secondRead) await reportRepetitionChanges(test, second, read.value, secondRead.value);
  const observedStates = {
    sentBody: fullBody,
    before: before?.value,
    after: read?.value,
    afterRepeat: secondRead?.value,
  };
  await reportSideEffects(test, 'replace.touches', second.ok ? second : first, observedStates);
  await checkOmission(test, fullBody);
  return true;
}

/** Reads a resource after its replacement, and reports sent values that the read does not contain. */
async function readAfterReplacement(
  test: UpdateTest,
  outcome: Outcome,
  sentBody: JsonObject,
): Promise<Outcome | undefined> {
  const { harness, resource, reflections } = test;
  const isValueMissing = (reflection: FieldReflection, value: unknown): boolean =>
    Object.hasOwn(sentBody, reflection.name) &&
    compareField(harness.session.contract, reflection, sentBody[reflection.name], value) === 'other';
  const hasAllValues = (value: unknown): boolean => !reflections.some((each) => isValueMissing(each, value));
  const read = await readResource(harness, resource, `after ${outcome.case.about}`, hasAllValues);
  for (const reflection of reflections) {
    if (!read || !isValueMissing(reflection, read.value)) continue;
    const { name, pointer } = reflection;
    const message = `A read after a PUT does not contain the value sent for ${JSON.stringify(name)}.`;
    const [expected, actual] = [sentBody[name], valueAt(read.value, pointer)];
    await reportField(test, outcome, { rule: 'replace.not-stored', pointer, message, expected, actual });
  }
  return read;
}

/** Replaces a resource with its own current values. @returns whether the server accepts them */
async function replaceByOwnValues({ harness, bodies }: UpdateTest, before: Outcome | undefined): Promise<boolean> {
  const value = before?.value;
  if (!isObject(value)) return false;
  const properties = bodies.properties.filter(({ name, required }) => required || Object.hasOwn(value, name));
  const body = Object.fromEntries(properties.map(({ name }) => [name, value[name] as Json]));
  if (properties.length === 0 || Object.values(body).includes(undefined as never)) return false;
  const parts = { detail: 'same', expect: 'either' } as const;
  const probe = bodies.createProbe('replace', 'with the current values of the resource', body, parts);
  return (await harness.session.send(probe.case)).ok;
}

/** Reports the fields that the second of two identical PUT requests has changed: `one` and `two` are the states. */
async function reportRepetitionChanges(test: UpdateTest, second: Outcome, one: unknown, two: unknown): Promise<void> {
  for (const { name, pointer } of test.reflections) {
    const [expected, actual] = [valueAt(one, pointer), valueAt(two, pointer)];
    if (isSameValue(expected, actual)) continue;
    const message = `A PUT sent twice results in a different ${JSON.stringify(name)} than the same PUT sent once.`;
    await reportField(test, second, { rule: 'replace.not-idempotent', pointer, message, expected, actual });
  }
}

/** Checks that PUT removes fields that it leaves out, except short strings, flags and enums, which may be defaults. */
async function checkOmission(test: UpdateTest, before: JsonObject): Promise<void> {
  const { harness, resource, bodies, reflections } = test;
  const smallBody = bodies.minimalBody('less');
  const probe = bodies.createProbe('replace', 'with only the required fields', smallBody, { detail: 'least' });
  const outcome = await harness.session.send(probe.case);
  const read = outcome.ok ? await readResource(harness, resource, 'after a smaller replacement') : undefined;
  for (const { name, pointer, schema } of reflections) {
    // The path already contains the id.
    if (name === resource.type.idField) continue;
    const [old, actual] = [before[name], valueAt(read?.value, pointer)];
    const isOmitted = !Object.hasOwn(smallBody, name) && Object.hasOwn(before, name);
    const isDistinctive = typeof old === 'string' ? old.length > 3 : typeof old !== 'boolean';
    if (!isOmitted || isEmpty(actual) || !isSameValue(actual, old) || !isDistinctive) continue;
    if (harness.session.contract.resolve(schema).enum) continue;
    const message = `A PUT that leaves out ${JSON.stringify(name)} does not remove the old value of this field.`;
    await reportField(test, outcome, { rule: 'replace.keeps', pointer, message, expected: undefined, actual });
  }
}
