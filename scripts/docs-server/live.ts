import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { makeFolder } from '../files/whole-file.js';
import { createFileListener, type DocsServer, serveListener } from './serve.js';

/** A docs server that reloads its open pages after each build. */
export interface LiveDocs extends DocsServer {
  reload(): void;
  /** Shows on every open page how many problems the document has; 0 removes the notice. */
  showProblems(count: number): void;
}

/**
 * Serves a folder of docs on 127.0.0.1 while it changes. The server adds a script to each page that it sends, and tells
 * the page by server-sent events (HTML standard, §9.2) when to reload; the files themselves stay unchanged.
 *
 * @param port 0 for any free port
 * @throws UsageError if the port is not available
 */
export async function serveLiveDocs(folder: string, port = 0): Promise<LiveDocs> {
  makeFolder(folder);
  const pages = new Set<ServerResponse>();
  // Each server has a new id, so that pages from an earlier server reload, too.
  const serverId = randomUUID();
  let buildCount = 0;
  let problems = 0;
  const version = (): string => `${serverId}-${buildCount}`;
  const eventText = (): string => `data: ${JSON.stringify({ version: version(), problems })}\n\n`;
  const notifyPages = (): void => {
    for (const page of pages) page.write(eventText());
  };
  const addScript = (html: string): string => addReloadScript(html, version());
  const serveFiles = createFileListener(folder, addScript);

  const server = await serveListener((request, response) => {
    if (request.method === 'GET' && request.url === eventsPath) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(eventText());
      pages.add(response);
      response.on('close', () => pages.delete(response));
    } else if (/^\/(?:index\.html)?(?:[?#]|$)/.test(request.url ?? '') && !existsSync(join(folder, 'index.html'))) {
      response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(addScript(emptyPage));
    } else serveFiles(request, response);
  }, port);
  return {
    ...server,
    reload() {
      buildCount += 1;
      notifyPages();
    },
    showProblems(count) {
      if (count === problems) return;
      problems = count;
      notifyPages();
    },
  };
}

const emptyPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width">
<title>No docs yet</title></head>
<body><h1>There are no docs yet</h1>
<p>The docs appear here as soon as the document has no problems. The terminal lists them.</p></body></html>
`;

export const eventsPath = '/.events';

/**
 * This script runs in the browser. A hidden page closes its connection, because browsers allow only six per server.
 * When the page becomes visible again, it reconnects, and the first event says whether the page is up to date.
 */
const script = `
(() => {
  const { version } = document.currentScript.dataset;
  const notice = document.createElement('p');
  notice.setAttribute('role', 'status');
  Object.assign(notice.style, {
    position: 'fixed', bottom: '0', left: '0', right: '0', margin: '0', padding: '0.75em 1em', zIndex: '2147483647',
    background: '#8a1c1c', color: '#fff', font: '16px/1.4 sans-serif',
  });
  let events;
  const hear = ({ data }) => {
    const now = JSON.parse(data);
    if (now.version !== version) return location.reload();
    const problems = now.problems === 1 ? '1 problem' : now.problems + ' problems';
    notice.textContent = 'The document has ' + problems +
      '. This page shows the last version without problems. See the terminal.';
    if (now.problems === 0) notice.remove();
    else document.body.append(notice);
  };
  const listen = () => {
    events?.close();
    events = undefined;
    if (document.hidden) return;
    events = new EventSource('${eventsPath}');
    events.onmessage = hear;
  };
  document.addEventListener('visibilitychange', listen);
  listen();
})();
`;

const digest = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Adds the script at the end of a page, and allows the script and its connection in the page's security policy. */
function addReloadScript(html: string, version: string): string {
  const page = html.replace(
    /(<meta http-equiv="Content-Security-Policy" content=")([^"]*)"/,
    (_, start: string, policy: string) => `${start}${allowInlineScript(policy)}"`,
  );
  const end = page.lastIndexOf('</body>');
  return `${page.slice(0, end)}<script data-version="${version}">${script}</script>${page.slice(end)}`;
}

/** Allows the script and its connection in a security policy: `name source …; name source …` (CSP Level 3, §2.2). */
function allowInlineScript(policy: string): string {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const allow = (name: string, source: string): void => {
    const otherSources = (directives.get(name) ?? []).filter((text) => text !== "'none'" && text !== source);
    directives.set(name, [...otherSources, source]);
  };
  allow('script-src', digest);
  allow('connect-src', "'self'");
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
