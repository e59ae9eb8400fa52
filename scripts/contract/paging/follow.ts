import { isObject } from '../json.js';
import { unwrap } from '../object-envelope.js';
import { valueAt } from '../pointer.js';
import { itemsPlace } from './items-place.js';
import type { Paging } from './paging.js';

/** Query parameters; a repeated parameter has a list of values. */
export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

export function parseQuery(text: string): QueryParameters {
  const all = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = all.get(name);
    if (before) before.push(value);
    else all.set(name, [value]);
  }
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]));
}

/** Query parameters in a fixed order, so that the same query has the same text. */
export function sortQuery(query: QueryParameters): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each] as [string, string]),
  );
  const searchParams = new URLSearchParams(pairs);
  searchParams.sort();
  return searchParams;
}

/** Adds query parameters except `omittedName` to a path, in a fixed order, to recognise a path that was read before. */
export function withQuery(path: string, extraQuery: QueryParameters, omittedName?: string): string {
  const [base = '', query = ''] = path.split('?');
  const searchParams = sortQuery({ ...parseQuery(query), ...extraQuery });
  if (omittedName !== undefined) searchParams.delete(omittedName);
  return searchParams.size === 0 ? base : `${base}?${searchParams.toString()}`;
}

export interface ReceivedPage {
  /** The query of the request for this page. */
  readonly query: QueryParameters;
  /** The JSON of the response. */
  readonly value: unknown;
  readonly link?: string | null | undefined;
  readonly count: number;
  /** The number of items of this page and all pages before. */
  readonly seen: number;
}

/** The items of a response; undefined if the response has no array where the items should be. */
export function itemsIn(paging: Paging, value: unknown): readonly unknown[] | undefined {
  const { list: place, item } = itemsPlace(paging);
  const list = valueAt(value, place) ?? (paging.empty && isObject(value) ? [] : undefined);
  return Array.isArray(list) ? (item ? list.map((each) => unwrap(each, item)) : list) : undefined;
}

/** The query parameters of the request for the next page; undefined after the last page. */
export function nextQuery(
  paging: Paging,
  { query, value, link, count, seen }: ReceivedPage,
): QueryParameters | undefined {
  const { next, total, page } = paging;
  const nextValue = next === undefined ? true : next === 'link' ? nextLink(link ?? '') : valueAt(value, next);
  // Use only the query of a URL: a server behind a proxy often does not know its own address.
  if (typeof nextValue === 'string' && nextValue !== '' && (next === 'link' || isAddress(nextValue)))
    return { ...query, ...urlQuery(nextValue) };
  if (!page) return undefined;
  if ((typeof nextValue === 'string' && nextValue !== '') || typeof nextValue === 'number')
    return { ...query, [page.query]: String(nextValue) };
  if (nextValue !== true || count === 0 || page.by === 'cursor') return undefined;
  const totalCount = next === undefined && total !== undefined ? valueAt(value, total) : undefined;
  if (typeof totalCount === 'number' && seen >= totalCount) return undefined;
  const [start, step] = page.by === 'offset' ? [0, count] : [page.first ?? 1, 1];
  return { ...query, [page.query]: String(Number(query[page.query] ?? start) + step) };
}

/** The query of an address, which may be relative. */
export function urlQuery(address: string): QueryParameters {
  const [, text = ''] = /\?([^#]*)/.exec(address) ?? [];
  return parseQuery(text);
}

/**
 * Whether a text is a URL, or a relative URL with a query. A slash is no evidence, because a cursor may contain one.
 */
export function isAddress(text: string): boolean {
  return /^https?:\/\/|^[^?#]*\?[^=]+=/i.test(text);
}

/** The address of the link with the relation `next` in a header Link; a link may have several relations. */
export function nextLink(header: string): string | undefined {
  for (const [, address, parameters = ''] of header.matchAll(/<([^<>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/g)) {
    const [, quotedRelations, plain = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    if ((quotedRelations ?? plain).toLowerCase().split(/\s+/).includes('next')) return address;
  }
  return undefined;
}
