import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { withRootLinks } from '../build/docs/site/published-site.js';
import { listen, serializeRequests } from '../system/listen.js';
import { isForThisMachine, parseHost } from '../system/loopback.js';
import { UsageError } from '../text/usage-error.js';

export interface DocsServer {
  /** `http://127.0.0.1:4030`, without a slash at the end. */
  url: string;
  /** Closes every connection; resolves once the server has stopped listening. */
  close(): Promise<void>;
}

/**
 * Serves a folder on 127.0.0.1 to GET and HEAD requests whose host is this machine. Port 0 stands for any free port.
 *
 * @throws UsageError if the folder has no `index.html`, or the port is not available
 */
export async function serveDocs(folder: string, port = 0): Promise<DocsServer> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new UsageError(`${join(folder, 'index.html')} does not exist. Run "npm run docs", then try again.`);
  }
  return serveListener(createFileListener(folder), port);
}

/**
 * Listens on 127.0.0.1, and accepts only requests whose host is this machine. Otherwise, a web page could point its
 * host name to this machine (DNS rebinding) and read a team's answers in the docs.
 */
export async function serveListener(listener: RequestListener, port: number): Promise<DocsServer> {
  const server = createServer(
    serializeRequests((request, response) => {
      const host = parseHost(request.headers.host ?? '');
      if (host && isForThisMachine(host, request)) return listener(request, response);
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(
        'The docs are served only at an address of this machine. Use the address that the command printed.\n',
      );
    }),
  );
  await listen(server, port, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closeEvent = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closeEvent;
    },
  };
}

/** Responds to GET and HEAD with files of a folder. `editPage` changes pages; without it, browsers may cache them. */
export function createFileListener(folder: string, editPage?: (html: string) => string): RequestListener {
  const root = realpathSync(folder);
  return (request, response) => {
    // A client that disconnects early is not an error.
    respond({ root, editPage, request, response }).catch(() => response.destroy());
  };
}

const htmlMediaType = 'text/html; charset=utf-8';

/** Media types by extension. See RFC 9512 §2 for YAML, RFC 7763 §2 for Markdown. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.html': htmlMediaType,
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
};

interface DocsRequest {
  root: string;
  editPage: ((html: string) => string) | undefined;
  request: IncomingMessage;
  response: ServerResponse;
}

async function respond({ root, editPage, request, response }: DocsRequest): Promise<void> {
  // Node.js itself omits the body of a response to HEAD.
  const send = (status: number, headers: Record<string, string>, body: string | Buffer): void => {
    const length = Buffer.byteLength(body);
    response.writeHead(status, {
      ...headers,
      'content-length': length,
      'x-content-type-options': 'nosniff',
      'cache-control': editPage ? 'no-store' : 'no-cache',
    });
    response.end(body);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return send(
      405,
      { 'content-type': 'text/plain; charset=utf-8', allow: 'GET, HEAD' },
      'The docs are read-only. Use GET or HEAD.\n',
    );
  }
  const file = await fileOf(root, request.url ?? '/');
  if (file === undefined) {
    const page = notFoundPage(root);
    return send(404, { 'content-type': htmlMediaType }, editPage ? editPage(page) : page);
  }
  const type = mediaTypes[extname(file)] ?? 'application/octet-stream';
  if (editPage) {
    const bytes = await readFile(file);
    return send(200, { 'content-type': type }, type === htmlMediaType ? editPage(bytes.toString()) : bytes);
  }
  const { mtimeMs, size } = await stat(file);
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  if (request.headers['if-none-match']?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag)) {
    response.writeHead(304, { etag, 'cache-control': 'no-cache' }).end();
    return;
  }
  send(200, { 'content-type': type, etag }, await readFile(file));
}

/** The file that a request asks for; undefined if the file is not in the folder, however the path is written. */
async function fileOf(root: string, target: string): Promise<string | undefined> {
  const [path = ''] = target.split(/[?#]/, 1);
  let names: string[];
  try {
    names = path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
  if (names.at(-1) === '') names[names.length - 1] = 'index.html';
  // A decoded name that is empty, goes up a folder or contains a separator does not name a file.
  if (!path.startsWith('/') || names.some((name) => /^\.{0,2}$|[/\\\0:]/.test(name))) return undefined;
  try {
    const file = await realpath(join(root, ...names));
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/** The page of the docs for unknown addresses, with links that work at any depth; without it, a short page. */
function notFoundPage(root: string): string {
  const file = join(root, '404.html');
  return existsSync(file)
    ? withRootLinks(readFileSync(file, 'utf8'), '/')
    : '<!doctype html><title>Not found</title>Not found';
}
