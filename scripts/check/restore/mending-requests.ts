import type { Json } from '../../contract/json.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import { valueAt } from '../model/likeness.js';
import type { Security } from '../model/security.js';
import type { Difference } from '../model/state-report.js';
import type { Journal } from './journal.js';
import { askedWait, outcomeOf, resourceIn, shownBy, withBody } from './look.js';
import { isSame } from './ours.js';
import type { Pace } from './pace.js';
import type { PlacedValue, ResourceRecord, RestorableField } from './records.js';
import { uptime } from './uptime.js';

export interface MendingOptions {
  send: (request: SentRequest, security: Security) => Promise<Exchange>;
  journal: Journal;
  pace: Pace;
}

/** Reads without an answer that tells anything, one after another. */
const lookLimit = 3;
/** Milliseconds between two looks. */
export const lookInterval = 100;

/** What is sent to put things back: reads, and updates that stand in the journal before they go out. */
export class MendingRequests {
  readonly #options: MendingOptions;
  readonly #ended: (write: number) => void;
  /** Updates sent so far. */
  undos = 0;

  /** @param ended told of each write whose answer has come, or the reason why there is none */
  constructor(options: MendingOptions, ended: (write: number) => void) {
    this.#options = options;
    this.#ended = ended;
  }

  /** What a read shows of a thing; undefined where none does. */
  async look(resource: ResourceRecord): Promise<Json | undefined> {
    for (let tries = 1; ; tries += 1) {
      const exchange = await this.#send(resource, resource.read);
      const value = resourceIn(exchange, resource.item);
      if (value !== undefined || tries === lookLimit) return value;
      await sleep(waitAfter(exchange));
    }
  }

  /**
   * Sends the update that puts fields back.
   *
   * @param found what the look before has shown otherwise than the snapshot
   * @returns what the answer shows otherwise than the snapshot, and than the look before; and whether it says that
   * nothing was done
   */
  async undo(
    resource: ResourceRecord,
    update: SentRequest,
    fields: readonly RestorableField[],
    found: readonly Difference[],
  ): Promise<{ shown: PlacedValue[]; isBusy: boolean }> {
    const { journal, send } = this.#options;
    // What an update makes of the old values is nobody else's change, whoever comes across it later.
    const write = this.#remember(
      resource,
      'undo',
      fields.map(({ pointer }) => ({ pointer, value: valueAt(resource.snapshot, pointer) as Json })),
    );
    this.undos += 1;
    const body = Object.fromEntries(fields.map(({ name, before }) => [name, before]));
    const exchange = await send(withBody(update, body), resource.security);
    this.#ended(write);
    const shown = shownBy(resource, exchange)?.filter(
      (each) => !found.some(({ pointer, after }) => each.pointer === pointer && isSame(each, pointer, after)),
    );
    journal.note({ kind: 'answer', write, outcome: outcomeOf(exchange), ...(shown && { shown }) });
    if (outcomeOf(exchange) !== 'done') await sleep(waitAfter(exchange));
    return { shown: shown ?? [], isBusy: exchange.response?.status === 429 };
  }

  /** A read that is an update itself stands in the journal before it is sent. */
  async #send(resource: ResourceRecord, request: SentRequest): Promise<Exchange> {
    const { send, pace } = this.#options;
    if (request.method === 'GET') return send(request, resource.security);
    await pace.wait();
    const write = this.#remember(resource, 'read', []);
    const exchange = await send({ ...request, once: true }, resource.security);
    this.#ended(write);
    return exchange;
  }

  /**
   * Puts a write into the journal just before it is sent, and gives its number; a full disk must not keep a thing from
   * being put back.
   */
  #remember(resource: ResourceRecord, what: string, sent: readonly PlacedValue[]): number {
    const { journal, pace } = this.#options;
    const write = journal.next();
    try {
      journal.append({
        kind: 'write',
        write,
        thing: resource.thing,
        at: Date.now(),
        up: uptime(),
        case: `${resource.operationId}/${what}`,
        sent,
      });
    } catch {
      // What is there says enough: this thing was written to.
    }
    pace.begin();
    return write;
  }
}

/** Milliseconds to wait after an answer that tells nothing. */
function waitAfter(exchange: Exchange): number {
  return askedWait(exchange) ?? 2 * lookInterval;
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
