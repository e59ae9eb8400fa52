import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DirectoryClientOptions } from '../../scripts/client/index.js';
import { addressOfNobody, listenHere } from '../listen-here.js';
import { ids, json, nowhere, open, rejection, serve, timers } from './fixture.js';

const never = new Promise<never>(() => {});

/** Returns the code of the error of a read with this `fetch`. */
async function codeOf(fetch: DirectoryClientOptions['fetch'], options: Partial<DirectoryClientOptions> = {}) {
  return (await rejection(open(nowhere, { fetch: fetch!, ...options }).listEntries())).code;
}

/** A body of these parts. */
const streamOf = (...parts: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

/** A body that never ends, sends a byte now and then, and records that it is cancelled. */
function trickle() {
  let pendingTimeout: ReturnType<typeof setTimeout>;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) =>
      new Promise((resolve) => {
        pendingTimeout = setTimeout(() => {
          controller.enqueue(new Uint8Array([32]));
          resolve();
        }, 5);
      }),
    cancel() {
      cancelled = true;
      clearTimeout(pendingTimeout);
    },
  });
  return { body, wasCancelled: () => cancelled };
}

describe('an exchange', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  beforeEach(() => void process.on('unhandledRejection', note));
  afterEach(async () => {
    await setImmediate();
    process.off('unhandledRejection', note);
    expect(unhandled.splice(0)).toEqual([]);
  });

  it.each([
    ['no response', () => {}],
    ['half a body', (response: ServerResponse) => void response.writeHead(200).write('{')],
    [
      'a trickled body',
      (response: ServerResponse) => {
        const drip = setInterval(() => response.write(' '), 5);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('ends at the deadline with %s, and closes the connection', { tags: 'slow' }, async (_, answer) => {
    let closeEvent: Promise<unknown> = never;
    await using server = await serve((response) => {
      closeEvent = new Promise((resolve) => response.on('close', resolve));
      answer(response);
    });
    const message = expect.stringContaining(`${server.url}; found none within 400 ms`);
    const error = await rejection(open(server.url, { timeout: 400 }).listEntries());
    expect(error).toMatchObject({ code: 'timeout', operationId: 'listEntries', message });
    await closeEvent;
  });

  it('ends at the deadline even if fetch ignores its signal, before or within the body', async () => {
    expect(await codeOf(() => never, { timeout: 30 })).toBe('timeout');
    const slow = trickle();
    expect(await codeOf(async () => new Response(slow.body), { timeout: 30 })).toBe('timeout');
    expect(slow.wasCancelled()).toBe(true);
  });

  it('cancels a body that arrives after the deadline', async () => {
    const slow = trickle();
    let deliver = (_: Response) => {};
    const late = new Promise<Response>((resolve) => (deliver = resolve));
    expect(await codeOf(() => late, { timeout: 20 })).toBe('timeout');
    deliver(new Response(slow.body));
    await setImmediate();
    expect(slow.wasCancelled()).toBe(true);
  });

  it('stays quiet if fetch fails after the deadline', async () => {
    let fail = (_: Error) => {};
    const late = new Promise<never>((_, reject) => (fail = reject));
    expect(await codeOf(() => late, { timeout: 20 })).toBe('timeout');
    fail(new Error('late'));
  });

  it('leaves no timer and no listener, however it ends', async () => {
    await using server = await serve(json([]));
    const before = timers();
    const controller = new AbortController();
    const client = open(server.url, { timeout: 1e6 });
    await client.listEntries({ signal: controller.signal });
    await rejection(open('http://127.0.0.1:1', { timeout: 1e6, retries: 0 }).listEntries());
    const stuck = open(server.url, { timeout: 1e6, fetch: () => never });
    const hanging = rejection(stuck.listEntries({ signal: controller.signal }));
    controller.abort();
    expect(await hanging).toMatchObject({ code: 'aborted' });
    // A timer of the platform may have ended meanwhile.
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it.each([
    ['a response', async () => new Response('[]')],
    ['an error', () => Promise.reject(new Error('no network'))],
  ])('leaves no listener on the signal of its request, after %s', async (_, fetch) => {
    const signals: AbortSignal[] = [];
    const client = open(nowhere, { fetch, retries: 0 });
    client.raw.use({ onRequest: ({ request }) => void signals.push(request.signal) });
    await client.listEntries().catch(() => {});
    await setImmediate();
    expect(signals.map((signal) => getEventListeners(signal, 'abort'))).toEqual([[]]);
  });

  it('stays quiet if the body fails with the deadline', async () => {
    const fetch = async ({ signal }: Request) => {
      const start = (controller: ReadableStreamDefaultController) =>
        signal.addEventListener('abort', () => controller.error(new Error('ended')));
      return new Response(new ReadableStream({ start }));
    };
    expect(await codeOf(fetch, { timeout: 20 })).toBe('timeout');
  });

  it('reads a response twice if fetch returns it twice', async () => {
    const response = new Response('busy', { status: 503, headers: { 'retry-after': '0' } });
    const client = open(nowhere, { fetch: async () => response });
    expect(await client.listEntries()).toMatchObject({ ok: false, status: 503 });
  });

  it('returns a response without a body for empty chunks, since some statuses allow none', async () => {
    const response = Object.defineProperty(new Response(streamOf(new Uint8Array())), 'status', { value: 204 });
    const { raw } = open(nowhere, { fetch: async () => response, retries: 0 });
    expect((await raw.GET('/v1/entries/')).response).toMatchObject({ status: 204, body: null });
  });

  it.each([[[0]], [[0, 3]], [[0, 0, 1, 3, 6]]])('reads the whole body if it is cut before bytes %j', async (cuts) => {
    const bytes = Buffer.from('["ä"]');
    const parts = cuts.map((cut, index) => new Uint8Array(bytes.subarray(cut, cuts[index + 1])));
    const client = open(nowhere, { fetch: async () => new Response(streamOf(...parts)) });
    expect(await client.listEntries()).toMatchObject({ ok: true, data: ['ä'] });
  });

  it.each([
    ['before it begins', 0],
    ['while it waits', 10],
  ])('ends when the caller aborts %s, with the reason as the cause', async (_, delay) => {
    await using server = await serve(() => {});
    const reason = new Error('the user left');
    const controller = new AbortController();
    if (delay) setTimeout(() => controller.abort(reason), delay);
    else controller.abort(reason);
    const error = await rejection(open(server.url).listEntries({ signal: controller.signal }));
    expect(error).toMatchObject({ code: 'aborted', operationId: 'listEntries' });
    expect(error.cause).toBe(reason);
    if (!delay) expect(server.connections()).toBe(0);
  });

  it('ends when a signal of the caller times out within the body, also through raw', async () => {
    await using server = await serve((response) => void response.writeHead(200).write('['));
    const client = open(server.url);
    const message = expect.stringContaining('an abort by its signal');
    for (const call of [client.listEntries, (init: { signal: AbortSignal }) => client.raw.GET('/v1/entries/', init)]) {
      const error = await rejection(call({ signal: AbortSignal.timeout(50) }));
      expect(error).toMatchObject({ code: 'timeout', cause: { name: 'TimeoutError' }, message });
    }
  });

  it.each([300, 301, 308, 399])('rejects a redirect (%i), which it never follows', async (status) => {
    await using otherServer = await serve(json([]));
    await using server = await serve((response) =>
      response.writeHead(status, { location: `${otherServer.url}/v1/entries/` }).end(),
    );
    const client = open(server.url);
    const message = expect.stringContaining(`a redirect (${status})`);
    const update = () => client.updateEntry({ path: ids, body: {} });
    for (const call of [client.listEntries, update, () => client.raw.GET('/v1/entries/', { redirect: 'follow' })])
      expect(await rejection(call())).toMatchObject({ code: 'redirect', message });
    expect(otherServer.connections()).toBe(0);
    expect(server.requests).toHaveLength(3);
  });

  it('rejects a redirect without an address, as browsers return it, and one that fetch has followed', async () => {
    await using server = await serve((response) => response.writeHead(302).end());
    expect(await rejection(open(server.url).listEntries())).toMatchObject({ code: 'redirect' });

    const none = { status: 0, ok: false, body: null, headers: new Headers() };
    const opaque = { ...none, type: 'opaqueredirect', redirected: false };
    const followedResponse = Object.defineProperty(new Response('[]'), 'redirected', { value: true });
    for (const response of [opaque as unknown as Response, followedResponse])
      expect(await codeOf(async () => response)).toBe('redirect');
  });

  it('cancels the body of a redirect', async () => {
    const slow = trickle();
    expect(await codeOf(async () => new Response(slow.body, { status: 302 }))).toBe('redirect');
    expect(slow.wasCancelled()).toBe(true);
  });

  it.each(['a base of its own', 'a middleware'])('is rejected for a different origin, through %s', async (method) => {
    await using other = await serve(json([]));
    await using server = await serve(json([]));
    const { raw } = open(server.url);
    const onRequest = ({ request }: { request: Request }) => new Request(request.url.replace(server.url, other.url));
    if (method === 'a middleware') raw.use({ onRequest });
    const init = method === 'a middleware' ? {} : { baseUrl: other.url };
    expect(await rejection(raw.GET('/v1/entries/', init))).toMatchObject({ code: 'foreign-origin' });
    expect(other.connections() + server.connections()).toBe(0);
  });

  it('is rejected if only port, scheme or the end of the host name differs', async () => {
    const { raw } = open(nowhere);
    for (const baseUrl of [`${nowhere}:444`, 'http://directory.example.com', `${nowhere}.`])
      expect(await rejection(raw.GET('/v1/entries/', { baseUrl }))).toMatchObject({ code: 'foreign-origin' });
  });

  it('rejects with network if nothing listens, and keeps the cause', async () => {
    const closedError = await rejection(open((await addressOfNobody()).url, { retries: 0 }).listEntries());
    const message = expect.stringContaining('found ECONNREFUSED.');
    expect(closedError).toMatchObject({ code: 'network', cause: { cause: { code: 'ECONNREFUSED' } }, message });
  });

  it.each([
    ['a reset', ''],
    ['not HTTP', 'garbage\r\n\r\n'],
    ['a cut body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1'],
    ['an invalid status', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
  ])('rejects with network if the response is %s', async (_, text) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => (text ? socket.end(text) : socket.resetAndDestroy()));
    });
    const { url, close } = await listenHere(server);
    expect(await rejection(open(url, { retries: 0 }).listEntries())).toMatchObject({ code: 'network' });
    await close();
  });

  it('stops at 64 MiB', async () => {
    let sentCount = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      sentCount++;
      controller.enqueue(new Uint8Array(2 ** 20));
    };
    const endless = new ReadableStream({ pull });
    expect(await codeOf(async () => new Response(endless))).toBe('too-large');
    expect(sentCount).toBeLessThan(70);
  });

  it.each(['gzip', 'br'])(
    'stops at 64 MiB of a decoded %s bomb, and closes the connection',
    { tags: 'slow' },
    async (coding) => {
      // A gzip stream may have many members (RFC 1952 §2.2); this one never ends.
      const part =
        coding === 'gzip'
          ? gzipSync(Buffer.alloc(2 ** 24))
          : brotliCompressSync(Buffer.alloc(3 * 2 ** 25), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
      let closeEvent: Promise<unknown> = never;
      await using server = await serve((response) => {
        closeEvent = new Promise((resolve) => response.on('close', resolve));
        response.writeHead(200, { 'content-encoding': coding, 'content-type': 'text/csv' });
        const send = (): void => {
          if (response.destroyed) return;
          response.write(part, coding === 'gzip' ? send : undefined);
        };
        send();
      });
      const before = process.memoryUsage.rss();
      let maximum = before;
      const watch = setInterval(() => (maximum = Math.max(maximum, process.memoryUsage.rss())), 5);
      const error = await rejection(open(server.url, { timeout: 10_000 }).exportEntries());
      clearInterval(watch);
      expect(error).toMatchObject({ code: 'too-large', operationId: 'exportEntries' });
      await closeEvent;
      expect(maximum - before).toBeLessThan(2 ** 26 + 100e6);
    },
  );
});
