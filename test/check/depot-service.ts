import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenHere } from '../listen-here.js';

/** The key of the service. */
export const depotKey = 'depot-key-5b1f0c77d2';

interface Box {
  id: string;
  name: string;
}

interface Site {
  boxes: Map<string, Box>;
  labels: Map<string, string>;
}

interface Reply {
  status: number;
  body?: unknown;
}

const word = /^[a-z0-9][a-z0-9-]{2,}$/;
const ok = (body?: unknown): Reply => ({ status: body === undefined ? 204 : 200, body });
const no = (status: number): Reply => ({ status, body: { reason: 'No.' } });

/**
 * A service whose habits are not documented: names are lower-case words, a creation returns nothing, paths below a box
 * take its id although the path of the box takes its name, and a PUT that lists no 201 creates labels.
 */
export class Depot {
  readonly sites = new Map<string, Site>();
  readonly #levels = new Map<string, string>();

  reply(method: string, path: string, query: URLSearchParams, body: Record<string, unknown> | undefined): Reply {
    const [first, site, second, box, third, ...more] = path.split('/').slice(1).map(decodeURIComponent);
    if (more.length > 0) return no(404);
    if (first === 'boxes') return second !== undefined ? no(404) : method === 'GET' ? no(400) : no(405);
    if (first === 'levels') return this.#level(method, site, second, body);
    if (first === 'units') return this.#units(method, site, second, query);
    if (first !== 'sites') return no(404);
    if (site === undefined) return method === 'POST' ? this.#open(body) : no(405);
    const found = this.sites.get(site);
    if (!found) return no(404);
    if (second === undefined) {
      if (method === 'DELETE') this.sites.delete(site);
      return method === 'GET' ? ok({ name: site }) : method === 'DELETE' ? ok() : no(405);
    }
    if (second === 'labels') return third === undefined ? labels(found, method, box, body) : no(404);
    return second === 'boxes' ? boxes(found, method, [box, third], body) : no(404);
  }

  #open(body: Record<string, unknown> | undefined): Reply {
    const name = body?.['name'];
    if (!body) return no(400);
    if (typeof name !== 'string' || !word.test(name)) return no(422);
    if (this.sites.has(name)) return no(409);
    this.sites.set(name, { boxes: new Map(), labels: new Map() });
    return { status: 201, body: {} };
  }

  /** Reads, sets or deletes a level; every name has one. */
  #level(method: string, name = '', more: string | undefined, body: Record<string, unknown> | undefined): Reply {
    if (more !== undefined || name === '') return no(404);
    if (method === 'PUT') {
      if (!body) return no(400);
      if (typeof body['level'] !== 'string') return no(422);
      this.#levels.set(name, body['level']);
    }
    if (method === 'DELETE') this.#levels.delete(name);
    if (method === 'DELETE') return ok();
    return method === 'GET' || method === 'PUT' ? ok({ level: this.#levels.get(name) ?? 'info' }) : no(405);
  }

  #units(method: string, unit: string | undefined, more: string | undefined, query: URLSearchParams): Reply {
    if (more !== undefined || !['kg', 'lb'].includes(unit ?? '')) return no(404);
    if (method !== 'GET') return no(405);
    const digits = query.get('digits');
    if (digits !== null && !/^[0-9]$/.test(digits)) return no(422);
    // The factor has the wrong type only in responses to a request with digits.
    return ok(digits === null ? { unit, factor: 1 } : { unit, factor: '1.0' });
  }
}

function boxes(
  site: Site,
  method: string,
  [key, part]: (string | undefined)[],
  body: Record<string, unknown> | undefined,
): Reply {
  if (key === undefined) {
    if (method === 'GET') return ok([...site.boxes.values()]);
    if (method !== 'POST') return no(405);
    const name = body?.['name'];
    if (!body) return no(400);
    if (typeof name !== 'string' || !word.test(name)) return no(422);
    if (site.boxes.has(name)) return no(409);
    const made = { id: randomUUID(), name };
    site.boxes.set(name, made);
    return { status: 201, body: made };
  }
  const byId = [...site.boxes.values()].find(({ id }) => id === key);
  if (part === 'weight') return !byId ? no(404) : method === 'GET' ? ok({ grams: 12 }) : no(405);
  if (part === 'seal') return !byId ? no(404) : method === 'POST' ? ok({ sealed: true }) : no(405);
  const found = site.boxes.get(key);
  if (part !== undefined || !found) return no(404);
  if (method === 'DELETE') site.boxes.delete(key);
  return method === 'GET' ? ok(found) : method === 'DELETE' ? ok() : no(405);
}

function labels(site: Site, method: string, key: string | undefined, body: Record<string, unknown> | undefined): Reply {
  if (key === undefined) return no(404);
  if (method === 'PUT') {
    if (!body) return no(400);
    if (typeof body['text'] !== 'string') return no(422);
    const isNew = !site.labels.has(key);
    site.labels.set(key, body['text']);
    return { status: isNew ? 201 : 200, body: { text: body['text'] } };
  }
  const text = site.labels.get(key);
  if (text === undefined) return no(404);
  if (method === 'DELETE') site.labels.delete(key);
  return method === 'GET' ? ok({ text }) : method === 'DELETE' ? ok() : no(405);
}

function parsed(bytes: Buffer, type: string | undefined): Record<string, unknown> | undefined {
  if (!/^application\/json\b/i.test(type ?? '')) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The allowed methods of a path, for the header Allow; GET includes HEAD. */
function allowed(path: string): string {
  const parts = path.split('/');
  const [, methods] =
    Object.entries(depotDocument.paths).find(([template]) => {
      const own = template.split('/');
      return own.length === parts.length && own.every((part, index) => part.startsWith('{') || part === parts[index]);
    }) ?? [];
  const names = Object.keys(methods ?? {}).filter((name) => name !== 'parameters');
  return names.flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()])).join(', ');
}

/** Serves a depot on a free port of 127.0.0.1. */
export async function serveDepot(depot: Depot): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const { method = '', url = '', headers } = request;
      const { pathname, searchParams } = new URL(url, 'http://depot');
      const reply = (): Reply => {
        if (headers.authorization !== `Bearer ${depotKey}`) return no(401);
        try {
          const usual = method === 'HEAD' ? 'GET' : method;
          return depot.reply(usual, pathname, searchParams, parsed(bytes, headers['content-type']));
        } catch {
          return no(400);
        }
      };
      const { status, body } = reply();
      response.statusCode = status;
      if (status === 405) response.setHeader('allow', allowed(pathname));
      if (body === undefined) return void response.end();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
  });
  return listenHere(server);
}

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const refusals = Object.fromEntries(
  [400, 401, 404, 409, 422].map((status) => [status, { description: 'No.', ...json({ type: 'object' }) }]),
);
const success = (status: number, schema?: object): object => ({
  responses: { [status]: { description: 'Done.', ...(schema && json(schema)) }, ...refusals },
});
/** The same responses without 404, for a path on which every name exists. */
const found = (status: number, schema?: object): object => {
  const { 404: _, ...others } = refusals;
  return { responses: { [status]: { description: 'Done.', ...(schema && json(schema)) }, ...others } };
};
const sent = (name: string): object => ({
  requestBody: { required: true, ...json({ type: 'object', required: [name], properties: { [name]: text } }) },
});
const inPath = (...names: string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
});

const boxSchema = '#/components/schemas/Box';
const box = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
const label = { type: 'object', required: ['text'], properties: { text } };
const level = { type: 'object', required: ['level'], properties: { level: text } };
const unit = { type: 'object', required: ['unit', 'factor'], properties: { unit: text, factor: { type: 'integer' } } };

/** The document of the service, which leaves out many of its rules. */
export const depotDocument = {
  openapi: '3.1.0',
  info: { title: 'Depot', version: '1' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } }, schemas: { Box: box } },
  paths: {
    // It needs a code that no response shows.
    '/boxes/{code}': { ...inPath('code'), get: { operationId: 'getBoxByCode', ...success(200, { $ref: boxSchema }) } },
    '/sites': { post: { operationId: 'openSite', ...sent('name'), ...success(201, { type: 'object' }) } },
    '/sites/{site_name}': {
      ...inPath('site_name'),
      get: {
        operationId: 'getSite',
        ...success(200, { type: 'object', required: ['name'], properties: { name: text } }),
      },
      delete: { operationId: 'closeSite', ...success(204) },
    },
    '/sites/{site}/boxes': {
      ...inPath('site'),
      get: { operationId: 'listBoxes', ...success(200, { type: 'array', items: box }) },
      post: { operationId: 'addBox', ...sent('name'), ...success(201, { $ref: boxSchema }) },
    },
    '/sites/{site}/boxes/{box}': {
      ...inPath('site', 'box'),
      get: { operationId: 'getBox', ...success(200, box) },
      delete: { operationId: 'removeBox', ...success(204) },
    },
    '/sites/{site}/boxes/{box}/weight': {
      ...inPath('site', 'box'),
      get: {
        operationId: 'getWeight',
        ...success(200, { type: 'object', properties: { grams: { type: 'integer' } } }),
      },
    },
    '/sites/{site}/boxes/{box}/seal': {
      ...inPath('site', 'box'),
      post: {
        operationId: 'sealBox',
        ...success(200, { type: 'object', properties: { sealed: { type: 'boolean' } } }),
      },
    },
    '/sites/{site}/labels/{label}': {
      ...inPath('site', 'label'),
      get: { operationId: 'getLabel', ...success(200, label) },
      put: { operationId: 'putLabel', ...sent('text'), ...success(200, label) },
      delete: { operationId: 'removeLabel', ...success(204) },
    },
    '/levels/{name}': {
      ...inPath('name'),
      get: { operationId: 'getLevel', ...found(200, level) },
      put: { operationId: 'setLevel', ...sent('level'), ...found(200, level) },
      delete: { operationId: 'resetLevel', ...found(204) },
    },
    '/units/{unit}': {
      parameters: [{ name: 'unit', in: 'path', required: true, schema: { type: 'string', enum: ['kg', 'lb'] } }],
      get: {
        operationId: 'getUnit',
        parameters: [{ name: 'digits', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 9 } }],
        ...success(200, unit),
      },
    },
  },
};
