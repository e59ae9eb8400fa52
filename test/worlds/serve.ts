import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listenHere } from '../listen-here.js';
import { isJson, type Json, Refusal } from './fields.js';
import { DirectoryService } from './service.js';

/** The key that each served world accepts. */
export const key = 'a-key-of-the-worlds';

/** A page of a list. */
export interface Page {
  items: readonly Json[];
  /** Position of the first item of the page in the list, from 0 on. */
  from: number;
  /** The maximum number of items on a page, and the number of items in the list. */
  size: number;
  total: number;
  /** The type of the items, such as `PartnerEntry`. */
  type: string;
  /** The directory that the list belongs to, if any. */
  directory: string | undefined;
  /** The absolute address of the request, and the address of the same request with other parameters. */
  url: string;
  addressWith(parameters: Readonly<Record<string, string | number>>): string;
}

/** A response. Its status is 200 by default; a body is JSON of the style's media type, unless another type is named. */
export interface Written {
  body?: unknown;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  media?: string;
}

/** The forms in which a service sends its replies. Parts that a style leaves out are as the contract guesses. */
export interface Style {
  /** The forms of the header `Authorization`, and the challenge of a 401. */
  readonly authorization?: (key: string) => readonly string[];
  readonly challenge?: string;
  /** The media type of bodies in JSON. */
  readonly media?: string;
  /** The path in this style for a path of the contract. Requests to other paths are redirected to it. */
  readonly path?: (path: string) => string;
  /** The parameter for the length of a page, and the default length. Without these, a list has one page. */
  readonly size?: readonly [parameter: string, length: number];
  /** Returns the position of the first item that a request asks for; undefined if its parameter makes no sense. */
  readonly from?: (query: URLSearchParams, items: readonly Json[], size: number) => number | undefined;
  readonly list?: (page: Page) => Written;
  /** Wraps a resource in a response, and takes the fields out of the body of a request. */
  readonly wrap?: (value: Json, type: string) => unknown;
  readonly unwrap?: (body: unknown, type: string) => unknown;
  readonly error?: (status: number, message: string) => unknown;
  /** The status for a new resource, and status and body after a deletion. */
  readonly createdStatus?: (operationId: string) => number;
  readonly deletedReply?: (id: string | undefined) => Written;
  /** Waits before any work is done. @throws Refusal in place of the response */
  readonly before?: () => Promise<void>;
}

/** The parts of the contract's document that a world reads: methods of paths, and types of responses. */
interface Document {
  paths: Readonly<
    Record<string, Readonly<Record<string, { operationId?: string; responses?: Json; requestBody?: Json }>>>
  >;
}

export const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Document;

interface Operation {
  operationId: string;
  /** The type of the resource in responses; empty if they contain no resource. */
  type: string;
  hasBody: boolean;
}

interface Route {
  pattern: RegExp;
  names: readonly string[];
  operations: Readonly<Record<string, Operation>>;
}

/** The updates whose requests and successes interface.md §4 states, so that styles never wrap them. */
const statedValues: readonly string[] = ['updatePartnerEntry', 'updateFilter'];

/** Returns the paths of a document in a style. Paths with more ids come later. */
function routesOf({ paths }: Document, moved: (path: string) => string): Route[] {
  const routes = Object.entries(paths).map(([template, item]): Route => {
    const operations = Object.entries(item).flatMap(([method, { operationId, responses, requestBody }]) => {
      if (operationId === undefined) return [];
      const [, type = ''] = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(responses)) ?? [];
      return [[method.toUpperCase(), { operationId, type, hasBody: requestBody !== undefined }]];
    });
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = new RegExp(`^${moved(template).replace(/\{\w+\}/g, '([^/]+)')}$`);
    return { pattern, names, operations: Object.fromEntries(operations) };
  });
  return routes.sort((a, b) => a.names.length - b.names.length);
}

/** A service in a certain style, at an address. */
export interface World {
  url: string;
  service: DirectoryService;
  /** The resources in all responses of the service, by their types. */
  views: ReadonlyMap<string, readonly Json[]>;
  /** The body of a refusal. */
  refusal: unknown;
}

/** Serves a new directory service in a style, until the test ends. */
export async function serveWorld(style: Style): Promise<World> {
  const service = new DirectoryService();
  const server = new StyledServer(service, style, routesOf(document, style.path ?? ((path) => path)));
  const { url, close } = await listenHere(createServer((request, response) => void server.respond(request, response)));
  onTestFinished(close);
  return { url, service, views: server.views, refusal: server.refusal(404, 'There is nothing at this path.') };
}

class StyledServer {
  readonly views = new Map<string, Json[]>();
  readonly #service: DirectoryService;
  readonly #style: Style;
  readonly #routes: readonly Route[];

  constructor(service: DirectoryService, style: Style, routes: readonly Route[]) {
    this.#service = service;
    this.#style = style;
    this.#routes = routes;
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { media: usualText = 'application/json' } = this.#style;
    const replyPromise = this.#replyTo(request, await text(request));
    const reply = await replyPromise.catch((refusal: unknown): Written => {
      const { status, headers, message } = refusal instanceof Refusal ? refusal : new Refusal(500, String(refusal));
      return { status, headers, body: this.refusal(status, message) };
    });
    const { status = 200, headers, body, media = usualText } = reply;
    const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { ...(body !== undefined && { 'content-type': media }), ...headers });
    response.end(request.method === 'HEAD' ? undefined : content);
  }

  /** Returns the body of a refusal. */
  refusal(status: number, detail: string): unknown {
    return this.#style.error?.(status, detail) ?? { detail };
  }

  /** @throws Refusal */
  async #replyTo({ method = '', url = '', headers }: IncomingMessage, body: string): Promise<Written> {
    const { authorization = (each: string) => [each], challenge, path: moved, before, deletedReply } = this.#style;
    await before?.();
    const address = new URL(url, `http://${headers.host}`);
    const { pathname, search } = address;
    const route = this.#routes.find(({ pattern }) => pattern.test(pathname));
    const target = moved?.(pathname);
    if (!route && target !== undefined && this.#routes.some(({ pattern }) => pattern.test(target)))
      return { status: 308, headers: { location: target + search } };
    if (!authorization(key).includes(headers.authorization ?? ''))
      throw new Refusal(401, 'The key is missing or wrong.', challenge ? { 'www-authenticate': challenge } : {});
    if (!route) throw new Refusal(404, 'There is nothing at this path.');
    const operation = route.operations[method === 'HEAD' ? 'GET' : method];
    if (!operation) {
      const names = Object.keys(route.operations);
      const allow = [...names, ...(names.includes('GET') ? ['HEAD'] : [])].join(', ');
      throw new Refusal(405, `Allowed are ${allow}.`, { allow });
    }
    // The existence of a resource is tested first: a wrong body for an unknown id is refused with 404.
    const [, ...ids] = route.pattern.exec(pathname) ?? [];
    const rows = this.#service.find(
      operation.operationId,
      route.names.map((name, index) => [name, decoded(ids[index] ?? '')]),
    );
    const givenBody = operation.hasBody ? this.#read(body, headers['content-type'] ?? '', operation) : undefined;
    const reply = this.#service.call(operation.operationId, { rows, body: givenBody, accept: headers.accept ?? '' });
    if ('isDeleted' in reply) return deletedReply?.(rows.at(-1)?.id) ?? { status: 204 };
    if ('text' in reply) return { body: reply.text, media: reply.media };
    if ('value' in reply) return this.#resource(reply, operation);
    const isRead = operation === route.operations['GET'];
    return this.#list(reply.items, operation.type, this.#service.directoryOf(rows[0]), address, isRead);
  }

  /** Returns the body of a request, without the envelope of the style. @throws Refusal 400 or 415 */
  #read(body: string, media: string, { operationId, type }: Operation): unknown {
    if (!/\bjson\b/i.test(media)) throw new Refusal(415, 'The body must be JSON.');
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      throw new Refusal(400, 'The body is not JSON.');
    }
    const { unwrap } = this.#style;
    return unwrap && isJson(value) && !statedValues.includes(operationId) ? unwrap(value, type) : value;
  }

  #resource({ value, isNew = false }: { value: Json; isNew?: boolean }, { operationId, type }: Operation): Written {
    this.#show(type, [value]);
    if (statedValues.includes(operationId)) return { body: value, media: 'application/json' };
    const { wrap = (each) => each, createdStatus = () => 201 } = this.#style;
    return { status: isNew ? createdStatus(operationId) : 200, body: wrap(value, type) };
  }

  #show(type: string, resources: readonly Json[]): void {
    this.views.set(type, [...(this.views.get(type) ?? []), ...resources]);
  }

  /** Returns a list; for a read, only the requested page. @throws Refusal 400 */
  #list(all: readonly Json[], type: string, directory: string | undefined, address: URL, isRead: boolean): Written {
    const { size: [parameter, length] = ['', 1000], from: find = () => 0, list } = this.#style;
    const query = isRead ? address.searchParams : new URLSearchParams();
    const size = isRead ? Number(query.get(parameter) ?? length) : all.length;
    const from = find(query, all, size);
    if (from === undefined || (isRead && !(size >= 1))) throw new Refusal(400, 'There is no such page.');
    const items = all.slice(from, from + size);
    this.#show(type, items);
    const addressWith: Page['addressWith'] = (parameters) => {
      const next = new URL(address);
      for (const [name, value] of Object.entries(parameters)) next.searchParams.set(name, String(value));
      return next.href;
    };
    const { href: url } = address;
    // The result of a write is not a page of a list.
    const page = { items, from, size, total: all.length, type, directory, url, addressWith };
    return (isRead && list?.(page)) || { body: items };
  }
}

/** Decodes an id in a path. @throws Refusal 400 */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new Refusal(400, 'The path is not encoded as it must be.');
  }
}
