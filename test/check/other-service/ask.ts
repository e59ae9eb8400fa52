import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { Client } from 'undici';
import { departuresFrom } from '../service-contract.js';
import { type Operation, operationOf } from './contract.js';
import { authorIdOf, bookIdOf } from './seed.js';
import { createShelfServer, type ShelfServer } from './server.js';
import type { Json } from './store.js';

export interface Received {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON of the body; undefined if it is not JSON. Probes may read any path in it. */
  body: Reach;
}

/** JSON of unknown form, in which absent members are undefined. */
export type Reach = { readonly [name: string]: Reach } & {
  readonly length: number;
  map<T>(see: (item: Reach) => T): T[];
};

export interface Asked {
  body?: Json;
  /** Sent in place of `body`. */
  text?: string;
  headers?: Record<string, string>;
  /** The whole header Authorization; null leaves it out. */
  authorization?: string | null;
  /** Whether the body comes in chunks, without its length. */
  isChunked?: boolean;
}

export type Ask = (request: string, asked?: Asked) => Promise<Received>;

/** Ids of initial resources, and ids that do not exist. */
export const author = authorIdOf;
export const book = bookIdOf;
export const noAuthor = '00000000-0000-4000-8000-000000000000';
export const noBook = 'bk_0000000000';

/** Returns a function that sends requests such as `GET /v1/books`, with the media type of the operation. */
export function asking(
  { url, key }: Pick<ShelfServer, 'url' | 'key'>,
  credentials: Record<string, string> = { authorization: `Bearer ${key}` },
): Ask {
  // The shared client could reuse a connection to an earlier service on the same port, so this one is new.
  const client = new Client(url);
  return async (request, { body, text, headers = {}, authorization, isChunked } = {}) => {
    const [method = 'GET', path = '/'] = request.split(' ');
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await client.request({
      method,
      path,
      headers: {
        'accept-encoding': 'gzip',
        'user-agent': 'check',
        ...(sent !== undefined && {
          'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        }),
        ...(authorization === undefined ? credentials : authorization !== null && { authorization }),
        ...headers,
      },
      ...(sent !== undefined && { body: isChunked ? Readable.from([Buffer.from(sent)]) : sent }),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const isGzip = response.headers['content-encoding'] === 'gzip';
    const received = (isGzip && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString();
    return {
      status: response.statusCode,
      headers: headersOf(response.headers),
      text: received,
      body: parsed(received) as Reach,
    };
  };
}

/** Starts a service with these faults, and ends it afterwards. */
export async function withShelf<T>(faults: string[], use: (ask: Ask) => Promise<T>): Promise<T> {
  const shelf = await createShelfServer({ faults });
  try {
    return await use(asking(shelf));
  } finally {
    await shelf.close();
  }
}

/** Lists how a response breaks the contract of its operation; empty if it keeps it. */
export function departures(id: string, received: Received): string[] {
  return departuresFrom(operationOf(id) as Operation, received);
}

function headersOf(headers: IncomingHttpHeaders): Headers {
  return new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
