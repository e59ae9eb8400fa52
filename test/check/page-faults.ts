import type { RuleId } from '../../scripts/check/model/rules/index.js';
import type { PagedForm } from '../paged-contract.js';
import { bareNumbers, formNamed, type Pager } from './paged-shop.js';
import type { Answer, Item } from './shop.js';

const numbers = formNamed('page numbers');
const offset = formNamed('an offset');
const cursor = formNamed('a cursor');
const link = formNamed('the header Link');
const flag = formNamed('pages from 0');

/** A server with one form of pages, and with one fault or one unusual but correct habit. */
export interface OddPages {
  what: string;
  form: PagedForm;
  pager: Partial<Pager>;
  /** The number of items. */
  count?: number;
}

/** A faulty server, and the rule that finds it in the default mode. */
export interface FaultyPages extends OddPages {
  rule: RuleId;
}

const ignoring: Partial<Pager> = { start: () => 0 };
const losing: Partial<Pager> = { items: (all, start, size) => all.slice(start && start + 1, start + size) };
const repeating: Partial<Pager> = { items: (all, start, size) => all.slice(start && start - 1, start + size) };
const skipping: Partial<Pager> = {
  items: (all, start, size) => (start > 0 && start < 8 ? [] : all.slice(start, start + size)),
};
const countingPage: Partial<Pager> = { total: (_, page) => page.length };

/** Returns a status for each page but the first. */
function refusing(status: number): Partial<Pager> {
  return { answer: (answer, start) => (start > 0 ? { status, json: {} } : answer) };
}

interface Envelope {
  results: readonly Item[];
  next: string | null;
}

function withoutItems({ json, ...rest }: Answer): Answer {
  const { results: _, ...around } = json as Envelope;
  return { ...rest, json: around };
}

function bareAtEnd({ json, ...rest }: Answer): Answer {
  const { results, next } = json as Envelope;
  return { ...rest, json: next === null ? results : json };
}

export const faultyPages: readonly FaultyPages[] = [
  { what: 'ignores the page', form: numbers, rule: 'page.repeats', pager: ignoring },
  { what: 'ignores the offset', form: offset, rule: 'page.offset', pager: ignoring },
  { what: 'ignores the cursor', form: cursor, rule: 'page.repeats', pager: ignoring },
  { what: 'ignores the page of its own link', form: link, rule: 'page.repeats', pager: ignoring },
  { what: 'always says that there are more', form: flag, rule: 'page.repeats', pager: ignoring },
  { what: 'leads to the page itself', form: cursor, rule: 'page.repeats', pager: { next: (_, start) => start } },
  {
    what: 'leads from the last page to the first',
    form: link,
    rule: 'page.repeats',
    pager: { next: (all, start, size) => (start + size < all.length ? start + size : 0) },
  },
  {
    what: 'leads from the last page to itself',
    form: numbers,
    rule: 'page.repeats',
    pager: { next: (_, start) => Math.min(start + 4, 12) },
  },
  {
    what: 'says that an empty page is not the last',
    form: flag,
    rule: 'page.repeats',
    pager: { next: (_, start, size) => start + size },
  },
  { what: 'loses an item between pages', form: numbers, rule: 'page.page', pager: losing },
  { what: 'loses an item between pages', form: offset, rule: 'page.total', pager: losing },
  { what: 'repeats an item on the next page', form: cursor, rule: 'list.duplicate', pager: repeating },
  { what: 'repeats an item on the next page', form: link, rule: 'list.duplicate', pager: repeating },
  { what: 'counts one too many', form: numbers, rule: 'page.total', pager: { total: (all) => all.length + 1 } },
  { what: 'counts the items of the page', form: numbers, rule: 'page.total', pager: countingPage },
  { what: 'counts the items of the page', form: offset, rule: 'page.total', pager: countingPage },
  { what: 'ignores the size', form: numbers, rule: 'page.limit', pager: { size: () => 4 } },
  { what: 'returns one item too many', form: offset, rule: 'page.limit', pager: { size: (asked) => asked + 1 } },
  { what: 'has an empty page in the middle', form: numbers, rule: 'page.page', pager: skipping },
  { what: 'has an empty page in the middle', form: offset, rule: 'page.total', pager: skipping },
  { what: 'fails on the second page', form: link, rule: 'status.server-error', pager: refusing(500) },
  { what: 'does not know the second page', form: cursor, rule: 'page.refused', pager: refusing(404) },
  { what: 'refuses the key on the second page', form: numbers, rule: 'page.refused', pager: refusing(401) },
  {
    what: 'returns pages without items',
    form: numbers,
    rule: 'schema.required',
    pager: { answer: (answer, start) => (start > 0 ? withoutItems(answer) : answer) },
  },
  { what: 'has an envelope only for long lists', form: numbers, rule: 'schema.type', pager: { answer: bareAtEnd } },
];

const oneMore: Partial<Pager> = { next: (all, start, size) => (start < all.length ? start + size : undefined) };

/** Refuses the pages after the last one. */
function ending(status: number): Partial<Pager> {
  return { answer: (answer, start, all) => (start >= all.length ? { status, json: {} } : answer) };
}

const looseNumbers: PagedForm = { ...numbers, around: { count: {}, next: {} } };

export const oddPages: readonly OddPages[] = [
  {
    what: 'names another host',
    form: numbers,
    pager: { address: (path) => `https://internal.example:8443${path}` },
  },
  { what: 'names another path', form: numbers, pager: { address: (path) => `http://other.example/v2${path}#top` } },
  { what: 'names a path without a host', form: looseNumbers, pager: { address: (path) => path } },
  { what: 'names a relative path', form: looseNumbers, pager: { address: (path) => path.slice(1) } },
  { what: 'links to a query alone', form: link, pager: { address: (path) => path.slice(path.indexOf('?')) } },
  {
    what: 'has a link with several relations',
    form: link,
    pager: { link: (address) => `<${address}>; title="a, \\"b\\""; rel="last next"` },
  },
  {
    what: 'has other links beside that to the next page',
    form: link,
    pager: { link: (to) => `</items?page=1>; rel=prev, <${to}>;REL = next , </items?page=9>; rel="next-archive"` },
  },
  {
    what: 'has two headers Link',
    form: link,
    pager: { link: (address) => ['</items?page=1>; rel="first"', `<${address}>; rel="next"`] },
  },
  { what: 'has an empty last page', form: link, pager: oneMore, count: 12 },
  { what: 'has an empty last page', form: cursor, pager: oneMore, count: 12 },
  { what: 'has an empty last page', form: numbers, pager: oneMore, count: 12 },
  {
    what: 'has an empty page on the way',
    form: cursor,
    pager: {
      items: (all, start) => (start === 4 ? [] : all.slice(start && start - 4, start || 4)),
      next: (_, start) => (start < 12 ? start + 4 : undefined),
    },
    count: 12,
  },
  { what: 'does not know the page after the last', form: bareNumbers, pager: ending(404) },
  { what: 'refuses the page after the last', form: bareNumbers, pager: ending(400) },
  { what: 'has an empty page after the last', form: bareNumbers, pager: {} },
  { what: 'repeats the last page', form: bareNumbers, pager: { start: (asked) => Math.min(asked, 12) } },
  { what: 'refuses the offset after the last item', form: offset, pager: ending(422) },
  { what: 'has one page', form: numbers, pager: {}, count: 3 },
  { what: 'has no items', form: flag, pager: {}, count: 0 },
];
