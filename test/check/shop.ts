import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A part of a document. */
export type Part = Record<string, unknown>;

/** A thing of the shop. */
export interface Item {
  [name: string]: unknown;
  id: string;
  title: string;
}

/** The part of a document that these keys lead to. */
export function at(document: Part, ...keys: string[]): Part {
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

/** Tells of each request that comes whole; whoever is told answers. */
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

/** Sends JSON, and no body to HEAD. */
export function sendAnswer(response: ServerResponse, method: string, { status, json, headers }: Answer): void {
  const text = json === undefined ? '' : JSON.stringify(json);
  response.writeHead(status, {
    ...(text !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : text);
}

/** A small right server, and what a behaviour can use of it. */
export interface Shop {
  items: Map<string, Item>;
  /** Answers whoever has the key as the behaviour says, and where it says nothing, as the contract does. */
  answer(call: Call, behaviour?: (call: Call, shop: Shop) => Answer | undefined): Answer;
  /** The thing that the path names. */
  named(call: Call): Item | undefined;
  /** As usual, with fields kept that the contract does not list. */
  keeping(call: Call): Answer | undefined;
  /** Accepts a creation that is never done. */
  later(call: Call): Answer | undefined;
  /** As usual, whatever the key. */
  open(call: Call): Answer;
  /** As usual, a single thing as `data` of an object. */
  wrapped(call: Call): Answer;
  /** A creation by a form of several parts. */
  form(call: Call): Answer | undefined;
  /** Makes the thing that the path names. */
  made(call: Call): Answer | undefined;
}

const properties = {
  title: { type: 'string', minLength: 1, maxLength: 200 },
  note: { type: 'string', maxLength: 300 },
  count: { type: 'integer', minimum: 0 },
  done: { type: 'boolean' },
  tags: { type: 'array', items: { type: 'string' } },
};
const id = { type: 'string', format: 'uuid' };

/** The contract of the shop, with a change made to it. */
export function contractOf(change: (contract: Part) => void = () => {}): Part {
  const reference = (name: string): Part => ({ $ref: `#/components/schemas/${name}` });
  const json = (schema: Part): Part => ({ description: 'An answer.', content: { 'application/json': { schema } } });
  const refusals = Object.fromEntries(
    ['400', '401', '404', '415', '422'].map((status) => [status, json({ type: 'object' })]),
  );
  const { 404: _, ...refusalsOfLists } = refusals;
  const body = (name: string): Part => ({
    required: true,
    content: { 'application/json': { schema: reference(name) } },
  });
  const contract = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    security: [{ key: [] }],
    paths: {
      '/items': {
        get: {
          operationId: 'listItems',
          responses: { 200: json({ type: 'array', items: reference('Item') }), ...refusalsOfLists },
        },
        post: {
          operationId: 'createItem',
          requestBody: body('NewItem'),
          responses: { 201: json(reference('Item')), ...refusalsOfLists },
        },
      },
      '/items/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        get: { operationId: 'getItem', responses: { 200: json(reference('Item')), ...refusals } },
        patch: {
          operationId: 'updateItem',
          requestBody: body('ItemPatch'),
          responses: { 200: json(reference('Item')), ...refusals },
        },
        put: {
          operationId: 'replaceItem',
          requestBody: body('NewItem'),
          responses: { 200: json(reference('Item')), ...refusals },
        },
        delete: { operationId: 'deleteItem', responses: { 204: { description: 'It is gone.' }, ...refusals } },
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Item: { type: 'object', required: ['id', 'title'], properties: { id, ...properties } },
        NewItem: { type: 'object', required: ['title'], properties },
        ItemPatch: { type: 'object', properties },
      },
    },
  };
  const own = structuredClone(contract);
  change(own);
  return own;
}

/** A shop with two things in it. */
export function createShop(contract: Part, tidy: (item: Item) => Item = (item) => item): Shop {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    code: { regExp: Object.assign((pattern: string) => new RegExp(pattern), { code: 'new RegExp' }) },
  });
  addFormats.default(ajv);
  ajv.addSchema(contract, 'contract');
  const fits = (name: string, value: unknown): boolean =>
    ajv.validate(`contract#/components/schemas/${name}`, value) === true;
  const items = new Map<string, Item>();
  let made = 0;
  const newId = (): string => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
  const store = (item: Item): Item => {
    const kept = tidy(item);
    items.set(item.id, kept);
    return kept;
  };
  const known = (value: Item): Item => {
    const names = Object.keys(at(contract, 'components', 'schemas', 'Item', 'properties'));
    return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name))) as Item;
  };
  for (const title of ['Anna', 'Ann']) store({ id: newId(), title });

  const isRefused = ({ headers }: Call): boolean =>
    (contract['security'] as unknown[]).length === 1 && headers.authorization !== `Bearer ${key}`;
  const idOf = ({ url }: Call): string | undefined => /^\/items\/([^/]+)$/.exec(url.pathname)?.[1];
  const usual = (call: Call, isOpen = false, keep = known): Answer => {
    const method = call.method === 'HEAD' ? 'GET' : call.method;
    const own = idOf(call);
    if (own === undefined && call.url.pathname !== '/items') return { status: 404, json: {} };
    const allowed = own === undefined ? ['GET', 'POST'] : ['GET', 'PATCH', 'PUT', 'DELETE'];
    if (!allowed.includes(method)) return { status: 405, json: {}, headers: { allow: allowed.join(', ') } };
    if (!isOpen && call.headers.authorization !== `Bearer ${key}`) return { status: 401, json: {} };
    const item = own === undefined ? undefined : items.get(own);
    if (own !== undefined && !item) return { status: 404, json: {} };
    if (method === 'GET') return { status: 200, json: item ?? [...items.values()] };
    if (method === 'DELETE') {
      items.delete(own ?? '');
      return { status: 204 };
    }
    const body = bodyOf(call, method === 'PATCH' ? 'ItemPatch' : 'NewItem', fits);
    if ('status' in body) return body;
    if (method === 'POST') return { status: 201, json: store({ ...keep(body.value), id: newId() }) };
    return { status: 200, json: store({ ...(method === 'PATCH' && item), ...keep(body.value), id: own ?? '' }) };
  };
  const shop: Shop = {
    items,
    answer: (call, behaviour) => (isRefused(call) ? undefined : behaviour?.(call, shop)) ?? usual(call),
    named: (call) => items.get(idOf(call) ?? ''),
    keeping: (call) => usual(call, false, (value) => value),
    later(call) {
      const answer = usual(call);
      if (answer.status === 201) items.delete((answer.json as Item).id);
      return answer.status === 201 ? { ...answer, status: 202 } : answer;
    },
    open: (call) => usual(call, true),
    wrapped(call) {
      const answer = usual(call);
      return answer.status < 300 && (answer.json as Item | undefined)?.id !== undefined
        ? { ...answer, json: { data: answer.json } }
        : answer;
    },
    form(call) {
      const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(call.headers['content-type'] ?? '')?.[1];
      if (boundary === undefined) return { status: 415, json: {} };
      const title = /name="title"\r\n\r\n([^\r]+)\r\n/.exec(call.body.toString())?.[1];
      return title === undefined || !fits('NewItem', { title })
        ? { status: 400, json: {} }
        : { status: 201, json: store({ id: newId(), title }) };
    },
    made(call) {
      const body = bodyOf(call, 'NewItem', fits);
      return 'status' in body ? body : { status: 201, json: store({ ...known(body.value), id: idOf(call) ?? '' }) };
    },
  };
  return shop;
}

function bodyOf(
  { headers, body }: Call,
  schema: string,
  fits: (name: string, value: unknown) => boolean,
): Answer | { value: Item } {
  if (headers['content-type'] !== 'application/json') return { status: 415, json: {} };
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return { status: 400, json: {} };
  }
  return fits(schema, value) ? { value: value as Item } : { status: 422, json: {} };
}
