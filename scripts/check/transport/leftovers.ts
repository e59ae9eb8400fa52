import type { Exchange, FailureCode, SentRequest } from '../model/exchange.js';
import type { RuleId } from '../model/rules/index.js';
import type { AttemptResult } from './attempt.js';

/** Bytes that arrived on a connection and did not, or perhaps did not, belong to its current response. */
export interface Leftover {
  /** Earlier requests that got a response on this connection, the newest last. One of them left the bytes behind. */
  earlierRequests: readonly SentRequest[];
  /** Whether the connection was used for only one request, so that this request certainly left the bytes behind. */
  isCertain: boolean;
  /** The request that was pending, if any, with the error of its response. */
  failure?: { request: SentRequest; rule: RuleId; message: string };
}

/** Failures of a response that may come from bytes that an earlier request left behind on the connection. */
const doubtfulCodes: readonly FailureCode[] = [
  'transport.timeout',
  'transport.truncated',
  'transport.not-http',
  'transport.framing',
  'transport.too-large',
  'transport.headers-too-large',
  'transport.encoding',
  'transport.interim',
];

/** Collects bytes that earlier requests may have left behind on reused connections. */
export class LeftoverLog {
  readonly leftovers: Leftover[] = [];
  /** Exchanges that ended a connection, with the requests that had used it before. */
  readonly #earlierRequests = new WeakMap<Exchange, readonly SentRequest[]>();

  note(earlierRequests: readonly SentRequest[], isCertain: boolean, current?: Leftover['failure']): void {
    // Without an earlier response, no bytes can have been left behind.
    if (earlierRequests.length > 0)
      this.leftovers.push({ earlierRequests: [...earlierRequests], isCertain, ...(current && { failure: current }) });
  }

  noteOutcome(request: SentRequest, outcome: AttemptResult, earlierRequests: readonly SentRequest[]): void {
    const { failure, isReused, stage } = outcome;
    if (failure && isReused && stage !== 'sent' && doubtfulCodes.includes(failure.code))
      this.note(earlierRequests, false, { request, rule: failure.code, message: failure.message });
  }

  noteConnectionEnd(exchange: Exchange, earlierRequests: readonly SentRequest[]): void {
    this.#earlierRequests.set(exchange, earlierRequests);
  }

  noteResponseError(exchange: Exchange, rule: RuleId, message: string): void {
    const earlierRequests = this.#earlierRequests.get(exchange);
    if (earlierRequests) this.note(earlierRequests, false, { request: exchange.request, rule, message });
  }
}
