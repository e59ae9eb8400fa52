import { isObject, type Json } from '../../contract/json.js';
import { reasonOf } from '../../text/system-error.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { NoVerdict } from '../model/no-verdict.js';
import type { FieldReflection } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import type { RunSession } from '../session/run-session.js';
import { findDifferences, toPointerValue } from './differences.js';
import { createWriteRecord, type Journal, type ResourceRecord } from './journal.js';
import { diffResponse, planListRead, retryWaitOf, writeOutcomeOf } from './resource-reads.js';
import { toResponseForm } from './restorable-fields.js';
import type { Pacer, Restorer } from './restorer.js';

/**
 * Thrown to end the writes to a resource. Either the resource could not be restored to its original state (`isDirty`),
 * so that more writes would prove nothing, or the outcome of too many writes is unknown.
 */
export class WriteStop extends Error {
  override readonly name = 'WriteStop';
  readonly isDirty: boolean;

  constructor(isDirty: boolean) {
    super();
    this.isDirty = isDirty;
  }
}

interface GuardOptions {
  session: RunSession;
  journal: Journal;
  restorer: Restorer;
  pacer: Pacer;
  operation: CheckedOperation;
  reflections: readonly FieldReflection[];
  resource: ResourceRecord;
  /** Called when a write has changed another resource, with the path of that resource. */
  onOtherChange: (resource: ResourceRecord, path: string) => void;
}

/** Number of writes with an unknown outcome after which a resource gets no more writes: each causes a long wait. */
const maxUnknownWrites = 5;

/** Maximum number of attempts for a write that the server refuses with a 429, so that the write had no effect. */
const maxTries = 3;

export function toJournalFailure(error: unknown): NoVerdict {
  return new NoVerdict(
    'journal.failed',
    `The run stopped because its journal could not be written: ${reasonOf(error)}. Free disk space, or ` +
      'correct XDG_STATE_HOME.',
  );
}

/** Sends the writes to one resource. Sends only writes that the journal can undo, and undoes all of them. */
export class WriteGuard {
  readonly resource: ResourceRecord;
  readonly #options: GuardOptions;
  #hasEnded = false;
  #unknownCount = 0;
  writeCount = 0;
  /** The `writeCount` at the last restoration. */
  #restoredWrites = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.resource = options.resource;
  }

  /** Sends a request that may change the resource. This includes requests that the server should refuse. */
  async send(testCase: TestCase, body: Json | undefined): Promise<Outcome> {
    if (this.#hasEnded) throw new WriteStop(true);
    if (this.#unknownCount >= maxUnknownWrites) throw new WriteStop(false);
    for (let round = 1; ; round += 1) {
      const outcome = await this.#sendOnce(testCase, body);
      if (outcome.status !== 429 || round === maxTries) return outcome;
      if (!(await this.#options.session.waitIfAllowed(retryWaitOf(outcome.exchange) ?? 0))) return outcome;
    }
  }

  async #sendOnce(testCase: TestCase, body: Json | undefined): Promise<Outcome> {
    const { session, journal, restorer, operation, reflections, resource, pacer } = this.#options;
    const isRestorable = (name: string): boolean => resource.fields.some((field) => field.name === name);
    const unknownField = isObject(body) ? Object.keys(body).find((name) => !isRestorable(name)) : undefined;
    if (unknownField !== undefined)
      throw new Error(`The request of ${testCase.id} sends the field ${unknownField}, which could not be restored.`);
    await pacer.wait();
    session.throwIfEnded();
    const write = journal.nextNumber();
    try {
      const sentValues = toResponseForm(session.contract, operation, reflections, body);
      journal.append(createWriteRecord({ write, resource: resource.resource, case: testCase.id, sent: sentValues }));
    } catch (error) {
      throw toJournalFailure(error);
    }
    pacer.noteWrite();
    this.writeCount += 1;
    const outcome = await session
      .send({ ...testCase, request: { ...testCase.request, once: true } })
      .finally(() => restorer.noteWriteEnd(write));
    const responseValues = diffResponse(resource, outcome.exchange);
    // If no attempt was made, the session skipped the request, for example after an earlier timeout.
    const writeOutcome = outcome.exchange.attempts === 0 ? 'refused' : writeOutcomeOf(outcome.exchange);
    if (writeOutcome === 'unknown') this.#unknownCount += 1;
    journal.note({ kind: 'response', write, outcome: writeOutcome, ...(responseValues && { shown: responseValues }) });
    return outcome;
  }

  /** Runs `work`, then undoes its writes, even if it failed. @throws WriteStop if the original state is not restored */
  async run(work: () => Promise<void>): Promise<void> {
    if (this.#hasEnded) throw new WriteStop(true);
    try {
      await work();
    } finally {
      await this.#restore();
    }
    // The error is not thrown in `finally`, since it would then replace an error of `work`.
    if (this.#hasEnded) throw new WriteStop(true);
  }

  /** Notes the state of the resource from a read, which shows which writes were applied. */
  noteState(state: Json): void {
    this.#options.restorer.noteState(this.resource, state);
  }

  async #restore(): Promise<void> {
    if (this.#restoredWrites === this.writeCount) return;
    this.#restoredWrites = this.writeCount;
    this.#hasEnded = (await this.#options.restorer.restore(this.resource, true)).as !== 'clean';
  }

  /** Records the original state of another resource that a write has changed. The run does not restore it. */
  rememberOtherResource(otherResource: Resource, before: Json, after: Json): void {
    this.#hasEnded = true;
    const { session, journal, restorer, operation, onOtherChange } = this.#options;
    const plan = planListRead(session.contract, otherResource);
    if (!plan) return;
    const base = { kind: 'resource', resource: journal.nextNumber(), operationId: operation.id } as const;
    const resource: ResourceRecord = { ...base, ...plan, fields: [], snapshot: before };
    journal.append(resource);
    const write = journal.nextNumber();
    const sentValues = findDifferences(before, after).map(toPointerValue);
    journal.append(
      createWriteRecord({ write, resource: resource.resource, case: `${operation.id}/elsewhere`, sent: sentValues }),
    );
    restorer.noteWriteEnd(write);
    onOtherChange(resource, `${plan.read.path} (${plan.item?.id})`);
  }
}
