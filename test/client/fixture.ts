import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Client } from 'openapi-fetch';
import { expect } from 'vitest';
import type { DirectoryClientOptions, OperationRow } from '../../scripts/client/index.js';
import { buildClient, DirectoryRequestError } from '../../scripts/client/index.js';
import type { AnyCall, AnyResult } from '../../scripts/client/types.js';
import { listenHere } from '../listen-here.js';

/** A table of four operations: an update, a list, a delete without content, an export as text. */
export const table = {
  updateEntry: row('patch', '/v1/directories/{directory_id}/entries/{entry_id}/', 200, 'application/json'),
  listEntries: row('get', '/v1/entries/', 200, 'application/json'),
  deleteEntry: row('delete', '/v1/entries/{entry_id}/', 204, null),
  exportEntries: row('get', '/v1/entries/export/', 200, 'text/csv'),
};

function row(method: OperationRow['method'], path: string, success: number, media: string | null): OperationRow {
  const needsBody = method === 'patch';
  return { method, path, tag: 'entries', standing: 'inferred', success, media, needsBody, mayBeEmpty: false };
}

interface Success {
  200: { content: { 'application/json': unknown } };
}

/** The paths of the table that tests use with `raw`. */
export interface Paths {
  '/v1/entries/{entry_id}/': { get: { parameters: { path: { entry_id: string } }; responses: Success } };
  '/v1/entries/': { get: { parameters: { query?: never }; responses: Success } };
}

/** The argument of any call, without the types of the operations. */
export type Argument = AnyCall;
export type TableClient = Record<keyof typeof table, (argument?: Argument) => Promise<AnyResult>> & {
  raw: Client<Paths>;
  pages: Record<'listEntries' | 'exportEntries', (argument?: Argument) => AsyncGenerator<unknown, void>>;
  orThrow: Record<keyof typeof table, (argument?: Argument) => Promise<unknown>>;
};

/** An address that no request reaches, because the tests replace `fetch`. */
export const nowhere = 'https://directory.example.com';

/** The path parameters of an update. */
export const ids = { directory_id: 'd', entry_id: 'e' };

export const key = 'k3y+/Zq~canary"7f%';

export function open(baseUrl: string, options: Partial<DirectoryClientOptions> = {}): TableClient {
  return buildClient(table, { baseUrl, apiKey: key, ...options }) as TableClient;
}

/** A request as it reached the server. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface TestServer extends AsyncDisposable {
  url: string;
  requests: Seen[];
  /** Number of connections that were opened so far. */
  connections: () => number;
}

/** Starts a server on 127.0.0.1 that records each request and responds with `answer`. */
export async function serve(answer: (response: ServerResponse, seenView: Seen) => void): Promise<TestServer> {
  const seenViews: Seen[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const tell = (body: string): void => {
      const one = { method, url, headers, body };
      seenViews.push(one);
      answer(response, one);
    };
    text(request).then(tell, () => undefined);
  });
  server.on('connection', () => connections++);
  const { url, close } = await listenHere(server);
  return { url, requests: seenViews, connections: () => connections, [Symbol.asyncDispose]: close };
}

/** Responds with JSON. */
export function json(value: unknown, status = 200) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
}

/** Returns the error of a rejected promise; fails if it resolves, or if the error has another class. */
export async function rejection(promise: Promise<unknown>): Promise<DirectoryRequestError> {
  const settledError = await promise.then(
    () => undefined,
    (error: DirectoryRequestError) => error,
  );
  if (!settledError) throw new Error('Expected a rejection; found a result.');
  expect(settledError).toBeInstanceOf(DirectoryRequestError);
  return settledError;
}

/** Returns the items of all pages. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const nullables: Item[] = [];
  for await (const item of items) nullables.push(item);
  return nullables;
}

/** Returns an object with fields that hold the object itself. */
export function cyclic(fields: object = {}): object {
  const value: Record<string, unknown> = { ...fields };
  return Object.assign(value, { value, list: [value, value] });
}

/** Returns an object that throws an error with the key at each use. */
export function proxy(): object {
  const fail = (): never => {
    throw new Error(key);
  };
  const traps = { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail, getOwnPropertyDescriptor: fail };
  return new Proxy({}, traps);
}

/** Returns the number of timers of this process. */
export function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}
