import { describe, expect, it } from 'vitest';
import { itemsIn, nextQuery, parseQuery, totalIn, withQuery } from '../../scripts/contract/paging/follow.js';
import type { Envelope, PageQuery, Paging } from '../../scripts/contract/paging/paging.js';
import { readEnvelopes, showsMoreItems } from '../../scripts/contract/paging/recognise.js';
import { type PageSketch, sketchPage } from '../../scripts/contract/paging/sketch.js';
import { writePage } from '../../scripts/contract/paging/write.js';
import { yamlBeside } from '../yaml-beside.js';

it('the query of a URL with very many parameters is read, with a list for each repeated parameter', () => {
  const names = Array.from({ length: 200_000 }, (_, index) => `p${index}`);
  const query = parseQuery([...names, 'p7', 'p7=a'].join('&'));
  expect(Object.keys(query)).toEqual(names);
  expect([query['p7'], query['p8']]).toEqual([['', '', 'a'], '']);
  expect(parseQuery('__proto__=a&b=%20c')).toEqual(JSON.parse('{"__proto__":"a","b":" c"}'));
});

/** Reads all pages of a list in one form of envelope. */
function walked(form: Envelope, count: number): { pages: PageSketch[]; ids: unknown[] } {
  const items = Array.from({ length: count }, (_, index) => ({ id: `tier-${index + 1}`, title: 'Gold' }));
  const [pages, ids]: [PageSketch[], unknown[]] = [[], []];
  for (let path: string | undefined = '/tiers/'; path !== undefined; ) {
    const writtenForm = { ...form, itemSchema: {}, example: undefined, size: {} };
    const { json, headers } = writePage(writtenForm, `http://127.0.0.1${path}`, items, Error);
    const page = itemsIn(form, json) ?? [];
    ids.push(...page.map((item) => (item as { id: string }).id));
    pages.push(sketchPage(path, json, headers) as PageSketch);
    const query = parseQuery(path.split('?')[1] ?? '');
    const next = nextQuery(form, {
      query,
      value: json,
      header: (name) => headers[name],
      count: page.length,
      seenCount: ids.length,
    });
    path = next && withQuery(path, next);
  }
  return { pages, ids };
}

const { envelopes, ranges, headers, lastItems } = yamlBeside<{
  envelopes: Record<string, Envelope>;
  ranges: Record<string, [header: string | null, next: object | null]>;
  headers: Record<string, [header: string, next: object | null]>;
  lastItems: Record<string, [Partial<PageQuery>, page: object, next: object]>;
}>(import.meta.url, 'paging.yaml');

describe('a list of pages is read to its end, and its form is recognised, if the pages have', () => {
  it.each(Object.entries(envelopes))('%s', (_, form) => {
    const { pages, ids } = walked(form, 12);
    expect([pages.length, new Set(ids).size, ids.length]).toEqual([3, 12, 12]);
    const short = { operationId: 'listBadges', pages: walked(form, 2).pages, fields: new Set<string>() };
    const { envelopes } = readEnvelopes([{ operationId: 'listTiers', pages, fields: new Set(['id', 'title']) }, short]);
    expect(envelopes.get('listTiers')).toEqual(form);
  });
});

it('a list is whole if no parameter could request another page', () => {
  expect(walked({ items: '/rows' }, 12).ids).toHaveLength(12);
});

describe('the next page', () => {
  const received = { query: { q: 'a' }, count: 25, seenCount: 25 };
  const byOffset: Paging = { next: { header: 'Content-Range' }, page: { query: 'from', by: 'offset' } };
  it.each(Object.entries(ranges))('after %s begins where the range ends', (_, [text, next]) => {
    const response = { ...received, value: [], header: (name: string) => (name === 'content-range' ? text : 'x') };
    expect(nextQuery(byOffset, response) ?? null).toEqual(next);
  });

  it.each(Object.entries(headers))('comes from a header with its %s', (_, [text, next]) => {
    const paging: Paging = { next: { header: 'X-Next-Page' }, page: { query: 'page' } };
    const response = { ...received, value: [], header: (name: string) => (name === 'x-next-page' ? text : 'x') };
    expect(nextQuery(paging, response) ?? null).toEqual(next);
  });

  it.each(Object.entries(lastItems))('is requested with %s of the last item', (_, [page, value, next]) => {
    const paging: Paging = { items: '/list', page: { query: 'after', by: 'last-item', ...page } };
    expect(nextQuery(paging, { ...received, value, header: () => null })).toEqual(next);
    expect(nextQuery({ ...paging, next: '/more' }, { ...received, value, header: () => null })).toBeUndefined();
    const empty = { ...received, count: 0, value: { list: [] }, header: () => null };
    expect(nextQuery(paging, empty)).toBeUndefined();
  });
});

it.each([
  ['57', 57],
  ['items 0-24/57', 57],
  ['*/0', 0],
  ['0-24/*', undefined],
  ['about 57', undefined],
])('the total in the header %s is %s', (text, total) => {
  expect(totalIn({ total: { header: 'X-Count' } }, { value: [], header: () => text })).toBe(total);
});

it.each([
  ['total totalElements item_count itemcount', 'x-total-count x-totalcount x-next-page', true],
  ['subtotal discount accountNumber country', 'retry-after x-account-number x-nextjs-prerender', false],
])('members such as %s, and headers such as %s, say whether there are more items: %s', (members, headers, says) => {
  const show = (member: object, header: Record<string, string>): boolean =>
    showsMoreItems(sketchPage('/tiers/', { data: [{ id: 1 }], ...member }, header) as PageSketch, 1);
  for (const name of members.split(' ')) expect([name, show({ [name]: 25 }, {})]).toEqual([name, says]);
  for (const name of headers.split(' ')) expect([name, show({}, { [name]: '25' })]).toEqual([name, says]);
});
