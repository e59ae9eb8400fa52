import { counted } from '../../text/numbers.js';
import type { TestCase } from '../model/case.js';
import type { Exchange } from '../model/exchange.js';
import { byteLimit, pageLimit } from '../model/pages.js';

/** Number of lists that a sentence names. */
const namedLists = 5;

/** Notes of a run for its report, a sentence each; one that counts is replaced as the number grows. */
export class Notes extends Set<string> {
  readonly #longLists = new Set<string>();
  #lost = 0;

  /** Notes a list that has more pages than the check reads, in one sentence for all such lists. */
  addLongList(operationId: string): void {
    this.delete(aboutLong(this.#longLists));
    this.#longLists.add(operationId);
    this.add(aboutLong(this.#longLists));
  }

  /** Notes a write whose outcome is unknown, for which the server is not to blame. */
  addLost(): void {
    this.delete(aboutLost(this.#lost));
    this.#lost += 1;
    this.add(aboutLost(this.#lost));
  }

  /** Notes a read that succeeded only on a retry, once for each operation. */
  addRetries({ operationId, request }: TestCase, { response, earlier = [] }: Exchange): void {
    if (!response || earlier.length === 0 || response.status === earlier.at(-1)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const sentence = `${operationId} responded only on the `;
    if ([...this].some((note) => note.startsWith(sentence))) return;
    const attempt = ['second', 'third', 'fourth', 'fifth', 'sixth'][earlier.length - 1] ?? 'last';
    this.add(`${sentence}${attempt} attempt (${[...new Set(earlier)].join(', ')} before).`);
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
