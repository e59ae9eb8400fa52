import { expect } from 'vitest';
import { isJson, type Json } from './fields.js';

/** A response as a client reads it. */
export interface Read {
  status: number;
  headers: Headers;
  body: unknown;
}

/** How a program for a style of service reads and writes, implemented independently of the service. */
export interface Client {
  authorization: string;
  items(read: Read): Json[];
  /** The address of the next page, or parameters for it; undefined after the last page. */
  next?(read: Read, seenCount: number): string | Readonly<Record<string, string | number>> | undefined;
  /** Wraps the fields of a badge in a request, and takes them out of a response. Without these, fields are plain. */
  badge?: { request(fields: Json): unknown; response(body: unknown): unknown };
  /** The statuses for a new badge, and for a deleted badge. */
  createdStatus?: number;
  deleted?: number;
}

/** Returns the value at these names, one inside the other; undefined if any part of the path is missing. */
function at(body: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>((value, name) => (isJson(value) ? value[name] : undefined), body);
}

const textAt = (body: unknown, ...names: string[]): string | undefined => {
  const value = at(body, ...names);
  return typeof value === 'string' ? value : undefined;
};

const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []) as Json[];

const inOnlyArray = ({ body }: Read): Json[] => list(Object.values(body as Json).find(Array.isArray));

/** Takes the fields out of a resource of JSON:API. */
const fromResource = (value: unknown): Json => ({ id: at(value, 'id'), ...(at(value, 'attributes') as Json) });

export const clients: Readonly<Record<string, (key: string) => Client>> = {
  django: (key) => ({
    authorization: `Token ${key}`,
    items: ({ body }) => list(at(body, 'results')),
    next: ({ body }) => textAt(body, 'next'),
  }),
  stripe: (key) => ({
    authorization: `Bearer ${key}`,
    items: ({ body }) => list(at(body, 'data')),
    next: ({ body }) =>
      at(body, 'has_more') === true ? { starting_after: String(list(at(body, 'data')).at(-1)?.['id']) } : undefined,
    createdStatus: 200,
    deleted: 200,
  }),
  rails: (key) => ({
    authorization: `Token ${key}`,
    items: inOnlyArray,
    // All pages before the last page have the same length.
    next: (read, count) =>
      count < Number(at(read.body, 'meta', 'total')) ? { page: count / inOnlyArray(read).length + 1 } : undefined,
    badge: { request: (badge) => ({ badge }), response: (body) => at(body, 'badge') },
  }),
  laravel: (key) => ({
    authorization: `Bearer ${key}`,
    items: ({ body }) => list(at(body, 'data')),
    next: ({ body }) => textAt(body, 'links', 'next'),
    badge: { request: (badge) => badge, response: (body) => at(body, 'data') },
  }),
  hal: (key) => ({
    authorization: `Bearer ${key}`,
    items: ({ body }) => list(at(body, '_embedded', 'items')),
    next: ({ body }) => textAt(body, '_links', 'next', 'href'),
  }),
  jsonapi: (key) => ({
    authorization: `Api-Key ${key}`,
    items: ({ body }) => list(at(body, 'data')).map(fromResource),
    next: ({ body }) => textAt(body, 'links', 'next'),
    badge: {
      request: (attributes) => ({ data: { type: 'badges', attributes } }),
      response: (body) => fromResource(at(body, 'data')),
    },
  }),
  relay: (key) => ({
    authorization: key,
    items: ({ body }) => list(at(body, 'edges')).map((edge) => edge['node'] as Json),
    // A service that does not say whether another page follows has no cursor on the last page.
    next: ({ body }) => {
      const after = textAt(body, 'pageInfo', 'endCursor');
      return at(body, 'pageInfo', 'hasNextPage') === false || after === undefined ? undefined : { after };
    },
  }),
  odata: (key) => ({
    authorization: `Bearer ${key}`,
    items: ({ body }) => list(at(body, 'value')),
    next: ({ body }) => textAt(body, '@odata.nextLink'),
  }),
  postgrest: (key) => ({
    authorization: `Bearer ${key}`,
    items: ({ body }) => list(body),
    next: ({ headers, status }, seenCount) => {
      const total = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]);
      return status === 206 && seenCount < total ? { offset: seenCount } : undefined;
    },
  }),
  github: (key) => ({
    authorization: `Bearer ${key}`,
    items: ({ body }) => list(body),
    next: ({ headers }) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1],
  }),
  google: (key) => ({
    authorization: `Bearer ${key}`,
    items: ({ body }) => list(at(body, 'items')),
    next: ({ body }) => {
      const pageToken = textAt(body, 'nextPageToken');
      return pageToken === undefined ? undefined : { pageToken };
    },
    createdStatus: 200,
    deleted: 200,
  }),
  moved: (key) => ({ authorization: key, items: ({ body }) => list(body) }),
};

/** Sends a request to a service. */
export async function ask(
  { url }: { url: string },
  { authorization }: Pick<Client, 'authorization'>,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<Read> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { authorization, ...(text !== undefined && { 'content-type': 'application/json' }) };
  const response = await fetch(new URL(path, url), { method, headers, body: text ?? null });
  const receivedText = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: receivedText === '' ? undefined : JSON.parse(receivedText),
  };
}

/** Reads the items of all pages of a list. */
export async function all(server: { url: string }, client: Client, path: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let address = new URL(path, server.url); ; ) {
    const read = await ask(server, client, address.href);
    expect(read.status).toBeLessThan(300);
    items.push(...client.items(read));
    const next = client.next?.(read, items.length);
    if (next === undefined) return items;
    if (typeof next === 'string') address = new URL(next, server.url);
    else for (const [name, value] of Object.entries(next)) address.searchParams.set(name, String(value));
  }
}
