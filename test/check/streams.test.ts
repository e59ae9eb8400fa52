// @module-tag slow
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listenHere } from '../listen-here.js';
import { yamlBeside } from '../yaml-beside.js';
import { accusations } from './run.js';
import { documentOf, object, text } from './service/document.js';
import { checkService } from './service/resources.js';

const streams = yamlBeside<[what: string, mediaType: string, pieces: string[]][]>(import.meta.url, 'streams.yaml');

/** Sends the pieces of a body and keeps the response open; without pieces, it does not even send headers. */
async function checkStream(mediaType: string, ...pieces: string[]) {
  const server = createServer(({ method = '', url = '' }, response) => {
    const path = url.split('?')[0] ?? '';
    const isRead = ['GET', 'HEAD'].includes(method);
    const status = !['/news', '/about'].includes(path) ? 404 : isRead ? 200 : 405;
    const type = path === '/news' ? mediaType : 'application/json';
    response.writeHead(status, { 'content-type': type, allow: 'GET, HEAD' });
    if (status !== 200 || method === 'HEAD') response.end();
    else if (path === '/about') response.end('{}');
    else for (const piece of pieces) response.write(piece);
  });
  const { url, close } = await listenHere(server);
  const operations = { 'GET /news readNews': { status: 200 }, 'GET /about about': { shows: object({}) } };
  const document = documentOf({ title: 'Streams', operations });
  const success = document.paths['/news']?.['get'] as { responses: Record<string, object> };
  success.responses['200'] = { description: 'A stream.', content: { [mediaType]: { schema: text } } };
  const resources = new Map();
  try {
    return await checkService(
      { url, document, key: 'k', resources, requestLines: [], close },
      { writes: 'none', timeout: 2 },
    );
  } finally {
    await close();
  }
}

it.each(streams)('an operation that keeps a response open as a stream of %s passes', async (_, mediaType, pieces) => {
  const report = await checkStream(mediaType, ...pieces);
  expect(accusations(report)).toEqual([]);
  expect(report).toMatchObject({ verdict: 'passed', coverage: { successTested: 2 } });
  expect(JSON.stringify(report)).toContain('is a stream that stays open. Only its beginning was read');
});

it('a stream that does not begin in time is no violation', async () => {
  const report = await checkStream('text/event-stream');
  expect(accusations(report)).toEqual([]);
  expect(report).toMatchObject({ verdict: 'passed', coverage: { successTested: 1 } });
});

it('a body of another type that stays open is a timeout', async () => {
  expect(accusations(await checkStream('text/plain', 'one'))).toEqual(['transport.timeout readNews ']);
});
