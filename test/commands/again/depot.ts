import { createServer } from 'node:http';
import { listenHere } from '../../listen-here.js';

export const key = 'Bearer-of-containers';

type Resource = Record<string, unknown>;

export interface Served {
  url: string;
  /** Method and path of every request. */
  requests: string[];
  /** Number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/** @returns the status and the body of a response; HEAD counts as GET */
type Respond = (method: string, path: string, sentResource: Resource) => readonly [status: number, value?: unknown];

/** Serves JSON to requests that have the key. */
export async function serveJson(respond: Respond): Promise<Served> {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    const respondTo = (): ReturnType<Respond> => {
      if (request.headers.authorization !== key) return [401, {}];
      try {
        const sentResource = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Resource;
        const method = request.method === 'HEAD' ? 'GET' : `${request.method}`;
        return respond(method, request.url?.split('?')[0] ?? '', sentResource);
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
  return { url, requests, connections: () => connections, close };
}

/** The behaviour of a POST: `finds` returns an existing resource, `upserts` changes it, the others create a new one. */
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

/** Serves a depot with resources that other users have created. */
export async function depot(): Promise<Depot> {
  const resources: Depot['resources'] = new Map();
  for (const path of ['/containers', '/volumes', '/images', '/networks'])
    for (const name of ['production-db', 'production-web']) resources.set(`${path}/${name}`, { id: name, name });
  resources.set('/settings', { id: 'settings', name: 'settings' });
  let next = 1;

  function create(path: string, sentResource: Resource, otherResources: Resource[]): ReturnType<Respond> {
    const existing = resources.get(`${path}/production-db`) ?? {};
    if (wholeDepot.creating === 'finds') return [201, existing];
    if (wholeDepot.creating === 'upserts') return [200, Object.assign(existing, sentResource, { id: 'production-db' })];
    const id = `made-${String(next).padStart(6, '0')}`;
    next += 1;
    resources.set(`${path}/${id}`, { ...sentResource, id });
    if (wholeDepot.creating === 'fails-late') return [500, {}];
    return [201, { ...sentResource, id, ...(wholeDepot.creating === 'shows-all' && { others: otherResources }) }];
  }

  const served = await serveJson((method, path, sentResource) => {
    const resource = resources.get(path);
    const isList = /^\/(?:containers|volumes|images|networks)$/.test(path);
    const allResources = [...resources].filter(([text]) => text.startsWith(`${path}/`)).map(([, value]) => value);
    if (method === 'GET' && isList) return [200, allResources];
    if (method === 'POST' && isList) return create(path, sentResource, allResources);
    if (method === 'PUT' && path.startsWith('/images/')) {
      resources.set(path, { ...sentResource, id: path.slice('/images/'.length) });
      return [resource ? 200 : 201, resources.get(path)];
    }
    if (wholeDepot.breaks && method === 'PATCH') return [500, {}];
    if (!resource) return [404, {}];
    if (method === 'GET') return [200, resource];
    if (method !== 'DELETE') return [200, Object.assign(resource, sentResource)];
    if (!wholeDepot.keeps) resources.delete(path);
    return [204];
  });
  const wholeDepot: Depot = { ...served, resources, creating: 'new', keeps: false, breaks: false };
  return wholeDepot;
}
