import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOfNobody } from '../listen-here.js';
import { ids, json, key, nowhere, open, rejection, serve, timers } from './fixture.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Responds with these statuses in turn, and repeats the last status. */
function inTurn(...statuses: (number | 'reset')[]) {
  let turn = 0;
  return (response: ServerResponse) => {
    const status = statuses[Math.min(turn++, statuses.length - 1)];
    if (status === 'reset') response.socket?.resetAndDestroy();
    else json(['x'], status)(response.setHeader('retry-after', '0'));
  };
}

/** Makes waits without `Retry-After` end at once. */
const withoutWaits = () => void vi.spyOn(Math, 'random').mockReturnValue(-1);

describe('a read', () => {
  it.each([
    ['429', [429, 200], 200, 2],
    ['503', [503, 503, 200], 200, 3],
    ['a reset connection', ['reset', 200], 200, 2],
    ['one of each', ['reset', 503, 200], 200, 3],
    ['503, but at most twice', [503], 503, 3],
    ['neither 500', [500, 200], 500, 1],
    ['nor 404', [404, 200], 404, 1],
  ] as const)('is sent again after %s', async (_, statuses, status, count) => {
    withoutWaits();
    await using server = await serve(inTurn(...statuses));
    const client = open(server.url);
    expect(await client.listEntries({ extraQuery: { a: 1 } })).toMatchObject({ status });
    expect(server.requests).toHaveLength(count);
    for (const { url, headers } of server.requests)
      expect([url, headers.authorization]).toEqual(['/v1/entries/?a=1', key]);
  });

  it('is also sent again by raw and by pages', async () => {
    await using server = await serve(inTurn(503, 200, 429, 200, 503, 200));
    const client = open(server.url);
    expect(await client.raw.GET('/v1/entries/')).toMatchObject({ data: ['x'] });
    expect(await client.raw.HEAD('/v1/entries/' as never)).toMatchObject({ response: { status: 200 } });
    for await (const item of client.pages.listEntries()) expect(item).toBe('x');
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'HEAD', 'HEAD', 'GET', 'GET']);
  });

  it.each([
    [0, 1],
    [1, 2],
    [5, 6],
  ])('is sent again at most as often as `retries` says: %i', async (retries, count) => {
    await using server = await serve(inTurn(503));
    expect(await open(server.url, { retries }).listEntries()).toMatchObject({ ok: false, status: 503 });
    expect(server.requests).toHaveLength(count);
  });

  it('rejects with the last failure of the network', async () => {
    withoutWaits();
    const { url } = await addressOfNobody();
    const fetch = vi.fn((request: Request) => globalThis.fetch(request));
    const error = await rejection(open(url, { fetch }).listEntries());
    expect(error).toMatchObject({ code: 'network', operationId: 'listEntries' });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it.each(['redirect', 'timeout', 'aborted'])('is sent once if it ends with %s', async (code) => {
    const controller = new AbortController();
    await using server = await serve((response) => {
      if (code === 'redirect') response.writeHead(302, { location: '/' }).end();
      else if (code === 'aborted') controller.abort();
    });
    const timeout = code === 'timeout' ? 500 : 30_000;
    const error = await rejection(open(server.url, { timeout }).listEntries({ signal: controller.signal }));
    expect(error).toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the wait before a retry', () => {
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

  it.each([
    ['seconds', () => '31', {}],
    ['seconds beyond any number', () => '9'.repeat(400), {}],
    ['seconds after the deadline of the call alone', () => '2', { timeout: 1900 }],
    ['a date', () => inSeconds(60), {}],
  ])('ends the call with the last response if Retry-After has %s past the deadline', async (_, after, call) => {
    await using server = await serve((response) => json({}, 503)(response.setHeader('retry-after', after())));
    expect(await open(server.url).listEntries(call)).toMatchObject({ ok: false, status: 503 });
    expect(server.requests).toHaveLength(1);
  });

  const past = 'Wed, 21 Oct 2015 07:28:00 GMT';
  it.each(['soon', '-1', '1.5', '', past])('is short if Retry-After is %j', async (textAfter) => {
    withoutWaits();
    await using server = await serve((response) => json({}, 429)(response.setHeader('retry-after', textAfter)));
    expect(await open(server.url).listEntries()).toMatchObject({ status: 429 });
    expect(server.requests).toHaveLength(3);
  });

  it('grows, with jitter, and lasts as long as Retry-After says', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    const start = performance.now();
    const times: number[] = [];
    const valuesAfter = ['', '', '7', inSeconds(14)];
    const fetch = async () => {
      times.push(performance.now() - start);
      const headers = { 'retry-after': valuesAfter.shift() ?? '' };
      return new Response('[]', { status: times.length < 5 ? 503 : 200, headers });
    };
    const call = open(nowhere, { fetch, retries: 4 }).listEntries();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(await call).toMatchObject({ status: 200 });
    const [first = 0, second = 0, third = 0] = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.abs(first - 300)).toBeLessThanOrEqual(101);
    expect(Math.abs(second - 600)).toBeLessThanOrEqual(201);
    expect(third).toBeGreaterThanOrEqual(7000);
    expect(times[4]).toBeGreaterThanOrEqual(13_000);
  });

  it('ends at once when the caller aborts, without another request or a timer', async () => {
    const controller = new AbortController();
    await using server = await serve((response) => {
      json({}, 503)(response.setHeader('retry-after', '1000'));
      response.on('finish', () => setTimeout(() => controller.abort(), 20));
    });
    const before = timers();
    const call = open(server.url, { timeout: 1e7 }).listEntries({ signal: controller.signal });
    expect(await rejection(call)).toMatchObject({ code: 'aborted' });
    expect(timers()).toBeLessThanOrEqual(before);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('stopped'))],
    ['responds', () => Promise.resolve(new Response('', { status: 503 }))],
  ])('does not begin if fetch %s after the call has ended', async (_, end) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const controller = new AbortController();
    const apiKey = vi.fn(() => 'k-1');
    const fetch = async ({ signal }: Request) => {
      await once(signal, 'abort');
      return end();
    };
    const call = rejection(open(nowhere, { apiKey, fetch }).listEntries({ signal: controller.signal }));
    await setImmediate();
    controller.abort();
    expect(await call).toMatchObject({ code: 'aborted' });
    await setImmediate();
    expect(vi.getTimerCount()).toBe(0);
    expect(apiKey).toHaveBeenCalledTimes(1);
  });

  it('is covered by one deadline, together with all attempts', async () => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    fetch.mockResolvedValueOnce(new Response('', { status: 503, headers: { 'retry-after': '0' } }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    const call = rejection(open(nowhere, { fetch, timeout: 40 }).listEntries());
    await vi.advanceTimersByTimeAsync(39);
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ code: 'timeout', message: expect.stringContaining('40 ms') });
  });
});

describe('a write', () => {
  const calls = { updateEntry: { path: ids, body: { title: 'A' } }, deleteEntry: { path: { entry_id: 'e' } } };

  it.each([429, 503, 500, 'reset'] as const)('is never sent twice, after %s', async (status) => {
    withoutWaits();
    for (const [id, call] of Object.entries(calls)) {
      await using server = await serve(inTurn(status, 200));
      const result = open(server.url, { retries: 9 })
        [id as keyof typeof calls](call)
        .catch((error: object) => error);
      expect(await result).toMatchObject(status === 'reset' ? { code: 'network' } : { status });
      expect(server.requests).toHaveLength(1);
    }
  });

  it.each(['here', 'in a browser whose requests do not show their body'])(
    'is sent again, with its body, if the call says that it is idempotent, %s',
    async (where) => {
      withoutWaits();
      if (where !== 'here') vi.spyOn(Request.prototype, 'body', 'get').mockReturnValue(undefined as never);
      await using server = await serve(inTurn(503, 'reset', 200));
      const call = { path: ids, body: { title: 'A' }, idempotent: true };
      expect(await open(server.url).updateEntry(call)).toMatchObject({ ok: true, data: ['x'] });
      expect(server.requests.map(({ body }) => body)).toEqual(Array(3).fill('{"title":"A"}'));
      await rejection(open(server.url, { fetch: () => Promise.reject(new Error('down')) }).updateEntry(call));
    },
  );

  it.each(['false', 1, null])('is sent once if the call has %j as idempotent', async (idempotent) => {
    await using server = await serve(inTurn(503, 200));
    const call = { path: ids, body: {}, idempotent: idempotent as never };
    expect(await open(server.url).updateEntry(call)).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(1);
  });

  it('of raw is never sent twice', async () => {
    await using server = await serve(inTurn(503));
    const { raw } = open(server.url);
    const post = raw.POST as (path: string, init: object) => Promise<unknown>;
    const stream = new Blob(['{}']).stream();
    await post('/v1/entries/', { body: stream, bodySerializer: (body: unknown) => body, duplex: 'half' });
    expect(server.requests.map(({ method, body }) => [method, body])).toEqual([['POST', '{}']]);
  });
});
