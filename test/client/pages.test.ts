import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { DirectoryRequestError, type Paging, pagesOf } from '../../scripts/client/index.js';
import { type Argument, json, key, open, rejection, serve, type TestServer } from './fixture.js';

type Pages = (argument?: Argument) => AsyncGenerator<unknown, void>;

/** Returns the items of all pages. */
async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const next = { items: '/results', next: '/next', page: { query: 'page' } } satisfies Paging;

/** Returns `pages.listEntries` of a client for a contract with this `x-paging`. */
function paged(server: TestServer, paging: Paging = next): Pages {
  const options = { baseUrl: server.url, apiKey: key };
  return (pagesOf(open(server.url), { listEntries: paging }, options) as { listEntries: Pages }).listEntries;
}

/** A server with three pages of two numbers each; `page` counts from 1. */
const threePages = (response: ServerResponse, { url }: { url: string }) => {
  const page = Number(new URLSearchParams(url.split('?')[1]).get('page') ?? 1);
  json({ results: [2 * page - 1, 2 * page], next: page < 3 ? `http://elsewhere/?page=${page + 1}` : null })(response);
};

it('pages repeat a parameter that the address of the next page repeats', async () => {
  await using server = await serve((response, { url }) => {
    json({ results: [url], next: url.includes('?') ? null : '/entries/?tag=a&tag=b&page=2' })(response);
  });
  await all(paged(server)());
  expect(server.seen[1]?.url).toBe('/v1/entries/?tag=a&tag=b&page=2');
});

it.each([
  ['the address of the next page', { items: '/results', next: '/next' }],
  ['the number of the page', { items: '/results', total: '/count', page: { query: 'page' } }],
] satisfies [string, Paging][])('pages by %s send extra parameters once with each page', async (_, paging) => {
  await using server = await serve((response, { url }) => {
    const page = Number(new URLSearchParams(url.split('?')[1]).get('page') ?? 1);
    const next = page < 3 ? `/entries/?since=x&tag=a&tag=b&page=${page + 1}` : null;
    json({ results: [page], count: 3, next })(response);
  });
  expect(await all(paged(server, paging)({ extraQuery: { since: 'x', tag: ['a', 'b'] } }))).toEqual([1, 2, 3]);
  for (const { url } of server.seen) {
    const sent = new URLSearchParams(url.split('?')[1]);
    expect([sent.getAll('since'), sent.getAll('tag')]).toEqual([['x'], ['a', 'b']]);
  }
});

describe('pages of a bare list', () => {
  it('are the items of one request', async () => {
    await using server = await serve(json([{ id: 'a' }, { id: 'b' }]));
    const items = open(server.url).pages.listEntries({ query: { search: 'x' }, headers: { 'x-trace': 't' } });
    expect(server.seen).toEqual([]);
    expect(await all(items)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(server.seen.map(({ url }) => url)).toEqual(['/v1/entries/?search=x']);
    expect(server.seen[0]?.headers).toMatchObject({ authorization: key, 'x-trace': 't' });
  });

  it.each([
    ['an object', '{"results":[]}'],
    ['a text', '"abc"'],
    ['null', 'null'],
  ])('reject %s', async (_, body) => {
    await using server = await serve((response) => void response.end(body));
    const error = await rejection(open(server.url).pages.listEntries().next());
    expect(error).toBeInstanceOf(DirectoryRequestError);
    expect(error).toMatchObject({
      code: 'invalid-body',
      operationId: 'listEntries',
      message: 'Expected a list from listEntries; found none (status 200). See cause.',
      cause: { ok: true, data: JSON.parse(body) },
    });
  });

  it('reject as the method does if no response can be used', async () => {
    await using server = await serve((response) => void response.end('no JSON'));
    const { pages } = open(server.url);
    expect(await rejection(pages.listEntries().next())).toMatchObject({
      code: 'invalid-body',
      operationId: 'listEntries',
    });
    const signal = AbortSignal.abort();
    expect(await rejection(pages.listEntries({ signal }).next())).toMatchObject({ code: 'aborted' });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a refusal', () => {
  const refuse = (response: ServerResponse) =>
    response.writeHead(429, { 'retry-after': '77', 'content-type': 'application/json' }).end('{"detail":"slow down"}');

  it.each([
    ['of a bare list', (server: TestServer): Pages => open(server.url).pages.listEntries, 'a list from listEntries'],
    ['of a first page', (server: TestServer): Pages => paged(server), 'a list from /results of listEntries'],
  ])('%s names operation and status, and has the result as its cause', async (_, pages, expected) => {
    await using server = await serve(refuse);
    const error = await rejection(pages(server)().next());
    expect(error).toBeInstanceOf(DirectoryRequestError);
    expect(error).toMatchObject({
      code: 'refused',
      operationId: 'listEntries',
      message: `Expected ${expected}; found none (status 429). See cause.`,
      cause: { ok: false, status: 429, error: { detail: 'slow down' }, headers: expect.any(Headers) },
    });
    expect((error.cause as { headers: Headers }).headers.get('retry-after')).toBe('77');
  });

  it('in the middle comes after the items before', async () => {
    await using server = await serve((response, seen) =>
      seen.url.includes('page=2') ? void refuse(response) : threePages(response, seen),
    );
    const found: unknown[] = [];
    const error = await rejection(
      (async () => {
        for await (const item of paged(server)()) found.push(item);
      })(),
    );
    expect(error).toMatchObject({ code: 'refused', cause: { status: 429 } });
    expect(found).toEqual([1, 2]);
  });

  it.each([
    ['its body', (response: ServerResponse) => response.writeHead(401).end(`no such key: ${key}`)],
    ['a header', (response: ServerResponse) => response.writeHead(401, { 'x-echo': `key=${key}` }).end()],
  ])('has no cause if %s contains the key', async (_, answer) => {
    await using server = await serve((response) => void answer(response));
    for (const pages of [open(server.url).pages.listEntries, paged(server)]) {
      const error = await rejection(pages().next());
      expect(error).toMatchObject({ code: 'refused', message: expect.stringContaining('(status 401)') });
      expect(error).not.toHaveProperty('cause');
    }
  });
});

describe('pages of a list with x-paging', () => {
  it('are asked for one by one, with the same call', async () => {
    await using server = await serve(threePages);
    const call = { query: { search: 'x', size: 2 }, headers: { 'x-trace': 't' } };
    expect(await all(paged(server)(call))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/entries/?search=x&size=2',
      '/v1/entries/?search=x&size=2&page=2',
      '/v1/entries/?search=x&size=2&page=3',
    ]);
    for (const { headers } of server.seen) expect(headers).toMatchObject({ 'x-trace': 't', authorization: key });
  });

  it('begin at the page of the call', async () => {
    await using server = await serve(threePages);
    expect(await all(paged(server)({ query: { page: 2 } }))).toEqual([3, 4, 5, 6]);
  });

  it('send no request after the caller has left', async () => {
    await using server = await serve(threePages);
    for await (const item of paged(server)()) if (item === 2) break;
    expect(server.seen).toHaveLength(1);
    for await (const item of paged(server)()) if (item === 3) break;
    expect(server.seen).toHaveLength(3);
  });

  it('repeat a parameter with several values, and leave out what is undefined', async () => {
    await using server = await serve((response, seen) => {
      const { searchParams } = new URL(seen.url, server.url);
      const page = searchParams.get('page') ? 2 : 1;
      searchParams.set('page', '2');
      json({ results: [page], next: page === 1 ? `${server.url}/?${searchParams}` : null })(response);
    });
    expect(await all(paged(server)({ query: { ids: ['a', 'b'], none: undefined, empty: null } }))).toEqual([1, 2]);
    expect(server.seen.map(({ url }) => url.split('?')[1])).toEqual(['ids=a&ids=b', 'ids=a&ids=b&page=2']);
  });

  it('end with the code aborted if the caller aborts between two pages', async () => {
    await using server = await serve(threePages);
    const controller = new AbortController();
    const found: unknown[] = [];
    const error = await rejection(
      (async () => {
        for await (const item of paged(server)({ signal: controller.signal })) {
          found.push(item);
          if (item === 4) controller.abort(new Error('enough'));
        }
      })(),
    );
    expect(error).toMatchObject({ code: 'aborted', operationId: 'listEntries', cause: { message: 'enough' } });
    expect(found).toEqual([1, 2, 3, 4]);
    expect(server.seen).toHaveLength(2);
  });

  it.each<[string, Paging, (page: number) => object]>([
    ['at a query that was sent before', next, (page) => ({ results: [page], next: `?page=${(page % 3) + 1}` })],
    ['at the same items again', { items: '/results', page: { query: 'page' } }, () => ({ results: ['a', 'b'] })],
  ])('end with an error %s', async (_, paging, body) => {
    await using server = await serve((response, { url }) => {
      if (server.seen.length > 9) response.destroy();
      else json(body(Number(/page=(\d+)/.exec(url)?.[1] ?? 1)))(response);
    });
    const found: unknown[] = [];
    const error = await rejection(
      (async () => {
        for await (const item of paged(server, paging)({ query: { page: 1 } })) found.push(item);
      })(),
    );
    expect(error).toMatchObject({
      code: 'invalid-body',
      operationId: 'listEntries',
      message: 'Expected a further page of listEntries; found one that was read before. Tell the team of the server.',
    });
    expect(new Set(found).size).toBe(found.length);
  });

  it('reject a page without a list', async () => {
    await using server = await serve(json({ results: null }));
    expect(await rejection(paged(server)().next())).toMatchObject({
      code: 'invalid-body',
      message: 'Expected a list from /results of listEntries; found none (status 200). See cause.',
    });
  });
});

describe('pages without an end', () => {
  /** A client whose server has these items on each page, and always names a further page. */
  function endless(
    itemsOf: (page: number) => unknown[],
    nextOf = (page: number): unknown => `?page=${page}`,
    options = next,
  ) {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      const link = options.next === 'link' ? { link: String(nextOf(sent)) } : undefined;
      return new Response(JSON.stringify({ results: itemsOf(sent), next: nextOf(sent) }), { headers: { ...link } });
    };
    const client = open('https://directory.example.com', { fetch });
    const { listEntries } = pagesOf(client, { listEntries: options }) as { listEntries: Pages };
    return { listEntries, sent: () => sent };
  }

  it.each([
    [undefined, 1000],
    [1, 1],
    [3, 3],
    [Number.NaN, 1],
    ['3', 3],
  ])('are left after 1,000 without an item, or as emptyPages says: %s', async (emptyPages, expected) => {
    const { listEntries, sent } = endless(() => []);
    const error = await rejection(all(listEntries({ emptyPages } as Argument)));
    expect(error).toBeInstanceOf(DirectoryRequestError);
    expect(error).toMatchObject({
      code: 'invalid-body',
      operationId: 'listEntries',
      message:
        `Expected an item of listEntries; found none in ${expected} pages one after another. Raise emptyPages, or ` +
        'tell the team of the server.',
    });
    expect(sent()).toBe(expected);
  });

  it('go on as long as some of them have items', async () => {
    const { listEntries } = endless(
      (page) => (page % 3 === 0 ? [page] : []),
      (page) => (page < 30 ? `?page=${page}` : null),
    );
    expect(await all(listEntries({ emptyPages: 3 }))).toHaveLength(10);
  });

  it.each<[string, (text: string) => unknown, Paging]>([
    ['an address', (text) => `https://directory.example.com/?page=${text}`, next],
    ['an address of many parameters', (text) => `/?${text.replace(/.{8}/g, (_, at) => `a${at}&`)}`, next],
    ['an address of many question marks', (text) => text.replaceAll('a', '?'), next],
    ['a cursor', (text) => text, { items: '/results', next: '/next', page: { query: 'after', by: 'cursor' } }],
    ['a link', (text) => `<?page=${text}>; rel="next"`, { items: '/results', next: 'link' }],
    ['many links', (text) => text.replace(/aaaaaa/g, '<a>"\\"'), { items: '/results', next: 'link' }],
  ])('end at an address of the next page that is longer than any URL: %s', async (_, nextOf, paging) => {
    const text = nextOf('a'.repeat(3_000_000)) as string;
    const { listEntries } = endless(
      (page) => [page],
      () => text,
      paging as typeof next,
    );
    const items = listEntries();
    expect(await items.next()).toMatchObject({ value: 1 });
    const error = await rejection(items.next());
    expect(error).toBeInstanceOf(DirectoryRequestError);
    expect(error).toMatchObject({ code: 'invalid-body', operationId: 'listEntries' });
    expect(error.message).toBe(
      `Expected at most 8192 characters for the next page of listEntries; found ${text.length}. ` +
        'Tell the team of the server.',
    );
  });

  it('follow a next page of 8,192 characters', async () => {
    const long = (page: number): string => `?page=${page}&a=`.padEnd(8192, 'a');
    const { listEntries } = endless(
      (page) => [page],
      (page) => (page < 3 ? long(page) : null),
    );
    expect(await all(listEntries())).toEqual([1, 2, 3]);
  });

  it('end at items that are nested too deep to compare', async () => {
    const fetch = async () => new Response(`{"results":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    const client = open('https://directory.example.com', { fetch });
    const { listEntries } = pagesOf(client, { listEntries: next }) as { listEntries: Pages };
    const error = await rejection(listEntries().next());
    expect(error).toBeInstanceOf(DirectoryRequestError);
    expect(error).toMatchObject({ code: 'invalid-body', operationId: 'listEntries' });
    expect(error.message).toContain('nested too deep');
  });
});
