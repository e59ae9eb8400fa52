import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { growth, linear } from '../growth.js';

let sandbox: Sandbox;
let entry: string;
let server: SandboxServer;
beforeAll(async () => (server = await serveSandbox({ sandbox: createSandbox() })));
afterAll(() => server.close());
beforeEach(() => {
  sandbox = createSandbox();
  const [first] = sandbox.snapshot().collections['PartnerEntry'] ?? [];
  entry = `/api/directory/private/v1alpha/directories/${first?.parents['directory_id']}/entries/partners/${first?.id}/`;
});

const mebibyte = 2 ** 20;
const headers = { authorization: defaultKey, 'content-type': 'application/json' };

interface Received {
  status: number;
  json: { detail?: string; errors?: unknown[] };
}

async function receive(method: string, path: string, body: BodyInit): Promise<Received> {
  const init = { method, headers, body, duplex: 'half' } as RequestInit;
  const response = await sandbox.fetch(new Request(`http://sandbox${path}`, init));
  const json = (await response.json()) as Received['json'];
  return { status: response.status, json };
}

/** Sends a body of this many parts. */
const sending = (method: string, path: string, bodyOf: (count: number) => unknown) => async (count: number) => {
  const { status } = await receive(method, path, JSON.stringify(bodyOf(count)));
  expect([200, 400]).toContain(status);
};

describe('a body of the interface', () => {
  it.each<[string, number, (count: number) => unknown]>([
    ['300,000 wrong items', 300_000, (count) => ({ resources: Array<number>(count).fill(7) })],
    ['90,000 unknown fields', 90_000, (count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 0]))],
  ])('is validated in linear time: %s', async (_, most, bodyOf) => {
    expect(await growth(sending('PATCH', entry, bodyOf), most)).toBeLessThan(linear);
  });

  it('of 40,000 wrong items is refused with the first mistakes', async () => {
    const { status, json } = await receive(
      'PATCH',
      entry,
      JSON.stringify({ resources: Array<number>(40_000).fill(7) }),
    );
    expect(status).toBe(400);
    expect(json.errors).toHaveLength(100);
    expect(json.errors?.[0]).toEqual({ pointer: '/resources/0', message: 'must be object' });
  });

  it('of 40,000 right items is stored in linear time, and so are 15,000 entries', { tags: 'slow' }, async () => {
    const items = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ title: `${index}` }));
    expect(
      await growth(
        sending('PATCH', entry, (count) => ({ resources: items(count) })),
        40_000,
      ),
    ).toBeLessThan(linear);
    const path = entry.replace(/[^/]+\/$/, 'bulk-upsert/');
    expect(await growth(sending('POST', path, items), 15_000)).toBeLessThan(linear);
  });

  it('over 1 MiB is refused, and its rest is not read', async () => {
    let given = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 2 ** 16;
        controller.enqueue(new Uint8Array(2 ** 16).fill(32));
      },
    });
    const { status, json } = await receive('PATCH', entry, body);
    expect([status, json]).toEqual([
      413,
      { detail: 'The body is larger than 1 MiB (1048576 bytes), which is the limit. Send a smaller body.' },
    ]);
    expect(given).toBeLessThan(mebibyte + 2 ** 18);
  });
});

describe('a state', () => {
  async function put(
    declared: Record<string, string>,
    size: number,
  ): Promise<{ status: number | undefined; text: string }> {
    const sending = request(`${server.url}/__sandbox/state`, { method: 'PUT', headers: { ...headers, ...declared } });
    const responded = once(sending, 'response');
    const piece = Buffer.alloc(mebibyte, ' ');
    for (let sent = 0; sent < size && !sending.writableNeedDrain; sent += piece.length) {
      if (!sending.write(piece)) await Promise.race([once(sending, 'drain'), responded]);
    }
    if (declared['content-length'] === undefined) sending.end();
    const [response] = (await responded) as [import('node:http').IncomingMessage];
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += part as string;
    sending.destroy();
    return { status: response.statusCode, text };
  }
  const refused = {
    status: 413,
    text: '{"detail":"The body is larger than 64 MiB (67108864 bytes), which is the limit. Send a smaller body."}',
  };

  it('of 200 MiB is refused before it is sent', async () => {
    expect(await put({ 'content-length': String(200 * mebibyte) }, mebibyte)).toEqual(refused);
  });

  it('of 200 MiB without a length is refused while it arrives, and never kept in memory', async () => {
    const before = process.memoryUsage().rss;
    expect(await put({}, 200 * mebibyte)).toEqual(refused);
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * mebibyte);
  });
});
