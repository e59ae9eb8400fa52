import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DirectoryRequestError } from '../../scripts/client/index.js';
import { cyclic, json, key, nowhere, open, proxy, rejection, serve } from './fixture.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Returns all texts that a logger could print for a value. */
function printValue(value: unknown): string {
  const texts = [inspect(value, { depth: null, showHidden: true, maxStringLength: null }), String(value)];
  for (let error = value; error instanceof Error; error = error.cause)
    texts.push(error.message, String(error.stack), JSON.stringify({ ...error }));
  try {
    texts.push(JSON.stringify(value) ?? '');
  } catch {
    // The value has a cycle, which `inspect` has already printed.
  }
  return texts.join('\n');
}

class TalkingError extends Error {
  override toString(): string {
    return key;
  }
}
class JsonError extends Error {
  toJSON(): string {
    return key;
  }
}

/** Puts a value into 20,000 nested lists. */
function nest(value: unknown): unknown {
  let outer = value;
  for (let depth = 0; depth < 20_000; depth++) outer = [outer];
  return outer;
}

/** The key in each form in which it could appear in an output. */
const forms = [
  key,
  encodeURIComponent(key),
  JSON.stringify(key).slice(1, -1),
  base64(key).replace(/=+$/, ''),
  base64(`u${key}`).slice(2, -3),
  base64(`us${key}`).slice(3, -3),
];

/** The error of the client if it does not show another error. */
const hidden = { code: 'network', message: expect.stringContaining('an error, which may hold the key') };

function expectNoKey(value: unknown) {
  const text = printValue(value);
  for (const form of forms) expect(text).not.toContain(form);
}

describe('the key', () => {
  it('does not appear in the client, before or after a call', async () => {
    await using server = await serve(json([]));
    const client = open(server.url);
    expectNoKey(client);
    expectNoKey(await client.listEntries());
    expectNoKey(await client.raw.GET('/v1/entries/'));
    expectNoKey(client);
    expect(server.requests[0]?.headers.authorization).toBe(key);
  });

  it.each([
    ['in the message', () => new Error(`sent ${key}`)],
    ['in a cause of a cause, as text', () => new Error('outer', { cause: new Error('inner', { cause: key }) })],
    ['in the stack', () => Object.assign(new Error('outer'), { stack: `Error\n  at ${key}` })],
    ['in a list of errors', () => new AggregateError([new Error(key)], 'many')],
    ['percent-encoded', () => new Error(encodeURIComponent(key))],
    ['in base64', () => new Error(base64(key))],
    ['in base64 after one character', () => new Error(base64(`u${key}:word`))],
    ['in base64 after two characters', () => new Error(base64(`us${key}`))],
    ['in a field', () => Object.assign(new Error('outer'), { config: { headers: [['a', key]] } })],
    ['in a hidden field', () => Object.defineProperty(new Error('outer'), 'secret', { value: key })],
    ['in a symbol', () => Object.assign(new Error('outer'), { [Symbol('s')]: key })],
    ['in the name of a field', () => Object.assign(new Error('outer'), { [key]: 1 })],
    ['in the name', () => Object.assign(new Error('outer'), { name: key })],
    ['in a DOMException', () => new DOMException(key, 'AbortError')],
    ['in a DOMException without a stack', () => Object.defineProperty(new DOMException(key), 'stack', { value: '' })],
    ['behind toJSON', () => Object.assign(new Error('outer'), { data: { key, toJSON: () => 'nothing' } })],
    ['as text', () => key],
    ['in the request', (request: Request) => Object.assign(new Error('outer'), { request })],
    ['in a map', () => Object.assign(new Error('outer'), { headers: new Map([['authorization', key]]) })],
    ['escaped in JSON, in every character', () => new Error([...key].map((text) => `\\${text}`).join(''))],
    ['percent-encoded twice', () => new Error(encodeURIComponent(encodeURIComponent(key)))],
    ['in base64 in lines', () => new Error(base64(key).replace(/.{8}/g, '$&\n'))],
    ['in the text of its class', () => new TalkingError('outer')],
    ['in the JSON of its class', () => new JsonError('outer')],
    ['in an error of the client', () => new DirectoryRequestError('network', `found ${key}`)],
    ['in the cause of an error of the client', () => new DirectoryRequestError('network', 'x', { cause: { key } })],
    ['in a symbol alone', () => Symbol(key)],
    ['in an object', () => ({ message: `found ${key}` })],
    ['in an object nested deep', () => nest({ message: key })],
    ['in a cycle', () => cyclic({ key })],
    ['behind a getter', () => Object.defineProperty(new Error('outer'), 'data', { enumerable: true, get: () => key })],
  ])('does not appear in an error if fetch throws it %s', async (_, make) => {
    const fetch = async (request: Request): Promise<Response> => {
      throw make(request);
    };
    const client = open(nowhere, { fetch, retries: 0 });
    for (const call of [() => client.listEntries(), () => client.raw.GET('/v1/entries/')]) {
      const error = await rejection(call());
      expect(error).toMatchObject(hidden);
      expect(error).not.toHaveProperty('cause');
      expectNoKey(error);
    }
  });

  it.each([
    ['a symbol', () => Symbol('odd')],
    ['nothing', () => undefined],
    ['an object', () => ({ code: 7 })],
    ['an object without a class', () => Object.create(null)],
    ['lists nested deep', () => nest(1)],
    ['an error with such a cause', () => new Error('outer', { cause: Symbol('odd') })],
    ['a proxy', proxy],
  ])('cannot appear if fetch throws %s, which becomes an error of the client', async (_, make) => {
    const fetch = async (): Promise<Response> => {
      throw make();
    };
    const error = await rejection(open(nowhere, { fetch, retries: 0 }).listEntries());
    expect(error.message).not.toContain(key);
  });

  // The word before a key is not secret, so an error that contains only the word keeps its cause.
  it.each(['Token', 'Bearer', 'ApiKey', 'Key-1 '])(
    'after %s does not appear in an error, even without the word',
    async (word) => {
      const part = 'b3h1nd-"scheme"-Z9';
      const failure = (cause: Error) => {
        const options = { apiKey: `${word} ${part}`, fetch: () => Promise.reject(cause), retries: 0 };
        return rejection(open(nowhere, options).listEntries());
      };
      for (const text of [part, encodeURIComponent(part), JSON.stringify(part), base64(part), base64(`k:${part}`)]) {
        const error = await failure(new Error(`no ${text}`));
        expect(error).toMatchObject(hidden);
        expect(error).not.toHaveProperty('cause');
      }
      const cause = new Error(`no ${word}`);
      expect(await failure(cause)).toMatchObject({ cause });
    },
  );

  it('does not appear in an error if the caller aborts with it', async () => {
    const controller = new AbortController();
    controller.abort(new Error(`away with ${key}`));
    const error = await rejection(open(nowhere).listEntries({ signal: controller.signal }));
    expect(error).toMatchObject({ code: 'aborted' });
    expectNoKey(error);
  });

  it.each([
    ['all of it', key],
    ['half a JSON value', `{"you sent": "${key}`],
    ['right at the fault', `[1, ${key}]`],
  ])('does not appear in an error if the server returns it: %s', async (_, body) => {
    await using server = await serve((response) => response.end(body));
    const client = open(server.url);
    for (const call of [() => client.listEntries(), () => client.raw.GET('/v1/entries/')]) {
      const error = await rejection(call());
      expect(error).toMatchObject({ code: 'invalid-body' });
      expect(printValue(error)).not.toContain(key.slice(0, 4));
    }
  });

  it('does not appear if the caller passes it in the wrong place', async () => {
    const client = open(nowhere, { apiKey: 'canary-1234567890' });
    const wrongText = 'a\ncanary-1234567890';
    const calls = [
      () => client.listEntries({ headers: { 'x-key': wrongText } }),
      () => client.raw.GET('/v1/entries/', { headers: { Authorization: wrongText } }),
      () => client.raw.GET('/v1/entries/', { baseUrl: 'https://canary-1234567890@directory.example.com' }),
      () => client.raw.GET('/v1/entries/', { baseUrl: 'https://canary-1234567890.example.com' }),
      () => client.deleteEntry({ path: { entry_id: wrongText } }),
    ];
    for (const call of calls) {
      const error = await rejection(call());
      expect(error.code).toMatch(/^(invalid-request|invalid-id|foreign-origin)$/);
      expect(printValue(error)).not.toContain('canary');
    }
  });

  it('is not sent because of a fetch option of a raw call', async () => {
    let sentText: string | null = 'none';
    const fetch = async (request: Request) => {
      sentText = request.headers.get('authorization');
      return new Response('[]');
    };
    const headers = { Authorization: 'mine' };
    await open(nowhere, { headers }).raw.GET('/v1/entries/', { fetch });
    expect(sentText).toBeNull();
  });
});
