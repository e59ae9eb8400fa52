import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { accusations } from './run.js';
import {
  askedFor,
  checkNewShelf,
  checkShelf,
  type Received,
  refusedOptions,
  shelfDocument,
  shelfService,
} from './shelf-service.js';

const key = 'shelf-key-0123456789';
const admits = ({ headers }: Received): boolean => headers['x-key'] === key;
const text = { type: 'string' };

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

const places = [
  { name: 'api-version', in: 'query', schema: text },
  { name: 'X-Region', in: 'header', schema: text },
  { name: 'lang', in: 'cookie', schema: text },
];

/** Returns the values of the three parameters in a request, which may have other cookies as well. */
const valuesIn = ({ url, headers }: Received): object => ({
  query: new URL(url, 'http://a').searchParams.get('api-version'),
  header: headers['x-region'],
  cookie: headers.cookie?.split('; ').find((pair) => pair.startsWith('lang=')),
});

describe('the value of a parameter', () => {
  it('in a query, a header or a cookie is sent with each request of the operations that have it', async () => {
    const shelf = await shelfService(admits);
    const parameters = { 'api-version': '2 b', 'x-region': 'north', lang: 'de;x' };
    const report = await checkShelf(shelf, shelfDocument({}, places), { parameters });
    expect(accusations(report)).toEqual([]);
    const givenValues = { query: '2 b', header: 'north', cookie: 'lang=de%3Bx' };
    for (const request of [...askedFor(shelf, '/items'), ...askedFor(shelf, '/items/a1')])
      if (!new URL(request.url, 'http://a').searchParams.getAll('api-version').includes('1'))
        expect(valuesIn(request)).toEqual(givenValues);
    expect(askedFor(shelf, '/items/a1').length).toBeGreaterThan(3);
    for (const request of askedFor(shelf, '/health'))
      expect(valuesIn(request)).toEqual({ query: null, header: undefined, cookie: undefined });
  });

  it('is not sent if it is optional and nobody gave it', async () => {
    const { shelf } = await checkNewShelf(admits, shelfDocument({}, places));
    const [first] = askedFor(shelf, '/items');
    expect(first && valuesIn(first)).toEqual({ query: null, header: undefined, cookie: undefined });
    expect(shelf.requests.every(({ headers }) => headers['x-region'] === undefined)).toBe(true);
    expect(shelf.requests.every(({ headers }) => headers.cookie?.includes('lang=') !== true)).toBe(true);
  });

  it('of a required cookie comes from the document, unless somebody gives it', async () => {
    const required = [{ ...places[2], required: true, example: 'en' }];
    const listSentValues = async (options: Partial<CheckOptions>): Promise<(string | undefined)[]> => {
      const { shelf } = await checkNewShelf(admits, shelfDocument({}, required), options);
      return [...new Set(askedFor(shelf, '/items').map(({ headers }) => headers.cookie?.split('; ')[0]))];
    };
    expect(await listSentValues({})).toEqual(['lang=en']);
    expect(await listSentValues({ parameters: { lang: 'fr' } })).toEqual(['lang=fr']);
  });

  it('may be for one operation alone, which overrides one for all', async () => {
    const shelf = await shelfService(admits);
    const parameters = { 'getItem.api-version': '3', 'api-version': '2' };
    await checkShelf(shelf, shelfDocument({}, places), { parameters });
    const versions = (path: string): unknown[] => [
      ...new Set(askedFor(shelf, path).map(({ url }) => new URL(url, 'http://a').searchParams.get('api-version'))),
    ];
    expect(versions('/items')).toEqual(['2']);
    expect(versions('/items/a1')).toEqual(['3']);
  });

  it('is replaced if a test case needs another value', async () => {
    const { shelf, ...report } = await checkNewShelf(admits, shelfDocument(), { parameters: { limit: '1' } });
    const limits = askedFor(shelf, '/items').map(({ url }) => new URL(url, 'http://a').searchParams.getAll('limit'));
    expect(limits).toContainEqual(['1']);
    expect(limits).toContainEqual(['three']);
    expect(limits.every((limit) => limit.length > 0)).toBe(true);
    expect(limits).not.toContainEqual(['1', 'three']);
    expect(accusations(report)).toEqual([]);
  });

  it('in a path may have slashes, which are sent percent-encoded', async () => {
    const { shelf, ...report } = await checkNewShelf(admits, shelfDocument(), {
      parameters: { 'getItem.item_id': '2026/05' },
    });
    expect(shelf.requests.map(({ url }) => url)).toContain('/items/2026%2F05');
    expect(report.operations.find(({ operationId }) => operationId === 'getItem')?.success.tested).toBe(true);
  });

  /** The document of the shelf, with an operation that changes an item. */
  const withWrite = (method: string, schema: object = text): ReturnType<typeof shelfDocument> => {
    const document = shelfDocument() as { paths: Record<string, object> };
    const parameters = [{ name: 'item_id', in: 'path', required: true, schema }];
    const write = { operationId: 'writeItem', responses: { 200: { description: 'Done.' } } };
    Object.assign(document.paths['/items/{item_id}'] ?? {}, { parameters, [method]: write });
    return { ...document };
  };

  it('in a path may be empty, but no write is sent with it', async () => {
    const shelf = await shelfService(admits);
    const options = { parameters: { item_id: '' }, writes: 'disposable', include: ['inferred'] } as const;
    await checkShelf(shelf, withWrite('patch'), options);
    const requests = shelf.requests.map(({ method, url }) => `${method} ${url}`);
    expect(requests).toContain('GET /items/');
    expect(requests).not.toContain('PATCH /items/');
    expect(requests.filter((each) => /^PATCH \/items\/(?:a1|b2)$/.test(each))).toEqual([]);
  });

  it.each([
    ['delete', text, 'writeItem.item_id'],
    ['patch', { ...text, minLength: 1 }, 'item_id'],
  ])('in a path cannot be empty for %s with %j', async (method, schema, name) => {
    const shelf = await shelfService(admits);
    const givenShelf = checkShelf(shelf, withWrite(method, schema), { parameters: { [name]: '' } });
    await expect(givenShelf).rejects.toThrow(
      `Expected an id that is not empty, and has no part "." or "..", for ${name}, found "".`,
    );
  });

  it.each(refusedOptions.parameters)('is refused before the first request: %j', async (parameters, message) => {
    const shelf = await shelfService(admits);
    await expect(checkShelf(shelf, shelfDocument({}, places), { parameters })).rejects.toThrow(message);
    expect(shelf.requests).toEqual([]);
  });
});
