import type { Json } from '../../contract/json.js';
import type { Security } from '../../contract/security.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { listShape } from '../model/contract/resources.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import { pageLimit } from '../model/pages.js';
import { requestOf } from '../model/request.js';
import type { Resource } from '../session/resource.js';
import type { RunSession } from '../session/run-session.js';
import { differences } from './differences.js';
import { journalFailed } from './guard.js';
import { type Journal, SecretInJournal } from './journal.js';
import { outcomeOf, search, trouble } from './look.js';
import { type OwnJournal, undoLine } from './opening.js';
import type { Pace } from './pace.js';
import { type ItemPlace, type ResourceRecord, type WriteRecord, writeNow } from './records.js';

export interface ReadingBackOptions {
  own: OwnJournal;
  baseUrl: string;
  session: Pick<RunSession, 'contract'>;
  /** Sends a request, even after the run was stopped. */
  send: (request: SentRequest, security: Security) => Promise<Exchange>;
  /** Whether an empty update may be used to read a state that no read returns. */
  readByPatch: boolean;
  notify?: ((sentence: string) => void) | undefined;
}

/** The state of a resource, and how it was read. */
export interface Looked {
  read: SentRequest;
  item?: ItemPlace;
  security: Security;
  state: Json;
}

/** Reads the original state of resources before the first write, and records it in the journal. */
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

  /** Records a resource in the journal. Prints the undo command before the first write. */
  remember(record: ResourceRecord): void {
    const { notify, baseUrl } = this.#options;
    if (!this.#hasTold) {
      notify?.(
        `This run changes resources of ${baseUrl} and undoes each change at once. If it is interrupted, undo the ` +
          'remaining changes with:',
      );
      notify?.(undoLine(baseUrl));
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

  /** Reads the state of a resource; returns a reason if no read is reliable. */
  async look(operation: CheckedOperation, resource: Resource): Promise<Looked | { reason: string }> {
    const plan = this.#planFor(resource);
    let reason = 'The contract has no operation that reads it.';
    if (plan) {
      const state = await this.#lookTwice(plan, (request) => this.#options.send(request, plan.security));
      if (!('reason' in state)) return { ...plan, ...state };
      ({ reason } = state);
    }
    if (!this.#options.readByPatch)
      return {
        reason: `${reason} It is not written to, unless --read-by-patch allows reading it with an empty update.`,
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
      this.#append(writeNow(write, record.thing, { case: `${operation.id}/read`, sent: [] }));
      this.#pace.begin();
      const exchange = await this.#options.send(request, operation.security);
      this.#journal.note({ kind: 'answer', write, outcome: outcomeOf(exchange) });
      return exchange;
    });
    // The effect of an empty update cannot be undone, so the state after it counts as the original.
    this.#journal.note({ kind: 'closed', thing: record.thing, as: 'left' });
    return 'reason' in state ? { reason: `${reason} ${state.reason}` } : { ...byPatch, ...state };
  }

  /** Returns the read of the resource itself, or of the list that contains it. */
  #planFor({ type: resource, parameters, parents }: Resource): Omit<Looked, 'state'> | undefined {
    const { get, list, idField, parameter } = resource;
    if (get) return { read: requestOf(get, { parameters }), security: get.security };
    const shape = list && listShape(list, this.#options.session.contract.resolve);
    const id = parameters[parameter];
    if (!list || !shape || id === undefined) return undefined;
    return {
      read: requestOf(list, { parameters: parents }),
      security: list.security,
      item: { list: shape.pointer, idField, id, ...(list.paging && { paging: list.paging }) },
    };
  }

  /** Reads twice: if the state changes by itself, the effect of a write could not be recognised. */
  async #lookTwice(
    plan: Omit<Looked, 'state'>,
    send: (request: SentRequest) => Promise<Exchange>,
  ): Promise<{ state: Json } | { reason: string }> {
    const asked = `${plan.read.method} ${plan.read.path}`;
    const seen: Json[] = [];
    for (const isFirst of [true, false]) {
      const { state, exchange, isLong } = await search(plan, send, isFirst);
      if (isLong)
        return {
          reason: `${asked} has more than ${pageLimit} pages, so a write could move it where no read finds it again.`,
        };
      if (state === undefined) return { reason: `${asked} does not return its state: ${trouble(exchange)}` };
      seen.push(state);
    }
    const [moving] = differences(seen[0], seen[1]);
    if (moving)
      return {
        reason:
          `Two reads in a row differ at ${moving.pointer || 'the top level'}, so the effect of a write could not ` +
          'be recognised.',
      };
    return { state: seen[0] as Json };
  }
}

/** Returns an update that changes nothing; a caller may replace its body. */
export function emptyUpdate(operation: CheckedOperation, { parameters }: Resource): SentRequest {
  return { ...requestOf(operation, { parameters, body: {} }), once: true };
}
