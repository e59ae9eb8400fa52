import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { makeFolder } from '../files/whole-file.js';
import { eventsPath, withReloading } from './reloading.js';
import { type DocsServer, fileListener, listenWith } from './serve.js';

/** Docs whose open pages follow every build. */
export interface LiveDocs extends DocsServer {
  /** Reloads every open page. */
  reload(): void;
  /** Shows on every open page how many problems the document has; 0 removes the notice. */
  showProblems(count: number): void;
}

/**
 * Serves a folder of docs on 127.0.0.1 while it changes. The server adds a script to each page it sends, and tells the
 * page by server-sent events (HTML standard, §9.2) when to reload; the files themselves stay unchanged.
 *
 * @param port 0 for any free port
 * @throws UsageError if the port is not available
 */
export async function serveLiveDocs(folder: string, port = 0): Promise<LiveDocs> {
  makeFolder(folder);
  const pages = new Set<ServerResponse>();
  // With a new id per server, a page of an earlier server reloads, too.
  const run = randomUUID();
  let builds = 0;
  let problems = 0;
  const version = (): string => `${run}-${builds}`;
  const news = (): string => `data: ${JSON.stringify({ version: version(), problems })}\n\n`;
  const tell = (): void => {
    for (const page of pages) page.write(news());
  };
  const shown = (html: string): string => withReloading(html, version());
  const files = fileListener(folder, shown);

  const server = await listenWith((incoming, outgoing) => {
    if (incoming.method === 'GET' && incoming.url === eventsPath) {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      outgoing.write(news());
      pages.add(outgoing);
      outgoing.on('close', () => pages.delete(outgoing));
    } else if (/^\/(?:index\.html)?(?:[?#]|$)/.test(incoming.url ?? '') && !existsSync(join(folder, 'index.html'))) {
      outgoing.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      outgoing.end(shown(nothingYet));
    } else files(incoming, outgoing);
  }, port);
  return {
    ...server,
    reload() {
      builds += 1;
      tell();
    },
    showProblems(count) {
      if (count === problems) return;
      problems = count;
      tell();
    },
  };
}

const nothingYet = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width">
<title>No docs yet</title></head>
<body><h1>There are no docs yet</h1>
<p>The docs appear here as soon as the document has no problems. The terminal lists them.</p></body></html>
`;
