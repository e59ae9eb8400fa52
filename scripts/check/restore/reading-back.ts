import type { Json } from '../../contract/json.js';
import { toPointer } from '../../contract/pointer.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import type { CheckedOperation } from '../model/operations.js';
import { requestOf } from '../model/request.js';
import { listShape } from '../model/resources.js';
import type { Security } from '../model/security.js';
import type { Resource } from '../session/resource.js';
import type { Session } from '../session/session.js';
import { differences } from './differences.js';
import { journalFailed } from './guard.js';
import { type Journal, SecretInJournal } from './journal.js';
import { outcomeOf, resourceIn, trouble } from './look.js';
import { type OwnJournal, undoLine } from './opening.js';
import type { Pace } from './pace.js';
import type { ItemPlace, ResourceRecord, WriteRecord } from './records.js';
import { uptime } from './uptime.js';

export interface ReadingBackOptions {
  own: OwnJournal;
  baseUrl: string;
  session: Pick<Session, 'contract'>;
  /** Sends a request, whatever becomes of the run. */
  send: (request: SentRequest, security: Security) => Promise<Exchange>;
  /** Whether a state that no read shows may be read by an empty update. */
  readByPatch: boolean;
  tell?: ((sentence: string) => void) | undefined;
}

/** A state of a thing, and how it was read. */
export interface Looked {
  read: SentRequest;
  item?: ItemPlace;
  security: Security;
  state: Json;
}

/** Finds out what things are before anything is written to them, and notes it in the journal. */
export class ReadingBack {
  readonly #options: ReadingBackOptions;
  readonly #journal: Journal;
  readonly #pace: Pace;
  #hasTold = false;

  constructor(options: ReadingBackOptions, pace: Pace) {
    this.#options = options;
    this.#journal = options.own.journal;
    this.#pace = pace;
  }

  /**
   * Puts a thing into the journal. The line that undoes what is about to be written stands where it is seen before
   * anything is.
   */
  remember(record: ResourceRecord): void {
    const { tell, baseUrl } = this.#options;
    if (!this.#hasTold) {
      tell?.(
        `Things of ${baseUrl} are written to, and put back at once. Should this run be cut off, this puts back ` +
          'what is left:',
      );
      tell?.(undoLine(baseUrl));
    }
    this.#hasTold = true;
    this.#append(record);
  }

  #append(record: ResourceRecord | WriteRecord): void {
    try {
      this.#journal.append(record);
    } catch (error) {
      throw error instanceof SecretInJournal ? error : journalFailed(error);
    }
  }

  /** The state of a thing, by the read that shows it; or the reason why none can be relied on. */
  async look(operation: CheckedOperation, resource: Resource): Promise<Looked | { reason: string }> {
    const plan = this.#planFor(resource);
    let reason = 'Nothing reads it back.';
    if (plan) {
      const state = await this.#lookTwice(plan, (request) => this.#options.send(request, plan.security));
      if (!('reason' in state)) return { ...plan, ...state };
      ({ reason } = state);
    }
    if (!this.#options.readByPatch)
      return {
        reason: `${reason} What cannot be read back is not written to; --read-by-patch reads it by an empty update.`,
      };
    const byPatch = { read: emptyUpdate(operation, resource), security: operation.security };
    const record: ResourceRecord = {
      kind: 'thing',
      thing: this.#journal.next(),
      operationId: operation.id,
      ...byPatch,
      fields: [],
      snapshot: null,
    };
    this.remember(record);
    const state = await this.#lookTwice(byPatch, async (request) => {
      await this.#pace.wait();
      const write = this.#journal.next();
      this.#append({
        kind: 'write',
        write,
        thing: record.thing,
        at: Date.now(),
        up: uptime(),
        case: `${operation.id}/read`,
        sent: [],
      });
      this.#pace.begin();
      const exchange = await this.#options.send(request, operation.security);
      this.#journal.note({ kind: 'answer', write, outcome: outcomeOf(exchange) });
      return exchange;
    });
    // What an empty update did, nobody could take back: from here on the state counts that it has shown.
    this.#journal.note({ kind: 'closed', thing: record.thing, as: 'left' });
    return 'reason' in state ? { reason: `${reason} ${state.reason}` } : { ...byPatch, ...state };
  }

  /** The read of a thing alone, else of the list that it is in. */
  #planFor({ type: resource, parameters, parents }: Resource): Omit<Looked, 'state'> | undefined {
    const { get, list, idField, parameter } = resource;
    if (get) return { read: requestOf(get, { parameters }), security: get.security };
    const shape = list && listShape(list, this.#options.session.contract.resolve);
    const id = parameters[parameter];
    if (!list || !shape || id === undefined) return undefined;
    const place = shape.field === undefined ? '' : toPointer([shape.field]);
    return {
      read: requestOf(list, { parameters: parents }),
      security: list.security,
      item: { list: place, idField, id },
    };
  }

  /** A state that moves by itself could not be told from one that a write has moved. */
  async #lookTwice(
    { read, item }: Pick<Looked, 'read' | 'item'>,
    send: (request: SentRequest) => Promise<Exchange>,
  ): Promise<{ state: Json } | { reason: string }> {
    const seen: Json[] = [];
    for (const _ of [1, 2]) {
      const exchange = await send(read);
      const state = resourceIn(exchange, item);
      if (state === undefined)
        return { reason: `${read.method} ${read.path} does not show what it is now: ${trouble(exchange)}` };
      seen.push(state);
    }
    const [moving] = differences(seen[0], seen[1]);
    if (moving)
      return {
        reason:
          `Two reads one after another differ at ${moving.pointer || 'the whole'}, so that nobody could tell ` +
          'what a write has changed.',
      };
    return { state: seen[0] as Json };
  }
}

/** An update that changes nothing, and whose body is replaced by what it has to send. */
export function emptyUpdate(operation: CheckedOperation, { parameters }: Resource): SentRequest {
  return { ...requestOf(operation, { parameters, body: {} }), once: true };
}
