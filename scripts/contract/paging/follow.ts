import { valueAt } from '../pointer.js';
import type { Paging } from './paging.js';

/** Query parameters; one that is repeated has a list. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/** Reads the query of a URL. */
export function queryIn(text: string): Query {
  const all = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = all.get(name);
    if (before) before.push(value);
    else all.set(name, [value]);
  }
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]));
}

/** Query parameters in one order, so that the same query has the same text. */
export function sortedQuery(query: Query): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each] as [string, string]),
  );
  const sorted = new URLSearchParams(pairs);
  sorted.sort();
  return sorted;
}

/**
 * A path with further query parameters, in one order, so that a path that was read before is recognised.
 *
 * @param without a parameter to leave out
 */
export function pathWith(path: string, further: Query, without?: string): string {
  const [own = '', query = ''] = path.split('?');
  const asked = sortedQuery({ ...queryIn(query), ...further });
  if (without !== undefined) asked.delete(without);
  return asked.size === 0 ? own : `${own}?${asked.toString()}`;
}

/** A page that was received. */
export interface ReceivedPage {
  /** The query that asked for it. */
  readonly query: Query;
  /** The JSON of the response. */
  readonly value: unknown;
  /** The header Link of the response. */
  readonly link?: string | null | undefined;
  /** The number of items of this page. */
  readonly count: number;
  /** The number of items of this page and all pages before. */
  readonly seen: number;
}

/** The items of a response; undefined if it has no array where the items should be. */
export function itemsIn({ items = '' }: Paging, value: unknown): readonly unknown[] | undefined {
  const found = valueAt(value, items);
  return Array.isArray(found) ? found : undefined;
}

/** The query that asks for the next page; undefined after the last page. */
export function nextQuery(paging: Paging, { query, value, link, count, seen }: ReceivedPage): Query | undefined {
  const { next, total, page } = paging;
  const told = next === undefined ? true : next === 'link' ? linkedNext(link ?? '') : valueAt(value, next);
  // Of a URL only the query counts: a server behind a proxy often does not know its own address.
  if (typeof told === 'string' && told !== '' && (next === 'link' || isAddress(told)))
    return { ...query, ...addressedQuery(told) };
  if (!page) return undefined;
  if ((typeof told === 'string' && told !== '') || typeof told === 'number')
    return { ...query, [page.query]: String(told) };
  if (told !== true || count === 0 || page.by === 'cursor') return undefined;
  const all = next === undefined && total !== undefined ? valueAt(value, total) : undefined;
  if (typeof all === 'number' && seen >= all) return undefined;
  const [start, step] = page.by === 'offset' ? [0, count] : [page.first ?? 1, 1];
  return { ...query, [page.query]: String(Number(query[page.query] ?? start) + step) };
}

/** The query of an address, perhaps a relative one. */
export function addressedQuery(address: string): Query {
  const [, text = ''] = /\?([^#]*)/.exec(address) ?? [];
  return queryIn(text);
}

/** Whether a text is a URL, perhaps a relative one with a query; a cursor may contain slashes, too. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/|^[^?#]*\?[^=]+=/i.test(text);
}

/** The address of the link with the relation `next` in a header Link; a link may have several relations. */
export function linkedNext(header: string): string | undefined {
  for (const [, address, parameters = ''] of header.matchAll(/<([^<>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/g)) {
    const [, quoted, plain = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    if ((quoted ?? plain).toLowerCase().split(/\s+/).includes('next')) return address;
  }
  return undefined;
}
