import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';
import { isOfFamily } from '../model/rules/families.js';
import type { Tally } from '../model/tally.js';
import type { Control } from './control.js';
import { isBusy } from './control-verdict.js';
import { isSilent } from './unanswered.js';

/** Counts exchanges; what they prove is put off while the server may be answering everything like this. */
export class Counting {
  readonly #tally: Tally;
  readonly #control: Control;
  /** What a reader of the report must know, a sentence each. */
  readonly notes = new Set<string>();

  constructor(tally: Tally, control: Control) {
    this.#tally = tally;
    this.#control = control;
  }

  /** @param found what is reported of it, which may be less than what is wrong with it */
  record(testCase: TestCase, exchange: Exchange, deviations: readonly Deviation[], found: readonly Deviation[]): void {
    this.#tally.count(testCase, exchange, deviations);
    const isOwn = !mayBeForAll(testCase, exchange, this.#control.hasRead);
    for (const deviation of found) if (isOwn || isCertain(deviation)) this.#tally.add(testCase, exchange, deviation);
    this.#control.whenSure(() => {
      for (const deviation of found)
        if (!isOwn && !isCertain(deviation)) this.#tally.add(testCase, exchange, deviation);
      this.#tally.countRefusal(testCase, exchange);
    });
  }

  /** A request that may be refused was. */
  refused(testCase: TestCase, exchange: Exchange): void {
    this.#control.whenSure(() => this.#tally.refused(testCase, exchange));
  }

  /** Reports what shows only when several exchanges are held against one another. */
  report(testCase: TestCase, exchange: Exchange, deviation: Deviation): void {
    const add = (): void => this.#tally.add(testCase, exchange, deviation);
    if (isCertain(deviation)) add();
    else this.#control.whenSure(add);
  }

  leftOut({ kind, operationId }: TestCase, reason: string): void {
    // A link says nothing of the operation that shows it.
    if (kind === 'href') this.notes.add(reason);
    else this.#tally.leftOut(operationId, reason);
  }

  /** A read that has to be sent again is flaky, however well it ends; of each operation one says enough. */
  noteRetries({ operationId, request }: TestCase, { response, earlier = [] }: Exchange): void {
    if (!response || earlier.length === 0 || response.status === earlier.at(-1)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const sentence = `${operationId} answered only at the `;
    if ([...this.notes].some((note) => note.startsWith(sentence))) return;
    const attempt = ['second', 'third', 'fourth', 'fifth', 'sixth'][earlier.length - 1] ?? 'last';
    this.notes.add(`${sentence}${attempt} attempt (${[...new Set(earlier)].join(', ')} before).`);
  }
}

/** Whether a server that is down, busy, or knows the key no longer would answer like this to anything. */
function mayBeForAll({ request }: TestCase, exchange: Exchange, hasRead: boolean): boolean {
  const { response } = exchange;
  if (response)
    return request.key === 'right' && (response.status === 401 || response.status === 403 || isBusy(response));
  return hasRead && isSilent(exchange);
}

/** What no state of the server excuses. */
function isCertain({ rule }: Deviation): boolean {
  return rule === 'status.server-error' || isOfFamily(rule, 'safety');
}
