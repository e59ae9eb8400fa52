import type { TestCase } from '../model/case.js';
import type { Exchange } from '../model/exchange.js';
import { type Moment, momentText, NoVerdict } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import type { WaitBudget } from '../transport/wait-budget.js';
import { busyAdvice, isBusy, resultOf } from './control-verdict.js';

/** Failures of a server or a network that is down, whatever was asked. */
const isGone = /^(target|tls)\.|^transport\.(reset|timeout)$/;

/** Whether there was no answer for a reason that may have nothing to do with the request. */
export function isSilent({ failure }: Exchange): boolean {
  return failure !== undefined && isGone.test(failure.code);
}

/**
 * Operations that got no answer to a request with the key, or only that the server is busy: nothing of them has passed.
 */
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
   * Why a run that has come to its end is incomplete all the same.
   *
   * @param isCalled whether any request of an operation was sent
   */
  verdict(
    scoped: readonly CheckedOperation[],
    isCalled: (operation: CheckedOperation) => boolean,
    waits: WaitBudget | undefined,
  ): NoVerdict | undefined {
    // A read that was not sent may have wanted an id that an operation out of scope would have shown.
    const isWithoutId = scoped.some((operation) => operation.method === 'get' && !isCalled(operation));
    const silent = [...this.#since].filter(([id]) => isWithoutId || scoped.some((operation) => operation.id === id));
    const [first] = silent;
    if (!first) return undefined;
    const [, { at }] = first;
    const results = [...new Set(silent.flatMap(([, each]) => [...each.results]))].join(' and ');
    const who = silent.length === 1 ? first[0] : `${silent.length} of ${scoped.length} operations`;
    const them = silent.length === 1 ? 'it' : 'them';
    const what = `${who} got nothing but ${results}, from ${momentText(at)} on, so that nothing is known of ${them}.`;
    return new NoVerdict('operation.unanswered', `${what} ${busyAdvice(waits)}`, at);
  }
}
