import { describe, expect, it } from 'vitest';
import { itemsIn, nextQuery, parseQuery, withQuery } from '../../scripts/contract/paging/follow.js';
import type { Envelope } from '../../scripts/contract/paging/paging.js';
import { readEnvelopes } from '../../scripts/contract/paging/recognise.js';
import { type PageSketch, sketchOf } from '../../scripts/contract/paging/sketch.js';
import { writePage } from '../../scripts/contract/paging/write.js';

it('the query of a URL with very many parameters is read, with a list for each that is repeated', () => {
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
    const written = { ...form, itemSchema: {}, example: undefined, size: {} };
    const { json, headers } = writePage(written, `http://127.0.0.1${path}`, items, Error);
    const link = headers['link'] ?? '';
    const page = itemsIn(form, json) ?? [];
    ids.push(...page.map((item) => (item as { id: string }).id));
    pages.push(sketchOf(path, json, link) as PageSketch);
    const query = parseQuery(path.split('?')[1] ?? '');
    const next = nextQuery(form, { query, value: json, link, count: page.length, seen: ids.length });
    path = next && withQuery(path, next);
  }
  return { pages, ids };
}

describe('a list of pages is followed to its end, and recognised, where it is written with', () => {
  it.each<[string, Envelope]>([
    ['addresses', { items: '/results', next: '/next', total: '/count', page: { query: 'page' } }],
    ['addresses of pages from 0', { items: '/results', next: '/links/next', page: { query: 'page', first: 0 } }],
    ['addresses with an offset', { items: '/data', next: '/next', page: { query: 'offset', by: 'offset' } }],
    ['a cursor', { items: '/data', next: '/meta/next_cursor', page: { query: 'cursor', by: 'cursor' } }],
    ['the number of the next page', { items: '/data', next: '/next_page', nextIs: 'value', page: { query: 'page' } }],
    ['whether there are more', { items: '/data', next: '/has_more', nextIs: 'more', page: { query: 'p' } }],
    ['the number of all items', { items: '/data', total: '/total', page: { query: 'skip', by: 'offset' } }],
    ['items inside of elements', { items: '/edges/*/node', next: '/after', page: { query: 'after', by: 'cursor' } }],
    ['a header Link', { next: 'link', page: { query: 'page' } }],
  ])('%s', (_, form) => {
    const { pages, ids } = walked(form, 12);
    expect([pages.length, new Set(ids).size, ids.length]).toEqual([3, 12, 12]);
    const short = { operationId: 'listBadges', pages: walked(form, 2).pages, fields: new Set<string>() };
    const { envelopes } = readEnvelopes([{ operationId: 'listTiers', pages, fields: new Set(['id', 'title']) }, short]);
    expect(envelopes.get('listTiers')).toEqual(form);
  });
});
