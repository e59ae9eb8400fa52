import { createServer } from 'node:http';
import { listenHere } from '../../listen-here.js';
import { temporaryFile } from '../../temporary-folder.js';

export const key = 'Bearer-of-containers';

const json = (schema: object): object => ({ description: 'It.', content: { 'application/json': { schema } } });
const container = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, note: { type: 'string' } },
  required: ['id'],
};
const body = { content: { 'application/json': { schema: { ...container, required: [] } } } };
const refusals = { 400: json({}), 401: json({}), 404: json({}) };
const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];

/** The path items of a resource type with all operations, or without the list. */
function kind(name: string, path: string, list = true): object {
  const requestBody = body;
  return {
    [path]: {
      ...(list && {
        get: {
          operationId: `list${name}s`,
          responses: { 200: json({ type: 'array', items: container }), ...refusals },
        },
      }),
      post: { operationId: `create${name}`, requestBody, responses: { 201: json(container), ...refusals } },
    },
    [`${path}/{id}`]: {
      parameters: id,
      get: { operationId: `get${name}`, responses: { 200: json(container), ...refusals } },
      patch: { operationId: `update${name}`, requestBody, responses: { 200: json(container), ...refusals } },
      delete: { operationId: `delete${name}`, responses: { 204: { description: 'Gone.' }, ...refusals } },
    },
  };
}

const written = { requestBody: body, responses: { 200: json(container), ...refusals } };

/** The contract of a depot. */
export const depotContract = (): string =>
  temporaryFile(
    'depot.json',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Depot', version: '1' },
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
      paths: {
        ...kind('Container', '/containers'),
        ...kind('Volume', '/volumes', false),
        '/networks/{id}': {
          parameters: id,
          get: { operationId: 'getNetwork', responses: { 200: json(container), ...refusals } },
          put: { operationId: 'replaceNetwork', ...written },
        },
        '/images/{id}': {
          parameters: id,
          put: { operationId: 'putImage', requestBody: body, responses: { 200: json({}), 201: json({}), ...refusals } },
          delete: { operationId: 'deleteImage', responses: { 204: { description: 'Gone.' }, ...refusals } },
        },
        '/containers/{id}/restart': { parameters: id, post: { operationId: 'restartContainer', ...written } },
        '/containers/{id}/rename': { parameters: id, post: { operationId: 'renameContainer', ...written } },
        '/containers/bulk': { post: { operationId: 'changeContainers', ...written } },
        '/settings': {
          get: { operationId: 'getSettings', responses: { 200: json(container), ...refusals } },
          patch: { operationId: 'updateSettings', ...written },
          delete: { operationId: 'deleteSettings', responses: { 204: { description: 'Gone.' } } },
        },
      },
    }),
  );

/** The behaviour of a POST: `finds` returns an existing resource, `upserts` changes it, the others create one. */
export type Creating = 'new' | 'finds' | 'upserts' | 'shows-all' | 'fails-late';

export interface Depot {
  url: string;
  port: number;
  /** Method and path of every request. */
  asked: string[];
  /** Number of connections so far. */
  connections(): number;
  /** The stored resources by path. */
  resources: Map<string, Record<string, unknown>>;
  creating: Creating;
  /** Whether a DELETE returns 204 but deletes nothing. */
  keeps: boolean;
  /** Whether every PATCH gets an error. */
  breaks: boolean;
  close(): Promise<void>;
}

/** Serves a depot with resources that others have created. */
export async function depot(): Promise<Depot> {
  const resources = new Map<string, Record<string, unknown>>();
  const asked: string[] = [];
  let connections = 0;
  let next = 1;
  for (const path of ['/containers', '/volumes', '/images', '/networks'])
    for (const name of ['production-db', 'production-web']) resources.set(`${path}/${name}`, { id: name, name });
  resources.set('/settings', { id: 'settings', name: 'settings' });
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const send = (status: number, value?: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(value === undefined || request.method === 'HEAD' ? '' : JSON.stringify(value));
      };
      if (request.headers.authorization !== key) return send(401, {});
      const path = request.url?.split('?')[0] ?? '';
      let sent: Record<string, unknown> = {};
      try {
        sent = JSON.parse(Buffer.concat(chunks).toString() || '{}') as typeof sent;
      } catch {
        return send(400, {});
      }
      const found = resources.get(path);
      const isList = /^\/(?:containers|volumes|images|networks)$/.test(path);
      const all = [...resources].filter(([each]) => each.startsWith(`${path}/`)).map(([, value]) => value);
      if (request.method === 'GET' || request.method === 'HEAD')
        return isList ? send(200, all) : found ? send(200, found) : send(404, {});
      if (request.method === 'POST' && isList) {
        const existing = resources.get(`${path}/production-db`) ?? {};
        if (whole.creating === 'finds') return send(201, existing);
        if (whole.creating === 'upserts') return send(200, Object.assign(existing, sent, { id: 'production-db' }));
        const id = `made-${String(next).padStart(6, '0')}`;
        next += 1;
        resources.set(`${path}/${id}`, { ...sent, id });
        if (whole.creating === 'fails-late') return send(500, {});
        return send(201, { ...sent, id, ...(whole.creating === 'shows-all' && { others: all }) });
      }
      if (request.method === 'PUT' && path.startsWith('/images/')) {
        resources.set(path, { ...sent, id: path.slice('/images/'.length) });
        return send(found ? 200 : 201, resources.get(path));
      }
      if (whole.breaks && request.method === 'PATCH') return send(500, {});
      if (!found) return send(404, {});
      if (request.method === 'DELETE') {
        if (!whole.keeps) resources.delete(path);
        return send(204);
      }
      return send(200, Object.assign(found, sent));
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const { url, port, close } = await listenHere(server);
  const whole: Depot = {
    url,
    port,
    asked,
    connections: () => connections,
    resources,
    creating: 'new',
    keeps: false,
    breaks: false,
    close,
  };
  return whole;
}
