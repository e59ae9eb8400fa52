import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DirectoryRequestError, pagesOf } from '../../scripts/client/index.js';
import { cyclic, ids, json, key, nowhere, open, proxy, rejection, serve, type TableClient } from './fixture.js';

/** 200,000 nested lists. */
const deepText = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const deep = JSON.parse(deepText) as unknown;

function getter(name: string): object {
  const get = (): never => {
    throw new Error(key);
  };
  return Object.defineProperty({}, name, { enumerable: true, get });
}

/** Values that no part of a call accepts unchanged. */
const odd: [string, () => unknown][] = [
  ['lists nested 200,000 deep', () => deep],
  ['a cycle', () => cyclic()],
  ['a BigInt', () => 1n],
  ['a symbol', () => Symbol(key)],
  ['a function', () => () => key],
  ['a getter that throws', () => getter('a')],
  ['a proxy', proxy],
  ['a list with a proxy', () => [proxy()]],
  ['an object that has no text', () => Object.create(null)],
  ['a map', () => new Map([['a', 1]])],
  ['an invalid date', () => new Date(Number.NaN)],
];

/** All ways to put a value into a call. */
const places: [string, (value: unknown) => unknown][] = [
  ['the call', (value) => value],
  ['path', (path) => ({ path })],
  ['a path parameter', (value) => ({ path: { ...ids, entry_id: value } })],
  ['query', (query) => ({ query })],
  ['a query parameter', (value) => ({ query: { a: value } })],
  ['a list in a query', (value) => ({ query: { a: [value] } })],
  ['extraQuery', (extraQuery) => ({ extraQuery })],
  ['an extra parameter', (value) => ({ extraQuery: { a: value } })],
  ['headers', (headers) => ({ headers })],
  ['a header', (value) => ({ headers: { a: value } })],
  ['body', (body) => ({ path: ids, body })],
  ['a field of the body', (value) => ({ path: ids, body: { a: value } })],
  ['signal', (signal) => ({ signal })],
  ['timeout', (timeout) => ({ timeout })],
  ['idempotent', (idempotent) => ({ idempotent })],
  ['emptyPages', (emptyPages) => ({ emptyPages })],
];

type Call = (argument?: never) => Promise<unknown>;

/** All ways to make a call with this argument. */
function callsOf(client: TableClient): Record<string, Call> {
  const pages = pagesOf(client, { listEntries: { page: { query: 'page' } } }) as TableClient['pages'];
  const raw = client.raw as unknown as Record<string, (path: string, init?: unknown) => Promise<unknown>>;
  return {
    read: (argument) => client.listEntries(argument),
    write: (argument) => client.updateEntry(argument),
    delete: (argument) => client.deleteEntry(argument),
    pages: (argument) => client.pages.listEntries(argument).next(),
    'further pages': (argument) => pages.listEntries(argument).next(),
    raw: (argument) => raw['GET']!('/v1/entries/', argument),
    'params of raw': (argument) => raw['GET']!('/v1/entries/', { params: argument }),
  };
}

/** Returns the text of an error that is not a `DirectoryRequestError`; undefined for such an error or a result. */
async function foreignError(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
  } catch (error) {
    const text = inspect(error, { depth: 9, showHidden: true });
    if (!(error instanceof DirectoryRequestError) || text.includes(key)) return text;
  }
  return undefined;
}

describe('a call', () => {
  const fetch = async () => new Response('[]', { headers: { 'content-type': 'application/json' } });

  it.each(odd)('with %s at any place has a result, or a DirectoryRequestError without the key', async (_, make) => {
    const client = open(nowhere, { fetch });
    for (const [place, argumentWith] of places)
      for (const [name, call] of Object.entries(callsOf(client)))
        expect(await foreignError(() => call(argumentWith(make()) as never)), `${name}: ${place}`).toBeUndefined();
  });

  it.each(['listEntries', 'exportEntries'] as const)('to %s accepts a deeply nested response', async (name) => {
    await using server = await serve((response) => response.end(deepText));
    expect(await open(server.url)[name]()).toMatchObject({ ok: true });
    await using refusing = await serve((response) => response.writeHead(400).end(deepText));
    expect(await open(refusing.url)[name]()).toMatchObject({ ok: false, status: 400 });
    expect(await rejection(open(refusing.url).pages[name]().next())).toMatchObject({ code: 'refused' });
  });
});

const day = new Date('2026-05-04T03:02:01.000Z');

describe('a query', () => {
  it.each<[string, unknown, string]>([
    ['a date', day, 'since=2026-05-04T03%3A02%3A01.000Z'],
    ['a list', [day, 1], 'since=2026-05-04T03%3A02%3A01.000Z&since=1'],
    ['an object', { from: day, to: null }, 'since[from]=2026-05-04T03%3A02%3A01.000Z'],
    ['the first date', new Date(0), 'since=1970-01-01T00%3A00%3A00.000Z'],
    ['a BigInt', 12345678901234567890n, 'since=12345678901234567890'],
    ['a list with nothing in it', ['a', null, undefined, ''], 'since=a&since='],
    ['an empty list', [], ''],
    ['an empty object', {}, ''],
  ])('sends %s, in each way to send it', async (_, since, sentText) => {
    await using server = await serve(json([]));
    const client = open(server.url);
    const query = { since } as never;
    await client.listEntries({ query });
    await client.listEntries({ extraQuery: query });
    await client.pages.listEntries({ query }).next();
    await (pagesOf(client, { listEntries: {} }) as TableClient['pages']).listEntries({ query }).next();
    await client.raw.GET('/v1/entries/', { params: { query } });
    const url = `/v1/entries/${sentText && '?'}${sentText}`;
    expect(server.requests.map((view) => view.url)).toEqual([url, url, url, url, url]);
  });

  it.each<[string, unknown, string]>([
    ['an invalid date', new Date(Number.NaN), 'an object'],
    ['a function', () => 'a', 'a function'],
    ['a symbol', Symbol('a'), 'a symbol'],
    ['a map', new Map([['a', '1']]), 'a list'],
    ['a query of its own', new URLSearchParams('a=1'), 'a list'],
    ['an object of a class', new URL(nowhere), 'an object'],
    ['a list in a list', [['a']], 'a list'],
    ['an object in a list', [{ a: 1 }], 'an object'],
    ['an object in an object', { a: { b: 1 } }, 'an object'],
  ])('refuses %s with a sentence, before sending', async (_, value, text) => {
    await using server = await serve(json([]));
    const client = open(server.url);
    const query = { a: value } as never;
    for (const [section, call] of [
      ['query', () => client.listEntries({ query })],
      ['extraQuery', () => client.listEntries({ extraQuery: query })],
      ['query', () => client.pages.listEntries({ query }).next()],
      ['query', () => client.raw.GET('/v1/entries/', { params: { query } })],
    ] as const)
      expect(await rejection(call())).toMatchObject({
        code: 'invalid-request',
        message: `Expected text, numbers or dates in ${section}; found ${text}.`,
      });
    expect(server.connections()).toBe(0);
  });
});

describe('an abort', () => {
  it.each<[string, () => unknown]>([
    ['a proxy', proxy],
    ['null', () => null],
    ['a getter that throws', () => getter('name')],
    ['a text with the key', () => key],
  ])('with %s as its reason rejects the call', async (_, make) => {
    const controller = new AbortController();
    const fetch = () => new Promise<Response>(() => controller.abort(make()));
    const call = open(nowhere, { fetch }).listEntries({ signal: controller.signal });
    const error = await rejection(call);
    expect(error).toMatchObject({ code: 'aborted' });
    expect(error).not.toHaveProperty('cause', key);
  });
});
