import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { listen } from '../system/listen.js';
import { UsageError } from '../text/usage-error.js';

export interface DocsServer {
  /** `http://127.0.0.1:4030`, without a slash at the end. */
  url: string;
  /** Closes every connection; resolves when nothing listens any more. */
  close(): Promise<void>;
}

/**
 * Serves the files of a folder on 127.0.0.1, to reading requests alone. They are published ones, and nothing can be
 * changed, so it does not matter which page asks.
 *
 * @param port 0 for any that is free
 * @throws UsageError where the folder has no `index.html`, or the port cannot be had
 */
export async function serveDocs(folder: string, port = 0): Promise<DocsServer> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new UsageError(
      `There are no docs in ${folder}: expected index.html there. Run "npm run docs", then try again.`,
    );
  }
  return listenWith(fileListener(folder), port);
}

/** Serves what a listener says on 127.0.0.1. */
export async function listenWith(listener: RequestListener, port: number): Promise<DocsServer> {
  const server = createServer(listener);
  await listen(server, port, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Answers reading requests with the files of a folder.
 *
 * @param shown makes what is sent of a page; without it, pages are sent as they are, and browsers may keep them
 */
export function fileListener(folder: string, shown?: (html: string) => string): RequestListener {
  const root = realpathSync(folder);
  return (incoming, outgoing) => {
    // A reader that leaves early is no mistake of anybody's.
    answer({ root, shown, incoming, outgoing }).catch(() => outgoing.destroy());
  };
}

const html = 'text/html; charset=utf-8';

/** By extension. YAML as in RFC 9512 §2, Markdown as in RFC 7763 §2. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.html': html,
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
};

interface Asked {
  root: string;
  shown: ((html: string) => string) | undefined;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

async function answer({ root, shown, incoming, outgoing }: Asked): Promise<void> {
  // Node.js itself leaves the body of an answer to HEAD away.
  const send = (status: number, headers: Record<string, string>, body: string | Buffer): void => {
    const length = Buffer.byteLength(body);
    outgoing.writeHead(status, {
      ...headers,
      'content-length': length,
      'x-content-type-options': 'nosniff',
      'cache-control': shown ? 'no-store' : 'no-cache',
    });
    outgoing.end(body);
  };
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
    return send(
      405,
      { 'content-type': 'text/plain; charset=utf-8', allow: 'GET, HEAD' },
      'The docs are there to be read: by GET or HEAD.\n',
    );
  }
  const file = await fileOf(root, incoming.url ?? '/');
  if (file === undefined) return send(404, { 'content-type': html }, shown ? shown(notFound) : notFound);
  const type = mediaTypes[extname(file)] ?? 'application/octet-stream';
  if (shown) {
    const bytes = await readFile(file);
    return send(200, { 'content-type': type }, type === html ? shown(bytes.toString()) : bytes);
  }
  const { mtimeMs, size } = await stat(file);
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  if (incoming.headers['if-none-match']?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag)) {
    outgoing.writeHead(304, { etag, 'cache-control': 'no-cache' }).end();
    return;
  }
  send(200, { 'content-type': type, etag }, await readFile(file));
}

/** The file that a request names; undefined where there is none in the folder, however it is spelled. */
async function fileOf(root: string, target: string): Promise<string | undefined> {
  const [path = ''] = target.split(/[?#]/, 1);
  let names: string[];
  try {
    names = path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
  if (names.at(-1) === '') names[names.length - 1] = 'index.html';
  // A decoded name that is empty, steps back or holds a separator is none of a file.
  if (!path.startsWith('/') || names.some((name) => /^\.{0,2}$|[/\\\0:]/.test(name))) return undefined;
  try {
    const file = await realpath(join(root, ...names));
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

const notFound = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width">
<title>Not found</title></head>
<body><h1>Not found</h1><p>The docs have no such page. <a href="/">Go to the overview.</a></p></body></html>
`;
