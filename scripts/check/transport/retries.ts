import { headerOf } from '../model/exchange.js';
import type { AttemptResult } from './attempt.js';

const maxRetriesAfterReset = 2;
const maxRetriesAfterWait = 3;

/** Whether sending a request twice has the same effect as sending it once (RFC 9110 §9.2.2). */
export function isRepeatableMethod(method: string): boolean {
  return method !== 'POST' && method !== 'PATCH';
}

/** Whether a reused connection ended before any byte of a response: the server may have closed it (RFC 9112 §9.3.1). */
export function isLostOnReuse({ failure, isReused, stage }: AttemptResult): boolean {
  return failure?.code === 'transport.reset' && isReused && stage === 'sent';
}

export class RetryPolicy {
  readonly #method: string;
  #unsentCount = 0;
  #resets = 0;
  #waits = 0;
  #hasRetriedReuse = false;
  readonly #isSentOnce: boolean;

  constructor(method: string, isSentOnce: boolean) {
    this.#method = method;
    this.#isSentOnce = isSentOnce;
  }

  /** Whether the connection was lost before anything was sent. Such an attempt does not count. */
  isUnsent({ isUnsent, failure }: AttemptResult): boolean {
    return isUnsent && failure?.code !== 'transport.failed' && this.#unsentCount++ < maxRetriesAfterReset;
  }

  /** Returns the milliseconds to wait before the request is sent again; undefined if the outcome is final. */
  getDelay(outcome: AttemptResult): number | undefined {
    const { response, failure } = outcome;
    if (this.#isSentOnce) return undefined;
    const isSafeMethod = this.#method === 'GET' || this.#method === 'HEAD';
    if (response) {
      if (response.status !== 429 && response.status !== 503) return undefined;
      const header = response.headers['retry-after'];
      // A 429 says that the server did nothing. A 503 does not say that, so only a read is sent again after a 503.
      const mayRetry = response.status === 429 || (isSafeMethod && header !== undefined);
      if (!mayRetry || this.#waits++ >= maxRetriesAfterWait) return undefined;
      return parseRetryAfter(headerOf(response, 'retry-after'), Date.now());
    }
    if (failure?.code !== 'transport.reset') return undefined;
    if (isSafeMethod) return this.#resets++ < maxRetriesAfterReset ? 0 : undefined;
    if (!isLostOnReuse(outcome) || this.#hasRetriedReuse || !isRepeatableMethod(this.#method)) return undefined;
    this.#hasRetriedReuse = true;
    return 0;
  }
}

/** Returns the milliseconds of `Retry-After` (RFC 9110 §10.2.3), at most a minute; a second if missing or invalid. */
export function parseRetryAfter(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  const millisecondsUntilDate = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) - now : NaN;
  const wait = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : millisecondsUntilDate;
  return Number.isNaN(wait) ? 1000 : Math.min(Math.max(wait, 0), 60_000);
}
