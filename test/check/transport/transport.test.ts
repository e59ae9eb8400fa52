import { describe, expect, it } from 'vitest';
import { headerOf, type SentRequest } from '../../../scripts/check/model/exchange.js';
import { yamlBeside } from '../../yaml-beside.js';
import { bodyOf, canary, get, inHeader, listen, listenAndSay, ok, open, send } from './transport-server.js';

const rows = yamlBeside<{
  bodiless: [method: string, text: string, status: number][];
  unsent: [string, Partial<SentRequest>][];
}>(import.meta.url, 'transport.yaml');

describe('the transport', () => {
  it('sends the request, with its own headers', async () => {
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
    expect(exchange).toMatchObject({ response: { status: 200 }, attempts: 1, milliseconds: expect.any(Number) });
    expect(exchange.request).toBe(request);
    expect(transport.countRequests()).toBe(1);
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

  it('lets a request have different headers, and bytes that are not text', async () => {
    const server = await listenAndSay(ok());
    const headers = { accept: 'text/csv', 'accept-encoding': 'gzip', 'user-agent': 'other/1', authorization: 'mine' };
    await send(server, { method: 'POST', headers, body: Uint8Array.from([0x22, 0xff, 0x22]), key: 'none' });
    for (const [name, value] of Object.entries(headers))
      expect(server.requests[0]?.match(new RegExp(`^${name}: .*$`, 'gm'))).toEqual([`${name}: ${value}`]);
    expect(server.requests[0]).toContain('content-length: 3\r\n');
  });

  it('keeps every header, in lower case, and each value of a repeated header', async () => {
    const headers =
      'Date: today\r\nX-A: 1\r\nx-a: 2\r\nX-A:  3 \r\nConstructor: c\r\n' +
      'Constructor: d\r\n__proto__: p\r\n__proto__: q\r\nempty:\r\n';
    const { response } = await send(await listenAndSay(ok('', headers)));
    expect({ ...response?.headers }).toEqual({
      date: 'today',
      'x-a': ['1', '2', '3'],
      constructor: ['c', 'd'],
      ['__proto__']: ['p', 'q'],
      empty: '',
      'content-length': '0',
    });
    expect(response && headerOf(response, 'x-a')).toBe('1');
    expect(response && headerOf(response, 'tostring')).toBeUndefined();
  });

  it('reads a content type of 64 kB', async () => {
    const type = `application/json;x=${'y'.repeat(65_536)}`;
    const { response } = await send(await listenAndSay(ok('{}', `content-type: ${type}\r\n`)));
    expect(response?.headers['content-type']).toBe(type);
  });

  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(8);
  it.each([...rows.bodiless, ['GET', `${hints}${ok('')}`, 200] as const])(
    'finds the end of the response to %s %j',
    async (method, text, status) => {
      expect((await send(await listenAndSay(text), { method })).response).toMatchObject({
        status,
        bytes: { length: 0 },
      });
    },
  );

  it('collects a body of many chunks', async () => {
    const pieces = Array.from({ length: 3000 }, (_, index) => String(index));
    const server = await listenAndSay(
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      pieces.map((piece) => `${piece.length}\r\n${piece}\r\n`).join(''),
      '0\r\n\r\n',
    );
    expect(bodyOf(await send(server))).toBe(pieces.join(''));
  });

  it('safety redirect: follows no redirect', async () => {
    const otherServer = await listenAndSay(ok());
    for (const status of [301, 302, 303, 307, 308]) {
      const movedText = `HTTP/1.1 ${status} Moved\r\nlocation: ${otherServer.url}/\r\ncontent-length: 0\r\n\r\n`;
      const server = await listenAndSay(movedText);
      expect((await send(server)).response?.status).toBe(status);
      expect(server.connections).toBe(1);
    }
    expect(otherServer.connections).toBe(0);
  });

  it('opens no more sockets than allowed, and reuses them', async () => {
    const server = await listen((socket) => setImmediate(() => socket.write(ok())));
    const transport = open(server.url, { connections: 3 });
    const exchanges = await Promise.all(Array.from({ length: 50 }, () => transport.send(get, inHeader)));
    expect(exchanges.every(({ response }) => response?.status === 200)).toBe(true);
    expect(server.connections).toBe(3);
    expect(transport.countRequests()).toBe(50);
  });

  it.each(rows.unsent)('sends nothing for %s, and reports that', async (_, request) => {
    const server = await listenAndSay(ok());
    const exchange = await open(`${server.url}/base`).send({ ...get, ...request }, inHeader);
    expect(exchange.failure?.code).toBe('transport.failed');
    expect(server.requests).toEqual([]);
  });

  it('ends pending requests, waiting requests and later ones when it is closed', async () => {
    const busyText = 'HTTP/1.1 429 Busy\r\nretry-after: 50\r\ncontent-length: 0\r\n\r\n';
    const server = await listen((socket, _, request) => socket.write(request.includes('/busy') ? busyText : ''));
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
