import type { Json } from '../../contract/json.js';
import { withValueAt } from '../../contract/pointer.js';
import type { Pages } from '../model/pages.js';
import { Refusal, type SandboxResponse } from '../model/response.js';

/** Items of a page if neither the request nor the contract says how many: few, so that a small list has pages. */
const usualSize = 5;

/**
 * Returns the page of a list that a request asks for, in the envelope of the contract.
 *
 * @throws Refusal for a query parameter of pages with a wrong value
 */
export function pageResponse(pages: Pages, url: string, items: readonly Json[], status: number): SandboxResponse {
  const address = new URL(url);
  const size = sizeOf(pages, address.searchParams);
  const start = startOf(pages, address.searchParams, size);
  const end = start + size;
  const next = end < items.length ? nextOf(pages, address, end, size) : undefined;
  let json: Json = [...items.slice(start, end)];
  if (pages.items) json = withValueAt(pages.example, pages.items, json) as Json;
  if (pages.next && pages.next !== 'link') json = withValueAt(json, pages.next, nextShown(pages, next)) as Json;
  if (pages.total) json = withValueAt(json, pages.total, items.length) as Json;
  const isLinked = pages.next === 'link' && next !== undefined;
  return { status, headers: isLinked ? { link: `<${next.address}>; rel="next"` } : {}, json };
}

interface Next {
  address: string;
  value: string;
}

function nextOf({ page }: Pages, address: URL, end: number, size: number): Next {
  const further = new URL(address);
  const value = valueFor(page, end, size);
  if (page) further.searchParams.set(page.query, value);
  return { address: further.href, value };
}

function valueFor(page: Pages['page'], end: number, size: number): string {
  if (page?.by === 'cursor') return btoa(`after ${end}`).replaceAll('=', '');
  return String(page?.by === 'offset' ? end : end / size + (page?.first ?? 1));
}

/** What a page says of the next one; on the last page null, or false. */
function nextShown({ nextIs, page }: Pages, next: Next | undefined): Json {
  if (nextIs === 'more') return next !== undefined;
  if (!next) return null;
  if (nextIs === 'address') return next.address;
  return page?.by === 'cursor' ? next.value : Number(next.value);
}

function sizeOf({ page, parameters }: Pages, query: URLSearchParams): number {
  const name = page?.size;
  if (name === undefined) return usualSize;
  const { default: standard, maximum } = parameters.get(name) ?? {};
  return integer(query, name, { least: 1, most: maximum }) ?? (typeof standard === 'number' ? standard : usualSize);
}

function startOf({ page }: Pages, query: URLSearchParams, size: number): number {
  if (!page) return 0;
  const asked = query.get(page.query);
  if (page.by === 'cursor') {
    if (asked === null || asked === '') return 0;
    const [, start] = /^after (\d+)$/.exec(decoded(asked)) ?? [];
    if (start === undefined) throw refusal(page.query, 'a cursor of an earlier page', asked);
    return Number(start);
  }
  if (page.by === 'offset') return integer(query, page.query, { least: 0 }) ?? 0;
  const first = page.first ?? 1;
  return ((integer(query, page.query, { least: first }) ?? first) - first) * size;
}

function decoded(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

function integer(
  query: URLSearchParams,
  name: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number | undefined },
): number | undefined {
  const asked = query.get(name);
  if (asked === null) return undefined;
  const value = /^-?\d{1,15}$/.test(asked) ? Number(asked) : Number.NaN;
  if (value >= least && value <= most) return value;
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  throw refusal(name, `an integer from ${least}${upTo}`, asked);
}

function refusal(name: string, expected: string, found: string): Refusal {
  return new Refusal(
    400,
    `Expected ${expected} for the query parameter ${name}, found ${JSON.stringify(found.slice(0, 100))}.`,
  );
}
