import { headerOf } from '../model/exchange.js';
import type { AttemptResult } from './attempt.js';
import { retryAfter } from './retry-after.js';

const maxResets = 2;
const maxWaits = 3;

/** Decides whether to send a request again. */
export class Retries {
  readonly #method: string;
  #unsent = 0;
  #resets = 0;
  #waits = 0;
  #isRenewed = false;
  readonly #isOnce: boolean;

  constructor(method: string, isOnce: boolean) {
    this.#method = method;
    this.#isOnce = isOnce;
  }

  /** Whether the connection was lost before anything was sent, so that the attempt does not count. */
  isUnsent({ unsent, failure }: AttemptResult): boolean {
    return unsent && failure?.code !== 'transport.failed' && this.#unsent++ < maxResets;
  }

  /** Returns the milliseconds to wait before the request is sent again; undefined if the outcome is final. */
  after({ response, failure, reused, stage }: AttemptResult): number | undefined {
    if (this.#isOnce) return undefined;
    const isSafe = this.#method === 'GET' || this.#method === 'HEAD';
    if (response) {
      if (response.status !== 429 && response.status !== 503) return undefined;
      const header = response.headers['retry-after'];
      // A 429 states that the server did nothing; a 503 does not.
      const isAllowed = response.status === 429 || (isSafe && header !== undefined);
      if (!isAllowed || this.#waits++ >= maxWaits) return undefined;
      return retryAfter(headerOf(response, 'retry-after'), Date.now());
    }
    if (failure?.code !== 'transport.reset') return undefined;
    if (isSafe) return this.#resets++ < maxResets ? 0 : undefined;
    // The server closed an idle connection just as the request was sent.
    if (!reused || stage !== 'sent' || this.#isRenewed || this.#method === 'POST' || this.#method === 'PATCH')
      return undefined;
    this.#isRenewed = true;
    return 0;
  }
}
