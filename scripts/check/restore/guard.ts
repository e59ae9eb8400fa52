import { isObject, type Json } from '../../contract/json.js';
import { reasonOf } from '../../text/system-error.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { NoVerdict } from '../model/no-verdict.js';
import type { Reflection } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import type { RunSession } from '../session/run-session.js';
import { differences, placed } from './differences.js';
import { type Journal, type ResourceRecord, writeNow } from './journal.js';
import { askedWait, outcomeOf, readingInList, shownBy } from './look.js';
import type { Mender, Pace } from './mender.js';
import { asShown } from './restorable.js';

/**
 * Ends the writes to a resource: either it differs from its original state (`isDirty`), so more writes would prove
 * nothing, or the outcome of too many writes is unknown.
 */
export class WritesEnded extends Error {
  override readonly name = 'WritesEnded';
  readonly isDirty: boolean;

  constructor(isDirty: boolean) {
    super();
    this.isDirty = isDirty;
  }
}

interface GuardOptions {
  session: RunSession;
  journal: Journal;
  mender: Mender;
  pace: Pace;
  operation: CheckedOperation;
  reflections: readonly Reflection[];
  resource: ResourceRecord;
  /** Called when another resource has changed, with its path. */
  changed: (resource: ResourceRecord, path: string) => void;
}

/** Writes with an unknown outcome after which no more are sent, because each takes a long wait. */
const unsureLimit = 5;

/** Times that a write is sent if the server responds with 429, which means that it did nothing. */
const patience = 3;

export function journalFailed(error: unknown): NoVerdict {
  return new NoVerdict(
    'journal.failed',
    `The run stopped because its journal could not be written: ${reasonOf(error)}. Free disk space, or ` +
      'correct XDG_STATE_HOME.',
  );
}

/** Writes to one resource. Sends nothing before the journal can undo it, and undoes everything. */
export class Guard {
  readonly resource: ResourceRecord;
  readonly #options: GuardOptions;
  #isOver = false;
  #unsure = 0;
  writes = 0;
  /** The number of writes at the last restore. */
  #looked = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.resource = options.resource;
  }

  /** Sends a request that may change the resource, even if it should be refused. */
  async send(testCase: TestCase, body: Json | undefined): Promise<Outcome> {
    if (this.#isOver) throw new WritesEnded(true);
    if (this.#unsure >= unsureLimit) throw new WritesEnded(false);
    for (let round = 1; ; round += 1) {
      const outcome = await this.#sendOnce(testCase, body);
      if (outcome.status !== 429 || round === patience) return outcome;
      if (!(await this.#options.session.patience(askedWait(outcome.exchange) ?? 0))) return outcome;
    }
  }

  async #sendOnce(testCase: TestCase, body: Json | undefined): Promise<Outcome> {
    const { session, journal, mender, operation, reflections, resource, pace } = this.#options;
    const strange = isObject(body)
      ? Object.keys(body).find((name) => !resource.fields.some((field) => field.name === name))
      : undefined;
    if (strange !== undefined) throw new Error(`${testCase.id} sends ${strange}, which could not be restored.`);
    await pace.wait();
    session.stopWhereDue();
    const write = journal.next();
    try {
      journal.append(
        writeNow(write, resource.thing, {
          case: testCase.id,
          sent: asShown(session.contract, operation, reflections, body),
        }),
      );
    } catch (error) {
      throw journalFailed(error);
    }
    pace.begin();
    this.writes += 1;
    const outcome = await session
      .send({ ...testCase, request: { ...testCase.request, once: true } })
      .finally(() => mender.ended(write));
    const shown = shownBy(resource, outcome.exchange);
    // Without an attempt, the session skipped the request, for example after an earlier timeout.
    const known = outcome.exchange.attempts === 0 ? 'refused' : outcomeOf(outcome.exchange);
    if (known === 'unknown') this.#unsure += 1;
    journal.note({ kind: 'answer', write, outcome: known, ...(shown && { shown }) });
    return outcome;
  }

  /**
   * Runs `work`, then undoes its writes, even if it failed.
   *
   * @throws WritesEnded if the resource differs from its original state
   */
  async during(work: () => Promise<void>): Promise<void> {
    if (this.#isOver) throw new WritesEnded(true);
    try {
      await work();
    } finally {
      await this.#restore();
    }
    // Not thrown in `finally`, where it would replace an error of `work`.
    if (this.#isOver) throw new WritesEnded(true);
  }

  /** Notes the state from a read, which shows which writes were applied. */
  saw(state: Json): void {
    this.#options.mender.saw(this.resource, state);
  }

  async #restore(): Promise<void> {
    if (this.#looked === this.writes) return;
    this.#looked = this.writes;
    this.#isOver = (await this.#options.mender.mend(this.resource, true)).as !== 'clean';
  }

  /** Remembers the original state of another resource that a write has changed. No update is sent to it. */
  rememberOther(other: Resource, before: Json, after: Json): void {
    this.#isOver = true;
    const { session, journal, mender, operation, changed } = this.#options;
    const reading = readingInList(session.contract, other);
    if (!reading) return;
    const resource: ResourceRecord = {
      kind: 'thing',
      thing: journal.next(),
      operationId: operation.id,
      ...reading,
      fields: [],
      snapshot: before,
    };
    journal.append(resource);
    const write = journal.next();
    journal.append(
      writeNow(write, resource.thing, {
        case: `${operation.id}/elsewhere`,
        sent: differences(before, after).map(placed),
      }),
    );
    mender.ended(write);
    changed(resource, `${reading.read.path} (${reading.item?.id})`);
  }
}
