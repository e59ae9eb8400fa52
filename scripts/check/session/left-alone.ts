import type { TestCase } from '../model/case.js';
import type { Exchange } from '../model/exchange.js';
import { isBusy } from './control-verdict.js';

/** Operations that are not called again, since they did not answer in time, or asked to wait again and again. */
export class LeftAlone {
  /** Operations that did not answer in time: one wait is enough. */
  readonly #silent = new Set<string>();
  /** Operations that asked to wait as often as anybody waits; once the server talks again, each is called once more. */
  readonly #busy = new Set<string>();
  readonly #forgiven = new Set<string>();

  note({ operationId, request }: TestCase, { response, failure }: Exchange): void {
    if (failure?.code === 'transport.timeout') this.#silent.add(operationId);
    // A write that is put back is sent anew by whoever puts it back; a 503 to another write was sent once.
    if (isBusy(response) && !request.once && (response?.status === 429 || /^(GET|HEAD)$/.test(request.method)))
      this.#busy.add(operationId);
  }

  /** What was busy may have been so for a while. */
  forgive(): void {
    for (const operationId of this.#busy) {
      if (!this.#forgiven.has(operationId)) this.#busy.delete(operationId);
      this.#forgiven.add(operationId);
    }
  }

  /** Why a case is not sent; undefined where it may be. */
  reason({ operationId, expect }: TestCase): string | undefined {
    if (this.#silent.has(operationId) && expect !== 'refusal')
      return 'It did not answer in time before, so not all of its requests were sent; --timeout waits longer.';
    return this.#busy.has(operationId)
      ? 'It asked to wait again and again, so not all of its requests were sent.'
      : undefined;
  }
}
