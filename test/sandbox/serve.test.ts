import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setWire, type WireFault } from '../../scripts/sandbox/model/response.js';
import { createSandbox, defaultKey, operations, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { type Raw, send } from './program.js';

const base = '/api/directory/private/v1alpha/';
const authorization = defaultKey;
const json = { authorization, 'content-type': 'application/json' };

let sandbox: Sandbox;
let server: SandboxServer;
let entry: string;
let filter: string;
beforeAll(async () => {
  sandbox = createSandbox();
  server = await serveSandbox({ sandbox });
  const { collections } = sandbox.snapshot();
  const [first] = collections['PartnerEntry'] ?? [];
  const [region] = collections['Filter'] ?? [];
  entry = `${server.url}${base}directories/${first?.parents['directory_id']}/entries/partners/${first?.id}/`;
  const update = operations.find(({ id }) => id === 'updateFilter')?.path ?? '';
  filter = server.url + update.replace(/\{(\w+)\}/g, (_, name: string) => region?.parents[name] ?? region?.id ?? '');
});
afterAll(() => server.close());
beforeEach(() => sandbox.reset());

describe('the sandbox over HTTP', () => {
  it('stores an update and returns it in the next read', async () => {
    const update = await fetch(entry, { method: 'PATCH', headers: json, body: '{"headline":"Ready – at last"}' });
    expect(update.status).toBe(200);
    const after = await fetch(entry, { headers: { authorization } });
    expect(after.headers.get('content-type')).toBe('application/json');
    expect(await after.json()).toEqual(await update.json());
    expect(await (await fetch(entry, { headers: { authorization } })).json()).toMatchObject({
      headline: 'Ready – at last',
    });
  });

  it('responds to HEAD like GET, without the body', async () => {
    const response = await send(entry, { method: 'HEAD', headers: { authorization } });
    expect(response).toMatchObject({ status: 200, text: '', headers: { 'content-type': 'application/json' } });
  });

  it('sends a long list', async () => {
    const state = sandbox.snapshot();
    const [first] = state.collections['PartnerEntry'] ?? [];
    if (!first) throw new Error('The initial state has no entry.');
    const more = Array.from({ length: 2000 }, (_, i) => ({
      ...first,
      id: `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`,
    }));
    sandbox.load({ ...state, collections: { ...state.collections, PartnerEntry: more } });
    const response = await read(entry.replace(/[^/]+\/$/, ''));
    expect(response.headers).toMatchObject({ 'content-type': 'application/json' });
    expect((JSON.parse(response.text) as unknown[]).length).toBe(2000);
  });
});

/** Sends a read with the right key. */
const read = (url = entry): Promise<Raw> => send(url, { headers: { authorization } });

const mebibyte = 1_048_576;
const tooLong = [`{"headline":"`, 'x'.repeat(mebibyte), '"}'];

describe('bad input', () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const mistakes: [what: string, status: number, request: () => Promise<Raw>, says: string][] = [
    ['malformed JSON', 400, () => patch('{"headline":'), 'not well-formed JSON'],
    ['malformed JSON for a filter', 400, () => patch('{', filter), 'not well-formed JSON'],
    ['an empty body', 400, () => patch(''), 'not well-formed JSON'],
    ['a field of the wrong type', 400, () => patch('{"featured":"yes"}'), '"pointer":"/featured"'],
    [
      'a field of the wrong type in an item',
      400,
      () => patch('{"media":[{"order":"1"}]}'),
      '"pointer":"/media/0/order"',
    ],
    ['an array where an object belongs', 400, () => patch('[]'), 'must be object'],
    ['bytes that are not UTF-8', 400, () => patch(Buffer.from([0x22, 0xff, 0x22])), 'not UTF-8'],
    ['a number that cannot be stored', 400, () => patch('{"metadata":{"a":1e400}}'), 'is a number that is too large'],
    ['an unknown id', 404, () => patch('{}', entry.replace(/[^/]+\/$/, `${unknown}/`)), unknown],
    ['an id that is not a UUID', 404, () => patch('{}', entry.replace(/[^/]+\/$/, 'gold/')), 'not a UUID'],
    ['an id that cannot be decoded', 404, () => patch('{}', entry.replace(/[^/]+\/$/, '%ff/')), 'not a UUID'],
    ['a body over the limit', 413, () => patch(tooLong.join('')), '1048576'],
    ['a body over the limit without a length', 413, () => sent('PATCH', json, tooLong), '1048576'],
    ['no media type', 415, () => sent('PATCH', { authorization }), 'application/json'],
    ['another media type', 415, () => sent('PATCH', { ...json, 'content-type': 'text/plain' }), 'text/plain'],
    ['no key', 401, () => send(entry, {}), 'Authorization'],
    ['another key', 401, () => send(entry, { headers: { authorization: 'another' } }), 'key is unknown'],
    ['an unknown path', 404, () => read(`${server.url}/nothing/`), '/nothing/'],
    ['a path without the slash at its end', 404, () => read(entry.replace(/\/$/, '')), 'end with a slash'],
    ['a method that the path lacks', 405, () => sent('POST', json), 'POST'],
    ['OPTIONS that is not a preflight', 405, () => sent('OPTIONS', { authorization }, []), 'OPTIONS'],
  ];

  function patch(body: string | Buffer, url = entry): Promise<Raw> {
    const headers = { ...json, 'content-length': String(Buffer.byteLength(body)) };
    return send(url, { method: 'PATCH', headers, body: [body] });
  }

  function sent(method: string, headers: Record<string, string>, body = ['{}']): Promise<Raw> {
    return send(entry, { method, headers, body });
  }

  it.each(mistakes)('is refused in JSON, and changes nothing: %s', async (_, status, request, says) => {
    const before = sandbox.snapshot();
    const response = await request();
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/json');
    expect(JSON.parse(response.text)).toHaveProperty('detail');
    expect(response.text).toContain(says);
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('names the methods of a path', async () => {
    const { status, headers } = await send(entry, { method: 'TRACE', headers: { authorization } });
    expect(status).toBe(405);
    expect(String(headers['allow']).split(', ')).toEqual(expect.arrayContaining(['GET', 'PATCH', 'HEAD']));
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    'keeps %s in an open object like any other name',
    async (name) => {
      const body = `{"metadata":{"${name}":{"polluted":true}},"${name}":{"polluted":true}}`;
      const response = await patch(body);
      expect(response.status).toBeLessThan(500);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      expect((await read()).status).toBe(200);
    },
  );

  it('also refuses invalid HTTP in JSON', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.write('this is not HTTP\r\n\r\n');
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toHaveProperty('detail');
  });

  it('survives a client that disconnects in the middle of a body', async () => {
    const before = sandbox.snapshot();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`PATCH ${new URL(entry).pathname} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n`);
    socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"headline":"half');
    socket.destroy();
    await once(socket, 'close');
    expect((await read()).status).toBe(200);
    expect(sandbox.snapshot()).toEqual(before);
  });
});

describe('a page in a browser', () => {
  const origin = 'http://localhost:5173';

  it('from this machine may send any request of the contract', async () => {
    const preflight = await send(entry, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': origin, 'access-control-allow-headers': 'authorization,content-type' },
    });
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
  });

  it.each([200, 401])('reads responses, also of status %i', async (status) => {
    const response = await send(entry, { headers: status === 200 ? { authorization, origin } : { origin } });
    expect(response).toMatchObject({
      status,
      headers: { 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' },
    });
  });
});

describe('a fault of the connection', () => {
  let wire: WireFault;
  let faulty: SandboxServer;
  beforeAll(async () => {
    const fetch = async (request: Request): Promise<Response> => {
      const response = await sandbox.fetch(request);
      setWire(response, wire);
      return response;
    };
    faulty = await serveSandbox({ sandbox: { ...sandbox, fetch } });
  });
  afterAll(() => faulty.close());

  const get = (): Promise<Raw> => read(faulty.url + new URL(entry).pathname);

  it('never sends a response', async () => {
    wire = 'hang';
    const first = await Promise.race([
      get().catch(() => 'closed'),
      new Promise((resolve) => setTimeout(resolve, 200, 'nothing')),
    ]);
    expect(first).toBe('nothing');
  });

  it('resets the connection', async () => {
    wire = 'reset';
    await expect(get()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('declares more bytes than it sends', async () => {
    wire = { contentLength: 100_000 };
    await expect(get()).rejects.toThrow('aborted');
  });

  it('closes the connection after the response', async () => {
    wire = 'close';
    expect(await get()).toMatchObject({ status: 200, headers: { connection: 'close' } });
  });
});

describe('the address', () => {
  it('is refused if it is in use', async () => {
    const { port } = new URL(server.url);
    await expect(serveSandbox({ sandbox, port: Number(port) })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`);
  });

  it('can be called even if the server listens on all addresses', async () => {
    const open = await serveSandbox({ sandbox, host: '0.0.0.0' });
    try {
      expect(open.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    } finally {
      await open.close();
    }
  });
});
