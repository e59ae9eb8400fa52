import type { Json } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import type { TestCase } from '../model/case.js';
import { type Deviation, shown } from '../model/deviation.js';
import type { CheckedOperation } from '../model/operations.js';
import { type Reflection, reflections, shownAs, valueAt } from '../model/reflection.js';
import type { Guard } from '../restore/guard.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { faultOf, type ShownFault } from './fault.js';
import { type Harness, readResource } from './harness.js';

/** Requests to one operation before those that are random; what says least is left out first. */
const planLimit = 150;

/** Where answers show what an update of a thing sends. */
export function reflectionsOf({ session }: Harness, operation: CheckedOperation, resource: Resource): Reflection[] {
  return reflections(
    session.contract,
    operation,
    operation.success?.bodies[0]?.schema ?? resource.type.get?.success?.bodies[0]?.schema,
  );
}

/** A thing that is updated: what it shows at the moment, and what its updates were accused of. */
export class UpdatedResource {
  readonly harness: Harness;
  readonly operation: CheckedOperation;
  readonly resource: Resource;
  readonly bodies: Bodies;
  readonly reflections: readonly Reflection[];
  /** What the thing showed when it was last read; undefined where it cannot be read. */
  state: unknown;
  readonly #guard: Guard | undefined;
  /** Fields that were accused: once is enough. */
  readonly #faulty = new Set<string>();

  /** @param guard puts the thing back after each span; without one, the thing is the test's own */
  constructor(harness: Harness, operation: CheckedOperation, resource: Resource, guard?: Guard) {
    this.harness = harness;
    this.operation = operation;
    this.resource = resource;
    this.#guard = guard;
    const only = guard && Object.fromEntries(guard.resource.fields.map(({ name, before }) => [name, before]));
    this.bodies = new Bodies({ source: harness.source, operation, parameters: resource.parameters, only });
    this.reflections = reflectionsOf(harness, operation, resource);
  }

  /** Sends a request that may change the thing. */
  send(testCase: TestCase, body?: Json): Promise<Outcome> {
    return this.#guard ? this.#guard.send(testCase, body) : this.harness.session.send(testCase);
  }

  /** What the thing shows now; undefined where no read shows it. */
  async read(detail: string, isRight?: (value: unknown) => boolean): Promise<Outcome | undefined> {
    // Where only an update reads it, its own answers are all there is.
    if (this.#guard && this.#guard.resource.read.method !== 'GET') return undefined;
    const outcome = await readResource(this.harness, this.resource, detail, isRight);
    this.saw(outcome?.value);
    return outcome;
  }

  /** A read has shown the thing. */
  saw(value: unknown): void {
    if (value !== undefined) this.#guard?.saw(value as Json);
  }

  /** What is written in a span is seen together, and put back at its end where the thing is not the test's own. */
  async span(work: () => Promise<void>): Promise<void> {
    if (!this.#guard) return work();
    const before = this.state;
    await this.#guard.during(work);
    this.state = before;
  }

  /** Whether a field of a request is one that may be written. */
  isWritten(name: string): boolean {
    return !this.#guard || this.#guard.resource.fields.some((field) => field.name === name);
  }

  get id(): string {
    return this.resource.parameters[this.resource.type.parameter]?.toLowerCase() ?? '';
  }

  /** Requests that may still be sent. */
  get left(): number {
    return Math.max(0, planLimit - this.harness.session.tally.countsOf(this.operation.id).requests);
  }

  /** What the thing shows of a field of the request. */
  current(name: string): Json | undefined {
    const reflection = this.reflections.find((each) => each.name === name);
    return reflection && (valueAt(this.state, reflection.pointer) as Json | undefined);
  }

  /** Reads the thing anew, after what was written last can be read. */
  async refresh(detail: string): Promise<void> {
    // What was written in a span is put back at once, and then the state is what it was.
    if (this.#guard) return;
    const { settle } = this.harness.session;
    if (settle > 0) await new Promise((resolve) => setTimeout(resolve, settle));
    this.state = (await readResource(this.harness, this.resource, detail))?.value;
  }

  /** The fields of a body that answers show. */
  sentOf(sent: JsonObject): Reflection[] {
    return this.reflections.filter(({ name }) => Object.hasOwn(sent, name) && sent[name] !== null);
  }

  isShown(value: unknown, sent: JsonObject): boolean {
    return this.sentOf(sent).every(
      (reflection) => shownAs(this.harness.session.contract, reflection, sent[reflection.name], value) !== 'other',
    );
  }

  /** What was sent and the answer does not show, or shows tidied up. */
  missing(outcome: Outcome, sent: JsonObject): { name: string; deviation: Deviation }[] {
    const { contract } = this.harness.session;
    return this.sentOf(sent).flatMap((reflection) => {
      const { name } = reflection;
      const found = valueAt(outcome.value, reflection.pointer);
      const like = shownAs(contract, reflection, sent[name], outcome.value);
      if (like === 'same') return [];
      if (like === 'other') return [{ name, deviation: this.#notShown(outcome.case, reflection, sent[name], found) }];
      const tidied = this.deviation(reflection, {
        rule: 'update.tidied',
        message: `What was sent for ${JSON.stringify(name)} is shown tidied up.`,
        expected: sent[name],
        actual: found,
      });
      return [{ name, deviation: { ...tidied, severity: 'observation' as const } }];
    });
  }

  #notShown(testCase: TestCase, reflection: Reflection, sent: unknown, found: unknown): Deviation {
    const name = JSON.stringify(reflection.name);
    const hasMore = Array.isArray(sent) && sent.length > 0 && Array.isArray(found) && found.length > sent.length;
    if (hasMore && testCase.kind === 'again') {
      return this.deviation(reflection, {
        rule: 'update.not-idempotent',
        message: `The same update of ${name} sent twice shows more than sent once.`,
        expected: sent,
        actual: found,
      });
    }
    if (hasMore)
      return this.deviation(reflection, {
        rule: 'update.array-added',
        message: `An update adds to the items of ${name} instead of replacing them.`,
        expected: sent,
        actual: found,
      });
    return this.deviation(reflection, {
      rule: 'update.not-shown',
      message: `The answer to an update does not show what it has sent for ${name}.`,
      expected: sent,
      actual: found,
    });
  }

  deviation({ name, pointer }: Reflection, { expected, actual, ...fault }: ShownFault): Deviation {
    const { body } = this.operation;
    // The schema of a body is mostly a reference: the place of a field is in what it names.
    const schema = body?.schema.$ref?.slice(1) ?? body?.pointer ?? this.operation.pointer;
    return faultOf(this.operation, {
      ...fault,
      pointer,
      expected: shown(expected),
      actual: shown(actual),
      contract: `${schema}/properties/${escapeToken(name)}`,
    });
  }

  /** Fields that were accused so far. */
  get accused(): number {
    return this.#faulty.size;
  }

  /** Whether updates of a field were accused of something. */
  isFaulty(name: string): boolean {
    return this.#faulty.has(name);
  }

  /** Reports what is wrong with a field, unless it was accused before. */
  report(outcome: Outcome, name: string, deviation: Deviation): void {
    if (this.#faulty.has(name)) return;
    if (deviation.severity !== 'observation') this.#faulty.add(name);
    this.harness.session.report(outcome, deviation);
  }
}
