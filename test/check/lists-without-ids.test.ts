import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { Json } from '../../scripts/contract/json.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';
import { accusations } from './run.js';

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
  paging?: object;
  /** Further paths, and their responses. */
  others?: Readonly<Record<string, { description: object; answer: Json }>>;
}

const whole = (value: object): object => ({
  content: { 'application/json': { schema: value } },
  description: 'Found.',
});

function contractOf({ by = 'offset', paging, others = {} }: Listing): string {
  const integer = (minimum: number): object => ({ type: 'integer', minimum, maximum: 50 });
  const parameters = [
    { name: 'limit', in: 'query', schema: integer(1) },
    { name: by, in: 'query', schema: { type: 'integer', minimum: by === 'page' ? 1 : 0 } },
  ];
  const list = {
    type: 'object',
    properties: { total: { type: 'integer' }, items: { type: 'array', items: { type: 'object' } } },
  };
  const get = {
    operationId: 'listReadings',
    parameters,
    ...(paging && { 'x-paging': paging }),
    responses: { 200: whole(list) },
  };
  const further = Object.entries(others).map(([path, { description }]) => [path, { get: description }]);
  const paths = { '/readings': { get }, ...Object.fromEntries(further) };
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Readings', version: '1' }, paths });
}

async function found(listing: Listing): Promise<string[]> {
  const { items, by = 'offset', repeatsLast, ignores, others = {} } = listing;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const limit = Number(searchParams.get('limit') ?? 50);
    const asked = Number(searchParams.get(by) ?? (by === 'page' ? 1 : 0));
    const isRight = limit >= 1 && limit <= 50 && asked >= (by === 'page' ? 1 : 0) && request.method === 'GET';
    const last = Math.floor((items.length - 1) / limit) * limit;
    const start = ignores ? 0 : by === 'page' ? (asked - 1) * limit : asked;
    const page = items.slice(repeatsLast ? Math.min(start, last) : start).slice(0, limit);
    const body = pathname === '/readings' ? { total: items.length, items: page } : others[pathname]?.answer;
    response.writeHead(body === undefined ? 404 : isRight ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  process.env['DIRECTORY_API_KEY'] = 'only-for-this-test';
  const report = await check({ baseUrl: url, contract: temporaryFile('contract.json', contractOf(listing)), runs: 0 });
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
    expect(await found(listing)).toEqual([]);
  });

  it('is not accused if its items have a field that is named id but is not unique', async () => {
    const items = numbers.map((value) => ({ id: `sensor-${value % 5}`, value }));
    expect(await found({ items })).toEqual([]);
  });

  it('is not accused if another response shows an id that it leaves out', async () => {
    const reading = { type: 'object', properties: { id: { type: 'string' }, value: { type: 'integer' } } };
    const parameters = [{ name: 'reading_id', in: 'path', required: true, schema: { type: 'string' } }];
    const one = { operationId: 'getReading', parameters, responses: { 200: whole(reading) } };
    const others = { '/readings/{reading_id}': { description: one, answer: {} } };
    expect(await found({ items: unlike.slice(0, 5), others })).toEqual([]);
  });
});

describe('a list whose items have no id is accused', () => {
  it.each<[string, Listing]>([
    ['page.offset listReadings ', { items: unlike, ignores: true }],
    ['page.page listReadings ', { items: unlike, ignores: true, by: 'page' }],
    ['page.offset listReadings ', { items: numbers.map((value) => ({ name: `n${value}`, value: 1 })), ignores: true }],
  ])('by %s if it ignores the position', async (accusation, listing) => {
    expect(await found(listing)).toContain(accusation);
  });

  it('by list.duplicate if a whole item with an id is there twice', async () => {
    const items = unlike.slice(0, 6).map((item) => ({ id: `reading-${item.value}`, ...item }));
    expect(await found({ items: [...items, items[2] as Json] })).toContain('list.duplicate listReadings /*');
  });
});
