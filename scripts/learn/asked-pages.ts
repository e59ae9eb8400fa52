import type { Exchange } from '../check/model/exchange.js';
import type { CheckOptions } from '../check/model/options.js';
import type { AskedPage, UnaskedPage } from '../check/model/unasked-page.js';
import { jsonIn, sameJson } from '../contract/json.js';
import { itemsIn, pathWith } from '../contract/paging/follow.js';
import type { Offer } from './drafted-answers.js';
import { searchTransport } from './search-transport.js';

/** A name that no service knows, to see what a request with any other parameter returns. */
export const unheardOf = 'check_unknown_parameter';

/** The most requests of a search. */
const most = 12;

/** A search that may not go on: enough requests were sent, or the server is busy, broken or gone. */
export class SearchEnded extends Error {}

/** A response to a request for a page. */
export interface CamePage extends AskedPage {
  /** The items where the list has them; undefined if the response is no such list. */
  items: readonly unknown[] | undefined;
  status: number;
}

/** Asks for pages of one list with other query parameters, each once. */
export class PageAsker {
  readonly #page: UnaskedPage;
  readonly #send: (path: string) => Promise<Exchange>;
  readonly #signal: AbortSignal | undefined;
  /** Number of requests so far. */
  requests = 0;

  constructor(page: UnaskedPage, send: (path: string) => Promise<Exchange>, signal?: AbortSignal) {
    this.#page = page;
    this.#send = send;
    this.#signal = signal;
  }

  /** Whether so many further requests may be sent. */
  has(requests: number): boolean {
    return this.requests + requests <= most;
  }

  /** @throws SearchEnded if no request may be sent, or the response shows that no further one should be */
  async ask(added: Readonly<Record<string, string>> = {}): Promise<CamePage> {
    if (!this.has(1) || this.#signal?.aborted) throw new SearchEnded();
    this.requests += 1;
    const exchange = await this.#send(pathWith(this.#page.path, added));
    const { response } = exchange;
    const status = response?.status ?? 0;
    if (!response || status >= 500 || [401, 408, 425, 429].includes(status)) throw new SearchEnded();
    const value = status < 300 ? jsonIn(Buffer.from(response.bytes).toString()) : undefined;
    const items = itemsIn({ items: this.#page.items }, value);
    return { exchange, value, items, status };
  }
}

/** What a search for a parameter of pages has found. */
export interface PageSearchResult {
  /** Number of requests that it sent. */
  requests: number;
  /** The answer to `lists.envelope` with the parameter; undefined if none of those that were tried works. */
  proposal?: Offer;
}

/**
 * Searches by reads of one list, which the run has read already. All go to the same origin.
 *
 * @param search may throw SearchEnded
 */
export async function searchByPages(
  options: CheckOptions,
  page: UnaskedPage,
  search: (asker: PageAsker) => Promise<Offer | undefined>,
): Promise<PageSearchResult> {
  const transport = await searchTransport(options);
  const { security } = page.operation;
  const send = (path: string): Promise<Exchange> =>
    transport.send({ method: 'GET', path, headers: {}, key: 'right', once: true }, security);
  const asker = new PageAsker(page, send, options.signal);
  try {
    const proposal = await search(asker);
    return { requests: asker.requests, ...(proposal && { proposal }) };
  } catch (error) {
    if (!(error instanceof SearchEnded)) throw error;
    return { requests: asker.requests };
  } finally {
    await transport.close();
  }
}

/** Whether two pages have the same items in the same order. */
export function isSamePage({ items: one }: CamePage, { items: other }: CamePage): boolean {
  return one !== undefined && other !== undefined && sameJson(one, other);
}

/** Whether a page has items, and none of another page. */
export function isOtherPage({ items = [] }: CamePage, { items: before = [] }: CamePage): boolean {
  return items.length > 0 && items.every((item) => before.every((other) => !sameJson(item, other)));
}

/** Whether a response refuses the request. */
export function isRefused({ status }: CamePage): boolean {
  return status >= 400;
}
