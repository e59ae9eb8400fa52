// The servers that the sandbox is measured against, each in a process of its own; each prints its address.
//   bare          node:http that parses each body, and sends the given entry as JSON
//   msw           two handlers of Mock Service Worker that keep the entry, served by @mswjs/http-middleware
//   json-server   json-server that keeps the entry in memory
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

interface Given {
  /** The path of the entry. */
  path: string;
  entry: Record<string, unknown>;
  /** The folder with the packages. */
  peers: string;
}

const [kind = '', given = '{}'] = process.argv.slice(2);
const { path, entry, peers } = JSON.parse(given) as Given;
const require = createRequire(join(peers ?? import.meta.dirname, 'package.json'));

const servers: Record<string, () => RequestListener> = { bare, msw, 'json-server': jsonServer };

function bare(): RequestListener {
  return (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (pieces.length > 0) JSON.parse(Buffer.concat(pieces).toString());
      const text = JSON.stringify(entry);
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    });
  };
}

function msw(): RequestListener {
  const { http, HttpResponse } = require('msw') as typeof import('msw');
  const { createServer: serve } = require('@mswjs/http-middleware') as {
    createServer(...handlers: object[]): RequestListener;
  };
  let kept = entry;
  return serve(
    http.get(path, () => HttpResponse.json(kept)),
    http.patch(path, async ({ request }) => {
      kept = { ...kept, ...((await request.json()) as object) };
      return HttpResponse.json(kept);
    }),
  );
}

/** An object in place of a file: then it writes nothing to the disk. */
function jsonServer(): RequestListener {
  const library = require('json-server') as {
    create(): RequestListener & { use(at: unknown, handler?: unknown): void };
    bodyParser: unknown;
    router(data: object): unknown;
  };
  const app = library.create();
  const [list = '', name = ''] = /^(.*)\/([^/]+)\/[^/]+\/$/.exec(path)?.slice(1) ?? [];
  app.use(library.bodyParser);
  app.use(list, library.router({ [name]: [entry] }));
  return app;
}

const server = createServer(servers[kind]?.());
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
