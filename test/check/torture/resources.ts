import type { OpenApiDocument } from '../../../scripts/contract/document.js';
import type { SandboxState } from '../../../scripts/sandbox/model/store.js';
import { createSandbox } from '../../../scripts/sandbox/sandbox.js';
import { fetchable } from '../fetchable.js';
import { contractOf, createShop, type Item, partAt, key as shopKey } from '../shop.js';

export interface Received {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** The data and the responses of a correct server. */
export interface Resources {
  answer(request: Received): Promise<Answered>;
  /** Returns all data as a text. Equal texts mean equal states. */
  state(): string;
  load(state: string): void;
}

export type Kind = 'shop' | 'sandbox';

export interface Subject {
  resources: () => Resources;
  /** The update to test. */
  operationId: string;
  /** The contract of the server; by default that of the package. */
  contract?: OpenApiDocument;
}

/** Both servers have the same key, because their undos run concurrently and read it from one variable. */
export const key = shopKey;

/** A contract with few fields: a text that can be removed, and a list that can be replaced or extended. */
const shopContract = contractOf((contract) => {
  const schemas = partAt(contract, 'components', 'schemas');
  const { note, tags } = partAt(schemas, 'ItemPatch', 'properties');
  const fields = { note: { ...(note as object), type: ['string', 'null'] }, tags };
  partAt(schemas, 'ItemPatch')['properties'] = fields;
  const { id, title } = partAt(schemas, 'Item', 'properties');
  partAt(schemas, 'Item')['properties'] = { id, title, ...fields };
  delete partAt(contract, 'paths', '/items')['post'];
  delete partAt(contract, 'paths', '/items/{id}')['put'];
  delete partAt(contract, 'paths', '/items/{id}')['delete'];
});

export const subjects: Readonly<Record<Kind, Subject>> = {
  shop: { resources: shopResources, operationId: 'updateItem', contract: shopContract as unknown as OpenApiDocument },
  sandbox: { resources: sandboxResources, operationId: 'updatePartnerEntry' },
};

function shopResources(): Resources {
  const shop = createShop(shopContract);
  for (const item of shop.items.values()) shop.items.set(item.id, { ...item, note: 'A note.', tags: ['one', 'two'] });
  return {
    answer({ method, path, headers, body }) {
      const answer = shop.answer({ method, url: new URL(path, 'http://shop.example.com'), headers, body });
      const { status, json } = answer;
      const text = json === undefined ? '' : JSON.stringify(json);
      return Promise.resolve({ status, headers: { 'content-type': 'application/json', ...answer.headers }, text });
    },
    state: () => JSON.stringify([...shop.items]),
    load(state) {
      shop.items.clear();
      for (const [id, item] of JSON.parse(state) as [string, Item][]) shop.items.set(id, item);
    },
  };
}

function sandboxResources(): Resources {
  const sandbox = createSandbox({ apiKey: key });
  return {
    async answer({ method, path, headers, body }) {
      const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
      const init = { method: fetchable(method), headers, ...(hasBody && { body: new Uint8Array(body) }) };
      const response = await sandbox.fetch(new Request(new URL(path, 'http://127.0.0.1'), init));
      return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
    },
    // Leaves out `serial`, the number of changes.
    state: () => JSON.stringify({ ...sandbox.snapshot(), serial: 0 }),
    load: (state) => sandbox.load(JSON.parse(state) as SandboxState),
  };
}
