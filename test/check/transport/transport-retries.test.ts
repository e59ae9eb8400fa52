import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseRetryAfter } from '../../../scripts/check/transport/retries.js';
import { yamlBeside } from '../../yaml-beside.js';
import { get, inHeader, listen, ok, open, type RawServer, send } from './transport-server.js';

const rows = yamlBeside<{
  breaks: [method: string, times: number][];
  after: [method: string, end: number | string, attempts: number][];
  busy: { method: string; status: number; header: string; times: number; end: number; attempts: number }[];
  waits: [value: string | null, milliseconds: number][];
}>(import.meta.url, 'retries.yaml');

describe('a connection that breaks', () => {
  it.each(rows.breaks)(
    'safety retries: is retried for %s until the request was sent %d times',
    async (method, times) => {
      const server = await listen((socket) => socket.resetAndDestroy());
      const ends = { failure: { code: 'transport.reset' }, attempts: times };
      const exchange = await send(server, { method });
      expect(exchange).toMatchObject(ends);
      // The server is excused only for a connection that another request had used.
      expect(exchange.isLost).toBeUndefined();
      expect(server.requests).toHaveLength(times);
    },
  );

  it('may work at the next attempt', async () => {
    const server = await listen((socket) => (server.requests.length < 3 ? socket.destroy() : socket.write(ok())));
    expect(await send(server)).toMatchObject({ response: { status: 200 }, attempts: 3 });
  });

  it.each(rows.after)(
    'after an earlier response is not an error of the server: %s ends as %s',
    async (method, end, attempts) => {
      const server = await listen((socket, before) => (before === 0 ? socket.write(ok()) : socket.destroy()));
      const transport = open(server.url, { connections: 1 });
      await transport.send(get, inHeader);
      const exchange = await transport.send({ ...get, method }, inHeader);
      expect(exchange.response?.status ?? exchange.failure?.code).toBe(end);
      expect(exchange.attempts).toBe(attempts);
    },
  );

  it('while no request is pending does not count', async () => {
    const server = await listen((socket) => socket.end(ok()));
    const transport = open(server.url, { connections: 1 });
    for (const method of ['GET', 'POST', 'PATCH', 'POST']) {
      const exchange = await transport.send({ ...get, method }, inHeader);
      expect(exchange).toMatchObject({ response: { status: 200 }, attempts: 1 });
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    expect(server.connections).toBe(4);
  });
});

/** Waits this number of turns of the event loop, so that sent bytes arrive. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a busy server', () => {
  const busy = (status: number, header: string, times: number) => {
    let answerCount = 0;
    const refusal = `HTTP/1.1 ${status} Busy\r\n${header && `${header}\r\n`}content-length: 0\r\n\r\n`;
    return listen((socket) => socket.write(answerCount++ < times ? refusal : ok()));
  };

  it.each(rows.busy)(
    'receives $method again after $status with $header $times times: $end after $attempts',
    async (row) => {
      const exchange = await send(await busy(row.status, row.header, row.times), { method: row.method });
      expect(exchange).toMatchObject({ response: { status: row.end }, attempts: row.attempts });
    },
  );

  it.each(['retry-after: 1', 'retry-after: soon', ''])('gets no request for a second after "%s"', async (header) => {
    const server = await busy(429, header, 1);
    const transport = open(server.url, { connections: 1 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    // The second request is sent as soon as the first is refused.
    const both = Promise.all([transport.send(get, inHeader), transport.send(get, inHeader)]);
    while (server.requests.length < 1) await turns(1);
    await turns(100);
    vi.advanceTimersByTime(999);
    await turns(100);
    expect(server.requests).toHaveLength(1);
    vi.advanceTimersByTime(1);
    const exchanges = await both;
    expect(exchanges.map(({ attempts, response }) => [attempts, response?.status])).toEqual([
      [2, 200],
      [1, 200],
    ]);
    // The wait does not count as time of the exchange.
    expect(exchanges.map(({ milliseconds }) => milliseconds)).toEqual([0, 0]);
  });

  const now = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT');
  it.each(rows.waits)('with Retry-After %s gets no request for %d ms', (value, milliseconds) => {
    expect(parseRetryAfter(value ?? undefined, now)).toBe(milliseconds);
  });
});

const failedText = 'HTTP/1.1 500 Broken\r\ncontent-length: 0\r\n\r\n';
const missingText = failedText.replace('500 Broken', '404 Not Found');

/** A server that sends one such response on each connection, keeps it open, and closes it at the next request. */
function closingAfter(response: string, at = '/wrong'): Promise<RawServer> {
  const endedSockets = new WeakSet();
  return listen((socket, _, request) => {
    if (endedSockets.has(socket)) socket.resetAndDestroy();
    else if (request.includes(at)) {
      endedSockets.add(socket);
      socket.write(response);
    } else socket.write(ok());
  });
}

const wrong = { ...get, path: '/wrong' };

describe('a server that closes a connection without saying so', () => {
  it.each(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])('after a 5xx gets %s over another connection', async (method) => {
    const transport = open((await closingAfter(failedText)).url, { connections: 1 });
    await transport.send(wrong, inHeader);
    expect(await transport.send({ ...get, method }, inHeader)).toMatchObject({
      response: { status: 200 },
      attempts: 1,
    });
  });

  it('after an error gets a repeatable request again, which does not count as a retry', async () => {
    const transport = open((await closingAfter(missingText)).url, { connections: 1 });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      await transport.send(wrong, inHeader);
      const exchange = await transport.send({ ...get, method }, inHeader);
      expect(exchange).toMatchObject({ response: { status: 200 }, attempts: 2 });
      expect(exchange.earlierOutcomes).toBeUndefined();
    }
  });

  it('after an error may leave one POST without an outcome, but no further POST', async () => {
    const server = await closingAfter(missingText);
    const transport = open(server.url, { connections: 1 });
    await transport.send(wrong, inHeader);
    const post = { ...get, method: 'POST', body: '{}' };
    const lostExchange = await transport.send(post, inHeader);
    expect(lostExchange).toMatchObject({ failure: { code: 'transport.reset' }, isLost: true, attempts: 1 });
    for (let times = 0; times < 3; times += 1) {
      await transport.send(wrong, inHeader);
      expect(await transport.send(post, inHeader)).toMatchObject({ response: { status: 200 }, attempts: 1 });
    }
    expect(server.requests.filter((request) => request.startsWith('POST '))).toHaveLength(4);
  });

  it('after it was idle for a moment gets POST over another connection', async () => {
    const server = await listen((socket, before) => void (before === 0 ? socket.write(ok()) : socket.destroy()));
    const transport = open(server.url, { connections: 1 });
    await transport.send(get, inHeader, { idleMilliseconds: 100 });
    const exchange = await transport.send({ ...get, method: 'POST', body: '{}' }, inHeader);
    expect(exchange).toMatchObject({ response: { status: 200 }, attempts: 1 });
  });

  it('has no excuse for a read, whatever the response, since the last attempt has its own connection', async () => {
    const server = await listen((socket, _, request) =>
      request.includes('/wrong') ? socket.resetAndDestroy() : void socket.write(ok()),
    );
    const transport = open(server.url, { connections: 2 });
    await Promise.all([transport.send(get, inHeader), transport.send(get, inHeader)]);
    const exchange = await transport.send(wrong, inHeader);
    expect(exchange).toMatchObject({ failure: { code: 'transport.reset' }, attempts: 3 });
    expect(exchange.isLost).toBeUndefined();
  });

  it('at the time of its Keep-Alive header gets no request over that connection', async () => {
    const server = await listen((socket, before) =>
      before === 0 ? void socket.write(ok('fine', 'keep-alive: timeout=1\r\n')) : socket.resetAndDestroy(),
    );
    const transport = open(server.url, { connections: 1 });
    for (const method of ['GET', 'POST', 'PATCH', 'GET'])
      expect(await transport.send({ ...get, method }, inHeader)).toMatchObject({
        response: { status: 200 },
        attempts: 1,
      });
  });
});
