import { createServer, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { openBrowser } from '../docs/reference-browser.js';
import { listenHere } from '../listen-here.js';
import { type AppSettings, useService } from './team-app.js';

/** Runs the app in a page of a browser, which records its traffic. @returns the number of requests */
export async function recordInBrowser(path: string, settings: AppSettings): Promise<number> {
  const site = await listenHere(
    createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>'),
    ),
  );
  const context = await (await openBrowser()).newContext({ recordHar: { path, content: 'embed' } });
  try {
    const page = await context.newPage();
    await page.goto(site.url);
    // The code of the page expects this helper of the compiler.
    await page.evaluate('globalThis.__name = (value) => value');
    return await page.evaluate(useService, settings);
  } finally {
    // Closing the context writes the recording.
    await context.close();
    await site.close();
  }
}

interface Header {
  name: string;
  value: string;
}

const pairs = (raw: readonly string[]): Header[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: raw[index + 1] ?? '' }] : []));

/** A proxy in front of a service, which records all exchanges as HAR 1.2. */
export async function recordingProxy(target: string): Promise<{ url: string; har(): string; close(): Promise<void> }> {
  const entries: unknown[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const url = target + (incoming.url ?? '');
    const { host: _, 'accept-encoding': _a, ...headers } = incoming.headers;
    const asked = request(url, { method: incoming.method, headers });
    asked.end(body);
    asked.on('response', async (answer: IncomingMessage) => {
      const received = await buffer(answer);
      entries.push(entryOf(entries.length, { url, incoming, body, answer, received }));
      // Some responses are passed on in another encoding.
      const isPacked = entries.length % 3 === 0 && received.length > 0;
      const sent = isPacked ? gzipSync(received) : received;
      const { 'content-length': _l, 'transfer-encoding': _t, ...passed } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 500, {
        ...passed,
        ...(isPacked && { 'content-encoding': 'gzip' }),
        ...(received.length > 0 && { 'content-length': sent.length }),
      });
      outgoing.end(sent);
    });
  });
  const { url, close } = await listenHere(server);
  return { url, close, har: () => JSON.stringify({ log: { version: '1.2', creator: { name: 'proxy' }, entries } }) };
}

interface Passed {
  url: string;
  incoming: IncomingMessage;
  body: Buffer;
  answer: IncomingMessage;
  received: Buffer;
}

/** Every second body is in base64, and every third entry says that its body was compressed. */
function entryOf(index: number, { url, incoming, body, answer, received }: Passed): object {
  const isBase64 = index % 2 === 1;
  const headers = pairs(answer.rawHeaders);
  const mimeType = answer.headers['content-type'] ?? '';
  return {
    startedDateTime: '2026-11-23T00:00:00.000Z',
    time: 3,
    request: {
      method: incoming.method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: pairs(incoming.rawHeaders),
      ...(body.length > 0 && { postData: { mimeType: 'application/json', text: body.toString() } }),
    },
    response: {
      status: answer.statusCode,
      headers: index % 3 === 0 ? [...headers, { name: 'Content-Encoding', value: 'gzip' }] : headers,
      content: {
        size: received.length,
        mimeType,
        text: received.toString(isBase64 ? 'base64' : 'utf8'),
        ...(isBase64 && { encoding: 'base64' }),
      },
      bodySize: received.length,
    },
  };
}
