import { headerOf } from '../model/exchange.js';
import type { AttemptResult } from './attempt.js';

const maxResets = 2;
const maxWaits = 3;

/** Whether a second request has the same effect as one (RFC 9110 §9.2.2). */
export function isRepeatable(method: string): boolean {
  return method !== 'POST' && method !== 'PATCH';
}

/**
 * Whether a connection that other requests had used ended before any byte of a response. The server may have closed it
 * while the request was on its way (RFC 9112 §9.3.1), so this is no fault of the server.
 */
export function isLostOnReuse({ failure, isReused, stage }: AttemptResult): boolean {
  return failure?.code === 'transport.reset' && isReused && stage === 'sent';
}

export class Retries {
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

  /** Whether the connection was lost before anything was sent, so that the attempt does not count. */
  isUnsent({ isUnsent, failure }: AttemptResult): boolean {
    return isUnsent && failure?.code !== 'transport.failed' && this.#unsentCount++ < maxResets;
  }

  /** Returns the milliseconds to wait before the request is sent again; undefined if the outcome is final. */
  getDelay(outcome: AttemptResult): number | undefined {
    const { response, failure } = outcome;
    if (this.#isSentOnce) return undefined;
    const isSafe = this.#method === 'GET' || this.#method === 'HEAD';
    if (response) {
      if (response.status !== 429 && response.status !== 503) return undefined;
      const header = response.headers['retry-after'];
      // A 429 states that the server did nothing; a 503 does not.
      const mayRetry = response.status === 429 || (isSafe && header !== undefined);
      if (!mayRetry || this.#waits++ >= maxWaits) return undefined;
      return parseRetryAfter(headerOf(response, 'retry-after'), Date.now());
    }
    if (failure?.code !== 'transport.reset') return undefined;
    if (isSafe) return this.#resets++ < maxResets ? 0 : undefined;
    if (!isLostOnReuse(outcome) || this.#hasRetriedReuse || !isRepeatable(this.#method)) return undefined;
    this.#hasRetriedReuse = true;
    return 0;
  }
}

/** Returns the milliseconds of a `Retry-After` (RFC 9110 §10.2.3), at most a minute; a second if it is invalid. */
export function parseRetryAfter(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  const wait = /^\d{1,12}$/.test(text)
    ? Number(text) * 1000
    : /^[A-Za-z]{3,9},? /.test(text)
      ? Date.parse(text) - now
      : NaN;
  return Number.isNaN(wait) ? 1000 : Math.min(Math.max(wait, 0), 60_000);
}
