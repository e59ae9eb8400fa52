import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Exchange } from '../model/exchange.js';
import { NoVerdict } from '../model/no-verdict.js';
import type { WaitBudget } from '../transport/wait-budget.js';
import { busyAdvice, isBusy } from './control-verdict.js';

/** Judges the target until a request with the key gets a response that is neither a refusal of the key nor busy. */
export class FirstLook {
  readonly #contract: CheckedContract;
  readonly #waits: WaitBudget | undefined;
  /** Whether a request with the key has finished. */
  isOver = false;
  #isAnswered = false;

  constructor(contract: CheckedContract, waits: WaitBudget | undefined) {
    this.#contract = contract;
    this.#waits = waits;
  }

  /** Returns why the run ends with this exchange; undefined if it continues. */
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
          ? `${asked} returned ${status}. The request had no key, because the contract declares none that the check ` +
              'can send: it supports keys in a header, a query or a cookie, bearer and basic. --auth says how to ' +
              'send one.'
          : `The server refuses the key: ${asked} returned ${status}. ` +
              'Set DIRECTORY_API_KEY to a key that the server accepts.',
      );
    }
    if (!isBusy(response)) {
      this.#isAnswered = true;
      return undefined;
    }
    if (!earlier) return undefined;
    const busy = `The server has returned ${status} and asked to wait since the first request.`;
    return new NoVerdict('target.busy', `${busy} ${busyAdvice(this.#waits)}`);
  }
}
