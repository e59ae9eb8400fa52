import type { OpenApiDocument, OpenApiResponse } from '../document.js';
import { type PlacedOperation, parametersOf } from '../operations.js';
import { withValueAt } from '../pointer.js';
import { dereference, schemaResolver } from '../references.js';
import type { Schema } from '../schema.js';
import { type Envelope, itemsSchema, nextKind, usualNext } from './paging.js';

/** What a server needs to write the pages of a list. */
export interface Pages extends Envelope {
  /** The schema of one item. */
  readonly itemSchema: Schema;
  /** The body of the first example: a page takes from it whatever is neither items nor the way to the next page. */
  readonly example: unknown;
  /** The schema of the parameter with the number of items of a page. */
  readonly size: Schema;
}

/** Reads what the contract says about the pages of a list; undefined if it does not page. */
export function pagesOf(
  document: OpenApiDocument,
  placed: Pick<PlacedOperation, 'path' | 'pointer' | 'operation'>,
  response: OpenApiResponse | undefined,
): Pages | undefined {
  const paging = placed.operation['x-paging'];
  const content = Object.values(response?.content ?? {})[0];
  if (!paging || !content) return undefined;
  const resolve = schemaResolver(document);
  const itemSchema = itemsSchema(paging, content.schema as Schema, resolve);
  if (!itemSchema) return undefined;
  const [example] = Object.values(content.examples ?? {});
  const [size] = parametersOf(document, placed as PlacedOperation)
    .filter(({ parameter }) => parameter['in'] === 'query' && parameter['name'] === paging.page?.size)
    .map(({ parameter }) => resolve((parameter['schema'] ?? {}) as Schema));
  return {
    ...paging,
    itemSchema,
    example: example && dereference<{ value?: unknown }>(document, example).value,
    size: size ?? {},
    nextIs: nextKind(paging, content.schema as Schema, resolve),
  };
}

/** Items of a page if neither the request nor the contract says how many: few, so that a small list has pages. */
const usualSize = 5;

/** What leads to the next page: its address, and the value of the parameter that asks for it. */
interface Next {
  address: string;
  value: string;
}

/** A page as a response has it. */
export interface WrittenPage {
  json: unknown;
  headers: Record<string, string>;
}

/**
 * Writes the page of a list that a request asks for.
 *
 * @param refuse makes an error of a sentence about a query parameter with a wrong value
 */
export function writePage(
  pages: Pages,
  url: string,
  all: readonly unknown[],
  refuse: (sentence: string) => Error,
): WrittenPage {
  const address = new URL(url);
  const query = readerOf(address.searchParams, refuse);
  const size = sizeOf(pages, query);
  const end = startOf(pages, query, size) + size;
  const next = end < all.length ? nextOf(pages, address, end, size) : undefined;
  const json = inEnvelope(pages, pages.example, { items: all.slice(end - size, end), total: all.length, next });
  return { json, headers: pages.next === 'link' && next ? { link: `<${next.address}>; rel="next"` } : {} };
}

/**
 * The JSON of a page: the items in their envelope.
 *
 * @param frame what is around the items besides
 */
export function inEnvelope(
  envelope: Envelope,
  frame: unknown,
  { items, total, next }: { items: unknown; total: number; next?: Next | undefined },
): unknown {
  const { nextIs = usualNext(envelope), page } = envelope;
  let json = envelope.items ? withValueAt(frame, envelope.items, items) : items;
  if (envelope.next && envelope.next !== 'link') {
    const value = next && page?.by !== 'cursor' ? Number(next.value) : next?.value;
    const told = { more: next !== undefined, address: next?.address ?? null, value: value ?? null };
    json = withValueAt(json, envelope.next, told[nextIs]);
  }
  return envelope.total ? withValueAt(json, envelope.total, total) : json;
}

function nextOf({ page }: Pages, address: URL, end: number, size: number): Next {
  const further = new URL(address);
  const number = page?.by === 'offset' ? end : end / size + (page?.first ?? 1);
  const value = page?.by === 'cursor' ? btoa(`after ${end}`).replaceAll('=', '') : String(number);
  if (page) further.searchParams.set(page.query, value);
  return { address: further.href, value };
}

function sizeOf({ page, size: { default: standard, maximum } }: Pages, query: QueryReader): number {
  const usual = typeof standard === 'number' ? standard : usualSize;
  return page?.size === undefined ? usualSize : (query.integer(page.size, 1, maximum) ?? usual);
}

function startOf({ page }: Pages, query: QueryReader, size: number): number {
  if (!page) return 0;
  if (page.by === 'cursor') return query.cursor(page.query);
  if (page.by === 'offset') return query.integer(page.query, 0) ?? 0;
  const first = page.first ?? 1;
  return ((query.integer(page.query, first) ?? first) - first) * size;
}

interface QueryReader {
  /** The value of a parameter; undefined if it was not sent. */
  integer(name: string, least: number, most?: number): number | undefined;
  /** The number of items before a page that an earlier one named. */
  cursor(name: string): number;
}

function readerOf(query: URLSearchParams, refuse: (sentence: string) => Error): QueryReader {
  const wrong = (name: string, expected: string, found: string): Error =>
    refuse(`Expected ${expected} for the query parameter ${name}, found ${JSON.stringify(found.slice(0, 100))}.`);
  return {
    integer(name, least, most = Number.MAX_SAFE_INTEGER) {
      const asked = query.get(name);
      if (asked === null) return undefined;
      const value = /^-?\d{1,15}$/.test(asked) ? Number(asked) : Number.NaN;
      if (value >= least && value <= most) return value;
      const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
      throw wrong(name, `an integer from ${least}${upTo}`, asked);
    },
    cursor(name) {
      const asked = query.get(name) ?? '';
      if (asked === '') return 0;
      const [, start] = /^after (\d+)$/.exec(decoded(asked)) ?? [];
      if (start === undefined) throw wrong(name, 'a cursor of an earlier page', asked);
      return Number(start);
    },
  };
}

function decoded(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
