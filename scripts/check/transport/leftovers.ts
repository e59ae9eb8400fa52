import type { Exchange, FailureCode, SentRequest } from '../model/exchange.js';
import type { RuleId } from '../model/rules/index.js';
import type { AttemptResult } from './attempt.js';

/** What came over a connection and was, surely or perhaps, no answer to the request that it came for. */
export interface Unasked {
  /** The requests that were answered over this connection before, the newest last. One of them has left it behind. */
  before: readonly SentRequest[];
  /** Whether nothing else was sent over this connection. */
  isCertain: boolean;
  /** The request that it came for where one was under way, and what was wrong with it. */
  instead?: { request: SentRequest; rule: RuleId; message: string };
}

/** What half an answer, left behind by another request, makes of the answer to the next one. */
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

/** Gathers what requests may have left behind on connections that others used after them. */
export class Leftovers {
  readonly unasked: Unasked[] = [];
  /** Answers that ended a connection, and what had been answered over it before. */
  readonly #last = new WeakMap<Exchange, readonly SentRequest[]>();

  note(before: readonly SentRequest[], isCertain: boolean, instead?: Unasked['instead']): void {
    // Before a request, a server has no answer to leave behind.
    if (before.length > 0) this.unasked.push({ before: [...before], isCertain, ...(instead && { instead }) });
  }

  noteOutcome(request: SentRequest, { failure, reused, stage }: AttemptResult, before: readonly SentRequest[]): void {
    if (failure && reused && stage !== 'sent' && doubtful.includes(failure.code))
      this.note(before, false, { request, rule: failure.code, message: failure.message });
  }

  /** Notes that an exchange ended the connection that others had used before it. */
  noteLast(exchange: Exchange, before: readonly SentRequest[]): void {
    this.#last.set(exchange, before);
  }

  /** Notes that something is wrong with an answer, which may be what another request has left behind. */
  accuse(exchange: Exchange, rule: RuleId, message: string): void {
    const before = this.#last.get(exchange);
    if (before) this.note(before, false, { request: exchange.request, rule, message });
  }
}
