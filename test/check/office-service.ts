import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';

type Json = Record<string, unknown>;

/** An operation. `list` and `create` are GET and POST of a list; `show` and `act` are any other GET and POST. */
export type Row = readonly [
  kind: 'list' | 'show' | 'create' | 'act' | 'patch' | 'put' | 'delete',
  path: string,
  operationId: string,
  tag?: string,
];

const methods = { list: 'get', show: 'get', create: 'post', act: 'post', patch: 'patch', put: 'put', delete: 'delete' };

const text = { type: 'string' };
const thing = { type: 'object', properties: { id: text, title: text } };
const json = (schema: Json): Json => ({ description: 'A response.', content: { 'application/json': { schema } } });

function operationOf([kind, , operationId, tag]: Row): Json {
  const schema = kind === 'list' ? { type: 'array', items: thing } : thing;
  const success =
    kind === 'delete' ? { 204: { description: 'Gone.' } } : { [kind === 'create' ? 201 : 200]: json(schema) };
  const refusals = Object.fromEntries([400, 401, 404].map((status) => [status, json({ type: 'object' })]));
  const takesTitle = kind !== 'list' && kind !== 'show' && kind !== 'delete';
  const title = { type: 'object', properties: { title: text } };
  return {
    operationId,
    ...(tag !== undefined && { tags: [tag] }),
    ...(takesTitle && { requestBody: { content: { 'application/json': { schema: title } } } }),
    responses: { ...success, ...refusals },
  };
}

function documentOf(rows: readonly Row[], closed: OfficeState['closed'] = {}): Json {
  const paths: Record<string, Json> = {};
  for (const row of rows) {
    const [kind, path] = row;
    const schemaOf = (name = ''): Json => ({ ...text, ...(closed[name] && { enum: closed[name] }) });
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    paths[path] ??= { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: schemaOf(name) })) };
    paths[path][methods[kind]] = operationOf(row);
  }
  const components = { securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'X-Key' } } };
  return { openapi: '3.1.0', info: { title: 'Office', version: '1' }, security: [{ Key: [] }], components, paths };
}

/** The address of a service, and the writes that it accepted. */
interface Office {
  url: string;
  /** Method and path of each accepted write, in order. */
  accepted: string[];
}

/** The initial resources of a service, and the effects of some writes. */
export interface OfficeState {
  /** Paths of the initial resources. */
  there?: string[];
  /** Paths, below that of a new resource, that come into being with it. */
  created?: string[];
  /** The only values that some parameters accept. */
  closed?: Record<string, string[]>;
  /** A write that is always refused. */
  refused?: string;
  /** The last write that is accepted, because it makes the key invalid. */
  lastWrite?: string;
}

const key = 'office-key-0123456789';
const above = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** Starts a service with these operations. A path without an id always exists; `create` makes resources with an id. */
async function startOffice(
  rows: readonly Row[],
  { there = [], created = [], refused, lastWrite }: OfficeState = {},
): Promise<Office> {
  const accepted: string[] = [];
  const things = new Map(there.map((path) => [path, { id: path.slice(path.lastIndexOf('/') + 1), title: 'Old' }]));
  const routes = rows.map(([kind, path]) => ({
    kind,
    method: methods[kind].toUpperCase(),
    form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    idParts: path.split('/').findLastIndex((part) => part.startsWith('{')) + 1,
  }));
  let isKeyValid = true;
  const answerTo = (method: string, url: string, sent: string): [status: number, value?: unknown] => {
    const route = routes.find((each) => each.method === method && each.form.test(url));
    const item = url.split('/').slice(0, route?.idParts).join('/');
    if (!route || (item !== '' && !things.has(item))) return [404];
    if (route.kind === 'list')
      return [200, [...things].flatMap(([path, value]) => (above(path) === url ? [value] : []))];
    if (route.kind === 'show') return [200, things.get(url) ?? { id: 'only', title: 'Old' }];
    let value: Json;
    try {
      value = sent === '' ? {} : (JSON.parse(sent) as Json);
    } catch {
      return [400];
    }
    if (`${method} ${url}` === refused) return [409];
    accepted.push(`${method} ${url}`);
    isKeyValid &&= `${method} ${url}` !== lastWrite;
    if (route.kind === 'delete') return things.delete(url) ? [204] : [200];
    if (route.kind !== 'create') return [200, Object.assign(things.get(url) ?? { id: 'only' }, value)];
    const id = `new-${things.size + accepted.length}`;
    things.set(`${url}/${id}`, { title: 'New', ...value, id });
    for (const path of created)
      things.set(`${url}/${id}${path}`, { id: path.slice(path.lastIndexOf('/') + 1), title: 'New' });
    return [201, things.get(`${url}/${id}`)];
  };
  const server = createServer(async (request, response) => {
    const sent = await textOf(request);
    const isKnown = isKeyValid && request.headers['x-key'] === key;
    const [path = ''] = (request.url ?? '').split('?');
    const [status, value = {}] = isKnown ? answerTo(request.method ?? '', path, sent) : [401];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(value));
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { url, accepted };
}

/** Checks a service of these operations, on which no other program works. */
export async function checkOffice(
  rows: readonly Row[],
  { state, ...options }: Partial<CheckOptions> & { state?: OfficeState },
): Promise<{ report: CheckReport; accepted: readonly string[] }> {
  process.env['DIRECTORY_API_KEY'] = key;
  const contract = temporaryFile('office.json', JSON.stringify(documentOf(rows, state?.closed)));
  const { url, accepted } = await startOffice(rows, state);
  const report = await check({ baseUrl: url, contract, runs: 1, timeout: 5, writes: 'disposable', ...options });
  return { report, accepted };
}
