import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A folder that the server serves. `texts` maps paths to additional or replaced files. */
export interface ServedFolder {
  folder: string;
  texts?: Readonly<Record<string, string>>;
}

export interface FileServer {
  url: string;
  /** Returns how many bytes of response bodies were sent since the last call. */
  takeSentBytes(): number;
  close(): void;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Serves each folder under its name, on a free port of this machine. Each file is compressed only once. */
export async function serveFiles(folders: Readonly<Record<string, ServedFolder>>): Promise<FileServer> {
  const cache = new Map<string, Buffer>();
  let bytes = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = cache.get(pathname) ?? compressFile(folders, pathname);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    cache.set(pathname, body);
    bytes += body.length;
    const type = mediaTypes[extname(pathname)] ?? 'text/plain';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    takeSentBytes() {
      const count = bytes;
      bytes = 0;
      return count;
    },
    close: () => void server.close(),
  };
}

/** Compresses the file at an address; undefined if there is no such file. */
function compressFile(folders: Readonly<Record<string, ServedFolder>>, address: string): Buffer | undefined {
  const [, name = '', ...rest] = normalize(decodeURIComponent(address)).split(sep);
  const { folder, texts = {} } = folders[name] ?? {};
  const path = rest.join('/');
  if (folder === undefined || path === '') return undefined;
  const text = texts[path];
  const file = join(folder, path);
  if (text === undefined && !existsSync(file)) return undefined;
  return gzipSync(text ?? readFileSync(file), { level: 9 });
}
