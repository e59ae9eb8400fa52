import type { Json } from '../../contract/json.js';
import type { Security } from '../../contract/security.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import { valueAt } from '../model/likeness.js';
import type { Difference } from '../model/report/state-report.js';
import type { Journal } from './journal.js';
import { askedWait, outcomeOf, search, shownBy, withBody } from './look.js';
import type { Pace } from './pace.js';
import { type PlacedValue, type ResourceRecord, type RestorableField, writeNow } from './records.js';
import { isSame } from './sightings.js';

export interface MendingOptions {
  send: (request: SentRequest, security: Security) => Promise<Exchange>;
  journal: Journal;
  pace: Pace;
}

/** Attempts to read a resource. */
const lookLimit = 3;
/** Milliseconds between two reads. */
export const lookInterval = 100;

/** Sends the requests that restore resources: reads, and updates, which are in the journal before they are sent. */
export class MendingRequests {
  readonly #options: MendingOptions;
  readonly #ended: (write: number) => void;
  /** Number of undo updates sent so far. */
  undos = 0;

  /** @param ended called when a write has its response, or has failed without one */
  constructor(options: MendingOptions, ended: (write: number) => void) {
    this.#options = options;
    this.#ended = ended;
  }

  /** Reads the state of a resource; returns undefined if no attempt returns it. */
  async look(resource: ResourceRecord): Promise<Json | undefined> {
    for (let tries = 1; ; tries += 1) {
      const { state, exchange } = await search(resource, (request) => this.#send(resource, request));
      if (state !== undefined || tries === lookLimit) return state;
      await sleep(waitAfter(exchange));
    }
  }

  /**
   * Sends the update that restores fields.
   *
   * @param state of the last read
   * @param found the differences between it and the snapshot
   * @returns where the response differs from both the snapshot and the last read; and whether the server did nothing
   * because it is busy
   */
  async undo(
    resource: ResourceRecord,
    update: SentRequest,
    fields: readonly RestorableField[],
    { state, found }: { state: Json; found: readonly Difference[] },
  ): Promise<{ shown: PlacedValue[]; isBusy: boolean }> {
    const { journal, send } = this.#options;
    // Recorded like any write, so that a later run does not take the result for somebody else's change.
    const write = this.#remember(
      resource,
      'undo',
      fields.map(({ pointer }) => ({ pointer, value: valueAt(resource.snapshot, pointer) as Json })),
    );
    this.undos += 1;
    const needed = resource.fields.filter(({ name }) => resource.required?.includes(name));
    const body = Object.fromEntries([
      ...needed.map((field) => [field.name, asItIs(field, state)] as const),
      ...fields.map(({ name, before }) => [name, before] as const),
    ]);
    const exchange = await send(withBody(update, body), resource.security);
    this.#ended(write);
    const shown = shownBy(resource, exchange)?.filter(
      (each) => !found.some(({ pointer, after }) => each.pointer === pointer && isSame(each, pointer, after)),
    );
    journal.note({ kind: 'answer', write, outcome: outcomeOf(exchange), ...(shown && { shown }) });
    if (outcomeOf(exchange) !== 'done') await sleep(waitAfter(exchange));
    return { shown: shown ?? [], isBusy: exchange.response?.status === 429 };
  }

  /** Sends a read. One that is an empty update is recorded in the journal first. */
  async #send(resource: ResourceRecord, request: SentRequest): Promise<Exchange> {
    const { send, pace } = this.#options;
    if (request.method === 'GET') return send(request, resource.security);
    await pace.wait();
    const write = this.#remember(resource, 'read', []);
    const exchange = await send({ ...request, once: true }, resource.security);
    this.#ended(write);
    return exchange;
  }

  /** Records a write in the journal before it is sent, and returns its number. A full disk must not prevent an undo. */
  #remember(resource: ResourceRecord, what: string, sent: readonly PlacedValue[]): number {
    const { journal, pace } = this.#options;
    const write = journal.next();
    try {
      journal.append(writeNow(write, resource.thing, { case: `${resource.operationId}/${what}`, sent }));
    } catch {
      // The journal already says that this resource was written to.
    }
    pace.begin();
    return write;
  }
}

/** The value that a field has now, which may be somebody else's: an update that must send the field keeps it. */
function asItIs({ pointer, before }: RestorableField, state: Json): Json {
  const now = valueAt(state, pointer) as Json | undefined;
  return now !== undefined && typeof now !== 'object' && typeof now === typeof before ? now : before;
}

/** Returns the milliseconds to wait after a response that proves nothing. */
function waitAfter(exchange: Exchange): number {
  return askedWait(exchange) ?? 2 * lookInterval;
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
