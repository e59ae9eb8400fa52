import type { OpenApiDocument, OpenApiResponse } from '../document.js';
import { isObject } from '../json.js';
import { type PlacedOperation, parametersOf } from '../operations.js';
import { parsePointer, withValueAt } from '../pointer.js';
import { createSchemaResolver, dereference } from '../references.js';
import type { Schema } from '../schema.js';
import { cursorOf } from './follow.js';
import { headerAt } from './header-place.js';
import { itemsPlace } from './items-place.js';
import { itemsSchema } from './items-schema.js';
import { defaultNext, type Envelope, findNextKind, type PageQuery } from './paging.js';

export interface PageFormat extends Envelope {
  readonly itemSchema: Schema;
  /** The body of the first example. Each page copies its fields, except those about items and pages. */
  readonly example: unknown;
  /** The schema of the parameter that sets the number of items of a page. */
  readonly size: Schema;
}

/** Reads the paging of a list from the contract; undefined if the list has no pages. */
export function readPageFormat(
  document: OpenApiDocument,
  placement: Pick<PlacedOperation, 'path' | 'pointer' | 'operation'>,
  response: OpenApiResponse | undefined,
): PageFormat | undefined {
  const paging = placement.operation['x-paging'];
  const mediaType = Object.values(response?.content ?? {})[0];
  if (!paging || !mediaType) return undefined;
  const resolve = createSchemaResolver(document);
  const itemSchema = itemsSchema(paging, mediaType.schema as Schema, resolve);
  if (!itemSchema) return undefined;
  const [example] = Object.values(mediaType.examples ?? {});
  const [size] = parametersOf(document, placement as PlacedOperation)
    .filter(({ parameter }) => parameter['in'] === 'query' && parameter['name'] === paging.page?.size)
    .map(({ parameter }) => resolve((parameter['schema'] ?? {}) as Schema));
  return {
    ...paging,
    itemSchema,
    example: example && dereference<{ value?: unknown }>(document, example).value,
    size: size ?? {},
    nextIs: findNextKind(paging, mediaType.schema as Schema, resolve),
  };
}

/** Default number of items of a page: small, so that even a short list has pages. */
const defaultSize = 5;

interface NextPage {
  address: string;
  value: string;
}

/** The items of a page, as positions in the whole list, and the next page. */
interface PageRange {
  start: number;
  end: number;
  total: number;
  next: NextPage | undefined;
}

export interface PageResponse {
  json: unknown;
  headers: Record<string, string>;
  /** Whether the list has items that are not on this page. */
  isPartOfList: boolean;
}

/** Writes the page that a request asks for; `refuse` turns a sentence about a wrong query parameter into an error. */
export function writePage(
  pages: PageFormat,
  url: string,
  all: readonly unknown[],
  refuse: (sentence: string) => Error,
): PageResponse {
  const address = new URL(url);
  const query = createReader(address.searchParams, refuse);
  // If no parameter can request another page, the only page is the whole list.
  const size = pages.page ? pageSizeOf(pages, query) : all.length;
  const start = pageStartOf(pages, query, { size, all });
  // If a request sets the size of the page, the page has no more items than that.
  const isSizeRequested = address.searchParams.has(pages.page?.size ?? '');
  const end = isSizeRequested ? start + size : pageEndOf(pages, all, start + size);
  const next = end < all.length ? nextPageOf(pages, address, { end, size, all }) : undefined;
  const range = { start, end: Math.min(end, all.length), total: all.length, next };
  const json = wrapItems(pages, pages.example, { items: all.slice(start, end), ...range });
  return { json, headers: pageHeaders(pages, range), isPartOfList: range.end - range.start < all.length };
}

/** The headers with the link to the next page and the total number of items. */
function pageHeaders({ next: place, total, page }: PageFormat, range: PageRange): Record<string, string> {
  const { next } = range;
  const headers: Record<string, string> = {};
  for (const name of [headerAt(place), headerAt(total)]) {
    if (name === 'link') {
      if (next) headers[name] = `<${next.address}>; rel="next"`;
    } else if (name === 'content-range') headers[name] = contentRangeText(range);
    else if (name !== undefined && name === headerAt(place)) headers[name] = (page ? next?.value : next?.address) ?? '';
    else if (name !== undefined) headers[name] = String(range.total);
  }
  return headers;
}

/** The value of the header Content-Range (RFC 9110 §14.4). */
function contentRangeText({ start, end, total }: PageRange): string {
  return `items ${start < end ? `${start}-${end - 1}` : '*'}/${total}`;
}

/** The JSON of a page: the items in their envelope; `frame` is the object that surrounds them. */
export function wrapItems(
  envelope: Envelope,
  frame: unknown,
  { items, total, next }: { items: unknown; total: number; next?: NextPage | undefined },
): unknown {
  const { nextIs = defaultNext(envelope), page } = envelope;
  let json = placeItems(envelope, frame, items);
  if (typeof envelope.next === 'string' && envelope.next !== 'link') {
    const value = next && page?.by !== 'cursor' ? Number(next.value) : next?.value;
    const nextByKind = { more: next !== undefined, address: next?.address ?? null, value: value ?? null };
    json = withValueAt(json, envelope.next, nextByKind[nextIs]);
  }
  return typeof envelope.total === 'string' ? withValueAt(json, envelope.total, total) : json;
}

/** Puts items into the object around them. If the items are inside elements, each item gets an element of its own. */
export function placeItems(paging: Pick<Envelope, 'items' | 'empty'>, frame: unknown, items: unknown): unknown {
  const { list, item } = itemsPlace(paging);
  if (list === '') return items;
  const elements = item !== '' && Array.isArray(items) ? items.map((each) => withValueAt({}, item, each)) : items;
  if (paging.empty && Array.isArray(items) && items.length === 0) return withoutValueAt(frame, list);
  return withValueAt(frame, list, elements);
}

/** Returns a copy of an object without the member that holds the value at a JSON pointer. */
function withoutValueAt(frame: unknown, pointer: string): unknown {
  const [first = ''] = parsePointer(pointer);
  return isObject(frame) ? Object.fromEntries(Object.entries(frame).filter(([name]) => name !== first)) : {};
}

interface PageEnd {
  end: number;
  size: number;
  all: readonly unknown[];
}

function nextPageOf({ page }: PageFormat, address: URL, pageEnd: PageEnd): NextPage {
  const nextUrl = new URL(address);
  const value = page ? pageValueOf(page, pageEnd) : '';
  if (page) nextUrl.searchParams.set(page.query, value);
  return { address: nextUrl.href, value };
}

/** The value of the query parameter that requests the page that begins at position `end` of the list. */
function pageValueOf(page: PageQuery, { end, size, all }: PageEnd): string {
  if (page.by === 'last-item') return cursorOf(page, all[end - 1]) ?? '';
  if (page.by === 'cursor') return btoa(`after ${end}`).replaceAll('=', '');
  return String(page.by === 'offset' ? end : end / size + (page.first ?? 1));
}

/** The end of a page. A page whose last item has no cursor gets all remaining items, as no request could reach them. */
function pageEndOf({ page }: PageFormat, all: readonly unknown[], end: number): number {
  return page?.by === 'last-item' && cursorOf(page, all[end - 1]) === undefined ? Math.max(end, all.length) : end;
}

function pageSizeOf({ page, size: { default: schemaDefault, maximum } }: PageFormat, query: QueryReader): number {
  const size = typeof schemaDefault === 'number' ? schemaDefault : defaultSize;
  return page?.size === undefined ? defaultSize : (query.readInteger(page.size, 1, maximum) ?? size);
}

function pageStartOf({ page }: PageFormat, query: QueryReader, { size, all }: Pick<PageEnd, 'size' | 'all'>): number {
  if (!page) return 0;
  if (page.by === 'last-item')
    return query.readPosition(page.query, (text) => all.findIndex((item) => cursorOf(page, item) === text) + 1);
  if (page.by === 'cursor')
    return query.readPosition(page.query, (text) => Number(/^after (\d+)$/.exec(decodeCursor(text))?.[1]));
  if (page.by === 'offset') return query.readInteger(page.query, 0) ?? 0;
  const first = page.first ?? 1;
  return ((query.readInteger(page.query, first) ?? first) - first) * size;
}

interface QueryReader {
  /** Returns the value of a parameter; undefined if the request does not have it. */
  readInteger(name: string, minimum: number, maximum?: number): number | undefined;
  /** Returns how many items precede the page of a cursor. `locate` returns this number; 0 or NaN for a wrong cursor. */
  readPosition(name: string, locate: (text: string) => number): number;
}

function createReader(query: URLSearchParams, refuse: (sentence: string) => Error): QueryReader {
  const valueError = (name: string, expected: string, actual: string): Error =>
    refuse(`Expected ${expected} for the query parameter ${name}, found ${JSON.stringify(actual.slice(0, 100))}.`);
  return {
    readInteger(name, minimum, maximum = Number.MAX_SAFE_INTEGER) {
      const text = query.get(name);
      if (text === null) return undefined;
      const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= minimum && value <= maximum) return value;
      const maximumText = maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum}`;
      throw valueError(name, `an integer from ${minimum}${maximumText}`, text);
    },
    readPosition(name, locate) {
      const text = query.get(name) ?? '';
      const position = text === '' ? 0 : locate(text);
      if (text !== '' && !position) throw valueError(name, 'a cursor from an earlier page', text);
      return position;
    },
  };
}

function decodeCursor(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
