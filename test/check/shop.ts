import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { documentNamed } from './service/document.js';
import { spelledOut } from './spelled-out.js';

/** A part of a document. */
export type Part = Record<string, unknown>;

/** A resource of the shop. */
export interface Item {
  [name: string]: unknown;
  id: string;
  title: string;
}

/** Returns the part of a document under these keys. */
export function partAt(document: Part, ...keys: string[]): Part {
  return keys.reduce((part, key) => part[key] as Part, document);
}

export const key = 'shop-key-0123456789';

export interface Call {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Answer {
  status: number;
  json?: unknown;
  headers?: Record<string, string>;
}

/** Calls a handler with each complete request. */
export function listener(
  told: (call: Call, request: IncomingMessage, response: ServerResponse) => void,
): RequestListener {
  return (request, response) => {
    const { method = '', url = '', headers } = request;
    const tell = (body: Buffer): void =>
      told({ method, url: new URL(url, 'http://shop'), headers, body }, request, response);
    buffer(request).then(tell, () => undefined);
  };
}

/** Sends JSON, without a body for HEAD. */
export function sendAnswer(response: ServerResponse, method: string, { status, json, headers }: Answer): void {
  const text = json === undefined ? '' : JSON.stringify(json);
  response.writeHead(status, {
    ...(text !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : text);
}

/** A small correct server, with the functions that a behaviour can use. */
export interface Shop {
  items: Map<string, Item>;
  /** Responds to requests with the key: as the behaviour says, or else as the contract says. */
  answer(call: Call, behaviour?: (call: Call, shop: Shop) => Answer | undefined): Answer;
  /** The resource that the path names. */
  findItem(call: Call): Item | undefined;
  /** Responds as the contract says: without a key if `isOpen`, and storing unknown fields if `keepsAll`. */
  usual(call: Call, options?: { isOpen?: boolean; keepsAll?: boolean }): Answer;
  /** Creates a resource from the request, with this id or a new one. */
  createItem(call: Call, id?: string): Answer;
}

/** The contract of the shop, after this change. */
export function contractOf(change: (contract: Part) => void = () => {}): Part {
  const ownPart: Part = documentNamed('shop');
  change(ownPart);
  return ownPart;
}

/** Creates a shop with two resources. */
export function createShop(contract: Part, tidy: (item: Item) => Item = (item) => item): Shop {
  const items = new Map<string, Item>();
  let createdCount = 0;
  const newId = (): string => `00000000-0000-4000-8000-${String(++createdCount).padStart(12, '0')}`;
  const store = (item: Item): Item => {
    const keptItem = tidy(item);
    items.set(item.id, keptItem);
    return keptItem;
  };
  for (const title of ['Anna', 'Ann']) store({ id: newId(), title });

  const bodyOf = bodiesOf(contract);
  const names = Object.keys(partAt(contract, 'components', 'schemas', 'Item', 'properties'));
  const withKnownFields = (value: Item): Item =>
    Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name))) as Item;
  const create = (call: Call, id?: string, keep = withKnownFields): Answer => {
    const body = bodyOf(call, 'NewItem');
    return 'status' in body ? body : { status: 201, json: store({ ...keep(body.value), id: id ?? newId() }) };
  };
  const usual: Shop['usual'] = (call, { isOpen = false, keepsAll = false } = {}) => {
    const method = call.method === 'HEAD' ? 'GET' : call.method;
    const ownId = idOf(call);
    if (ownId === undefined && call.url.pathname !== '/items') return { status: 404, json: {} };
    const allowed = ownId === undefined ? ['GET', 'POST'] : ['GET', 'PATCH', 'PUT', 'DELETE'];
    if (!allowed.includes(method)) return { status: 405, json: {}, headers: { allow: allowed.join(', ') } };
    if (!isOpen && !hasKey(call)) return { status: 401, json: {} };
    const keep = keepsAll ? (value: Item) => value : withKnownFields;
    if (ownId === undefined)
      return method === 'GET' ? { status: 200, json: [...items.values()] } : create(call, ownId, keep);
    const item = items.get(ownId);
    if (!item) return { status: 404, json: {} };
    if (method === 'GET') return { status: 200, json: item };
    if (method === 'DELETE') {
      items.delete(ownId);
      return { status: 204 };
    }
    const body = bodyOf(call, method === 'PATCH' ? 'ItemPatch' : 'NewItem');
    if ('status' in body) return body;
    return { status: 200, json: store({ ...(method === 'PATCH' && item), ...keep(body.value), id: ownId }) };
  };
  const isRefused = (call: Call): boolean => (contract['security'] as unknown[]).length === 1 && !hasKey(call);
  const shop: Shop = {
    items,
    answer: (call, behaviour) => (isRefused(call) ? undefined : behaviour?.(call, shop)) ?? usual(call),
    findItem: (call) => items.get(idOf(call) ?? ''),
    usual,
    createItem: create,
  };
  return shop;
}

/** The id that the path names. */
export function idOf({ url }: Call): string | undefined {
  const [, text] = /^\/items\/([^/]+)$/.exec(url.pathname) ?? [];
  return text === undefined ? undefined : spelledOut(text);
}

function hasKey({ headers }: Call): boolean {
  return headers.authorization === `Bearer ${key}`;
}

/** Reads bodies that match a schema, and refuses other bodies. */
function bodiesOf(contract: Part): (call: Call, schema: string) => Answer | { value: Item } {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    code: { regExp: Object.assign((pattern: string) => new RegExp(pattern), { code: 'new RegExp' }) },
  });
  addFormats.default(ajv);
  ajv.addSchema(contract, 'contract');
  return ({ headers, body }, schema) => {
    const [media = ''] = String(headers['content-type']).toLowerCase().split(';');
    if (media.trim() !== 'application/json') return { status: 415, json: {} };
    let value: Item;
    try {
      value = JSON.parse(body.toString()) as Item;
    } catch {
      return { status: 400, json: {} };
    }
    return ajv.validate(`contract#/components/schemas/${schema}`, value) ? { value } : { status: 422, json: {} };
  };
}
