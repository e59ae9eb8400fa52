import { nextQuery, parseQuery, type ReceivedParts, withQuery } from '../../contract/paging/follow.js';
import type { Paging } from '../../contract/paging/paging.js';
import type { Security } from '../../contract/security.js';
import { type ExchangeResponse, joinedHeaderOf } from './exchange.js';

/** Maximum number of pages of one list to read. */
export const pageLimit = 20;

/** Number of bytes after which no further page of a list is read. */
export const byteLimit = 32 * 2 ** 20;

interface FetchedPage {
  /** The path of the page's request, with the query. */
  path: string;
  response: ExchangeResponse | undefined;
  /** The parsed JSON of the response. */
  value: unknown;
  /** Number of items on this page. `seenCount` is the number of items from the first page to the end of this page. */
  count: number;
  seenCount: number;
}

/** Returns the parts of a response that may contain the values for paging: its JSON and its headers. */
export function receivedParts(value: unknown, response: ExchangeResponse | undefined): ReceivedParts {
  return { value, header: (name) => joinedHeaderOf(response, name) };
}

/** Returns the path of the next page of a list; undefined after the last page. */
export function nextPath(
  { paging, security }: { paging: Paging; security: Security },
  { path, response, ...page }: FetchedPage,
): string | undefined {
  const [, query = ''] = path.split('?');
  const next = nextQuery(paging, { ...page, query: parseQuery(query), ...receivedParts(page.value, response) });
  // The address of the next page may repeat the key. It is removed, since the transport adds it again.
  return next && withQuery(path, next, security.kind === 'query' ? security.name : undefined);
}
