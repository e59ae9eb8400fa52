import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { DirectoryRequestError } from '../../scripts/client/index.js';
import { type Argument, ids, json, key, nowhere, open, rejection, serve } from './fixture.js';
import { inputs } from './inputs.js';

describe('extraQuery', () => {
  it.each([...inputs.queries, [{ page: undefined }, { page: '2', since: null }, '?page=2'] as const])(
    'follows the declared parameters %j with %j',
    async (query, extraQuery, sentText) => {
      await using server = await serve(json([]));
      await open(server.url).listEntries({ query, extraQuery } as Argument);
      expect(server.requests[0]?.url).toBe(`/v1/entries/${sentText}`);
    },
  );
});

describe('the timeout of a call', () => {
  it('replaces the timeout of the client', async () => {
    await using server = await serve(() => {});
    const error = await rejection(open(server.url).listEntries({ timeout: 30 }));
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('within 30 ms') });
    await using quickServer = await serve(json([]));
    expect(await open(quickServer.url, { timeout: 1e-3 }).listEntries({ timeout: 1e6 })).toMatchObject({ ok: true });
  });
});

describe('an argument that cannot be sent', () => {
  it.each([
    ...inputs.arguments,
    [{ extraQuery: new URLSearchParams('a=1') }, 'extraQuery is a list. Pass an object.'],
    [{ body: undefined }, 'body is undefined.'],
    [{ headers: { 'X-A': undefined } }, 'headers.X-A is undefined. Pass a string, or leave it out.'],
    [{ path: {}, body: undefined }, 'path.directory_id is undefined. Pass the id as a string.'],
  ])('is refused with a sentence, before sending: %j', async (argument, message) => {
    await using server = await serve(json({}));
    const call = { path: ids, body: {}, ...argument } as never;
    const error = await rejection(open(server.url).updateEntry(call));
    expect(error).toMatchObject({ message, operationId: 'updateEntry' });
    expect(error.code).toMatch(/^invalid-(id|request)$/);
    expect(server.connections()).toBe(0);
  });
});

describe('headers of the client', () => {
  it('must not be undefined, and an error of a getter among them is not passed on', () => {
    const create = (headers: object) => () => open('http://127.0.0.1:9', { headers: headers as never });
    expect(create({ 'X-A': undefined })).toThrow('headers.X-A is undefined. Pass a string, or leave it out.');
    const hostile = Object.defineProperty({}, 'X-A', {
      enumerable: true,
      get() {
        throw new Error('from a getter');
      },
    });
    expect(create(hostile)).toThrow('headers has a name or value that HTTP forbids.');
  });

  it('are sent with every call, and headers of a call replace them', async () => {
    await using server = await serve(json([]));
    const client = open(server.url, { headers: { 'X-Tenant': 'a', 'X-Trace': 'b', authorization: 'mine' } });
    await client.listEntries({ headers: { 'x-trace': 'c' } });
    await client.raw.GET('/v1/entries/', { headers: { 'x-tenant': 'd' } });
    for await (const _ of client.pages.listEntries());
    expect(
      server.requests.map(({ headers }) => [headers['x-tenant'], headers['x-trace'], headers.authorization]),
    ).toEqual([
      ['a', 'c', key],
      ['d', 'b', key],
      ['a', 'b', key],
    ]);
  });
});

describe('a function apiKey', () => {
  const unshownText = 'apiKey() threw an error, which may hold the key. Catch it inside apiKey().';
  const throwing = (error: Error): never => {
    throw error;
  };

  it('is called before each request, also before a retry, and may return a promise', async () => {
    await using server = await serve((response) =>
      json([], server.requests.length === 1 ? 429 : 200)(response.setHeader('retry-after', '0')),
    );
    let count = 0;
    const client = open(server.url, { apiKey: () => (++count % 2 ? `key-${count}` : Promise.resolve(`key-${count}`)) });
    expect(count).toBe(0);
    await client.listEntries();
    await client.raw.GET('/v1/entries/');
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['key-1', 'key-2', 'key-3']);
  });

  it.each([
    ['returns nothing', () => undefined, 'apiKey() is undefined. Return the key.'],
    ['returns an empty text', async () => '', 'apiKey() is empty. Return the key.'],
    ['returns a space', () => ' k', 'apiKey() must be printable ASCII without a space at its ends.'],
    ['throws', () => throwing(new Error(`no ${key}`)), unshownText],
    ['rejects', () => Promise.reject(new Error(`no ${key}`)), unshownText],
  ])('that %s rejects the call with a sentence, without the key, and sends nothing', async (_, apiKey, message) => {
    await using server = await serve(json([]));
    const client = open(server.url, { apiKey: apiKey as () => string });
    for (const call of [() => client.listEntries(), () => client.raw.GET('/v1/entries/')]) {
      const error = await rejection(call());
      expect(error).toMatchObject({ code: 'invalid-options', message });
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain(key);
    }
    expect(server.connections()).toBe(0);
  });

  it('keeps all keys that it has returned out of errors', async () => {
    const keys = ['first-key-1', 'second-key-2'];
    const fetch = () => Promise.reject(new Error('not first-key-1'));
    const client = open(nowhere, { apiKey: () => keys.shift() ?? 'third-key-3', fetch, retries: 0 });
    for (const _ of [1, 2, 3]) expect(await rejection(client.listEntries())).not.toHaveProperty('cause');
  });

  it('keeps a key that it returns again out of errors, however many other keys came between', async () => {
    let fail = (_: Error) => {};
    let [count, sentCount] = [0, 0];
    // The first key is used again in the 100th request, which is still pending when a new key comes.
    const apiKey = () => (count++ % 99 === 0 ? 'first-key-1' : `other-key-${count}`);
    const fetch = () =>
      ++sentCount === 100
        ? new Promise<Response>((_, reject) => (fail = reject))
        : Promise.resolve(new Response('[]', { headers: { 'content-type': 'application/json' } }));
    const client = open(nowhere, { apiKey, fetch, retries: 0 });
    for (let call = 0; call < 99; call++) await client.listEntries();
    const pending = rejection(client.listEntries());
    await client.listEntries();
    fail(new Error('not first-key-1'));
    const error = await pending;
    expect(error).not.toHaveProperty('cause');
    expect(error.message).not.toContain('first-key-1');
  });

  it.each([
    ['network', 'Expected a response from https://other.example.com; found canary.'],
    ['invalid-options', 'apiKey is canary. Set DIRECTORY_API_KEY, or pass apiKey.'],
  ] as const)('that fails with an error of another client, %s, is called only once', async (code, message) => {
    const apiKey = vi.fn(() => throwing(new DirectoryRequestError(code, message)));
    const error = await rejection(open(nowhere, { apiKey }).listEntries());
    expect(error).toMatchObject({ code: 'invalid-options', message: unshownText });
    expect(apiKey).toHaveBeenCalledTimes(1);
  });

  it('ends at the deadline, and sends nothing after an abort', async () => {
    const fetch = vi.fn(async () => new Response('[]'));
    let give = (_: string) => {};
    const apiKey = () => new Promise<string>((resolve) => (give = resolve));
    const client = open(nowhere, { apiKey, fetch });
    expect(await rejection(client.listEntries({ timeout: 10 }))).toMatchObject({ code: 'timeout' });
    give('late-key');
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetch).not.toHaveBeenCalled();
  });
});
