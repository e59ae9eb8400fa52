import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import type { Json } from '../../scripts/contract/json.js';
import type { Paging } from '../../scripts/contract/paging/paging.js';
import { withValueAt } from '../../scripts/contract/pointer.js';
import { listenHere } from '../listen-here.js';
import { type PagedForm, pagedForms, pageList } from '../paged-contract.js';
import { temporaryFile } from '../temporary-folder.js';
import { type Answer, type Call, contractOf, createShop, type Item, key, listener, type Part, partAt } from './shop.js';

/** Number of items on a page if the request names none. */
const usualSize = 4;

/** The steps by which a server divides its list into pages. A test replaces one to make it faulty or unusual. */
export interface Pager {
  size(requestCount: number): number;
  /** The position of the first item. */
  start(requestCount: number, size: number): number;
  items(allItems: readonly Item[], start: number, size: number): readonly Item[];
  /** The position of the first item of the next page; undefined on the last page. */
  next(items: readonly Item[], start: number, size: number): number | undefined;
  total(items: readonly Item[], page: readonly Item[]): number;
  /** The address of the next page. */
  address(path: string): string;
  /** The header Link for an address. */
  link(address: string): string | string[];
  /** Changes the response to a page. */
  answer(answer: Answer, start: number, items: Item[]): Answer;
}

const correctPager: Pager = {
  size: (requestCount) => requestCount,
  start: (requestCount) => requestCount,
  items: (items, start, size) => items.slice(start, start + size),
  next: (items, start, size) => (start + size < items.length ? start + size : undefined),
  total: (items) => items.length,
  address: (path) => `http://127.0.0.1${path}`,
  link: (address) => `<${address}>; rel="next"`,
  answer: (answer) => answer,
};

/** The form whose name begins with this text. */
export function formNamed(name: string): PagedForm {
  return pagedForms.find((form) => form.name.startsWith(name)) as PagedForm;
}

/** Page numbers, without any sign of further pages. */
export const bareNumbers: PagedForm = { name: 'page numbers alone', paging: { page: { query: 'page' } }, around: {} };

export interface PagedShopOptions {
  form: PagedForm;
  pager?: Partial<Pager>;
  /** The number of items; 14 by default. */
  count?: number;
  contract?: (contract: Part) => void;
  /** Handles requests in place of the shop. */
  answer?: (call: Call, perform: () => Answer) => Answer | Promise<Answer>;
}

export interface PagedShop {
  url: string;
  /** The file of the contract. */
  contract: string;
  items: Map<string, Item>;
  /** Paths of the requested pages. */
  pages: string[];
  /** Ids of the items on these pages. */
  read: Set<string>;
  check(options?: Partial<CheckOptions>): Promise<CheckReport>;
}

/** Serves a correct shop, whose list has pages, until the test ends. */
export async function servePagedShop({
  form,
  pager = {},
  count = 14,
  contract: change,
  answer = (_, perform) => perform(),
}: PagedShopOptions): Promise<PagedShop> {
  process.env['DIRECTORY_API_KEY'] = key;
  const contract = contractOf((ownPart) => {
    const list = partAt(ownPart, 'paths', '/items', 'get');
    const content = partAt(list, 'responses', '200', 'content', 'application/json');
    pageList(list, content as { schema: Part }, form);
    change?.(ownPart);
  });
  const shop = createShop(contract);
  shop.items.clear();
  for (let index = 0; index < count; index += 1) {
    const id = itemId(index);
    shop.items.set(id, { id, title: `Item ${String(index).padStart(4, '0')}`, note: 'as it was' });
  }
  const pages: string[] = [];
  const read = new Set<string>();
  const wholePager: Pager = { ...correctPager, ...pager };
  const items: Pager['items'] = (...args) => {
    const foundItems = wholePager.items(...args);
    for (const { id } of foundItems) read.add(id);
    return foundItems;
  };
  const perform = (call: Call): Answer => {
    const usualAnswer = shop.answer(call);
    if (call.method !== 'GET' || call.url.pathname !== '/items' || usualAnswer.status !== 200) return usualAnswer;
    pages.push(call.url.pathname + call.url.search);
    return page(form.paging, { ...wholePager, items }, call.url, [...shop.items.values()]);
  };
  const server = createServer(
    listener(async (call, _, response) => {
      const { status, json, headers } = await answer(call, () => perform(call));
      const text = json === undefined ? '' : JSON.stringify(json);
      response.writeHead(status, { ...(text !== '' && { 'content-type': 'application/json' }), ...headers });
      response.end(call.method === 'HEAD' ? undefined : text);
    }),
  );
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  const file = temporaryFile('contract.json', JSON.stringify(contract));
  return {
    url,
    contract: file,
    items: shop.items,
    pages,
    read,
    check: (options) => check({ baseUrl: url, contract: file, only: ['listItems'], runs: 1, timeout: 5, ...options }),
  };
}

export function itemId(index: number): string {
  return `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

function page(paging: Paging, pager: Pager, url: URL, allItems: Item[]): Answer {
  const { page: query = { query: 'page' }, next: leads, total } = paging;
  const first = query.first ?? 1;
  const askedText = query.size === undefined ? null : url.searchParams.get(query.size);
  if (askedText !== null && !/^[1-9]\d{0,3}$/.test(askedText)) return { status: 400, json: {} };
  if (Number(askedText) > 100) return { status: 400, json: {} };
  const size = pager.size(askedText === null ? usualSize : Number(askedText));
  const named = url.searchParams.get(query.query);
  const minimum = query.by === 'number' || query.by === undefined ? first : 0;
  const isAfterItem = query.by === 'last-item';
  const itemIndex = allItems.findIndex(({ id }) => id === named);
  if (named !== null && (isAfterItem ? itemIndex < 0 : !(/^\d{1,5}$/.test(named) && Number(named) >= minimum)))
    return { status: 400, json: {} };
  const position =
    named === null ? 0 : isAfterItem ? itemIndex + 1 : query.by ? Number(named) : (Number(named) - first) * size;
  const start = pager.start(position, size);
  const items = pager.items(allItems, start, size);
  const next = pager.next(allItems, start, size);
  const value = next === undefined ? null : query.by ? next : next / size + first;
  const further = new URL(url);
  further.searchParams.set(query.query, String(value));
  const address = value === null ? null : pager.address(further.pathname + further.search);
  const isValue = query.by === 'cursor';
  let json = withValueAt({}, paging.items ?? '', items) as Json;
  if (typeof leads === 'string' && leads !== 'link') {
    const told =
      leads === '/more' || leads === '/has_more'
        ? value !== null
        : isValue
          ? value === null
            ? null
            : String(value)
          : address;
    json = { ...(json as object), [leads.slice(1)]: told } as Json;
  }
  if (typeof total === 'string') json = { ...(json as object), [total.slice(1)]: pager.total(allItems, items) } as Json;
  const headers = {
    ...(leads === 'link' && address !== null && { link: pager.link(address) }),
    ...(isHeader(leads, 'X-Next-Page') && value !== null && { 'x-next-page': String(value) }),
    ...(isHeader(total, 'X-Total-Count') && { 'x-total-count': String(pager.total(allItems, items)) }),
    ...(isHeader(leads, 'Content-Range') && {
      'content-range': rangeText(start, items.length, pager.total(allItems, items)),
    }),
  };
  return pager.answer({ status: 200, json, headers: headers as Record<string, string> }, start, allItems);
}

function isHeader(pointer: Paging['next'], name: string): boolean {
  return typeof pointer === 'object' && pointer.header === name;
}

/** A range as PostgREST writes it, without a unit. */
function rangeText(start: number, count: number, total: number): string {
  return `${count === 0 ? '*' : `${start}-${start + count - 1}`}/${total}`;
}
