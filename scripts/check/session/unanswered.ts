import type { TestCase } from '../model/case.js';
import type { Exchange } from '../model/exchange.js';
import { type Moment, momentText, NoVerdict } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import type { WaitBudget } from '../transport/wait-budget.js';
import { busyAdvice, isBusy, resultOf } from './control-verdict.js';

/** Failures of a server or a network that is down, independent of the request. */
const isGone = /^(target|tls)\.|^transport\.(reset|timeout)$/;

/** Whether the response is missing for a reason that may be independent of the request. */
export function isSilent({ failure }: Exchange): boolean {
  return failure !== undefined && isGone.test(failure.code);
}

/** Finds operations that got no response to any request with the key, or only one that the server is busy. */
export class Unanswered {
  readonly #since = new Map<string, { at: Moment; results: Set<string> }>();
  readonly #answering = new Set<string>();

  note({ operationId, request }: TestCase, exchange: Exchange, at: Moment): void {
    if (exchange.attempts === 0 || request.key !== 'right') return;
    if (!isBusy(exchange.response) && !isSilent(exchange)) {
      this.#answering.add(operationId);
      this.#since.delete(operationId);
    } else if (!this.#answering.has(operationId)) {
      const known = this.#since.get(operationId) ?? { at, results: new Set() };
      known.results.add(resultOf(exchange));
      this.#since.set(operationId, known);
    }
  }

  /**
   * Returns why a finished run is incomplete.
   *
   * @param isCalled whether any request was sent to an operation
   */
  verdict(
    scoped: readonly CheckedOperation[],
    isCalled: (operation: CheckedOperation) => boolean,
    waits: WaitBudget | undefined,
  ): NoVerdict | undefined {
    // A read that was not sent may have needed an id from an operation out of scope.
    const isWithoutId = scoped.some((operation) => operation.method === 'get' && !isCalled(operation));
    const silent = [...this.#since].filter(([id]) => isWithoutId || scoped.some((operation) => operation.id === id));
    const [first] = silent;
    if (!first) return undefined;
    const [, { at }] = first;
    const results = [...new Set(silent.flatMap(([, each]) => [...each.results]))].join(' and ');
    const who = silent.length === 1 ? first[0] : `${silent.length} of ${scoped.length} operations`;
    const them = silent.length === 1 ? 'it' : 'they';
    const what = `${who} got nothing but ${results} since ${momentText(at)}, so ${them} could not be checked.`;
    return new NoVerdict('operation.unanswered', `${what} ${busyAdvice(waits)}`, at);
  }
}
