import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { check } from '../../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { listenHere } from '../../listen-here.js';
import { temporaryFile } from '../../temporary-folder.js';
import { type Answer, type Call, contractOf, createShop, type Item, key, listener, type Part } from '../shop.js';

/** A response with JSON or text; undefined if the connection was already handled. */
type Served = Answer | { status: number; text: string; headers?: Record<string, string> } | undefined;

export interface ShopServer {
  url: string;
  /** The path of the file with the contract. */
  contract: string;
  items: Map<string, Item>;
  /** Returns the resource that the check writes to. */
  item(): Item;
  /** Whether the resource is byte for byte as it was at the beginning. */
  isAsBefore(): boolean;
  /** The PATCH requests in order, with their bodies. */
  patches: { body: Part | undefined }[];
  /** Method and path of every request. */
  requests: string[];
}

export interface ShopOptions {
  contract?: (contract: Part) => void;
  /** The initial fields of the resource, except for its id. */
  item?: Part;
  /** Handles requests in place of the shop; `perform` returns the response of the shop. */
  answer?: (call: Call, perform: () => Answer) => Served | Promise<Served>;
  /** Handles writes to the resource; `reset` closes the connection without a response. */
  onWrite?: (perform: () => Answer, reset: () => void, call: Call) => Served | Promise<Served>;
}

/** An empty response. `later` also asks the client to wait. */
export const says = (status: number): Answer => ({ status, json: {} });
export const later = (status: number, seconds = '0'): Answer => ({
  ...says(status),
  headers: { 'retry-after': seconds },
});

/** Serves a small correct service with two fields, `title` and `note`, until the test ends. */
export async function serveShop({
  contract: change,
  item: beginning = {},
  answer = (_, perform) => perform(),
  onWrite,
}: ShopOptions = {}): Promise<ShopServer> {
  process.env['DIRECTORY_API_KEY'] = key;
  const contract = contractOf(change ?? onlyTexts);
  const file = temporaryFile('contract.json', JSON.stringify(contract));
  const shop = createShop(contract);
  const [first] = shop.items.values();
  if (!first) throw new Error('The shop is empty.');
  shop.items.clear();
  shop.items.set(first.id, { note: 'as it was', ...first, ...beginning });
  const bytes = (): string => JSON.stringify(shop.items.get(first.id));
  const textBefore = bytes();
  const ownServer: ShopServer = {
    url: '',
    contract: file,
    items: shop.items,
    item: () => shop.items.get(first.id) as Item,
    isAsBefore: () => bytes() === textBefore,
    patches: [],
    requests: [],
  };
  const server = createServer(
    listener(async (call, request, response) => {
      ownServer.requests.push(`${call.method} ${call.url.pathname}`);
      const isPatch = call.method === 'PATCH' && call.url.pathname.endsWith(first.id);
      if (isPatch) ownServer.patches.push({ body: parseBody(call.body) });
      const perform = (): Answer => shop.answer(call);
      const reset = (): void => void request.socket.resetAndDestroy();
      const served = isPatch && onWrite ? onWrite(perform, reset, call) : answer(call, perform);
      send(await served, call.method, response);
    }),
  );
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return Object.assign(ownServer, { url });
}

/** Reduces the contract to a few fields, to save requests. `note` has no documented limit of length. */
function onlyTexts({ components }: Part): void {
  const { schemas } = components as { schemas: Record<string, { properties: Part }> };
  for (const schema of Object.values(schemas)) {
    const { id, title } = schema.properties;
    schema.properties = { ...(id !== undefined && { id }), title, note: { type: 'string' } };
  }
}

function parseBody(body: Buffer): Part | undefined {
  try {
    return JSON.parse(body.toString()) as Part;
  } catch {
    return undefined;
  }
}

function send(served: Served, method: string, response: ServerResponse): void {
  if (!served) return;
  const text = 'text' in served ? served.text : served.json === undefined ? '' : JSON.stringify(served.json);
  response.writeHead(served.status, { ...(text !== '' && { 'content-type': 'application/json' }), ...served.headers });
  response.end(method === 'HEAD' ? undefined : text);
}

/** Checks a shop with writes that are undone, and with a short `--settle`. */
export function checkShop(
  { url, contract }: Pick<ShopServer, 'url' | 'contract'>,
  options: Partial<CheckOptions> = {},
): Promise<CheckReport> {
  return check({
    baseUrl: url,
    contract,
    include: ['named', 'inferred'],
    only: ['updateItem'],
    writes: 'roundtrip',
    settle: 0.1,
    timeout: 5,
    runs: 1,
    ...options,
  });
}
