import type { Json, JsonObject } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import { Bodies, type Probe } from '../cases/bodies.js';
import { withOtherValues } from '../cases/source.js';
import { makeDeviation, type UnformattedBreach } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { isSameValue } from '../model/likeness.js';
import {
  compareField,
  type FieldReflection,
  findReflections,
  isCertainReflection,
  mayContainField,
  valueAt,
} from '../model/reflection.js';
import type { WriteGuard } from '../restore/guard.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readResource } from './harness.js';
import { isVolatile, volatileKey } from './volatile-fields.js';

/** Maximum number of requests to an operation in its test, before the random ones. The least important are left out. */
const plannedRequestLimit = 150;

/** Returns the places where responses show the values that an update sends. */
export function reflectionsOf(
  { session }: Harness,
  operation: CheckedOperation,
  { type }: Resource,
): FieldReflection[] {
  const { contract } = session;
  const read = type.get?.success?.bodies[0]?.schema;
  const all = findReflections(contract, operation, operation.success?.bodies[0]?.schema ?? read);
  return all.filter(({ isEnveloped, pointer }) => !isEnveloped || (read && mayContainField(contract, read, pointer)));
}

export function toRepeatProbe({ case: testCase, body }: Probe): Probe {
  const id = testCase.id.replace(`/${testCase.kind}`, '/again');
  return { case: { ...testCase, id, kind: 'again', about: 'sent a second time' }, body };
}

/** The messages about a sent value that the response to an update lacks, by their rules. */
const missingValueMessages = {
  'update.tidied': (name: string) => `The response contains the value sent for ${name} in a normalized form.`,
  'update.not-shown': (name: string) => `The response to an update does not contain the value sent for ${name}.`,
  'update.not-idempotent': (name: string) =>
    `An update of ${name} sent twice results in more items than the same update sent once.`,
  'update.array-added': (name: string) => `An update adds to the items of ${name} instead of replacing them.`,
};

function missingValueRule(
  { kind }: TestCase,
  { expected, actual }: { expected: unknown; actual: unknown },
): keyof typeof missingValueMessages {
  const areArrays = Array.isArray(expected) && Array.isArray(actual);
  if (!areArrays || expected.length === 0 || actual.length <= expected.length) return 'update.not-shown';
  return kind === 'again' ? 'update.not-idempotent' : 'update.array-added';
}

/** A test of the updates of one resource: its current state, and the fields for which a fault was found. */
export class UpdateTest {
  readonly harness: Harness;
  readonly operation: CheckedOperation;
  readonly resource: Resource;
  readonly bodies: Bodies;
  readonly reflections: readonly FieldReflection[];
  /** The state from the last read; undefined if no read returns it. */
  state: unknown;
  readonly #guard: WriteGuard | undefined;
  /** Number of requests to the operation before its test. */
  #requestsBefore: number;
  /** Fields for which a fault was reported. No further fault is reported for them. */
  #faultyFields = new Set<string>();

  /** @param guard undoes the writes of each group; absent if the run has created the resource */
  constructor(harness: Harness, operation: CheckedOperation, resource: Resource, guard?: WriteGuard) {
    this.harness = harness;
    this.operation = operation;
    this.resource = resource;
    this.#guard = guard;
    this.#requestsBefore = this.#requests;
    const allowedFields = guard && Object.fromEntries(guard.resource.fields.map(({ name, before }) => [name, before]));
    this.bodies = new Bodies({ source: harness.source, operation, parameters: resource.parameters, allowedFields });
    const allReflections = reflectionsOf(harness, operation, resource);
    this.reflections = guard ? allReflections.filter(({ isEnveloped }) => !isEnveloped) : allReflections;
  }

  /** Returns the same test for another resource, with other values. The two tests report each faulty field once. */
  withResource(resource: Resource): UpdateTest {
    const harness = { ...this.harness, source: withOtherValues(this.harness.source) };
    const copy = new UpdateTest(harness, this.operation, resource);
    copy.#requestsBefore = this.#requestsBefore;
    copy.#faultyFields = this.#faultyFields;
    return copy;
  }

  /** Returns a copy of this test for another session. Faults that the copy finds are not noted in this test. */
  withHarness(harness: Harness): UpdateTest {
    const copy = new UpdateTest(harness, this.operation, this.resource);
    copy.#faultyFields = new Set(this.#faultyFields);
    copy.state = this.state;
    return copy;
  }

  send(testCase: TestCase, body?: Json): Promise<Outcome> {
    return this.#guard ? this.#guard.send(testCase, body) : this.harness.session.send(testCase);
  }

  /** Reads the current state. Returns undefined if no read returns it. */
  async read(detail: string, isExpected?: (value: unknown) => boolean): Promise<Outcome | undefined> {
    // If only an empty update can read the state, only the responses to updates are judged.
    if (this.#guard && this.#guard.resource.read.method !== 'GET') return undefined;
    const outcome = await readResource(this.harness, this.resource, detail, isExpected);
    this.noteState(outcome?.value);
    return outcome;
  }

  noteState(value: unknown): void {
    if (value !== undefined) this.#guard?.noteState(value as Json);
  }

  /** Runs writes that belong together. With a guard, undoes them at the end. */
  async runGroup(work: () => Promise<void>): Promise<void> {
    if (!this.#guard) return work();
    const stateBefore = this.state;
    await this.#guard.run(work);
    this.state = stateBefore;
  }

  mayWriteField(name: string): boolean {
    return !this.#guard || this.#guard.resource.fields.some((field) => field.name === name);
  }

  get id(): string {
    return this.resource.parameters[this.resource.type.parameter]?.toLowerCase() ?? '';
  }

  get requestsLeft(): number {
    return Math.max(0, plannedRequestLimit + this.#requestsBefore - this.#requests);
  }

  get #requests(): number {
    return this.harness.session.tally.countsOf(this.operation.id).requests;
  }

  currentValue(name: string): Json | undefined {
    const reflection = this.reflections.find((reflection) => reflection.name === name);
    return reflection && (valueAt(this.state, reflection.pointer) as Json | undefined);
  }

  /** Reads the state again, after the time that a write may take to show in reads. */
  async refresh(detail: string): Promise<void> {
    // A guard undoes writes at once, so the state is still the original one.
    if (this.#guard) return;
    const { settleTime } = this.harness.session;
    if (settleTime > 0) await new Promise((resolve) => setTimeout(resolve, settleTime));
    this.state = (await readResource(this.harness, this.resource, detail))?.value;
  }

  isVolatile(pointer: string): Promise<boolean> {
    return isVolatile(this.harness, this.resource, pointer);
  }

  /** Returns the places where responses show the sent fields. */
  reflectionsFor(body: JsonObject): FieldReflection[] {
    return this.reflections.filter(({ name }) => Object.hasOwn(body, name) && body[name] !== null);
  }

  isBodyShown(value: unknown, body: JsonObject): boolean {
    return this.reflectionsFor(body).every(
      (reflection) => compareField(this.harness.session.contract, reflection, body[reflection.name], value) !== 'other',
    );
  }

  /** Returns a deviation for each sent value that is missing or changed in the response. */
  findMissing(outcome: Outcome, body: JsonObject): { name: string; pointer: string; deviation: Deviation }[] {
    const { session, notebook } = this.harness;
    const schema = this.operation.success?.bodies[0]?.schema;
    return this.reflectionsFor(body).flatMap((reflection) => {
      const { name, pointer } = reflection;
      const isVolatileField = notebook.volatileFields.get(volatileKey(this.resource, pointer));
      if (isVolatileField || !mayContainField(session.contract, schema, pointer)) return [];
      const likeness = compareField(session.contract, reflection, body[name], outcome.value);
      if (likeness === 'same') return [];
      const values = { expected: body[name], actual: valueAt(outcome.value, pointer) };
      const rule = likeness === 'other' ? missingValueRule(outcome.case, values) : 'update.tidied';
      const fault = { rule, message: missingValueMessages[rule](JSON.stringify(name)), ...values };
      return [{ name, pointer, deviation: this.toDeviation(reflection, fault) }];
    });
  }

  /** @param fault a fault whose `actual` is the value that the resource has now */
  toDeviation(reflection: FieldReflection, { expected, actual, ...fault }: UnformattedBreach): Deviation {
    const { name, pointer } = reflection;
    const { body } = this.operation;
    // The schema of a body is usually a reference. The field is defined in the schema to which it refers.
    const schema = body?.schema.$ref?.slice(1) ?? body?.pointer ?? this.operation.pointer;
    const contract = `${schema}/properties/${escapeToken(name)}`;
    const details = { ...fault, pointer, expected: formatValue(expected), actual: formatValue(actual), contract };
    const before = valueAt(this.state, pointer);
    // A separate open question is about fields that are null, so these do not count as unchanged.
    const isUnchanged = isCertainReflection(reflection) && (before ?? null) !== null && isSameValue(actual, before);
    return makeDeviation(this.operation, details, { isUnchanged });
  }

  get faultCount(): number {
    return this.#faultyFields.size;
  }

  isFaultyField(name: string): boolean {
    return this.#faultyFields.has(name);
  }

  /** Reports a fault of a field, unless the field already has one, or also changes without writes. */
  async reportField(outcome: Outcome, reflection: FieldReflection, fault: UnformattedBreach): Promise<void> {
    if (await this.isVolatile(reflection.pointer)) return;
    this.report(outcome, reflection.name, this.toDeviation(reflection, fault));
  }

  /** Reports a deviation of a field, unless a fault of the field was already reported. */
  report(outcome: Outcome, name: string, deviation: Deviation): void {
    if (this.#faultyFields.has(name)) return;
    if (deviation.severity !== 'observation') this.#faultyFields.add(name);
    this.harness.session.report(outcome, deviation);
  }
}
