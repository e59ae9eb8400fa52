import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Exchange } from '../model/exchange.js';
import { NoVerdict } from '../model/no-verdict.js';
import type { WaitBudget } from '../transport/wait-budget.js';
import { busyAdvice, isBusy } from './control-verdict.js';

/** Until one request has been answered as one with a key should be, nothing is known of the target. */
export class FirstLook {
  readonly #contract: CheckedContract;
  readonly #waits: WaitBudget | undefined;
  /** Whether a request with the key has come to its end. */
  isOver = false;
  #isAnswered = false;

  constructor(contract: CheckedContract, waits: WaitBudget | undefined) {
    this.#contract = contract;
    this.#waits = waits;
  }

  /** Why the run ends with this exchange; undefined where it goes on. */
  verdict({ operationId, request }: TestCase, { response, failure, earlier }: Exchange): NoVerdict | undefined {
    if (this.#isAnswered) return undefined;
    if (failure && /^(target|tls)\./.test(failure.code)) return new NoVerdict(failure.code, failure.message);
    if (request.key !== 'right') return undefined;
    this.isOver = true;
    if (!response) return undefined;
    const { status } = response;
    if (status === 401 || status === 403) {
      const asked = `${request.method} ${request.path}`;
      const isKeyless = this.#contract.operation(operationId)?.security.kind === 'none';
      return new NoVerdict(
        'key.refused',
        isKeyless
          ? `${asked} answered ${status} to a request without a key, since the contract asks for none that the ` +
              'check can send: it knows keys in a header or a query, bearer and basic.'
          : `The server refuses the key: ${asked} answered ${status}. Set DIRECTORY_API_KEY to a key that it knows.`,
      );
    }
    if (!isBusy(response)) {
      this.#isAnswered = true;
      return undefined;
    }
    if (!earlier) return undefined;
    const busy = `The server answers ${status} and asks to wait, from the first request on.`;
    return new NoVerdict('target.busy', `${busy} ${busyAdvice(this.#waits)}`);
  }
}
