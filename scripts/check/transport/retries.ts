import { headerOf } from '../model/exchange.js';
import type { AttemptResult } from './attempt.js';
import { retryAfter } from './retry-after.js';

const maxResets = 2;
const maxWaits = 3;

/** Decides whether a request goes out once more. */
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

  /** Whether the connection was lost before anything went out, so that it does not count. */
  isUnsent({ unsent, failure }: AttemptResult): boolean {
    return unsent && failure?.code !== 'transport.failed' && this.#unsent++ < maxResets;
  }

  /** Milliseconds to wait before it is sent again; undefined where the outcome stands. */
  after({ response, failure, reused, stage }: AttemptResult): number | undefined {
    if (this.#isOnce) return undefined;
    const isSafe = this.#method === 'GET' || this.#method === 'HEAD';
    if (response) {
      if (response.status !== 429 && response.status !== 503) return undefined;
      const header = response.headers['retry-after'];
      // A 429 says that nothing was done; a 503 does not.
      const isAllowed = response.status === 429 || (isSafe && header !== undefined);
      if (!isAllowed || this.#waits++ >= maxWaits) return undefined;
      return retryAfter(headerOf(response, 'retry-after'), Date.now());
    }
    if (failure?.code !== 'transport.reset') return undefined;
    if (isSafe) return this.#resets++ < maxResets ? 0 : undefined;
    // The server closed a connection that was idle just as the request went out.
    if (!reused || stage !== 'sent' || this.#isRenewed || this.#method === 'POST' || this.#method === 'PATCH')
      return undefined;
    this.#isRenewed = true;
    return 0;
  }
}
