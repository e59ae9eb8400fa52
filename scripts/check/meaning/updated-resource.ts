import type { Json } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import { Bodies, type Probe } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type Deviation, shown } from '../model/deviation.js';
import { faultOf, type ShownFault } from '../model/fault.js';
import { sameShown } from '../model/likeness.js';
import { canShow, isCertain, type Reflection, reflections, shownAs, valueAt } from '../model/reflection.js';
import type { Guard } from '../restore/guard.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readResource } from './harness.js';
import { movesByItself, movingKey } from './moving.js';

/** Maximum number of requests to an operation in its test, before the random ones; the least important are left out. */
const planLimit = 150;

/** Returns the places in responses of the values that an update sends. */
export function reflectionsOf({ session }: Harness, operation: CheckedOperation, resource: Resource): Reflection[] {
  const { contract } = session;
  const read = resource.type.get?.success?.bodies[0]?.schema;
  const all = reflections(contract, operation, operation.success?.bodies[0]?.schema ?? read);
  return all.filter(({ isEnveloped, pointer }) => !isEnveloped || (read && canShow(contract, read, pointer)));
}

/** Returns the same write as a new test case. */
export function sentAgain({ case: testCase, body }: Probe): Probe {
  const id = testCase.id.replace(`/${testCase.kind}`, '/again');
  return { case: { ...testCase, id, kind: 'again', about: 'sent a second time' }, body };
}

/** A resource under test: its current state, and the fields whose updates are faulty. */
export class UpdatedResource {
  readonly harness: Harness;
  readonly operation: CheckedOperation;
  readonly resource: Resource;
  readonly bodies: Bodies;
  readonly reflections: readonly Reflection[];
  /** The state from the last read; undefined if it cannot be read. */
  state: unknown;
  readonly #guard: Guard | undefined;
  /** Number of requests to the operation before its test. */
  #before: number;
  /** Fields with a reported fault: each is reported once. */
  #faulty = new Set<string>();

  /** @param guard undoes the writes of each span; without a guard, the run created the resource */
  constructor(harness: Harness, operation: CheckedOperation, resource: Resource, guard?: Guard) {
    this.harness = harness;
    this.operation = operation;
    this.resource = resource;
    this.#guard = guard;
    this.#before = this.#requests;
    const only = guard && Object.fromEntries(guard.resource.fields.map(({ name, before }) => [name, before]));
    this.bodies = new Bodies({ source: harness.source, operation, parameters: resource.parameters, only });
    const all = reflectionsOf(harness, operation, resource);
    this.reflections = guard ? all.filter(({ isEnveloped }) => !isEnveloped) : all;
  }

  /** The same test of another resource: a fault of a field is reported once for both. */
  onResource(resource: Resource): UpdatedResource {
    const other = new UpdatedResource(this.harness, this.operation, resource);
    other.#before = this.#before;
    other.#faulty = this.#faulty;
    return other;
  }

  /** The same test of the same resource, which leaves no trace here of what it finds. */
  inSession(harness: Harness): UpdatedResource {
    const other = new UpdatedResource(harness, this.operation, this.resource);
    other.#faulty = new Set(this.#faulty);
    other.state = this.state;
    return other;
  }

  /** Sends a request that may change the resource. */
  send(testCase: TestCase, body?: Json): Promise<Outcome> {
    return this.#guard ? this.#guard.send(testCase, body) : this.harness.session.send(testCase);
  }

  /** Reads the current state; returns undefined if no read contains it. */
  async read(detail: string, isRight?: (value: unknown) => boolean): Promise<Outcome | undefined> {
    // If only an empty update can read it, only the responses to updates are judged.
    if (this.#guard && this.#guard.resource.read.method !== 'GET') return undefined;
    const outcome = await readResource(this.harness, this.resource, detail, isRight);
    this.saw(outcome?.value);
    return outcome;
  }

  /** Notes a state from a read. */
  saw(value: unknown): void {
    if (value !== undefined) this.#guard?.saw(value as Json);
  }

  /** Runs writes that belong together. With a guard, they are undone at the end. */
  async span(work: () => Promise<void>): Promise<void> {
    if (!this.#guard) return work();
    const before = this.state;
    await this.#guard.during(work);
    this.state = before;
  }

  /** Whether a field may be written. */
  isWritten(name: string): boolean {
    return !this.#guard || this.#guard.resource.fields.some((field) => field.name === name);
  }

  get id(): string {
    return this.resource.parameters[this.resource.type.parameter]?.toLowerCase() ?? '';
  }

  /** Number of requests that may still be sent. */
  get left(): number {
    return Math.max(0, planLimit + this.#before - this.#requests);
  }

  get #requests(): number {
    return this.harness.session.tally.countsOf(this.operation.id).requests;
  }

  /** Returns the current value of a field of the request. */
  current(name: string): Json | undefined {
    const reflection = this.reflections.find((each) => each.name === name);
    return reflection && (valueAt(this.state, reflection.pointer) as Json | undefined);
  }

  /** Reads the state again, after the settle time. */
  async refresh(detail: string): Promise<void> {
    // With a guard, writes are undone at once, so the state is the original one.
    if (this.#guard) return;
    const { settle } = this.harness.session;
    if (settle > 0) await new Promise((resolve) => setTimeout(resolve, settle));
    this.state = (await readResource(this.harness, this.resource, detail))?.value;
  }

  /** Whether the value at a place changes without a write. */
  moves(pointer: string): Promise<boolean> {
    return movesByItself(this.harness, this.resource, pointer);
  }

  /** Returns the sent fields that responses contain. */
  sentOf(sent: JsonObject): Reflection[] {
    return this.reflections.filter(({ name }) => Object.hasOwn(sent, name) && sent[name] !== null);
  }

  isShown(value: unknown, sent: JsonObject): boolean {
    return this.sentOf(sent).every(
      (reflection) => shownAs(this.harness.session.contract, reflection, sent[reflection.name], value) !== 'other',
    );
  }

  /** Returns a deviation for each sent value that the response lacks or has changed. */
  missing(outcome: Outcome, sent: JsonObject): { name: string; pointer: string; deviation: Deviation }[] {
    const { contract } = this.harness.session;
    const schema = this.operation.success?.bodies[0]?.schema;
    return this.sentOf(sent).flatMap((reflection) => {
      const { name, pointer } = reflection;
      if (!canShow(contract, schema, pointer) || this.harness.notebook.moving.get(movingKey(this.resource, pointer)))
        return [];
      const found = valueAt(outcome.value, pointer);
      const like = shownAs(contract, reflection, sent[name], outcome.value);
      if (like === 'same') return [];
      if (like === 'other')
        return [{ name, pointer, deviation: this.#notShown(outcome.case, reflection, sent[name], found) }];
      const message = `The response contains the value sent for ${JSON.stringify(name)} in a tidied form.`;
      const tidied = { rule: 'update.tidied', message, expected: sent[name], actual: found } as const;
      return [{ name, pointer, deviation: this.deviation(reflection, tidied) }];
    });
  }

  #notShown(testCase: TestCase, reflection: Reflection, sent: unknown, found: unknown): Deviation {
    const name = JSON.stringify(reflection.name);
    const values = { expected: sent, actual: found };
    const hasMore = Array.isArray(sent) && sent.length > 0 && Array.isArray(found) && found.length > sent.length;
    if (!hasMore) {
      const message = `The response to an update does not contain the value sent for ${name}.`;
      return this.deviation(reflection, { rule: 'update.not-shown', message, ...values });
    }
    if (testCase.kind === 'again') {
      const message = `The same update of ${name} sent twice results in more items than sent once.`;
      return this.deviation(reflection, { rule: 'update.not-idempotent', message, ...values });
    }
    const message = `An update adds to the items of ${name} instead of replacing them.`;
    return this.deviation(reflection, { rule: 'update.array-added', message, ...values });
  }

  /** @param fault its `actual` is the value that the resource has now */
  deviation(reflection: Reflection, { expected, actual, ...fault }: ShownFault): Deviation {
    const { name, pointer } = reflection;
    const { body } = this.operation;
    // The schema of a body is usually a reference; the field is in the schema that it refers to.
    const schema = body?.schema.$ref?.slice(1) ?? body?.pointer ?? this.operation.pointer;
    const found = {
      ...fault,
      pointer,
      expected: shown(expected),
      actual: shown(actual),
      contract: `${schema}/properties/${escapeToken(name)}`,
    };
    const before = valueAt(this.state, pointer);
    // That a field is null is an open question of its own.
    const isUnchanged = isCertain(reflection) && (before ?? null) !== null && sameShown(actual, before);
    return faultOf(this.operation, found, { isUnchanged });
  }

  /** Number of fields with a reported fault. */
  get faults(): number {
    return this.#faulty.size;
  }

  /** Whether an update of this field had a reported fault. */
  isFaulty(name: string): boolean {
    return this.#faulty.has(name);
  }

  /** Reports a fault of a field, unless the field has one already or changes by itself. */
  async reportField(outcome: Outcome, reflection: Reflection, fault: ShownFault): Promise<void> {
    if (await this.moves(reflection.pointer)) return;
    this.report(outcome, reflection.name, this.deviation(reflection, fault));
  }

  /** Reports a deviation about a field, unless the field has a fault already. */
  report(outcome: Outcome, name: string, deviation: Deviation): void {
    if (this.#faulty.has(name)) return;
    if (deviation.severity !== 'observation') this.#faulty.add(name);
    this.harness.session.report(outcome, deviation);
  }
}
