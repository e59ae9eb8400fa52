import { isObject, type JsonObject } from '../../contract/json.js';
import type { Probe } from '../cases/bodies.js';
import { wrongBodyCases } from '../cases/wrong-bodies.js';
import { schemaPlace } from '../judge/schema-place.js';
import type { TestCase } from '../model/case.js';
import { isEmpty, isEquivalent } from '../model/likeness.js';
import { type FieldReflection, findUnsentChanges, valueAt } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import { readResource } from './harness.js';
import { refusalCases } from './lists/sharing.js';
import type { UpdateTest } from './update-test.js';

/** Sends updates that the server must refuse to an existing resource, and checks that they do not change it. */
export async function checkRefusals(test: UpdateTest): Promise<void> {
  const { harness, operation, bodies } = test;
  const { session, source } = harness;
  const { parameters } = test.resource;
  const mixedProbe = bodies.partlyWrongProbe((name) => test.currentValue(name));
  const outcomes: Outcome[] = [];
  if (mixedProbe) {
    outcomes.push(await session.send(mixedProbe.case));
    await checkNothingChanged(test, outcomes);
  }
  const cases = await refusalCases({ session, source, operation, parameters }, { isSubjectPath: true });
  outcomes.push(...(await session.sendEach(cases.filter((testCase) => !isNested(testCase)))));
  await checkNothingChanged(test, outcomes);
}

/** Returns updates with an invalid value inside an item or an object. */
export function nestedWrongCases({ harness, operation, resource }: UpdateTest): TestCase[] {
  return wrongBodyCases(harness.source, operation, resource.parameters).filter(isNested);
}

function isNested({ pointer = '' }: TestCase): boolean {
  return pointer.lastIndexOf('/') > 0;
}

/** Checks that refused requests changed nothing. If the server accepted one of them, another rule reports that. */
async function checkNothingChanged(test: UpdateTest, outcomes: readonly Outcome[]): Promise<void> {
  const first = outcomes.find(({ status }) => status >= 400);
  if (first && !outcomes.some(({ ok }) => ok)) await checkRefusedUpdate(test, first, `${outcomes.length} refusals`);
}

/**
 * Reports changes by a refused request, and notes the new state, so that no later update is blamed for it. A request
 * without a response may have changed the fields that it sent. Returns the read of the state.
 */
export async function checkRefusedUpdate(
  test: UpdateTest,
  outcome: Outcome,
  requestName = nameOf(outcome.case),
): Promise<Outcome | undefined> {
  if (outcome.ok || test.state === undefined) return undefined;
  const read = await test.read(`after ${requestName}`);
  if (!read) return undefined;
  const changes = outcome.status < 400 ? [] : findUnsentChanges(test.reflections, new Set(), test.state, read.value);
  const areVolatile = await Promise.all(changes.map(({ pointer }) => test.isVolatile(pointer)));
  const change = changes.find((_, index) => !areVolatile[index]);
  if (change) {
    const message = `A refused request still changes ${JSON.stringify(change.name)}.`;
    const [expected, actual] = [test.state, read.value].map((state) => valueAt(state, change.pointer));
    const fault = { rule: 'refusal.changes', message, expected, actual } as const;
    test.report(outcome, 'a refusal', test.toDeviation(change, fault));
  }
  test.state = read.value;
  return read;
}

/** Returns the id of a test case without its operation, as a name for the read after it. */
export function nameOf({ id }: TestCase): string {
  return id.split('/').slice(1).join(' ');
}

export const maxProbeCounts = { nulls: 12, longTexts: 3 };

/** Sends null and long strings. The server may refuse them. In a merge patch, null removes a field (RFC 7396). */
export async function checkDoubtfulBodies(test: UpdateTest): Promise<void> {
  const { harness, operation, resource, bodies } = test;
  const isMergePatch = /merge-patch\+json/i.test(operation.body?.media ?? '');
  const probes = bodies.doubtfulProbes(Math.min(maxProbeCounts.nulls, test.requestsLeft), maxProbeCounts.longTexts);
  const sendAndCompare = async ({ case: testCase, body }: Probe): Promise<void> => {
    const outcome = await harness.session.send(testCase);
    if (!outcome.ok || testCase.kind !== 'null' || !isMergePatch || !isObject(body)) return;
    const areNullsRemoved = (value: unknown): boolean =>
      test.reflections.every((reflection) => body[reflection.name] !== null || isFieldRemoved(test, reflection, value));
    const read = await readResource(harness, resource, `after ${nameOf(testCase)}`, areNullsRemoved);
    for (const reflection of test.reflections) {
      if (!read || body[reflection.name] !== null || isFieldRemoved(test, reflection, read.value)) continue;
      const valueAfterwards = valueAt(read.value, reflection.pointer);
      const message = `A merge patch with null does not remove ${JSON.stringify(reflection.name)} (RFC 7396).`;
      const fault = { rule: 'merge.null-kept', message, expected: null, actual: valueAfterwards } as const;
      test.report(outcome, reflection.name, test.toDeviation(reflection, fault));
    }
  };
  // After each merge patch, its field is read, so the requests must not run in parallel.
  if (isMergePatch) for (const probe of probes) await sendAndCompare(probe);
  else await harness.session.tryEach(probes, sendAndCompare);
  if (isMergePatch) await checkNestedMerge(test);
  await test.refresh('after doubtful updates');
}

/** Whether a response shows no value of a field, or only its default. */
function isFieldRemoved({ harness, resource }: UpdateTest, { pointer }: FieldReflection, response: unknown): boolean {
  const value = valueAt(response, pointer);
  const body = resource.type.get?.success?.bodies[0];
  const place = body && schemaPlace(harness.session.contract, body, pointer);
  return isEmpty(value) || isEquivalent(value, harness.session.contract.resolve(place?.schema ?? {}).default);
}

/** Checks that a merge patch of one part of an object keeps the other parts (RFC 7396). */
async function checkNestedMerge(test: UpdateTest): Promise<void> {
  const { harness, resource, bodies } = test;
  const entries = Object.entries(bodies.certainBody(() => undefined, 'merge') ?? {});
  const [name, object] = entries.find(([, value]) => isObject(value) && Object.keys(value).length > 1) ?? [];
  const reflection = test.reflections.find((reflection) => reflection.name === name);
  if (name === undefined || !isObject(object) || !reflection) return;
  const [first = '', ...rest] = Object.keys(object);
  const send = (value: JsonObject, what: string): Promise<Outcome> => {
    const description = `with ${what === 'part' ? 'a part' : 'the whole'} of ${JSON.stringify(name)}`;
    const probe = bodies.createProbe('field', description, { [name]: value }, { detail: `${name} ${what}` });
    return harness.session.send(probe.case);
  };
  const outcomeBefore = await send(object, 'whole');
  const outcome = await send({ [first]: object[first] ?? null }, 'part');
  if (!outcomeBefore.ok || !outcome.ok) return;
  const hasOtherFields = (value: unknown): boolean => {
    const readValue = valueAt(value, reflection.pointer);
    return rest.every((key) => isObject(readValue) && (readValue[key] ?? null) !== null);
  };
  const read = await readResource(harness, resource, `after a part of ${name}`, hasOtherFields);
  if (!read || hasOtherFields(read.value)) return;
  const message = `A merge patch that sends a part of ${JSON.stringify(name)} removes its other fields (RFC 7396).`;
  const actual = valueAt(read.value, reflection.pointer);
  const fault = { rule: 'merge.replaces-object', message, expected: object, actual } as const;
  test.report(outcome, name, test.toDeviation(reflection, fault));
}
