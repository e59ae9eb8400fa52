import { isOfUnknownMethod } from '../judge/status.js';
import type { TestCase } from '../model/case.js';
import type { Exchange } from '../model/exchange.js';
import { type Moment, momentText, NoVerdict } from '../model/no-verdict.js';
import { isBusy } from './control-verdict.js';

/** Operations in a row that break down before the rest is left alone. */
const limit = 5;

/** Operations that broke down one after the other. */
export class Breakdowns {
  readonly #since = new Map<string, Moment>();

  /**
   * @param hasRead whether a read has succeeded before: then the control read tells of a server that has gone, or asks
   * to wait
   */
  note(testCase: TestCase, { response, attempts }: Exchange, at: Moment, hasRead: boolean): void {
    if (attempts === 0) return;
    const isBroken = response
      ? response.status >= 500 && !isBusy(response) && !isOfUnknownMethod(testCase, response.status)
      : !hasRead;
    if (isBroken && !this.#since.has(testCase.operationId)) this.#since.set(testCase.operationId, at);
    else if (response && !isBusy(response) && !isBroken) this.#since.clear();
  }

  /** Why nothing more is sent; undefined while a server does not break down over everything. */
  verdict(): NoVerdict | undefined {
    if (this.#since.size < limit) return undefined;
    const [at] = this.#since.values();
    const since = at ? `, beginning with ${momentText(at)}` : '';
    return new NoVerdict(
      'run.broken-server',
      `The server broke down over ${limit} operations in a row${since}; the rest was not run.`,
      at,
    );
  }
}
