import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { parsePointer } from '../../contract/pointer.js';
import type { Probe } from '../cases/bodies.js';
import { keyCases } from '../cases/refusals.js';
import { brokenBodyCases, wrongBodyCases } from '../cases/wrong-bodies.js';
import type { TestCase } from '../model/case.js';
import { sentFields } from '../model/contract/body-encoding.js';
import { type FieldReflection, valueAt } from '../model/reflection.js';
import type { WriteGuard } from '../restore/guard.js';
import type { Outcome } from '../session/outcome.js';
import { readList } from './harness.js';
import { otherParentCases } from './lists/sharing.js';
import { reportOtherResource } from './reads.js';
import { applyUpdate, checkListItem } from './update.js';
import { checkRefusedUpdate, maxProbeCounts } from './update-refusals.js';
import { toRepeatProbe, type UpdateTest } from './update-test.js';

/** Maximum number of flags to switch, to see whether the same flags of other resources also change. */
const maxTestedFlags = 2;

/** Number of faulty fields after which no more fields are tested, since restoring each of them takes long. */
const faultyFieldLimit = 3;

/** Sends each field with its current value. This must change nothing. */
export async function checkNoop(test: UpdateTest, guard: WriteGuard): Promise<void> {
  const { fields } = guard.resource;
  const minimalBody = test.bodies.minimalBody('needed');
  for (const { name, before } of fields)
    await sendNoop(test, { ...minimalBody, [name]: before }, `with ${JSON.stringify(name)} as it is`, name);
  const all = Object.fromEntries(fields.map(({ name, before }) => [name, before]));
  if (fields.length > 1) await sendNoop(test, all, 'with all its fields as they are');
}

async function sendNoop(test: UpdateTest, body: JsonObject, about: string, name?: string): Promise<void> {
  const parts = { ...(name !== undefined && { detail: name }), expect: 'success' } as const;
  const probe = test.bodies.createProbe('noop', about, body, parts);
  await test.runGroup(async () => void (await applyUpdate(test, probe)));
}

/** Runs all tests of an update on an existing resource. Each update is undone before the next one is sent. */
export async function checkRoundtrip(test: UpdateTest, guard: WriteGuard): Promise<void> {
  const { harness, operation, resource, bodies } = test;
  const getCurrentValue = (name: string): Json | undefined => test.currentValue(name);
  const itemsBefore = (await readList(harness, resource, 'before updates'))?.items;
  const sentBodies: JsonObject[] = [];
  const sendProbe = async (probe: Probe): Promise<void> => {
    if (isObject(probe.body)) sentBodies.push(probe.body);
    await applyUpdate(test, probe);
  };
  let faultyFieldCount = 0;
  for (const probe of bodies.fieldProbes(getCurrentValue)) {
    const faultsBefore = test.faultCount;
    await test.runGroup(async () => {
      await sendProbe(probe);
      const shorterProbe = oneItemProbe(test, probe);
      if (shorterProbe) await sendProbe(shorterProbe);
    });
    await checkNeighbours(test, guard, itemsBefore, sentBodies);
    if (test.faultCount > faultsBefore) faultyFieldCount += 1;
    if (faultyFieldCount < faultyFieldLimit) continue;
    harness.session.notes.add(
      `${operation.id}: the check tested only some fields, because updates of ${faultyFieldCount} had wrong effects.`,
    );
    break;
  }
  const allFieldsProbe = bodies.allFieldsProbe(getCurrentValue);
  if (allFieldsProbe) {
    await test.runGroup(async () => {
      await sendProbe(allFieldsProbe);
      await applyUpdate(test, toRepeatProbe(allFieldsProbe));
      await checkListItem(test);
    });
    await checkNeighbours(test, guard, itemsBefore, sentBodies);
  }
  const unicodeProbe = bodies.unicodeProbe();
  if (unicodeProbe) await test.runGroup(() => sendProbe(unicodeProbe));
  await test.runGroup(() => checkFlags(test, itemsBefore));
  await checkRefusals(test);
  for (const { case: testCase, body } of bodies.doubtfulProbes(maxProbeCounts.nulls, maxProbeCounts.longTexts)) {
    // An unknown field could not be restored, since no response is known to contain it.
    if (testCase.kind !== 'extra-field') await test.runGroup(async () => void (await test.send(testCase, body)));
  }
  await checkNeighbours(test, guard, itemsBefore, sentBodies);
}

/** Returns an update with only one of several array items, to see whether updates replace items or add to them. */
function oneItemProbe({ bodies }: UpdateTest, { case: testCase, body }: Probe): Probe | undefined {
  const [name = ''] = parsePointer(testCase.pointer ?? '');
  const value = isObject(body) ? body[name] : undefined;
  if (!isObject(body) || !Array.isArray(value) || value.length < 2) return undefined;
  const description = `with one item of ${JSON.stringify(name)}`;
  const parts = { detail: name, pointer: testCase.pointer ?? '' };
  return bodies.createProbe('shorter', description, { ...body, [name]: value.slice(0, 1) }, parts);
}

/** Sends requests that the server must refuse and that must change nothing. Undoes the requests that succeed. */
async function checkRefusals(test: UpdateTest): Promise<void> {
  const { harness, operation, bodies } = test;
  const { session, source } = harness;
  const { parameters } = test.resource;
  const plainBody = bodies.certainBody((name) => test.currentValue(name), 'plain');
  const mixedProbe = bodies.partlyWrongProbe((name) => test.currentValue(name));
  const otherParents = await otherParentCases({ session, source, operation, parameters }, plainBody);
  const cases: [testCase: TestCase, body: Json | undefined][] = [];
  if (mixedProbe) cases.push([mixedProbe.case, mixedProbe.body]);
  if (plainBody || !operation.body) {
    for (const testCase of keyCases(source, operation, parameters, plainBody)) cases.push([testCase, plainBody]);
    for (const testCase of otherParents) cases.push([testCase, plainBody]);
  }
  for (const testCase of brokenBodyCases(operation, parameters, {})) cases.push([testCase, undefined]);
  for (const testCase of wrongBodyCases(source, operation, parameters)) {
    const [name = ''] = parsePointer(testCase.pointer ?? '');
    if (test.mayWriteField(name) && cases.length < test.requestsLeft)
      cases.push([testCase, sentFields(testCase.request.body, operation)]);
  }
  for (const [testCase, body] of cases) await test.runGroup(() => checkRefusal(test, testCase, body));
}

async function checkRefusal(test: UpdateTest, testCase: TestCase, body: Json | undefined): Promise<void> {
  const outcome = await test.send(testCase, body);
  if (!outcome.ok) await checkRefusedUpdate(test, outcome);
  else reportOtherResource(test.harness.session, test.operation, test.resource.parameters, outcome);
}

/** Checks that no other resource has a sent string. Short ones do not count, since other users may write them, too. */
async function checkNeighbours(
  test: UpdateTest,
  guard: WriteGuard,
  before: ReadonlyMap<string, unknown> | undefined,
  sentBodies: readonly JsonObject[],
): Promise<void> {
  const { harness, resource, operation } = test;
  const listAfter = before && (await readList(harness, resource, 'beside updates'));
  if (!before || !listAfter) return;
  const bodies = [...sentBodies, Object.fromEntries(guard.resource.fields.map((field) => [field.name, field.before]))];
  for (const [id, item] of listAfter.items) {
    const oldItem = before.get(id);
    if (id === test.id || oldItem === undefined) continue;
    const copiedField = test.reflections.find(({ name, pointer }) => {
      const value = valueAt(item, pointer);
      const isLongText = typeof value === 'string' && value.length >= 12;
      return isLongText && value !== valueAt(oldItem, pointer) && bodies.some((body) => body[name] === value);
    });
    if (!copiedField) continue;
    const testCase = { ...listAfter.outcome.case, operationId: operation.id, id: `${operation.id}/beside` };
    const [expected, actual] = [oldItem, item].map((each) => valueAt(each, copiedField.pointer));
    reportNeighbour(test, { ...listAfter.outcome, case: testCase }, copiedField, { id, expected, actual });
    const otherResource = { ...resource, parameters: { [resource.type.parameter]: id } };
    guard.rememberOtherResource(otherResource, oldItem as Json, item as Json);
  }
}

function reportNeighbour(
  test: UpdateTest,
  outcome: Outcome,
  reflection: FieldReflection,
  { id, expected, actual }: { id: string; expected: unknown; actual: unknown },
): void {
  const message = `An update also changes ${JSON.stringify(reflection.name)} of another resource: ${id}.`;
  const fault = { rule: 'update.elsewhere', message, expected, actual } as const;
  test.harness.session.report(outcome, test.toDeviation(reflection, fault));
}

/**
 * Switches flags three times, and looks for flags of other resources that change each time. Other users may change a
 * flag once, but are unlikely to do so at each switch.
 */
async function checkFlags(test: UpdateTest, before: ReadonlyMap<string, unknown> | undefined): Promise<void> {
  const { harness, bodies, resource } = test;
  const { resolve } = harness.session.contract;
  if (!before) return;
  const flags = test.reflections.filter(
    ({ name, schema }) => resolve(schema).type === 'boolean' && test.mayWriteField(name) && !test.isFaultyField(name),
  );
  for (const reflection of flags.slice(0, maxTestedFlags)) {
    const { name, pointer } = reflection;
    const lists: ReadonlyMap<string, unknown>[] = [];
    let lastOutcome: Outcome | undefined;
    const description = `with ${JSON.stringify(name)} alone`;
    for (const [round, value] of [true, false, true].entries()) {
      const probe = bodies.createProbe('field', description, { [name]: value }, { detail: `${name} ${round}` });
      lastOutcome = await test.send(probe.case, probe.body);
      const list = lastOutcome.ok ? await readList(harness, resource, `after ${name} ${round}`) : undefined;
      if (list) lists.push(list.items);
      test.noteState(list?.items.get(test.id));
    }
    const changesWithFlag = (id: string): boolean =>
      lists.length === 3 && lists.every((items, round) => valueAt(items.get(id), pointer) === (round !== 1));
    const otherId = [...(lists[0]?.keys() ?? [])].find((id) => id !== test.id && changesWithFlag(id));
    if (otherId === undefined || !lastOutcome) continue;
    const values = { expected: valueAt(before.get(otherId), pointer), actual: true };
    reportNeighbour(test, lastOutcome, reflection, { id: otherId, ...values });
  }
  if (flags.length > 0) await test.refresh('after flags');
}
