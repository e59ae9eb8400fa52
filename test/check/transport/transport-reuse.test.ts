import { describe, expect, it } from 'vitest';
import { get, inHeader, listen, ok, open, type RawServer } from './transport-server.js';

const failed = 'HTTP/1.1 500 Broken\r\ncontent-length: 0\r\n\r\n';
const missing = failed.replace('500 Broken', '404 Not Found');

/** A server that gives one such response on each connection, keeps it open, and closes it at the next request. */
function closingAfter(response: string, at = '/wrong'): Promise<RawServer> {
  const ended = new WeakSet();
  return listen((socket, _, request) => {
    if (ended.has(socket)) socket.resetAndDestroy();
    else if (request.includes(at)) {
      ended.add(socket);
      socket.write(response);
    } else socket.write(ok());
  });
}

const wrong = { ...get, path: '/wrong' };

describe('a server that closes a connection without saying so', () => {
  it.each(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])('after a 5xx gets %s over another one', async (method) => {
    const transport = open((await closingAfter(failed)).url, { connections: 1 });
    await transport.send(wrong, inHeader);
    expect(await transport.send({ ...get, method }, inHeader)).toMatchObject({
      response: { status: 200 },
      attempts: 1,
    });
  });

  it('after an error gets the request again if it can be repeated, which is not noted as a retry', async () => {
    const transport = open((await closingAfter(missing)).url, { connections: 1 });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      await transport.send(wrong, inHeader);
      const exchange = await transport.send({ ...get, method }, inHeader);
      expect(exchange).toMatchObject({ response: { status: 200 }, attempts: 2 });
      expect(exchange.earlier).toBeUndefined();
    }
  });

  it('after an error may leave one POST without an outcome, but no further one', async () => {
    const server = await closingAfter(missing);
    const transport = open(server.url, { connections: 1 });
    await transport.send(wrong, inHeader);
    const post = { ...get, method: 'POST', body: '{}' };
    const lost = await transport.send(post, inHeader);
    expect(lost).toMatchObject({ failure: { code: 'transport.reset' }, isLost: true, attempts: 1 });
    for (let times = 0; times < 3; times += 1) {
      await transport.send(wrong, inHeader);
      expect(await transport.send(post, inHeader)).toMatchObject({ response: { status: 200 }, attempts: 1 });
    }
    expect(server.requests.filter((request) => request.startsWith('POST '))).toHaveLength(4);
  });

  it('when it was idle for a moment gets POST over another one', async () => {
    const server = await listen((socket, before) => void (before === 0 ? socket.write(ok()) : socket.destroy()));
    const transport = open(server.url, { connections: 1 });
    await transport.send(get, inHeader, { linger: 100 });
    const exchange = await transport.send({ ...get, method: 'POST', body: '{}' }, inHeader);
    expect(exchange).toMatchObject({ response: { status: 200 }, attempts: 1 });
  });

  it('is not excused on a connection that no other request had used', async () => {
    const server = await listen((socket) => void socket.resetAndDestroy());
    for (const method of ['GET', 'POST', 'DELETE']) {
      const exchange = await open(server.url).send({ ...get, method }, inHeader);
      expect(exchange.failure?.code).toBe('transport.reset');
      expect(exchange.isLost).toBeUndefined();
    }
  });

  it('is not excused for a read, whatever it gets, since the last attempt has its own connection', async () => {
    const server = await listen((socket, _, request) =>
      request.includes('/wrong') ? socket.resetAndDestroy() : void socket.write(ok()),
    );
    const transport = open(server.url, { connections: 2 });
    await Promise.all([transport.send(get, inHeader), transport.send(get, inHeader)]);
    const exchange = await transport.send(wrong, inHeader);
    expect(exchange).toMatchObject({ failure: { code: 'transport.reset' }, attempts: 3 });
    expect(exchange.isLost).toBeUndefined();
  });

  it('as its Keep-Alive header announces gets no request over it', async () => {
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
