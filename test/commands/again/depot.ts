import { createServer } from 'node:http';
import { listenHere } from '../../listen-here.js';
import { temporaryFile } from '../../temporary-folder.js';

export const key = 'Bearer-of-containers';

type Resource = Record<string, unknown>;

export const json = (schema: object): object => ({
  description: 'It.',
  content: { 'application/json': { schema } },
});
export const refusals = { 400: json({}), 401: json({}), 404: json({}) };
const container = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, note: { type: 'string' } },
  required: ['id'],
};
const requestBody = { content: { 'application/json': { schema: { ...container, required: [] } } } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const gone = { description: 'Gone.' };

/** The path items of a resource type with all operations, or without the list. */
function kind(name: string, path: string, hasList = true): object {
  const list = {
    operationId: `list${name}s`,
    responses: { 200: json({ type: 'array', items: container }), ...refusals },
  };
  return {
    [path]: {
      ...(hasList && { get: list }),
      post: { operationId: `create${name}`, requestBody, responses: { 201: json(container), ...refusals } },
    },
    [`${path}/{id}`]: {
      parameters,
      get: { operationId: `get${name}`, responses: { 200: json(container), ...refusals } },
      patch: { operationId: `update${name}`, ...written },
      delete: { operationId: `delete${name}`, responses: { 204: gone, ...refusals } },
    },
  };
}

const written = { requestBody, responses: { 200: json(container), ...refusals } };

/** Writes a contract whose operations need the key; returns its path. */
export const contractWith = (title: string, paths: object): string =>
  temporaryFile(
    `${title.toLowerCase()}.json`,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title, version: '1' },
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
      paths,
    }),
  );

/** The contract of a depot. */
export const depotContract = (): string =>
  contractWith('Depot', {
    ...kind('Container', '/containers'),
    ...kind('Volume', '/volumes', false),
    '/networks/{id}': {
      parameters,
      get: { operationId: 'getNetwork', responses: { 200: json(container), ...refusals } },
      put: { operationId: 'replaceNetwork', ...written },
    },
    '/images/{id}': {
      parameters,
      put: { operationId: 'putImage', requestBody, responses: { 200: json({}), 201: json({}), ...refusals } },
      delete: { operationId: 'deleteImage', responses: { 204: gone, ...refusals } },
    },
    '/containers/{id}/restart': { parameters, post: { operationId: 'restartContainer', ...written } },
    '/containers/{id}/rename': { parameters, post: { operationId: 'renameContainer', ...written } },
    '/containers/bulk': { post: { operationId: 'changeContainers', ...written } },
    '/settings': {
      get: { operationId: 'getSettings', responses: { 200: json(container), ...refusals } },
      patch: { operationId: 'updateSettings', ...written },
      delete: { operationId: 'deleteSettings', responses: { 204: gone } },
    },
  });

export interface Served {
  url: string;
  /** Method and path of every request. */
  asked: string[];
  /** Number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/** @returns the status and the body of a response; HEAD counts as GET */
type Respond = (method: string, path: string, sent: Resource) => readonly [status: number, value?: unknown];

/** Serves JSON to requests that have the key. */
export async function serveJson(respond: Respond): Promise<Served> {
  const asked: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    const respondTo = (): ReturnType<Respond> => {
      if (request.headers.authorization !== key) return [401, {}];
      try {
        const sent = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Resource;
        const method = request.method === 'HEAD' ? 'GET' : `${request.method}`;
        return respond(method, request.url?.split('?')[0] ?? '', sent);
      } catch {
        return [400, {}];
      }
    };
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [status, value] = respondTo();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(value === undefined || request.method === 'HEAD' ? '' : JSON.stringify(value));
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const { url, close } = await listenHere(server);
  return { url, asked, connections: () => connections, close };
}

/** The behaviour of a POST: `finds` returns an existing resource, `upserts` changes it, the others create one. */
export type Creating = 'new' | 'finds' | 'upserts' | 'shows-all' | 'fails-late';

export interface Depot extends Served {
  /** The stored resources by path. */
  resources: Map<string, Resource>;
  creating: Creating;
  /** Whether a DELETE returns 204 but deletes nothing. */
  keeps: boolean;
  /** Whether every PATCH gets an error. */
  breaks: boolean;
}

/** Serves a depot with resources that others have created. */
export async function depot(): Promise<Depot> {
  const resources: Depot['resources'] = new Map();
  for (const path of ['/containers', '/volumes', '/images', '/networks'])
    for (const name of ['production-db', 'production-web']) resources.set(`${path}/${name}`, { id: name, name });
  resources.set('/settings', { id: 'settings', name: 'settings' });
  let next = 1;

  function create(path: string, sent: Resource, others: Resource[]): ReturnType<Respond> {
    const existing = resources.get(`${path}/production-db`) ?? {};
    if (whole.creating === 'finds') return [201, existing];
    if (whole.creating === 'upserts') return [200, Object.assign(existing, sent, { id: 'production-db' })];
    const id = `made-${String(next).padStart(6, '0')}`;
    next += 1;
    resources.set(`${path}/${id}`, { ...sent, id });
    if (whole.creating === 'fails-late') return [500, {}];
    return [201, { ...sent, id, ...(whole.creating === 'shows-all' && { others }) }];
  }

  const served = await serveJson((method, path, sent) => {
    const found = resources.get(path);
    const isList = /^\/(?:containers|volumes|images|networks)$/.test(path);
    const all = [...resources].filter(([each]) => each.startsWith(`${path}/`)).map(([, value]) => value);
    if (method === 'GET' && isList) return [200, all];
    if (method === 'POST' && isList) return create(path, sent, all);
    if (method === 'PUT' && path.startsWith('/images/')) {
      resources.set(path, { ...sent, id: path.slice('/images/'.length) });
      return [found ? 200 : 201, resources.get(path)];
    }
    if (whole.breaks && method === 'PATCH') return [500, {}];
    if (!found) return [404, {}];
    if (method === 'GET') return [200, found];
    if (method !== 'DELETE') return [200, Object.assign(found, sent)];
    if (!whole.keeps) resources.delete(path);
    return [204];
  });
  const whole: Depot = { ...served, resources, creating: 'new', keeps: false, breaks: false };
  return whole;
}
