import { isOfUnknownMethod } from '../judge/status.js';
import type { TestCase } from '../model/case.js';
import type { Exchange } from '../model/exchange.js';
import { type Moment, momentText, NoVerdict } from '../model/no-verdict.js';
import { isBusy } from './control-verdict.js';

/** Failing operations in a row after which the run stops. */
const limit = 5;

/** Counts operations that fail one after another. */
export class Breakdowns {
  readonly #since = new Map<string, Moment>();

  /** @param hasRead whether a read has succeeded before: then the control read detects a server that is gone or busy */
  note(testCase: TestCase, { response, attempts }: Exchange, at: Moment, hasRead: boolean): void {
    if (attempts === 0) return;
    const isBroken = response
      ? response.status >= 500 && !isBusy(response) && !isOfUnknownMethod(testCase, response.status)
      : !hasRead;
    // What happens to requests without the right key says nothing about others.
    if (isBroken && testCase.request.key !== 'right') return;
    if (isBroken && !this.#since.has(testCase.operationId)) this.#since.set(testCase.operationId, at);
    else if (response && !isBusy(response) && !isBroken) this.#since.clear();
  }

  /** Returns why the run stops; undefined as long as some operations work. */
  verdict(): NoVerdict | undefined {
    if (this.#since.size < limit) return undefined;
    const [at] = this.#since.values();
    const since = at ? `, starting with ${momentText(at)}` : '';
    return new NoVerdict(
      'run.broken-server',
      `The server failed on ${limit} operations in a row${since}; the rest was not run.`,
      at,
    );
  }
}
