import type { TestCase } from '../model/case.js';
import type { Exchange } from '../model/exchange.js';
import { isBusy } from './control-verdict.js';

/** Remembers operations that are not called again, because they timed out or repeatedly asked to wait. */
export class SkippedOperations {
  /** Operations that timed out once. */
  readonly #silent = new Set<string>();
  /** Operations that still asked to wait after all retries; when the server recovers, each gets one more chance. */
  readonly #busy = new Set<string>();
  readonly #forgiven = new Set<string>();

  note({ operationId, request }: TestCase, { response, failure }: Exchange): void {
    if (failure?.code === 'transport.timeout') this.#silent.add(operationId);
    // A write with `once` is retried by its sender; any other write is not retried after a 503.
    if (isBusy(response) && !request.once && (response?.status === 429 || /^(GET|HEAD)$/.test(request.method)))
      this.#busy.add(operationId);
  }

  /** Gives operations that were busy one more chance. */
  forgive(): void {
    for (const operationId of this.#busy) {
      if (!this.#forgiven.has(operationId)) this.#busy.delete(operationId);
      this.#forgiven.add(operationId);
    }
  }

  /** Returns why a test case is not sent; undefined if it may be. */
  reason({ operationId, expect }: TestCase): string | undefined {
    if (this.#silent.has(operationId) && expect !== 'refusal')
      return 'An earlier request timed out, so not all of its requests were sent. Allow more time with --timeout.';
    return this.#busy.has(operationId)
      ? 'The server repeatedly asked to wait, so not all of its requests were sent.'
      : undefined;
  }
}
