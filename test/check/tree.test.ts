import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';
import { accusations } from './run.js';

const text = { type: 'string' };
const node = { type: 'object', properties: { id: text, title: text } };
const body = (schema: object): object => ({ required: true, content: { 'application/json': { schema } } });
const responses = (schema?: object): object => ({
  200: { description: 'Done.', ...(schema && { content: { 'application/json': { schema } } }) },
  ...Object.fromEntries([400, 404, 405, 409, 422].map((status) => [status, { description: 'A refusal.' }])),
});
const kind = { enum: ['file', 'link', 'folder'] };
const created = { type: 'object', required: ['kind', 'title'], properties: { kind, title: text } };
const titled = { type: 'object', required: ['title'], properties: { title: text } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Tree', version: '1' },
  paths: {
    '/nodes/{path}': {
      parameters: [{ name: 'path', in: 'path', required: true, schema: text }],
      get: { operationId: 'getNode', responses: responses(node) },
      post: { operationId: 'addNode', requestBody: body(created), responses: responses(node) },
      put: { operationId: 'setNode', requestBody: body(titled), responses: responses(node) },
      delete: { operationId: 'deleteNode', responses: responses() },
    },
  },
};

/** A tree with a root and nodes below it, of which the service makes folders alone. */
async function treeService(): Promise<{ url: string; asked: string[] }> {
  const nodes = new Map<string, { id: string; title: string }>([['', { id: 'root', title: 'The root' }]]);
  const asked: string[] = [];
  let made = 0;
  const answer = (method: string, path: string, sent: unknown): [status: number, body?: unknown] => {
    const [, id] = /^\/nodes\/([^/]*)$/.exec(path) ?? [];
    const known = id === undefined ? undefined : nodes.get(id);
    if (!['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].includes(method)) return [405];
    if (id === undefined || !known) return [404];
    if (method === 'GET' || method === 'HEAD') return [200, known];
    if (method === 'DELETE') return nodes.delete(id) ? [200] : [404];
    if (typeof sent !== 'object' || sent === null) return [400];
    const { kind, title } = sent as Record<string, unknown>;
    if (typeof title !== 'string') return [422];
    if (method === 'PUT') return [200, Object.assign(known, { title })];
    if (kind !== 'folder') return [422];
    made += 1;
    const fresh = { id: `n${made}x7`, title };
    nodes.set(fresh.id, fresh);
    return [200, fresh];
  };
  const server = createServer((request, response) => {
    void textOf(request).then((sent) => {
      const { method = '', url = '', headers } = request;
      asked.push(`${method} ${url}`);
      const isJson = /^application\/json\b/i.test(String(headers['content-type']));
      const [status, shown] = answer(method, url, isJson ? parsed(sent) : undefined);
      response.statusCode = status;
      if (status === 405) response.setHeader('allow', 'GET, HEAD, POST, PUT, DELETE');
      if (status >= 300 || shown === undefined) return void response.end();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(shown));
    });
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { url, asked };
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}

it('a node is made below the root that the user names, and the root stays', async () => {
  const { url, asked } = await treeService();
  const contract = temporaryFile('tree.json', JSON.stringify(document));
  const report = await check({ baseUrl: url, contract, writes: 'disposable', parameters: { path: '' }, runs: 3 });
  expect(report.operations.filter(({ success }) => !success.tested)).toEqual([]);
  // The document does not say which kinds it refuses.
  expect(accusations(report).filter((each) => !/^request\.refused addNode/.test(each))).toEqual([]);
  expect(asked).toContain('POST /nodes/');
  expect(asked.filter((each) => /^(?:PUT|DELETE) \/nodes\/$/.test(each))).toEqual([]);
});
