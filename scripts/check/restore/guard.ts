import { isObject, type Json } from '../../contract/json.js';
import type { TestCase } from '../model/case.js';
import { NoVerdict } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Reflection } from '../model/reflection.js';
import type { Outcome, Use } from '../session/outcome.js';
import type { Session } from '../session/session.js';
import { differences, placed } from './differences.js';
import type { Journal } from './journal.js';
import { askedWait, outcomeOf, shownBy } from './look.js';
import type { Mender } from './mender.js';
import type { Pace } from './pace.js';
import type { ResourceRecord } from './records.js';
import { asShown } from './restorable.js';
import { uptime } from './uptime.js';

/**
 * No more is written to a thing: it is not what it was, so that whatever came after would prove nothing; or its server
 * leaves open what becomes of writes.
 */
export class WritesEnded extends Error {
  override readonly name = 'WritesEnded';
  readonly isDirty: boolean;

  constructor(isDirty: boolean) {
    super();
    this.isDirty = isDirty;
  }
}

export interface GuardOptions {
  session: Session;
  journal: Journal;
  mender: Mender;
  pace: Pace;
  operation: CheckedOperation;
  reflections: readonly Reflection[];
  resource: ResourceRecord;
  /** Told of another thing that has changed, and its path. */
  changed: (resource: ResourceRecord, path: string) => void;
}

/** Another thing that was written to, in the list that shows it, and what it was and is. */
interface OtherResource {
  id: string;
  list: Pick<ResourceRecord, 'read' | 'security'> & { pointer: string; idField: string };
  before: Json;
  after: Json;
}

/** Writes of which nobody knows what becomes, after which no other is sent: each is waited for. */
const unsureLimit = 5;

/** Times that a write is sent anew where the server asks for patience and has surely done nothing. */
const patience = 3;

/** The end of a run whose journal cannot be written any more. */
export function journalFailed(error: unknown): NoVerdict {
  return new NoVerdict(
    'journal.failed',
    `Nothing more was written, since the journal could not be: ${(error as Error).message}. Make room, or ` +
      'correct XDG_STATE_HOME.',
  );
}

/** Writes to one thing: nothing is sent before the journal can undo it, and everything is put back. */
export class Guard {
  readonly resource: ResourceRecord;
  readonly #options: GuardOptions;
  #isOver = false;
  #unsure = 0;
  writes = 0;
  /** Of them, those that were followed by a look. */
  #looked = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.resource = options.resource;
  }

  /** Sends a request that may change the thing, whatever it is meant for. */
  async send(testCase: TestCase, body: Json | undefined, use?: Use): Promise<Outcome> {
    if (this.#isOver) throw new WritesEnded(true);
    if (this.#unsure >= unsureLimit) throw new WritesEnded(false);
    for (let round = 1; ; round += 1) {
      const outcome = await this.#sendOnce(testCase, body, use);
      if (outcome.status !== 429 || round === patience) return outcome;
      if (!(await this.#options.session.patience(askedWait(outcome.exchange) ?? 0))) return outcome;
    }
  }

  async #sendOnce(testCase: TestCase, body: Json | undefined, use: Use | undefined): Promise<Outcome> {
    const { session, journal, mender, operation, reflections, resource, pace } = this.#options;
    const strange = isObject(body)
      ? Object.keys(body).find((name) => !resource.fields.some((field) => field.name === name))
      : undefined;
    if (strange !== undefined) throw new Error(`${testCase.id} sends ${strange}, which could not be put back.`);
    await pace.wait();
    session.stopWhereDue();
    const write = journal.next();
    try {
      journal.append({
        kind: 'write',
        write,
        thing: resource.thing,
        at: Date.now(),
        up: uptime(),
        case: testCase.id,
        sent: asShown(session.contract, operation, reflections, body),
      });
    } catch (error) {
      throw journalFailed(error);
    }
    pace.begin();
    this.writes += 1;
    const outcome = await session
      .send({ ...testCase, request: { ...testCase.request, once: true } }, use)
      .finally(() => mender.ended(write));
    const shown = shownBy(resource, outcome.exchange);
    // An operation that did not answer in time before is not sent again.
    const known = outcome.exchange.attempts === 0 ? 'refused' : outcomeOf(outcome.exchange);
    if (known === 'unknown') this.#unsure += 1;
    journal.note({ kind: 'answer', write, outcome: known, ...(shown && { shown }) });
    return outcome;
  }

  /**
   * Does something with the thing, and puts it back, whatever came of that.
   *
   * @throws WritesEnded where it is not what it was
   */
  async during(work: () => Promise<void>): Promise<void> {
    if (this.#isOver) throw new WritesEnded(true);
    try {
      await work();
    } finally {
      await this.#restore();
    }
    // Not in the place of an error of the work itself.
    if (this.#isOver) throw new WritesEnded(true);
  }

  /** A read has shown the thing, so that it is known which writes were applied. */
  saw(state: Json): void {
    this.#options.mender.saw(this.resource, state);
  }

  async #restore(): Promise<void> {
    if (this.#looked === this.writes) return;
    this.#looked = this.writes;
    this.#isOver = (await this.#options.mender.mend(this.resource, true)).as !== 'clean';
  }

  /** Another thing has taken what was written to this one: it is remembered as it was, and no update is sent to it. */
  rememberOther({ id, list, before, after }: OtherResource, path: string): void {
    const { journal, mender, operation, changed } = this.#options;
    const resource: ResourceRecord = {
      kind: 'thing',
      thing: journal.next(),
      operationId: operation.id,
      security: list.security,
      read: list.read,
      item: { list: list.pointer, idField: list.idField, id },
      fields: [],
      snapshot: before,
    };
    journal.append(resource);
    const write = journal.next();
    journal.append({
      kind: 'write',
      write,
      thing: resource.thing,
      at: Date.now(),
      up: uptime(),
      case: `${operation.id}/elsewhere`,
      sent: differences(before, after).map(placed),
    });
    mender.ended(write);
    this.#isOver = true;
    changed(resource, path);
  }
}
