import { counted } from '../../text/numbers.js';
import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';
import { byteLimit, pageLimit } from '../model/pages.js';
import { isOfFamily } from '../model/rules/families.js';
import type { Tally } from '../model/tally.js';
import type { Control } from './control.js';
import { isBusy } from './control-verdict.js';
import { isSilent } from './unanswered.js';

/** Number of lists that a sentence names. */
const namedLists = 5;

/** Counts exchanges. Findings are postponed while the server may be giving the same response to every request. */
export class Counting {
  readonly #tally: Tally;
  readonly #control: Control;
  /** Notes for the report, a sentence each. */
  readonly notes = new Set<string>();
  readonly #longLists = new Set<string>();
  #lost = 0;

  constructor(tally: Tally, control: Control) {
    this.#tally = tally;
    this.#control = control;
  }

  /** @param found the deviations to report; `deviations` are all of them */
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

  /** Counts a refusal of a request that may be refused. */
  refused(testCase: TestCase, exchange: Exchange): void {
    this.#control.whenSure(() => this.#tally.refused(testCase, exchange));
  }

  /** Reports a deviation that only shows by comparing several exchanges. */
  report(testCase: TestCase, exchange: Exchange, deviation: Deviation): void {
    const add = (): void => this.#tally.add(testCase, exchange, deviation);
    if (isCertain(deviation)) add();
    else this.#control.whenSure(add);
  }

  leftOut({ kind, operationId }: TestCase, reason: string): void {
    // A link says nothing about the operation whose response contains it.
    if (kind === 'href') this.notes.add(reason);
    else this.#tally.leftOut(operationId, reason);
  }

  /** Notes a list that has more pages than the check reads, in one sentence for all such lists. */
  noteLongList(operationId: string): void {
    if (this.#longLists.has(operationId)) return;
    this.notes.delete(aboutLong(this.#longLists));
    this.#longLists.add(operationId);
    this.notes.add(aboutLong(this.#longLists));
  }

  /** Notes a request whose outcome is unknown, for which the server is not to blame. */
  noteLost({ operationId }: TestCase, { isLost = false }: Exchange): void {
    if (!isLost) return;
    this.#tally.leftOut(operationId, 'The server closed the connection just as the request was sent.');
    this.notes.delete(aboutLost(this.#lost));
    this.#lost += 1;
    this.notes.add(aboutLost(this.#lost));
  }

  /** Notes a read that succeeded only on a retry, once for each operation. */
  noteRetries({ operationId, request }: TestCase, { response, earlier = [] }: Exchange): void {
    if (!response || earlier.length === 0 || response.status === earlier.at(-1)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const sentence = `${operationId} responded only on the `;
    if ([...this.notes].some((note) => note.startsWith(sentence))) return;
    const attempt = ['second', 'third', 'fourth', 'fifth', 'sixth'][earlier.length - 1] ?? 'last';
    this.notes.add(`${sentence}${attempt} attempt (${[...new Set(earlier)].join(', ')} before).`);
  }
}

function aboutLost(requests: number): string {
  return (
    `${counted(requests, 'write')} got no response, because the server closed a connection that earlier requests had ` +
    'used, as it may. Whether it saw them is unknown, so they count as not tested.'
  );
}

function aboutLong(lists: ReadonlySet<string>): string {
  const names = [...lists].sort();
  const more = names.length > namedLists ? ` and ${names.length - namedLists} more` : '';
  return (
    `${counted(lists.size, 'list')} ${lists.size === 1 ? 'is' : 'are'} longer than what the check reads of one, ` +
    `${pageLimit} pages or ${byteLimit / 2 ** 20} MiB: ${names.slice(0, namedLists).join(', ')}${more}.`
  );
}

/** Whether a server that is down or busy, or that no longer knows the key, would respond like this to any request. */
function mayBeForAll({ request }: TestCase, exchange: Exchange, hasRead: boolean): boolean {
  const { response } = exchange;
  if (response)
    return request.key === 'right' && (response.status === 401 || response.status === 403 || isBusy(response));
  return hasRead && isSilent(exchange);
}

/** Deviations that no state of the server excuses. */
function isCertain({ rule }: Deviation): boolean {
  return rule === 'status.server-error' || isOfFamily(rule, 'safety');
}
