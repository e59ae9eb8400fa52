import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { decodePart } from '../../scripts/check/session/fixtures.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';

type Json = Record<string, unknown>;

/** A request as the service received it. */
export interface Received {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
}

export interface Shelf {
  url: string;
  asked: Received[];
}

const ids = ['a1', 'b2'];
const item = (id: string): Json => ({ id, name: `The item ${id}` });

/**
 * Starts a service with items, and a path that is open to all. A request without the right credentials gets 401.
 *
 * @param admits whether a request has the right credentials
 * @param extra further fields of each item
 * @param unknown the status for an id that no item has
 */
export async function shelfService(
  admits: (request: Received) => boolean,
  { isOpen = /^\/health/, extra = {}, unknown = 404 }: { isOpen?: RegExp; extra?: Json; unknown?: number } = {},
): Promise<Shelf> {
  const asked: Received[] = [];
  const server = createServer(({ method = '', url = '', headers }, response) => {
    const request = { method, url, headers };
    asked.push(request);
    const [found, body] = answerTo(request, isOpen.test(url) || admits(request), extra);
    const status = found === 404 && url.startsWith('/items/') ? unknown : found;
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(status === 405 && { allow: 'GET, HEAD' }),
    });
    response.end(method === 'HEAD' ? undefined : text);
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { url, asked };
}

function answerTo({ method, url }: Received, isAdmitted: boolean, extra: Json): [status: number, body: unknown] {
  const [pathname = '', query = ''] = url.split('?');
  const [, root = '', id = ''] = /^\/(items|health|tags)(?:\/([^/]*))?$/.exec(pathname) ?? [];
  if (root === '' || (id !== '' && root !== 'items')) return [404, { detail: 'There is no such path.' }];
  if (!isAdmitted) return [401, { detail: 'The key is wrong.' }];
  if (method !== 'GET' && method !== 'HEAD') return [405, { detail: 'Only GET is possible.' }];
  const limit = new URLSearchParams(query).get('limit') ?? '2';
  if (!/^[12]$/.test(limit)) return [400, { detail: 'The limit is 1 or 2.' }];
  if (root === 'health') return [200, { ok: true }];
  const name = decodePart(id);
  if (id === '') return [200, ids.map((each) => ({ ...item(each), ...extra })).slice(0, Number(limit))];
  const isKnown = ids.includes(name) || name === '2026/05';
  return isKnown ? [200, { ...item(name), ...extra }] : [404, { detail: 'There is no such item.' }];
}

const object = (properties: Json, required: string[]): Json => ({ type: 'object', properties, required });
const text = { type: 'string' };
const json = (schema: Json): Json => ({
  description: 'Success.',
  content: { 'application/json': { schema } },
});
const failure = { description: 'Failure.', content: { 'application/json': { schema: object({ detail: text }, []) } } };
const responses = (schema: Json): Json => ({ 200: json(schema), 400: failure, 401: failure, 404: failure });

/** The document of the service. `parameters` apply to every operation with items. */
export function shelfDocument(parts: Json = {}, parameters: Json[] = []): Json {
  const thing = object({ id: text, name: text }, ['id', 'name']);
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  return {
    openapi: '3.1.0',
    info: { title: 'Shelf', version: '1' },
    security: [{ Key: [] }],
    paths: {
      '/items': {
        parameters,
        get: {
          operationId: 'listItems',
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 2 } }],
          responses: responses({ type: 'array', items: thing }),
        },
      },
      '/items/{item_id}': {
        parameters: [{ name: 'item_id', in: 'path', required: true, schema: text }, ...parameters],
        get: { operationId: 'getItem', responses: responses(thing) },
      },
      '/health': {
        get: { operationId: 'getHealth', security: [], responses: responses(object({ ok: { type: 'boolean' } }, [])) },
      },
    },
    components: { securitySchemes: { Key: key } },
    ...parts,
  };
}

/** Checks the service against a document. */
export function checkShelf(
  { url }: Shelf,
  document: Json = shelfDocument(),
  options: Partial<CheckOptions> = {},
): Promise<CheckReport> {
  return check({ baseUrl: url, contract: temporaryFile('shelf.json', JSON.stringify(document)), ...options });
}

/** Returns the requests to a path, with or without a query. */
export function askedFor({ asked }: Shelf, path: string): Received[] {
  return asked.filter(({ url }) => url.split('?')[0] === path);
}
