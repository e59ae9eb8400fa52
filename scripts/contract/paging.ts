import { canHaveType, composed, fieldAt, isOpen } from './composed-schema.js';
import { parsePointer, valueAt } from './pointer.js';
import type { Schema } from './schema.js';

/**
 * How an operation returns a list, in the keyword `x-paging`: where a response has the items, what leads to the next
 * page, and how a page is asked for. Without it, a list is an array with all items.
 */
export interface Paging {
  /** JSON pointer of the items in a response; empty (the default) if the response is the array itself. */
  readonly items?: string;
  /**
   * What leads to the next page: `link` for the header Link with `rel="next"` (RFC 8288), or a JSON pointer. There a
   * response has the URL of the next page, the value for the query parameter, or whether there is another page; on the
   * last page it has null, false, an empty text or nothing.
   */
  readonly next?: string;
  /** JSON pointer of the number of all items. */
  readonly total?: string;
  /** The query parameters that ask for a page. */
  readonly page?: PageQuery;
}

/** Query parameters that ask for a page. */
export interface PageQuery {
  /** The name of the parameter. */
  readonly query: string;
  /** Its value: the number of the page (the default), the number of items to skip, or what the page before named. */
  readonly by?: 'number' | 'offset' | 'cursor';
  /** The number of the first page; 1 by default. */
  readonly first?: number;
  /** The name of the parameter with the number of items of a page. */
  readonly size?: string;
}

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
  if (typeof told === 'string' && told !== '' && (next === 'link' || isAddress(told))) {
    // Of a URL only the query counts: a server behind a proxy often does not know its own address.
    const [, text = ''] = /\?([^#]*)/.exec(told) ?? [];
    return { ...query, ...queryIn(text) };
  }
  if (!page) return undefined;
  if ((typeof told === 'string' && told !== '') || typeof told === 'number')
    return { ...query, [page.query]: String(told) };
  if (told !== true || count === 0 || page.by === 'cursor') return undefined;
  const all = next === undefined && total !== undefined ? valueAt(value, total) : undefined;
  if (typeof all === 'number' && seen >= all) return undefined;
  const [start, step] = page.by === 'offset' ? [0, count] : [page.first ?? 1, 1];
  return { ...query, [page.query]: String(Number(query[page.query] ?? start) + step) };
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

/** The schema of one item of a list, empty if the contract leaves it open; undefined if it has no list there. */
export function itemsSchema(
  { items = '' }: Paging,
  schema: Schema,
  resolve: (schema: Schema) => Schema,
): Schema | undefined {
  let at = composed([schema], resolve);
  for (const name of parsePointer(items)) {
    const below = fieldAt(at, name, resolve);
    if (!below) return isOpen(at) ? {} : undefined;
    at = below;
  }
  if (!canHaveType(at, ['array'], resolve)) return undefined;
  return at.parts.find((part) => part.items !== undefined)?.items ?? {};
}
