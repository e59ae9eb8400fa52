import type { Exchange, FailureCode, SentRequest } from '../model/exchange.js';
import type { RuleId } from '../model/rules/index.js';
import type { AttemptResult } from './attempt.js';

/** Bytes that arrived on a connection and, surely or perhaps, were not the response to its current request. */
export interface Unasked {
  /** The requests with a response over this connection before, the newest last. One of them left the bytes behind. */
  before: readonly SentRequest[];
  /** Whether no other request was sent over this connection. */
  isCertain: boolean;
  /** The request that was under way, if any, and the error of its response. */
  instead?: { request: SentRequest; rule: RuleId; message: string };
}

/** Failures of a response that may come from half a response left behind by an earlier request. */
const doubtful: readonly FailureCode[] = [
  'transport.timeout',
  'transport.truncated',
  'transport.not-http',
  'transport.framing',
  'transport.too-large',
  'transport.headers-too-large',
  'transport.encoding',
  'transport.interim',
];

/** Collects bytes that requests may have left behind on connections that others used after them. */
export class Leftovers {
  readonly unasked: Unasked[] = [];
  /** Exchanges that ended a connection, with the requests that had used it before. */
  readonly #last = new WeakMap<Exchange, readonly SentRequest[]>();

  note(before: readonly SentRequest[], isCertain: boolean, instead?: Unasked['instead']): void {
    // Before the first response, a server has nothing to leave behind.
    if (before.length > 0) this.unasked.push({ before: [...before], isCertain, ...(instead && { instead }) });
  }

  noteOutcome(request: SentRequest, { failure, reused, stage }: AttemptResult, before: readonly SentRequest[]): void {
    if (failure && reused && stage !== 'sent' && doubtful.includes(failure.code))
      this.note(before, false, { request, rule: failure.code, message: failure.message });
  }

  noteLast(exchange: Exchange, before: readonly SentRequest[]): void {
    this.#last.set(exchange, before);
  }

  accuse(exchange: Exchange, rule: RuleId, message: string): void {
    const before = this.#last.get(exchange);
    if (before) this.note(before, false, { request: exchange.request, rule, message });
  }
}
