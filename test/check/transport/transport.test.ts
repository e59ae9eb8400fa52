import { describe, expect, it } from 'vitest';
import { headerOf, type SentRequest } from '../../../scripts/check/model/exchange.js';
import type { Transport } from '../../../scripts/check/transport/index.js';
import { retryAfter } from '../../../scripts/check/transport/retry-after.js';
import { bodyOf, canary, get, inHeader, listen, listenAndSay, ok, open, send } from './transport-server.js';

describe('the transport', () => {
  it('sends what it is told, with headers of its own', async () => {
    const server = await listenAndSay(ok());
    const transport = open(`${server.url}/base/`);
    const request: SentRequest = {
      ...get,
      method: 'PATCH',
      path: '/things/1/?a=%20b',
      headers: { 'content-type': 'application/json' },
      body: '{"é":1}',
    };
    const exchange = await transport.send(request, inHeader);
    expect(exchange).toMatchObject({ response: { status: 200 }, attempts: 1 });
    expect(exchange.request).toBe(request);
    expect(exchange.milliseconds).toBeGreaterThan(0);
    expect(transport.requests()).toBe(1);
    const [head = '', body] = server.requests[0]?.split('\r\n\r\n') ?? [];
    expect(body).toBe('{"é":1}');
    const lines = head.split('\r\n');
    expect(lines).toHaveLength(9);
    expect(lines).toEqual(
      expect.arrayContaining([
        'PATCH /base/things/1/?a=%20b HTTP/1.1',
        `host: 127.0.0.1:${server.port}`,
        'connection: keep-alive',
        'accept: application/json, */*;q=0.1',
        'accept-encoding: identity;q=1, *;q=0',
        expect.stringMatching(/^user-agent: directory-contract\/\d+\.\d+\.\d+$/),
        'content-type: application/json',
        'content-length: 8',
        `authorization: ${canary}`,
      ]),
    );
  });

  it('lets a request have other headers, and bytes that are no text', async () => {
    const server = await listenAndSay(ok());
    const headers = { accept: 'text/csv', 'accept-encoding': 'gzip', 'user-agent': 'other/1', authorization: 'mine' };
    await send(server, { method: 'POST', headers, body: Uint8Array.from([0x22, 0xff, 0x22]), key: 'none' });
    for (const [name, value] of Object.entries(headers))
      expect(server.requests[0]?.match(new RegExp(`^${name}: .*$`, 'gm'))).toEqual([`${name}: ${value}`]);
    expect(server.requests[0]).toContain('content-length: 3\r\n');
  });

  it('keeps every header, in lower case, and each value of one that comes more than once', async () => {
    const headers =
      'Date: today\r\nX-A: 1\r\nx-a: 2\r\nX-A:  3 \r\nConstructor: c\r\n' +
      'Constructor: d\r\n__proto__: p\r\n__proto__: q\r\nempty:\r\n';
    const { response: answer } = await send(await listenAndSay(ok('', headers)));
    expect({ ...answer?.headers }).toEqual({
      date: 'today',
      'x-a': ['1', '2', '3'],
      constructor: ['c', 'd'],
      ['__proto__']: ['p', 'q'],
      empty: '',
      'content-length': '0',
    });
    expect(answer && headerOf(answer, 'x-a')).toBe('1');
    expect(answer && headerOf(answer, 'tostring')).toBeUndefined();
  });

  it('reads a content type of 64 kB', async () => {
    const type = `application/json;x=${'y'.repeat(65_536)}`;
    expect(
      (await send(await listenAndSay(ok('{}', `content-type: ${type}\r\n`)))).response?.headers['content-type'],
    ).toBe(type);
  });

  it.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n', 200],
    ['DELETE', 'HTTP/1.1 204 No Content\r\n\r\n', 204],
    ['GET', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 500\r\n\r\n', 304],
    [
      'GET',
      `${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(8)}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`,
      200,
    ],
    ['OPTIONS', 'HTTP/1.0 404 Not Found\r\ncontent-length: 0\r\n\r\n', 404],
    ['LINK', 'HTTP/1.1 405 Not Allowed\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx-late: 1\r\n\r\n', 405],
  ])('knows where the answer to %s %j ends', async (method, text, status) => {
    expect((await send(await listenAndSay(text), { method })).response).toMatchObject({ status, bytes: { length: 0 } });
  });

  it('gathers a body of many pieces', async () => {
    const pieces = Array.from({ length: 3000 }, (_, index) => String(index));
    const server = await listenAndSay(
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      pieces.map((each) => `${each.length}\r\n${each}\r\n`).join(''),
      '0\r\n\r\n',
    );
    expect(bodyOf(await send(server))).toBe(pieces.join(''));
  });

  it('safety redirect: follows no redirect', async () => {
    const other = await listenAndSay(ok());
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await listenAndSay(
        `HTTP/1.1 ${status} Moved\r\nlocation: ${other.url}/\r\ncontent-length: 0\r\n\r\n`,
      );
      expect((await send(server)).response?.status).toBe(status);
      expect(server.connections).toBe(1);
    }
    expect(other.connections).toBe(0);
  });

  it('has no more sockets than it may, and uses them again', async () => {
    const server = await listen((socket) => setImmediate(() => socket.write(ok())));
    const transport = open(server.url, { connections: 3 });
    const exchanges = await Promise.all(Array.from({ length: 50 }, () => transport.send(get, inHeader)));
    expect(exchanges.every(({ response: answer }) => answer?.status === 200)).toBe(true);
    expect(server.connections).toBe(3);
    expect(transport.requests()).toBe(50);
  });

  it.each<[string, Partial<SentRequest>]>([
    ['a path without a slash', { path: 'things' }],
    ['a path with a space', { path: '/a b' }],
    ['a path with a line break', { path: '/a\r\nx: y' }],
    ['a method that is none', { method: 'G T' }],
    ['a header with a line break', { headers: { 'x-a': '1\r\nx-b: 2' } }],
    ['a header for another host', { headers: { host: 'example.com' } }],
    ['a length of its own', { method: 'PUT', body: 'abc', headers: { 'content-length': '10' } }],
  ])('sends nothing for %s, and says so', async (_, request) => {
    const server = await listenAndSay(ok());
    const exchange = await open(`${server.url}/base`).send({ ...get, ...request }, inHeader);
    expect(exchange.failure?.code).toBe('transport.failed');
    expect(server.requests).toEqual([]);
  });

  it('ends what is under way when it is closed, what waits, and what comes later', async () => {
    const server = await listen((socket, _, request) =>
      socket.write(
        request.includes('/busy') ? 'HTTP/1.1 429 Busy\r\nretry-after: 50\r\ncontent-length: 0\r\n\r\n' : '',
      ),
    );
    const transport = open(server.url, { timeout: 30_000, connections: 1 });
    const exchanges = [transport.send(get, inHeader), transport.send(get, inHeader)];
    await expect.poll(() => server.requests.length).toBe(1);
    await transport.close();
    exchanges.push(transport.send(get, inHeader));
    for (const { failure, attempts } of await Promise.all(exchanges)) {
      expect(failure?.code).toBe('transport.failed');
      expect(attempts).toBeLessThan(2);
    }
    const paused = open(server.url);
    const waits = paused.send({ ...get, path: '/busy' }, inHeader);
    await expect.poll(() => server.requests.length).toBe(2);
    await paused.close();
    expect((await waits).failure?.code).toBe('transport.failed');
  });
});

describe('a connection that breaks', () => {
  it.each([
    ['GET', 3],
    ['HEAD', 3],
    ['POST', 1],
    ['PATCH', 1],
    ['PUT', 1],
    ['DELETE', 1],
  ])('safety retries: is tried again for %s until it was sent %d times', async (method, times) => {
    const server = await listen((socket) => socket.resetAndDestroy());
    const exchange = await send(server, { method });
    expect(exchange.failure?.code).toBe('transport.reset');
    expect(exchange.attempts).toBe(times);
    expect(server.requests).toHaveLength(times);
  });

  it('may work the next time', async () => {
    const server = await listen((socket) => (server.requests.length < 3 ? socket.destroy() : socket.write(ok())));
    expect(await send(server)).toMatchObject({ response: { status: 200 }, attempts: 3 });
  });

  it.each([
    ['DELETE', 200, 2],
    ['PUT', 200, 2],
    ['GET', 200, 2],
    ['POST', 'transport.reset', 1],
    ['PATCH', 'transport.reset', 1],
  ])('after an earlier answer is no fault of the server: %s ends as %s', async (method, end, attempts) => {
    const server = await listen((socket, before) => (before === 0 ? socket.write(ok()) : socket.destroy()));
    const transport = open(server.url, { connections: 1 });
    await transport.send(get, inHeader);
    const exchange = await transport.send({ ...get, method }, inHeader);
    expect(exchange.response?.status ?? exchange.failure?.code).toBe(end);
    expect(exchange.attempts).toBe(attempts);
  });

  it('while nothing is under way does not count', async () => {
    const server = await listen((socket) => socket.end(ok()));
    const transport = open(server.url, { connections: 1 });
    for (const method of ['GET', 'POST', 'PATCH', 'POST']) {
      expect(await transport.send({ ...get, method }, inHeader)).toMatchObject({
        response: { status: 200 },
        attempts: 1,
      });
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    expect(server.connections).toBe(4);
  });
});

describe('a busy server', () => {
  const busy = (status: number, header: string, times: number) => {
    let answered = 0;
    const refusal = `HTTP/1.1 ${status} Busy\r\n${header}content-length: 0\r\n\r\n`;
    return listen((socket) => socket.write(answered++ < times ? refusal : ok()));
  };
  const zero = 'retry-after: 0\r\n';

  it.each([
    ['GET', 429, zero, 3, 200, 4],
    ['GET', 429, zero, 4, 429, 4],
    ['POST', 429, zero, 2, 200, 3],
    ['PATCH', 429, 'Retry-After: Wed, 21 Oct 2015 07:28:00 GMT\r\n', 1, 200, 2],
    ['GET', 503, zero, 3, 200, 4],
    ['HEAD', 503, zero, 1, 200, 2],
    ['GET', 503, '', 1, 503, 1],
    ['POST', 503, zero, 1, 503, 1],
    ['DELETE', 503, zero, 1, 503, 1],
    ['GET', 500, zero, 1, 500, 1],
  ])('gets %s again after %d with %j %d times: %d after %d', async (method, status, header, times, end, attempts) => {
    const exchange = await send(await busy(status, header, times), { method });
    expect(exchange.response?.status).toBe(end);
    expect(exchange.attempts).toBe(attempts);
  });

  it('is left alone for a second where it says 1, nothing or nonsense, by other requests as well', async () => {
    const targets = await Promise.all(
      ['retry-after: 1\r\n', 'retry-after: soon\r\n', ''].map((header) => busy(429, header, 1)),
    );
    const transports = targets.map(({ url }) => open(url, { connections: 1 }));
    const started = performance.now();
    const timed = async (transport: Transport) => ({
      ...(await transport.send(get, inHeader)),
      ended: performance.now() - started,
    });
    // The second request has its turn as soon as the first is refused.
    const all = await Promise.all(transports.map((transport) => Promise.all([timed(transport), timed(transport)])));
    expect(all.map((both) => both.map(({ attempts }) => attempts))).toEqual(targets.map(() => [2, 1]));
    for (const { response: answer, ended, milliseconds } of all.flat()) {
      expect(answer?.status).toBe(200);
      expect(ended).toBeGreaterThan(990);
      expect(milliseconds).toBeLessThan(500);
    }
  });

  const now = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT');
  it.each([
    ['0', 0],
    ['7', 7000],
    ['60', 60_000],
    ['61', 60_000],
    ['999999999999', 60_000],
    ['Sat, 21 Nov 2026 12:00:05 GMT', 5000],
    ['Saturday, 21-Nov-26 12:00:05 GMT', 5000],
    ['Sat Nov 21 12:00:05 2026', 5000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['Sat, 21 Nov 2099 11:00:00 GMT', 60_000],
    [undefined, 1000],
    ['', 1000],
    ['-1', 1000],
    ['1.5', 1000],
    ['1e3', 1000],
    ['soon', 1000],
    ['Sat, 99 Nov 2026', 1000],
  ])('that says Retry-After %s is left alone for %d ms', (value, milliseconds) => {
    expect(retryAfter(value, now)).toBe(milliseconds);
  });
});
