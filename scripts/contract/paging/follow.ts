import { isObject } from '../json.js';
import { unwrap } from '../object-envelope.js';
import { valueAt } from '../pointer.js';
import { headerAt } from './header-place.js';
import { itemsPlace } from './items-place.js';
import type { PageQuery, Paging, Place } from './paging.js';

/** Query parameters; a repeated parameter has a list of values. */
export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

export function parseQuery(text: string): QueryParameters {
  const all = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const earlierValues = all.get(name);
    if (earlierValues) earlierValues.push(value);
    else all.set(name, [value]);
  }
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]));
}

/** Query parameters in a fixed order, so that the same query has the same text. */
export function sortQuery(query: QueryParameters): URLSearchParams {
  const searchParams = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const text of [value].flat()) searchParams.append(name, text);
  searchParams.sort();
  return searchParams;
}

/** Adds query parameters to a path, except `omittedName`. The order is fixed, so equal paths are equal strings. */
export function withQuery(path: string, extraQuery: QueryParameters, omittedName?: string): string {
  const [base = '', query = ''] = path.split('?');
  const searchParams = sortQuery({ ...parseQuery(query), ...extraQuery });
  if (omittedName !== undefined) searchParams.delete(omittedName);
  return searchParams.size === 0 ? base : `${base}?${searchParams.toString()}`;
}

/** The parts of a response in which a `Place` can be. */
export interface ReceivedParts {
  /** The JSON of the response. */
  readonly value: unknown;
  /** Returns the text of a header by its name in lower case. */
  readonly header: (name: string) => string | null | undefined;
}

export interface ReceivedPage extends ReceivedParts {
  /** The query with which this page was requested. */
  readonly query: QueryParameters;
  readonly count: number;
  /** The number of items on this page and all pages before it. */
  readonly seenCount: number;
}

/** The value at a place in a response: the text of a header, or the value at a JSON pointer. */
export function valueIn(place: Place | undefined, { value, header }: ReceivedParts): unknown {
  const name = headerAt(place);
  return name === undefined ? place && valueAt(value, place as string) : header(name);
}

/** The items of a response; undefined if the response has no array where the items should be. */
export function itemsIn(paging: Paging, value: unknown): readonly unknown[] | undefined {
  const { list: place, item } = itemsPlace(paging);
  const list = valueAt(value, place) ?? (paging.empty && isObject(value) ? [] : undefined);
  return Array.isArray(list) ? (item ? list.map((each) => unwrap(each, item)) : list) : undefined;
}

/** The query parameters of the request for the next page; undefined after the last page. */
export function nextQuery(paging: Paging, response: ReceivedPage): QueryParameters | undefined {
  const { next, page } = paging;
  const { query, count, seenCount } = response;
  const name = headerAt(next);
  const value = next === undefined || valueIn(next, response);
  const nextValue = name === undefined ? value : nextInHeader(name, (value ?? '') as string);
  // Use only the query of a URL: a server behind a proxy often does not know its own address.
  if (typeof nextValue === 'string' && nextValue !== '' && (name === 'link' || isAddress(nextValue)))
    return { ...query, ...queryOfUrl(nextValue) };
  if (!page) return undefined;
  if ((typeof nextValue === 'string' && nextValue !== '') || typeof nextValue === 'number')
    return { ...query, [page.query]: String(nextValue) };
  if (nextValue !== true || count === 0 || page.by === 'cursor') return undefined;
  if (next === undefined && seenCount >= (totalIn(paging, response) ?? Infinity)) return undefined;
  if (page.by === 'last-item') {
    // If the last item has no cursor, repeat the query of this page: callers stop at a page that they have read.
    const cursor = cursorOf(page, itemsIn(paging, response.value)?.at(-1));
    return cursor === undefined ? query : { ...query, [page.query]: cursor };
  }
  const [start, step] = page.by === 'offset' ? [0, count] : [page.first ?? 1, 1];
  return { ...query, [page.query]: String(Number(query[page.query] ?? start) + step) };
}

/** Reads, from an item, the value that requests the page after it; undefined if the item lacks this value. */
export function cursorOf({ item = '/id' }: PageQuery, lastItem: unknown): string | undefined {
  const value = valueAt(lastItem, item);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/**
 * Reads the address of the next page, or the value of the page parameter, from a header.
 *
 * @param name in lower case
 * @returns undefined or an empty string on the last page
 */
export function nextInHeader(name: string, text: string): string | undefined {
  if (name === 'link') return nextLinkIn(text);
  if (name !== 'content-range') return text;
  // RFC 9110 §14.4. The unit may be missing, as in PostgREST. The total is `*` if the server does not know it.
  const [, end, total] = /-(\d+)\/(\d+|\*)$/.exec(text) ?? [];
  return end && !(Number(end) + 1 >= Number(total)) ? String(Number(end) + 1) : undefined;
}

/** The total number of items that a response reports; undefined if it does not. */
export function totalIn({ total }: Paging, response: ReceivedParts): number | undefined {
  return toTotal(valueIn(total, response));
}

/** Reads a total number of items. In the header Content-Range, the total comes after a slash. */
export function toTotal(value: unknown): number | undefined {
  const text = /(?:^|\/)(\d+)$/.exec(String(value))?.[1];
  return text === undefined ? undefined : Number(text);
}

/** Whether a response says if another page follows. If not, callers must request the next page, which may be empty. */
export function tellsWhetherPageFollows(paging: Paging, response: ReceivedParts): boolean {
  const { next } = paging;
  const total = headerAt(next) === 'content-range' ? next : next === undefined ? paging.total : undefined;
  return total === undefined ? next !== undefined : totalIn({ total }, response) !== undefined;
}

/** The query of an address, which may be relative. */
export function queryOfUrl(address: string): QueryParameters {
  const [, text = ''] = /\?([^#]*)/.exec(address) ?? [];
  return parseQuery(text);
}

/**
 * Whether a string is a URL, or a relative URL with a query. A slash is no evidence, because a cursor may contain one.
 */
export function isAddress(text: string): boolean {
  return /^https?:\/\/|^[^?#]*\?[^=]+=/i.test(text);
}

/** The address of the link with the relation `next` in a Link header. */
export function nextLinkIn(header: string): string | undefined {
  return linksIn(header).find(({ relations }) => relations.includes('next'))?.address;
}

/** The links in a Link header, each with its relations in lower case (RFC 8288 §3). */
export function linksIn(header: string): { address: string; relations: string[] }[] {
  return [...header.matchAll(/<([^<>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/g)].map(([, address = '', parameters = '']) => {
    const [, quotedRelations, plainText = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    return { address, relations: (quotedRelations ?? plainText).toLowerCase().split(/\s+/) };
  });
}
