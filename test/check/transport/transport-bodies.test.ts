import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyOf, head, listen, listenAndSay, ok, type RawServer, send } from './transport-server.js';

/** A server that sends a body in this content coding. */
function listenCoded(coding: string, body: Uint8Array): Promise<RawServer> {
  return listenAndSay(`${head}content-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`, body);
}

describe('a body', () => {
  const text = JSON.stringify({ text: 'é'.repeat(50_000) });

  it.each<[string, Uint8Array]>([
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateRawSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity, deflate , gzip', gzipSync(deflateSync(text))],
  ])('in %s is decoded', async (coding, body) => {
    const exchange = await send(await listenCoded(coding, body));
    expect(bodyOf(exchange)).toBe(text);
    expect(exchange.response?.headers['content-encoding']).toBe(coding);
  });

  it.each<[string, string, Uint8Array]>([
    ['three codings', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(text)))],
    ['an unknown coding', 'zstd', gzipSync(text)],
    ['a coding that it does not have', 'gzip', Buffer.from(text)],
    ['half of a coding', 'gzip', gzipSync(text).subarray(0, 60)],
    ['half of br', 'br', brotliCompressSync(text).subarray(0, 20)],
    ['bytes after its coding', 'deflate', Buffer.concat([deflateSync(text), Buffer.from('more')])],
    ['an inner coding that it does not have', 'br, gzip', gzipSync(text)],
  ])('with %s fails with transport.encoding', async (_, coding, body) => {
    expect((await send(await listenCoded(coding, body))).failure?.code).toBe('transport.encoding');
  });

  it('that is empty needs no coding, whatever its header announces', async () => {
    const { response } = await send(await listenCoded('gzip', new Uint8Array()));
    expect(response).toMatchObject({ status: 200, bytes: { length: 0 } });
  });

  it.each([
    ['', 'x'.repeat(65_536)],
    ['transfer-encoding: chunked\r\n', '1\r\nx\r\n'.repeat(20_000)],
  ])('without an end is stopped (%j)', async (header, piece) => {
    const server = await listen((socket) => {
      const pour = () => {
        while (socket.writable && socket.write(piece));
      };
      socket.on('drain', pour);
      socket.write(`${head}${header}\r\n`);
      pour();
    });
    const before = process.memoryUsage.rss();
    const { failure } = await send(server, {}, { decodedSizeLimit: 2 ** 20, timeout: 20_000 });
    expect(failure?.code).toBe('transport.too-large');
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 2 ** 20);
  });

  it('of the maximum size is read, and one more byte is not', async () => {
    const server = await listenAndSay(ok('12345'));
    expect(bodyOf(await send(server, {}, { decodedSizeLimit: 5 }))).toBe('12345');
    expect((await send(server, {}, { decodedSizeLimit: 4 })).failure?.code).toBe('transport.too-large');
  });

  it('that is reset during decoding does not break the transport', async () => {
    const zeros = gzipSync(new Uint8Array(9 * 2 ** 20), { level: 0 });
    const server = await listen((socket) => {
      socket.write(`${head}connection: close\r\ncontent-encoding: gzip\r\n\r\n`);
      socket.write(zeros.subarray(0, 2 ** 20), () => socket.resetAndDestroy());
    });
    const { failure } = await send(server, { method: 'POST' });
    expect(['transport.reset', 'transport.truncated', 'transport.encoding']).toContain(failure?.code);
  });
});
