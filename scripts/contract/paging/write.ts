import type { OpenApiDocument, OpenApiResponse } from '../document.js';
import { isObject } from '../json.js';
import { type PlacedOperation, parametersOf } from '../operations.js';
import { parsePointer, withValueAt } from '../pointer.js';
import { dereference, schemaResolver } from '../references.js';
import type { Schema } from '../schema.js';
import { itemsPlace } from './items-place.js';
import { defaultNext, type Envelope, itemsSchema, nextKind } from './paging.js';

export interface PageFormat extends Envelope {
  readonly itemSchema: Schema;
  /** The body of the first example; a page copies from it all fields that are not about items or pages. */
  readonly example: unknown;
  /** The schema of the parameter with the number of items of a page. */
  readonly size: Schema;
}

/** Reads the paging of a list from the contract; undefined if the list has no pages. */
export function pagesOf(
  document: OpenApiDocument,
  placement: Pick<PlacedOperation, 'path' | 'pointer' | 'operation'>,
  response: OpenApiResponse | undefined,
): PageFormat | undefined {
  const paging = placement.operation['x-paging'];
  const mediaType = Object.values(response?.content ?? {})[0];
  if (!paging || !mediaType) return undefined;
  const resolve = schemaResolver(document);
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
    nextIs: nextKind(paging, mediaType.schema as Schema, resolve),
  };
}

/** Default number of items of a page: small, so that even a short list has pages. */
const defaultSize = 5;

interface NextPage {
  address: string;
  value: string;
}

export interface PageResponse {
  json: unknown;
  headers: Record<string, string>;
}

/** Writes the page that a request asks for; `refuse` makes an error from a sentence about a wrong query parameter. */
export function writePage(
  pages: PageFormat,
  url: string,
  all: readonly unknown[],
  refuse: (sentence: string) => Error,
): PageResponse {
  const address = new URL(url);
  const query = createReader(address.searchParams, refuse);
  const size = pageSizeOf(pages, query);
  const end = pageStartOf(pages, query, size) + size;
  const next = end < all.length ? nextPageOf(pages, address, end, size) : undefined;
  const json = wrapItems(pages, pages.example, { items: all.slice(end - size, end), total: all.length, next });
  return { json, headers: pages.next === 'link' && next ? { link: `<${next.address}>; rel="next"` } : {} };
}

/** The JSON of a page: the items in their envelope; `frame` is the object that surrounds them. */
export function wrapItems(
  envelope: Envelope,
  frame: unknown,
  { items, total, next }: { items: unknown; total: number; next?: NextPage | undefined },
): unknown {
  const { nextIs = defaultNext(envelope), page } = envelope;
  let json = placeItems(envelope, frame, items);
  if (envelope.next && envelope.next !== 'link') {
    const value = next && page?.by !== 'cursor' ? Number(next.value) : next?.value;
    const nextByKind = { more: next !== undefined, address: next?.address ?? null, value: value ?? null };
    json = withValueAt(json, envelope.next, nextByKind[nextIs]);
  }
  return envelope.total ? withValueAt(json, envelope.total, total) : json;
}

/** Puts items at their place in the object that surrounds them, each inside its element. */
export function placeItems(paging: Pick<Envelope, 'items' | 'empty'>, frame: unknown, items: unknown): unknown {
  const { list, item } = itemsPlace(paging);
  if (list === '') return items;
  const elements = item !== '' && Array.isArray(items) ? items.map((each) => withValueAt({}, item, each)) : items;
  if (paging.empty && Array.isArray(items) && items.length === 0) return withoutValueAt(frame, list);
  return withValueAt(frame, list, elements);
}

/** Returns a copy of an object without the first name of a JSON pointer. */
function withoutValueAt(frame: unknown, pointer: string): unknown {
  const [first = ''] = parsePointer(pointer);
  return isObject(frame) ? Object.fromEntries(Object.entries(frame).filter(([name]) => name !== first)) : {};
}

function nextPageOf({ page }: PageFormat, address: URL, end: number, size: number): NextPage {
  const nextUrl = new URL(address);
  const number = page?.by === 'offset' ? end : end / size + (page?.first ?? 1);
  const value = page?.by === 'cursor' ? btoa(`after ${end}`).replaceAll('=', '') : String(number);
  if (page) nextUrl.searchParams.set(page.query, value);
  return { address: nextUrl.href, value };
}

function pageSizeOf({ page, size: { default: standard, maximum } }: PageFormat, query: QueryReader): number {
  const size = typeof standard === 'number' ? standard : defaultSize;
  return page?.size === undefined ? defaultSize : (query.readInteger(page.size, 1, maximum) ?? size);
}

function pageStartOf({ page }: PageFormat, query: QueryReader, size: number): number {
  if (!page) return 0;
  if (page.by === 'cursor') return query.cursor(page.query);
  if (page.by === 'offset') return query.readInteger(page.query, 0) ?? 0;
  const first = page.first ?? 1;
  return ((query.readInteger(page.query, first) ?? first) - first) * size;
}

interface QueryReader {
  /** The value of a parameter; undefined if it was not sent. */
  readInteger(name: string, least: number, most?: number): number | undefined;
  /** The number of items before the page that a cursor names. */
  cursor(name: string): number;
}

function createReader(query: URLSearchParams, refuse: (sentence: string) => Error): QueryReader {
  const valueError = (name: string, expected: string, actual: string): Error =>
    refuse(`Expected ${expected} for the query parameter ${name}, found ${JSON.stringify(actual.slice(0, 100))}.`);
  return {
    readInteger(name, least, most = Number.MAX_SAFE_INTEGER) {
      const text = query.get(name);
      if (text === null) return undefined;
      const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= least && value <= most) return value;
      const maximumText = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
      throw valueError(name, `an integer from ${least}${maximumText}`, text);
    },
    cursor(name) {
      const text = query.get(name) ?? '';
      if (text === '') return 0;
      const [, start] = /^after (\d+)$/.exec(decodeCursor(text)) ?? [];
      if (start === undefined) throw valueError(name, 'a cursor of an earlier page', text);
      return Number(start);
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
