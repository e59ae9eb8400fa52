import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Paging, pagesOf } from '../../scripts/client/index.js';
import { type Argument, all, json, key, nowhere, open, rejection, serve, type TestServer } from './fixture.js';

type Pages = (argument?: Argument) => AsyncGenerator<unknown, void>;

const next = { items: '/results', next: '/next', page: { query: 'page' } } satisfies Paging;
const invalid = (message: unknown) => ({ code: 'invalid-body', operationId: 'listEntries', message });

/** Returns `pages.listEntries` of a client for a contract with this `x-paging`. */
function paged(client: object, paging: Paging = next): Pages {
  return (pagesOf(client, { listEntries: paging }) as { listEntries: Pages }).listEntries;
}
const pagedAt = ({ url }: TestServer, paging?: Paging): Pages => paged(open(url), paging);

const pageIn = (url: string): number => Number(new URLSearchParams(url.split('?')[1]).get('page') ?? 1);

/** A server with three pages of two numbers each; `page` counts from 1. */
const threePages = (response: ServerResponse, { url }: { url: string }) => {
  const page = pageIn(url);
  json({ results: [2 * page - 1, 2 * page], next: page < 3 ? `http://elsewhere/?page=${page + 1}` : null })(response);
};

/** Returns the error with which pages end, and the items before the error. */
async function untilError(items: AsyncIterable<unknown>, onItem?: (item: unknown) => void) {
  const foundItems: unknown[] = [];
  const read = async () => {
    for await (const item of items) {
      foundItems.push(item);
      onItem?.(item);
    }
  };
  return { error: await rejection(read()), found: foundItems };
}

describe('pages of a list without an envelope', () => {
  it('are the items of one request', async () => {
    await using server = await serve(json([{ id: 'a' }, { id: 'b' }]));
    const call = { query: { search: 'x' }, extraQuery: { since: 1 }, headers: { 'x-trace': 't' } };
    const items = open(server.url).pages.listEntries(call);
    expect(server.requests).toEqual([]);
    expect(await all(items)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(server.requests).toMatchObject([
      { url: '/v1/entries/?search=x&since=1', headers: { authorization: key, 'x-trace': 't' } },
    ]);
  });

  it.each(['{"results":[]}', '"abc"', 'null'])('reject %s', async (body) => {
    await using server = await serve((response) => void response.end(body));
    expect(await rejection(open(server.url).pages.listEntries().next())).toMatchObject({
      ...invalid('Expected a list from listEntries; found none (status 200). See error.cause.'),
      cause: { ok: true, data: JSON.parse(body) },
    });
  });

  it('reject like the method does if no response can be used', async () => {
    await using server = await serve((response) => void response.end('no JSON'));
    const { pages } = open(server.url);
    expect(await rejection(pages.listEntries().next())).toMatchObject(invalid(expect.any(String)));
    const signal = AbortSignal.abort();
    expect(await rejection(pages.listEntries({ signal }).next())).toMatchObject({ code: 'aborted' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a refusal', () => {
  const refuse = (response: ServerResponse) =>
    response.writeHead(429, { 'retry-after': '77', 'content-type': 'application/json' }).end('{"detail":"slow down"}');

  it.each([
    ['of a bare list', (server: TestServer): Pages => open(server.url).pages.listEntries, 'a list from listEntries'],
    ['of a first page', pagedAt, 'a list from /results of listEntries'],
  ])('%s names operation and status, and has the result as its cause', async (_, pages, expected) => {
    await using server = await serve(refuse);
    const error = await rejection(pages(server)().next());
    expect(error).toMatchObject({
      code: 'refused',
      operationId: 'listEntries',
      message: `Expected ${expected}; found none (status 429). See error.cause.`,
      cause: { ok: false, status: 429, error: { detail: 'slow down' }, headers: expect.any(Headers) },
    });
    expect((error.cause as { headers: Headers }).headers.get('retry-after')).toBe('77');
  });

  it('between two pages comes after the items of earlier pages', async () => {
    await using server = await serve((response, seenView) =>
      seenView.url.includes('page=2') ? void refuse(response) : threePages(response, seenView),
    );
    const { error, found } = await untilError(pagedAt(server)());
    expect(error).toMatchObject({ code: 'refused', cause: { status: 429 } });
    expect(found).toEqual([1, 2]);
  });

  it.each([
    ['its body', (response: ServerResponse) => response.writeHead(401).end(`no such key: ${key}`)],
    ['a header', (response: ServerResponse) => response.writeHead(401, { 'x-echo': `key=${key}` }).end()],
  ])('has no cause if %s contains the key', async (_, answer) => {
    await using server = await serve((response) => void answer(response));
    for (const pages of [open(server.url).pages.listEntries, pagedAt(server)]) {
      const error = await rejection(pages().next());
      expect(error).toMatchObject({ code: 'refused', message: expect.stringContaining('(status 401)') });
      expect(error).not.toHaveProperty('cause');
    }
  });
});

describe('pages of a list with x-paging', () => {
  it('are requested one by one, with the same call', async () => {
    await using server = await serve(threePages);
    const call = { query: { search: 'x', size: 2 }, headers: { 'x-trace': 't' } };
    expect(await all(pagedAt(server)(call))).toEqual([1, 2, 3, 4, 5, 6]);
    const headers = { 'x-trace': 't', authorization: key };
    expect(server.requests).toMatchObject(
      ['', '&page=2', '&page=3'].map((page) => ({ url: `/v1/entries/?search=x&size=2${page}`, headers })),
    );
  });

  it.each([
    ['the address of the next page', { items: '/results', next: '/next' }],
    ['the number of the page', { items: '/results', total: '/count', page: { query: 'page' } }],
  ] satisfies [string, Paging][])('by %s send extra parameters once with each page', async (_, paging) => {
    await using server = await serve((response, { url }) => {
      const page = pageIn(url);
      const next = page < 3 ? `/entries/?since=x&tag=a&tag=b&page=${page + 1}` : null;
      json({ results: [page], count: 3, next })(response);
    });
    expect(await all(pagedAt(server, paging)({ extraQuery: { since: 'x', tag: ['a', 'b'] } }))).toEqual([1, 2, 3]);
    for (const { url } of server.requests) {
      const sentQuery = new URLSearchParams(url.split('?')[1]);
      expect([sentQuery.getAll('since'), sentQuery.getAll('tag')]).toEqual([['x'], ['a', 'b']]);
    }
  });

  it.each<[string, Paging, (page: number) => [body: object, headers?: Record<string, string>]]>([
    [
      'a header with the number of the next page',
      { next: { header: 'X-Next-Page' }, page: { query: 'page' } },
      (page) => [[2 * page - 1, 2 * page], { 'x-next-page': page < 3 ? String(page + 1) : '' }],
    ],
    [
      'the number of all items in a header',
      { total: { header: 'X-Total-Count' }, page: { query: 'page' } },
      (page) => [[2 * page - 1, 2 * page], { 'x-total-count': '6' }],
    ],
  ])('end if %s says so', async (_, paging, pageOf) => {
    await using server = await serve((response, { url }) => {
      const [body, headers = {}] = pageOf(pageIn(url));
      for (const [name, text] of Object.entries(headers)) response.setHeader(name, text);
      json(body)(response);
    });
    expect(await all(pagedAt(server, paging)())).toEqual([1, 2, 3, 4, 5, 6]);
    expect(server.requests.map(({ url }) => pageIn(url))).toEqual([1, 2, 3]);
  });

  it.each([
    ['with the number of all items', 5, 3],
    ['of which nobody knows the number, until a page has none', '*', 4],
  ])('continue after the range of the header Content-Range, %s', async (_, total, requests) => {
    await using server = await serve((response, { url }) => {
      const from = Number(new URLSearchParams(url.split('?')[1]).get('from') ?? 0);
      const items = [1, 2, 3, 4, 5].slice(from, from + 2);
      response.setHeader('content-range', `${items.length > 0 ? `${from}-${from + items.length - 1}` : '*'}/${total}`);
      json(items)(response);
    });
    const paging: Paging = { next: { header: 'Content-Range' }, page: { query: 'from', by: 'offset' } };
    expect(await all(pagedAt(server, paging)())).toEqual([1, 2, 3, 4, 5]);
    expect(server.requests).toHaveLength(requests);
  });

  it.each<[string, Paging, requests: number]>([
    ['until none follows', { items: '/data', next: '/more', page: { query: 'after', by: 'last-item' } }, 3],
    ['until a page has none', { items: '/data', page: { query: 'after', by: 'last-item', item: '/id' } }, 4],
  ])('are requested with the id of the last item %s', async (_, paging, requests) => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await using server = await serve((response, { url }) => {
      const from = ids.indexOf(new URLSearchParams(url.split('?')[1]).get('after') ?? '') + 1;
      json({ data: ids.slice(from, from + 2).map((id) => ({ id })), more: from + 2 < ids.length })(response);
    });
    expect(await all(pagedAt(server, paging)())).toEqual(ids.map((id) => ({ id })));
    expect(server.requests).toHaveLength(requests);
  });

  it('begin at the page of the call, and send no request after the caller has left', async () => {
    await using server = await serve(threePages);
    expect(await all(pagedAt(server)({ query: { page: 2 } }))).toEqual([3, 4, 5, 6]);
    for await (const item of pagedAt(server)()) if (item === 2) break;
    expect(server.requests).toHaveLength(3);
    for await (const item of pagedAt(server)()) if (item === 3) break;
    expect(server.requests).toHaveLength(5);
  });

  it('repeat a parameter with several values, and leave out undefined values', async () => {
    await using server = await serve((response, { url }) =>
      json({ results: [pageIn(url)], next: pageIn(url) === 1 ? `${server.url}${url}&page=2` : null })(response),
    );
    expect(await all(pagedAt(server)({ query: { ids: ['a', 'b'], none: undefined, empty: null } }))).toEqual([1, 2]);
    expect(server.requests.map(({ url }) => url.split('?')[1])).toEqual(['ids=a&ids=b', 'ids=a&ids=b&page=2']);
  });

  it('end with the code aborted if the caller aborts between two pages', async () => {
    await using server = await serve(threePages);
    const controller = new AbortController();
    const items = pagedAt(server)({ signal: controller.signal });
    const { error, found } = await untilError(items, (item) => item === 4 && controller.abort(new Error('enough')));
    expect(error).toMatchObject({ code: 'aborted', operationId: 'listEntries', cause: { message: 'enough' } });
    expect(found).toEqual([1, 2, 3, 4]);
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, Paging, (page: number) => object]>([
    ['at a query that was sent before', next, (page) => ({ results: [page], next: `?page=${(page % 3) + 1}` })],
    [
      'at an item without the id that asks for the next page',
      { items: '/results', next: '/more', page: { query: 'after', by: 'last-item' } },
      () => ({ results: ['a', 'b'], more: true }),
    ],
    ['at the same items again', { items: '/results', page: { query: 'page' } }, () => ({ results: ['a', 'b'] })],
  ])('end with an error %s', async (_, paging, body) => {
    await using server = await serve((response, { url }) => {
      if (server.requests.length > 9) response.destroy();
      else json(body(pageIn(url)))(response);
    });
    const { error, found } = await untilError(pagedAt(server, paging)({ query: { page: 1 } }));
    const message =
      'Expected a further page of listEntries; found one that was read before. Tell the team that runs the server.';
    expect(error).toMatchObject(invalid(message));
    expect(new Set(found).size).toBe(found.length);
  });

  it('reject a page without a list', async () => {
    await using server = await serve(json({ results: null }));
    const message = 'Expected a list from /results of listEntries; found none (status 200). See error.cause.';
    expect(await rejection(pagedAt(server)().next())).toMatchObject(invalid(message));
  });
});

describe('endless pages', () => {
  /** Pages whose server has these items on each page, and always names a further page. */
  function endless(
    itemsOf: (page: number) => unknown[],
    nextOf = (page: number): unknown => `?page=${page}`,
    paging: Paging = next,
  ) {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      const headers = paging.next === 'link' ? { link: String(nextOf(sent)) } : undefined;
      return new Response(JSON.stringify({ results: itemsOf(sent), next: nextOf(sent) }), { headers: { ...headers } });
    };
    return { listEntries: paged(open(nowhere, { fetch }), paging), countSent: () => sent };
  }

  it.each([
    [undefined, 1000],
    [1, 1],
    [3, 3],
    [Number.NaN, 1],
    ['3', 3],
  ])('are abandoned after 1,000 pages without an item, or as emptyPages says: %s', async (emptyPages, expected) => {
    const { listEntries, countSent } = endless(() => []);
    const message =
      `Expected an item of listEntries; found none in ${expected} pages in a row. Raise emptyPages, or ` +
      'tell the team that runs the server.';
    expect(await rejection(all(listEntries({ emptyPages } as Argument)))).toMatchObject(invalid(message));
    expect(countSent()).toBe(expected);
  });

  it('continue as long as some of them have items', async () => {
    const itemsOf = (page: number) => (page % 3 === 0 ? [page] : []);
    const { listEntries } = endless(itemsOf, (page) => (page < 30 ? `?page=${page}` : null));
    expect(await all(listEntries({ emptyPages: 3 }))).toHaveLength(10);
  });

  it.each<[string, (text: string) => string, Paging]>([
    ['an address', (text) => `https://directory.example.com/?page=${text}`, next],
    ['an address of many parameters', (text) => `/?${text.replace(/.{8}/g, (_, at) => `a${at}&`)}`, next],
    ['an address of many question marks', (text) => text.replaceAll('a', '?'), next],
    ['a cursor', (text) => text, { items: '/results', next: '/next', page: { query: 'after', by: 'cursor' } }],
    ['a link', (text) => `<?page=${text}>; rel="next"`, { items: '/results', next: 'link' }],
    ['many links', (text) => text.replace(/aaaaaa/g, '<a>"\\"'), { items: '/results', next: 'link' }],
  ])('end at an address of the next page that exceeds the maximum length of a URL: %s', async (_, nextOf, paging) => {
    const text = nextOf('a'.repeat(3_000_000));
    const items = endless(
      (page) => [page],
      () => text,
      paging,
    ).listEntries();
    expect(await items.next()).toMatchObject({ value: 1 });
    const message =
      `Expected at most 8192 characters for the next page of listEntries; found ${text.length}. ` +
      'Tell the team that runs the server.';
    expect(await rejection(items.next())).toMatchObject(invalid(message));
  });

  it('follow a next page of 8,192 characters', async () => {
    const long = (page: number) => (page < 3 ? `?page=${page}&a=`.padEnd(8192, 'a') : null);
    expect(await all(endless((page) => [page], long).listEntries())).toEqual([1, 2, 3]);
  });

  it('end at items that are nested too deep to compare', async () => {
    const fetch = async () => new Response(`{"results":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    const message = expect.stringContaining('nested too deep');
    expect(await rejection(paged(open(nowhere, { fetch }))().next())).toMatchObject(invalid(message));
  });
});
