import { isObject, type JsonObject } from '../../contract/json.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import { readOnlyFields } from '../../contract/schema-fields.js';
import type { Bodies } from '../cases/bodies.js';
import type { UnformattedBreach } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import { sentFields } from '../model/contract/body-encoding.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { formatValue } from '../model/deviation.js';
import { isSameValue, valueAt } from '../model/likeness.js';
import type { FieldReflection } from '../model/reflection.js';
import type { RuleId } from '../model/rules/index.js';
import { wordsIn } from '../model/words.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import type { Session } from '../session/session.js';
import { isReference } from '../values/text.js';
import { createResource } from './create-resource.js';
import { type Harness, readResource, removeResource } from './harness.js';

/** Milliseconds after which a value that counts seconds has certainly changed. */
const secondsCounterWait = 1100;

/**
 * Whether a value changes without a write, such as a counter of reads or a running time. Such a value proves nothing
 * about writes. Reads the resource twice, and if the value may count time, again a second later. Then it reads new
 * resources to which it writes nothing, since the value may have changed just once, like the state of a job that has
 * started. Does this once for each field of a resource type.
 *
 * @param looksAgain whether to read even if the field did not change in another resource: the value sent to this
 * resource, such as a rate, may make the field change only here
 */
export async function isVolatile(
  harness: Harness,
  resource: Resource,
  pointer: string,
  looksAgain = false,
): Promise<boolean> {
  const key = volatileKey(resource, pointer);
  const earlierResult = harness.notebook.volatileFields.get(key);
  if (earlierResult || (earlierResult === false && !looksAgain)) return earlierResult;
  // If reads lag behind writes, two different reads may merely show a late write.
  if (harness.session.settleTime > 0) return false;
  const read = async (label: string): Promise<unknown> =>
    valueAt((await readResource(harness, resource, `${label} for ${pointer}`))?.value, pointer);
  const first = await read('once');
  let isChanging = !isSameValue(await read('again'), first);
  if (!isChanging && mayCountTime(first)) {
    await new Promise((resolve) => setTimeout(resolve, secondsCounterWait));
    isChanging = !isSameValue(await read('later'), first);
  }
  for (let attempt = 0; attempt < controlResourceCount && !isChanging; attempt += 1)
    isChanging = await changesWithoutWrite(harness, resource, pointer);
  harness.notebook.volatileFields.set(key, isChanging);
  return isChanging;
}

/** Number of new resources that must stay the same before a change counts as caused by a write. */
const controlResourceCount = 2;

/** Maximum time to wait for a change of a new resource, in milliseconds. */
const maxControlWait = 2000;

/** Whether a field of a new resource changes without a write, until that resource is as old as `resource` is now. */
async function changesWithoutWrite(harness: Harness, resource: Resource, pointer: string): Promise<boolean> {
  const { type, parents: givenParents, createdAt } = resource;
  if (createdAt === undefined || !type.create) return false;
  const age = Math.min(performance.now() - createdAt, maxControlWait);
  const options = { round: 'untouched', use: 'preparing', givenParents } as const;
  const control = (await createResource(harness, type, options))?.resource;
  if (!control) return false;
  const read = async (): Promise<unknown> =>
    valueAt((await readResource(harness, control, `untouched for ${pointer}`))?.value, pointer);
  const before = await read();
  await new Promise((resolve) => setTimeout(resolve, age));
  const isChanged = !isSameValue(await read(), before);
  await removeResource(harness, control);
  return isChanged;
}

/** The key of `volatileFields` for a field of a resource. */
export function volatileKey({ type }: Pick<Resource, 'type'>, pointer: string): string {
  return `${type.prefix} ${pointer}`;
}

function mayCountTime(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^[\d.:TZ+-]+$/i.test(value) && /\d/.test(value));
}

/** Words in names of fields that a server sets once, and whole names of such fields. */
const creationWordPattern = /^creat(e|ed|ion|or)$/;
const ownerNamePattern = /^(owner|tenant|organi[sz]ation|workspace|account)(_?id)?$/i;

/** Minimum length of a value that is recognised as an id: a shorter value may be equal by chance. */
const minIdLength = 4;

/** Words in names of fields that a server may update at each read, such as a counter. */
const readWordPattern = /^(seen|last|view|hit|visit|access|download|usage|use$|attempt|fail|request)/;

/** Words in names of fields that a server may update at each write. */
const writeWordPattern = /^(updat|modif|chang|version|revision|etag)/;

/** Whether the name of a field suggests that the server updates it at each read. */
export function mayChangeOnRead(name: string): boolean {
  return wordsIn(name).some((word) => readWordPattern.test(word));
}

/** Whether the name of a field suggests that the server updates it at each read or write. */
export function mayChangeOnUse(name: string): boolean {
  return mayChangeOnRead(name) || wordsIn(name).some((word) => writeWordPattern.test(word));
}

/** Whether the server sets a field only when it creates the resource. Meant for fields that requests cannot set. */
export function isSetOnce({ type, parameters, parents }: Resource, name: string, value: unknown): boolean {
  const isCreationName = wordsIn(name).some((word) => creationWordPattern.test(word));
  if (name === type.idField || ownerNamePattern.test(name) || isCreationName) return true;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const isDistinctive = isReference(name) || text.length >= minIdLength;
  return isDistinctive && Object.values({ ...parents, ...parameters }).includes(text);
}

/** Whether a change perhaps only records that something happened: a later time, or a higher number. */
export function isProgressChange(name: string, before: unknown, after: unknown): boolean {
  if (mayChangeOnUse(name)) return true;
  if (typeof before === 'number' && typeof after === 'number') return after > before;
  return isTime(before) && isTime(after) && Date.parse(after) > Date.parse(before);
}

export function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value);
}

/** A write to a resource, and the places where responses show the values that it sends. */
interface WriteContext {
  harness: Harness;
  operation: CheckedOperation;
  resource: Resource;
  reflections: readonly FieldReflection[];
}

/** The state of a resource before and after a write; `afterRepeat` is the state after an identical second write. */
interface ObservedStates {
  before: unknown;
  after: unknown;
  afterRepeat?: unknown;
}

/** Reports a fault of a field, unless the field also changes without writes. */
export async function reportField(
  { harness, operation, resource }: Omit<WriteContext, 'reflections'>,
  outcome: Outcome,
  fault: UnformattedBreach & { pointer: string },
): Promise<void> {
  if (await isVolatile(harness, resource, fault.pointer)) return;
  const values = { expected: formatValue(fault.expected), actual: formatValue(fault.actual) };
  harness.session.reportFault(outcome, operation, { ...fault, ...values });
}

/** Reports fields that change although no request can set them and the contract does not mark them as read-only. */
export async function reportSideEffects(
  write: WriteContext,
  rule: RuleId,
  outcome: Outcome,
  { sentBody: body, before, after, afterRepeat }: ObservedStates & { sentBody: JsonObject },
): Promise<void> {
  if (!isObject(before) || !isObject(after)) return;
  const knownNames = new Set([
    ...readOnlyNames(write.harness.session, write.operation),
    ...write.reflections.map(({ pointer }) => parsePointer(pointer)[0] ?? ''),
    // The contract may not say where a response shows a sent field, such as an owner.
    ...Object.keys(body),
  ]);
  for (const name of Object.keys(before).filter((name) => !knownNames.has(name))) {
    const [old, current] = [before[name], after[name]];
    const isChanged = isSetOnce(write.resource, name, old) && (old ?? null) !== null && !isSameValue(old, current);
    const next = isObject(afterRepeat) ? afterRepeat[name] : current;
    const isUnstable = !isSameValue(current, next) && !isProgressChange(name, current, next);
    if (!isChanged && !isUnstable) continue;
    const subject = isChanged ? 'A write' : 'The same write sent twice';
    const message = `${subject} changes ${JSON.stringify(name)}, although the request did not contain this field.`;
    const [expected, actual] = isChanged ? [old, current] : [current, next];
    await reportField(write, outcome, { rule, pointer: `/${escapeToken(name)}`, message, expected, actual });
  }
}

/** Whether a field follows from what a write sends: other values change it, and the same values change it back. */
async function isComputedField(
  { harness, operation, resource, bodies }: WriteContext & { bodies: Bodies },
  { case: testCase }: Outcome,
  pointer: string,
  value: unknown,
): Promise<boolean> {
  if (!resource.isCreatedByRun) return false;
  const body = sentFields(testCase.request.body, operation) ?? {};
  const others = bodies.properties.flatMap(({ name, schema }) => {
    const other = Object.hasOwn(body, name) ? bodies.value(name, schema, `other ${name}`, body[name]) : undefined;
    return other === undefined ? [] : [[name, other] as const];
  });
  const detail = `other values for ${pointer}`;
  const parts = { detail, expect: 'either' } as const;
  const probe = bodies.createProbe('field', 'with other values', { ...body, ...Object.fromEntries(others) }, parts);
  const valueAfter = async (next: TestCase): Promise<unknown> => {
    await harness.session.send(next, 'counted');
    return valueAt((await readResource(harness, resource, `after ${detail}`))?.value, pointer);
  };
  const [otherValue, sameValue] = [await valueAfter(probe.case), await valueAfter(testCase)];
  return isSameValue(sameValue, value) && !isSameValue(otherValue, value);
}

export async function reportReadOnlyChange(
  write: WriteContext & { bodies: Bodies },
  outcome: Outcome,
  { before, after }: ObservedStates,
): Promise<void> {
  if (!isObject(before) || !isObject(after)) return;
  for (const name of readOnlyNames(write.harness.session, write.operation)) {
    const [expected, actual] = [before[name], after[name]];
    if (mayChangeOnUse(name) || expected === undefined || isSameValue(expected, actual)) continue;
    const message = `A write changes ${JSON.stringify(name)}, which is read-only.`;
    const pointer = `/${escapeToken(name)}`;
    if (await isComputedField(write, outcome, pointer, actual)) continue;
    await reportField(write, outcome, { rule: 'read-only.changed', pointer, message, expected, actual });
  }
}

/** Reports a response that contains a value sent for a read-only field. */
export function reportAcceptedReadOnly(
  session: Session,
  operation: CheckedOperation,
  outcome: Outcome,
  { body, response }: { body: JsonObject; response: unknown },
): void {
  for (const name of readOnlyNames(session, operation)) {
    if (!Object.hasOwn(body, name) || !isObject(response) || response[name] !== body[name]) continue;
    session.reportFault(outcome, operation, {
      rule: 'read-only.taken',
      pointer: `/${escapeToken(name)}`,
      message: `The server lets a request set ${JSON.stringify(name)}, which is read-only.`,
      expected: 'a value chosen by the server',
      actual: formatValue(response[name]),
    });
  }
}

function readOnlyNames({ contract }: Session, operation: CheckedOperation): string[] {
  const schema = operation.success?.bodies[0]?.schema;
  return schema ? readOnlyFields(contract, schema) : [];
}
