import { describe, expect, it } from 'vitest';
import { accusations } from './run.js';
import type { Json, JsonObject } from './service/contract.js';
import { documentOf, integer, listOf, type OperationRow, object, text } from './service/document.js';
import { type Act, checkDocument } from './service/resources.js';
import { reply } from './service/service.js';

/** A list that needs no key: 60 items, more than the check requests in one page. */
interface Listing {
  items: readonly Json[];
  /** The query parameter for the position: an offset or a page number. */
  by?: 'offset' | 'page';
  /** Whether the pages after the last one repeat the last one. */
  repeatsLast?: boolean;
  /** Whether the server ignores the position. */
  ignores?: boolean;
  /** The x-paging of the contract. */
  paging?: JsonObject;
  /** Further operations of the document. */
  others?: Record<string, OperationRow>;
}

async function listFindings(listing: Listing): Promise<string[]> {
  const { items, by = 'offset', repeatsLast, ignores, paging, others = {} } = listing;
  const minimum = by === 'page' ? 1 : 0;
  const parameters = [
    { name: 'limit', in: 'query', schema: { ...integer, minimum: 1, maximum: 50, default: 50 } },
    { name: by, in: 'query', schema: { ...integer, minimum, default: minimum } },
  ];
  const schema = object({ total: integer, items: listOf({ type: 'object' }) });
  const more = { parameters, ...(paging && { 'x-paging': paging }) };
  const document = documentOf({
    title: 'Readings',
    operations: { 'GET /readings listReadings': { shows: schema, more }, ...others },
  });
  const listReadings: Act = ({ query }) => {
    const limit = Number(query['limit']);
    const last = Math.floor((items.length - 1) / limit) * limit;
    const start = ignores ? 0 : by === 'page' ? (Number(query[by]) - 1) * limit : Number(query[by]);
    const page = items.slice(repeatsLast ? Math.min(start, last) : start).slice(0, limit);
    return reply(200, { total: items.length, items: page });
  };
  const { report } = await checkDocument(document, { acts: { listReadings } }, { writes: 'none', runs: 0 });
  expect(report.coverage.successTested).toBeGreaterThan(0);
  return accusations(report).filter((line) => /^(page|list|sort|filter|order)\./.test(line));
}

const numbers = Array.from({ length: 60 }, (_, index) => index);
const unlike = numbers.map((value) => ({ value, at: `minute ${value}` }));
const alike = numbers.map((value) => ({ value: value % 7 }));
const links = { items: '/items', page: { query: 'page', size: 'limit' }, total: '/total' };

describe('a right list whose items have no id', () => {
  it.each<[string, Listing]>([
    ['has different items', { items: unlike }],
    ['has items that are alike', { items: alike }],
    ['repeats its last page', { items: unlike, repeatsLast: true, by: 'page' }],
    ['repeats its last page, and has items that are alike', { items: alike, repeatsLast: true, by: 'page' }],
    ['has items that are alike, and a contract that describes its pages', { items: alike, by: 'page', paging: links }],
    ['has one item many times', { items: numbers.map(() => ({ value: 1 })), by: 'page', paging: links }],
  ])('is not accused if it %s', { tags: 'slow' }, async (_, listing) => {
    expect(await listFindings(listing)).toEqual([]);
  });

  it('is not accused if its items have a field that is named id but is not unique', async () => {
    const items = numbers.map((value) => ({ id: `sensor-${value % 5}`, value }));
    expect(await listFindings({ items })).toEqual([]);
  });

  it('is not accused if another response shows an id that the list leaves out', async () => {
    const others = { 'GET /readings/{reading_id} getReading': { shows: object({ id: text, value: integer }) } };
    expect(await listFindings({ items: unlike.slice(0, 5), others })).toEqual([]);
  });
});

describe('a list whose items have no id is accused', () => {
  it.each<[string, Listing]>([
    ['page.offset listReadings ', { items: unlike, ignores: true }],
    ['page.page listReadings ', { items: unlike, ignores: true, by: 'page' }],
    ['page.offset listReadings ', { items: numbers.map((value) => ({ name: `n${value}`, value: 1 })), ignores: true }],
  ])('by %s if it ignores the position', async (accusation, listing) => {
    expect(await listFindings(listing)).toContain(accusation);
  });

  it('by list.duplicate if it contains an item with an id twice', async () => {
    const items = unlike.slice(0, 6).map((item) => ({ id: `reading-${item.value}`, ...item }));
    expect(await listFindings({ items: [...items, items[2] as Json] })).toContain('list.duplicate listReadings /*');
  });
});
