import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { growth, linear } from '../growth.js';
import { entryPath, partnersPath } from './fixture.js';
import { jsonHeaders, serveForTests } from './http.js';

const served = serveForTests();
const mebibyte = 2 ** 20;

interface Received {
  status: number;
  json: { detail?: string; errors?: unknown[] };
}

async function receive(method: string, path: string, body: BodyInit): Promise<Received> {
  const init = { method, headers: jsonHeaders, body, duplex: 'half' } as RequestInit;
  const response = await served.sandbox.fetch(new Request(`http://sandbox${path}`, init));
  const json = (await response.json()) as Received['json'];
  return { status: response.status, json };
}

/** Returns a function that sends a body with this number of parts. */
const sending = (method: string, path: string, bodyOf: (count: number) => unknown) => async (count: number) => {
  const { status } = await receive(method, path, JSON.stringify(bodyOf(count)));
  expect([200, 400]).toContain(status);
};

describe('a request body', () => {
  it.each<[string, number, (count: number) => unknown]>([
    ['300,000 wrong items', 300_000, (count) => ({ resources: Array<number>(count).fill(7) })],
    ['90,000 unknown fields', 90_000, (count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 0]))],
  ])('is validated in linear time: %s', async (_, maximum, bodyOf) => {
    expect(await growth(sending('PATCH', entryPath, bodyOf), maximum)).toBeLessThan(linear);
  });

  it('of 40,000 wrong items is refused, and the first mistakes are named', async () => {
    const body = JSON.stringify({ resources: Array<number>(40_000).fill(7) });
    const { status, json } = await receive('PATCH', entryPath, body);
    expect(status).toBe(400);
    expect(json.errors).toHaveLength(100);
    expect(json.errors?.[0]).toEqual({ pointer: '/resources/0', message: 'must be an object' });
  });

  it('of 40,000 correct items is stored in linear time, and so are 15,000 entries', { tags: 'slow' }, async () => {
    const items = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ title: `${index}` }));
    const update = sending('PATCH', entryPath, (count) => ({ resources: items(count) }));
    expect(await growth(update, 40_000)).toBeLessThan(linear);
    expect(await growth(sending('POST', `${partnersPath}bulk-upsert/`, items), 15_000)).toBeLessThan(linear);
  });

  it('over 1 MiB is refused, and its rest is not read', async () => {
    let givenBytes = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        givenBytes += 2 ** 16;
        controller.enqueue(new Uint8Array(2 ** 16).fill(32));
      },
    });
    const detail = 'The body is larger than 1 MiB (1048576 bytes), which is the limit. Send a smaller body.';
    expect(await receive('PATCH', entryPath, body)).toEqual({ status: 413, json: { detail } });
    expect(givenBytes).toBeLessThan(mebibyte + 2 ** 18);
  });
});

describe('a state', () => {
  async function put(
    declared: Record<string, string>,
    size: number,
  ): Promise<{ status: number | undefined; text: string }> {
    const sending = request(`${served.url}/__sandbox/state`, {
      method: 'PUT',
      headers: { ...jsonHeaders, ...declared },
    });
    const responded = once(sending, 'response');
    const piece = Buffer.alloc(mebibyte, ' ');
    for (let sentBytes = 0; sentBytes < size && !sending.writableNeedDrain; sentBytes += piece.length) {
      if (!sending.write(piece)) await Promise.race([once(sending, 'drain'), responded]);
    }
    if (declared['content-length'] === undefined) sending.end();
    const [response] = (await responded) as [import('node:http').IncomingMessage];
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += part as string;
    sending.destroy();
    return { status: response.statusCode, text };
  }
  const refusal = {
    status: 413,
    text: '{"detail":"The body is larger than 64 MiB (67108864 bytes), which is the limit. Send a smaller body."}',
  };

  it('of 200 MiB is refused before it is sent', async () => {
    expect(await put({ 'content-length': String(200 * mebibyte) }, mebibyte)).toEqual(refusal);
  });

  it('of 200 MiB without a length is refused while it arrives, and never kept in memory', async () => {
    const rssBefore = process.memoryUsage().rss;
    expect(await put({}, 200 * mebibyte)).toEqual(refusal);
    expect(process.memoryUsage().rss - rssBefore).toBeLessThan(250 * mebibyte);
  });
});
