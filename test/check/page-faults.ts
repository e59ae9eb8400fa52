import type { RuleId } from '../../scripts/check/model/rules/index.js';
import type { PagedForm } from '../paged-contract.js';
import { bareNumbers, formNamed, type Pager } from './paged-shop.js';
import type { Answer, Item } from './shop.js';

const numbers = formNamed('page numbers');
const offset = formNamed('an offset');
const cursor = formNamed('a cursor');
const link = formNamed('the header Link');
const flag = formNamed('pages from 0');
const headers = formNamed('headers');
const range = formNamed('the header Content-Range');
const lastItem = formNamed('the id of the last item');
/** A form of pages in which nothing shows which page is the last. */
const lastItemAlone: PagedForm = {
  name: 'the id of the last item alone',
  paging: { items: '/data', page: { query: 'starting_after', by: 'last-item' } },
  around: {},
};

/** A server with one form of pages, and with one unusual but correct habit; `count` is the number of items. */
type OddPages = readonly [what: string, form: PagedForm, pager: Partial<Pager>, count?: number];

/** A server with a fault, and the rule that finds it in the default mode. */
type FaultyPages = readonly [what: string, form: PagedForm, RuleId, pager: Partial<Pager>];

const ignoring: Partial<Pager> = { start: () => 0 };
const losing: Partial<Pager> = { items: (items, start, size) => items.slice(start && start + 1, start + size) };
const repeating: Partial<Pager> = { items: (items, start, size) => items.slice(start && start - 1, start + size) };
const skipping: Partial<Pager> = {
  items: (items, start, size) => (start > 0 && start < 8 ? [] : items.slice(start, start + size)),
};
const countingPage: Partial<Pager> = { total: (_, page) => page.length };

/** Refuses each page but the first with this status. */
function refusing(status: number): Partial<Pager> {
  return { answer: (answer, start) => (start > 0 ? { status, json: {} } : answer) };
}

interface Envelope {
  results: readonly Item[];
  next: string | null;
}

/** Removes the ids of the items. */
function withoutIds({ json, ...rest }: Answer): Answer {
  const { data, ...envelope } = json as { data: readonly Item[] };
  return { ...rest, json: { ...envelope, data: data.map(({ id: _, ...item }) => item) } };
}

/** Writes the range of a page without the total, which the server does not know. */
function withoutTotal(answer: Answer): Answer {
  const text = answer.headers?.['content-range'] ?? '';
  return { ...answer, headers: { 'content-range': text.replace(/\d+$/, '*') } };
}

function withEmptyHeader(answer: Answer): Answer {
  return { ...answer, headers: { 'x-next-page': '', ...answer.headers } };
}

function withoutItems({ json, ...rest }: Answer): Answer {
  const { results: _, ...envelope } = json as Envelope;
  return { ...rest, json: envelope };
}

function bareAtEnd({ json, ...rest }: Answer): Answer {
  const { results, next } = json as Envelope;
  return { ...rest, json: next === null ? results : json };
}

export const faultyPages: readonly FaultyPages[] = [
  ['ignores the page', numbers, 'page.repeats', ignoring],
  ['ignores the offset', offset, 'page.offset', ignoring],
  ['ignores the cursor', cursor, 'page.repeats', ignoring],
  ['ignores the page of its own link', link, 'page.repeats', ignoring],
  ['leads to the page itself', cursor, 'page.repeats', { next: (_, start) => start }],
  [
    'leads from the last page to the first',
    link,
    'page.repeats',
    { next: (items, start, size) => (start + size < items.length ? start + size : 0) },
  ],
  ['leads from the last page to itself', numbers, 'page.repeats', { next: (_, start) => Math.min(start + 4, 12) }],
  ['says that an empty page is not the last', flag, 'page.repeats', { next: (_, start, size) => start + size }],
  ['loses an item between pages', numbers, 'page.page', losing],
  ['loses an item between pages', offset, 'page.total', losing],
  ['repeats an item on the next page', cursor, 'list.duplicate', repeating],
  ['repeats an item on the next page', link, 'list.duplicate', repeating],
  ['counts one too many', numbers, 'page.total', { total: (items) => items.length + 1 }],
  ['counts the items of the page', numbers, 'page.total', countingPage],
  ['counts the items of the page', offset, 'page.total', countingPage],
  ['ignores the size', numbers, 'page.limit', { size: () => 4 }],
  ['returns one item too many', offset, 'page.limit', { size: (requestCount) => requestCount + 1 }],
  ['has an empty page in the middle', numbers, 'page.page', skipping],
  ['has an empty page in the middle', offset, 'page.total', skipping],
  ['fails on the second page', link, 'status.server-error', refusing(500)],
  ['does not know the second page', cursor, 'page.refused', refusing(404)],
  ['refuses the key on the second page', numbers, 'page.refused', refusing(401)],
  [
    'returns pages without items',
    numbers,
    'schema.required',
    { answer: (answer, start) => (start > 0 ? withoutItems(answer) : answer) },
  ],
  ['counts one too many in a header', headers, 'page.total', { total: (items) => items.length + 1 }],
  ['counts one too many in a range', range, 'page.total', { total: (items) => items.length + 1 }],
  ['ignores the id of the last item', lastItem, 'page.repeats', ignoring],
  ['has items without the value that asks for the next page', lastItem, 'page.refused', { answer: withoutIds }],
  ['has an envelope only for long lists', numbers, 'schema.type', { answer: bareAtEnd }],
];

const oneMore: Partial<Pager> = { next: (items, start, size) => (start < items.length ? start + size : undefined) };

/** Refuses the pages after the last one. */
function ending(status: number): Partial<Pager> {
  return { answer: (answer, start, items) => (start >= items.length ? { status, json: {} } : answer) };
}

const looseNumbers: PagedForm = { ...numbers, around: { count: {}, next: {} } };

export const oddPages: readonly OddPages[] = [
  ['names another host', numbers, { address: (path) => `https://internal.example:8443${path}` }],
  ['names another path', numbers, { address: (path) => `http://other.example/v2${path}#top` }],
  ['names a path without a host', looseNumbers, { address: (path) => path }],
  ['names a relative path', looseNumbers, { address: (path) => path.slice(1) }],
  ['links to a query alone', link, { address: (path) => path.slice(path.indexOf('?')) }],
  [
    'has a link with several relations',
    link,
    { link: (address) => `<${address}>; title="a, \\"b\\""; rel="last next"` },
  ],
  [
    'has other links beside that to the next page',
    link,
    { link: (to) => `</items?page=1>; rel=prev, <${to}>;REL = next , </items?page=9>; rel="next-archive"` },
  ],
  ['has two headers Link', link, { link: (address) => ['</items?page=1>; rel="first"', `<${address}>; rel="next"`] }],
  ['has an empty last page', link, oneMore, 12],
  ['has an empty last page', cursor, oneMore, 12],
  ['has an empty last page', numbers, oneMore, 12],
  [
    'has an empty page on the way',
    cursor,
    {
      items: (items, start) => (start === 4 ? [] : items.slice(start && start - 4, start || 4)),
      next: (_, start) => (start < 12 ? start + 4 : undefined),
    },
    12,
  ],
  ['does not know the page after the last', bareNumbers, ending(404)],
  ['refuses the page after the last', bareNumbers, ending(400)],
  ['has an empty page after the last', bareNumbers, {}],
  ['repeats the last page', bareNumbers, { start: (requestCount) => Math.min(requestCount, 12) }],
  ['refuses the offset after the last item', offset, ending(422)],
  ['has one page', numbers, {}, 3],
  ['has an empty header on the last page', headers, { answer: withEmptyHeader }],
  ['does not know the number of all items', range, { answer: withoutTotal }],
  ['does not know the number of all items, and has an empty last page', range, { answer: withoutTotal }, 12],
  ['has no range, since it has no items', range, {}, 0],
  ['has an empty page after the last', lastItemAlone, {}],
  ['has no items', flag, {}, 0],
];
