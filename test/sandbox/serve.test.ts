import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inventState } from '../../scripts/sandbox/data/invented.js';
import { setWireFault, type WireFault } from '../../scripts/sandbox/model/response.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { entryPath, ids, partnersPath } from './fixture.js';
import { jsonHeaders, serveForTests } from './http.js';
import { type Raw, send } from './program.js';

const authorization = defaultKey;
const served = serveForTests();
const entry = (): string => served.url + entryPath;

describe('the sandbox over HTTP', () => {
  it('responds to HEAD like to GET, but without the body', async () => {
    const response = await send(entry(), { method: 'HEAD', headers: { authorization } });
    expect(response).toMatchObject({ status: 200, text: '', headers: { 'content-type': 'application/json' } });
  });

  it('sends a long list', async () => {
    served.sandbox.load(inventState({ entries: 2000, seed: 1 }));
    const response = await read(served.url + partnersPath);
    expect(response.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(JSON.parse(response.text)).toHaveLength(2000);
  });
});

/** Sends a read with the right key. */
const read = (url = entry()): Promise<Raw> => send(url, { headers: { authorization } });

const tooLong = `{"headline":"${'x'.repeat(1_048_576)}"}`;

describe('bad input', () => {
  const mistakes: [what: string, status: number, request: () => Promise<Raw>, says: string][] = [
    ['malformed JSON', 400, () => sent(['{"headline":']), 'not well-formed JSON'],
    ['a field of the wrong type in an item', 400, () => sent(['{"media":[{"order":"1"}]}']), '"/media/0/order"'],
    ['an array where an object belongs', 400, () => sent(['[]']), 'must be an object'],
    ['bytes that are not UTF-8', 400, () => sent([Buffer.from([0x22, 0xff, 0x22])]), 'not UTF-8'],
    ['a number that cannot be stored', 400, () => sent(['{"metadata":{"a":1e400}}']), 'is a number that is too large'],
    ['an unknown id', 404, () => read(`${served.url}${partnersPath}${ids.nobody}/`), ids.nobody],
    ['an id that is not a UUID', 404, () => read(`${served.url}${partnersPath}gold/`), 'not a UUID'],
    ['an id that cannot be decoded', 404, () => read(`${served.url}${partnersPath}%ff/`), 'not a UUID'],
    ['a body over the limit', 413, () => sent([tooLong], { 'content-length': String(tooLong.length) }), '1048576'],
    ['a body over the limit without a length', 413, () => sent([tooLong]), '1048576'],
    ['no media type', 415, () => send(entry(), { method: 'PATCH', headers: { authorization } }), 'application/json'],
    ['another media type', 415, () => sent(['{}'], { 'content-type': 'text/plain' }), 'text/plain'],
    ['no key', 401, () => send(entry(), {}), 'Authorization'],
    ['another key', 401, () => send(entry(), { headers: { authorization: 'another' } }), 'key is unknown'],
    ['a scheme', 401, () => send(entry(), { headers: { authorization: `Bearer ${defaultKey}` } }), 'Send the bare key'],
    ['an unknown path', 404, () => read(`${served.url}/nothing/`), '/nothing/'],
    ['a path without the slash at its end', 404, () => read(entry().replace(/\/$/, '')), 'end with a slash'],
    ['a method that the path lacks', 405, () => sent(['{}'], {}, 'POST'), 'POST'],
    ['OPTIONS that is not a preflight', 405, () => sent([], {}, 'OPTIONS'), 'OPTIONS'],
    ['a method that fetch does not know', 405, () => sent([], {}, 'TRACE'), 'GET, PATCH'],
  ];

  function sent(body: (string | Buffer)[], headers = {}, method = 'PATCH'): Promise<Raw> {
    return send(entry(), { method, headers: { ...jsonHeaders, ...headers }, body });
  }

  it.each(mistakes)('is refused in JSON, and changes nothing: %s', async (_, status, request, message) => {
    const stateBefore = served.sandbox.snapshot();
    const response = await request();
    expect(response).toMatchObject({ status, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(response.text)).toHaveProperty('detail');
    expect(response.text).toContain(message);
    expect(served.sandbox.snapshot()).toEqual(stateBefore);
  });

  it('also refuses invalid HTTP in JSON', async () => {
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.write('this is not HTTP\r\n\r\n');
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toHaveProperty('detail');
  });

  it('survives a client that disconnects in the middle of a body', async () => {
    const stateBefore = served.sandbox.snapshot();
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`PATCH ${entryPath} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n`);
    socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"headline":"half');
    socket.destroy();
    await once(socket, 'close');
    expect((await read()).status).toBe(200);
    expect(served.sandbox.snapshot()).toEqual(stateBefore);
  });
});

describe('a fault of the connection', () => {
  let wire: WireFault;
  let faultyServer: SandboxServer;
  beforeAll(async () => {
    const fetch = async (request: Request): Promise<Response> => {
      const response = await served.sandbox.fetch(request);
      setWireFault(response, wire);
      return response;
    };
    faultyServer = await serveSandbox({ sandbox: { ...served.sandbox, fetch } });
  });
  afterAll(() => faultyServer.close());

  const get = (): Promise<Raw> => read(faultyServer.url + entryPath);

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
