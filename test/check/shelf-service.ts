import type { IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { temporaryFile } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import type { JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { serveDocument } from './service/resources.js';
import { reply } from './service/service.js';

/** A request as the service received it. */
export interface Received {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
}

export interface Shelf {
  url: string;
  requests: Received[];
}

type Loose = Record<string, unknown>;

/** The document of a service with items, and a path that needs no key. `parameters` apply to all items. */
export function shelfDocument(parts: Loose = {}, parameters: object[] = []): Loose {
  const document = documentNamed('shelf');
  for (const path of ['/items', '/items/{item_id}']) {
    const pathItem: Loose = document.paths[path] ?? {};
    pathItem['parameters'] = [...((pathItem['parameters'] ?? []) as object[]), ...parameters];
  }
  return { ...document, ...parts };
}

/**
 * Starts a service with items. A request without the right credentials gets 401.
 *
 * @param admits whether a request has the right credentials
 * @param isOpen the paths that need no credentials
 * @param extra further fields of each item
 * @param unknown the status for an id that no item has
 */
export async function shelfService(
  admits: (request: Received) => boolean,
  { isOpen = /^\/health/, extra = {}, unknown = 404 }: { isOpen?: RegExp; extra?: JsonObject; unknown?: number } = {},
): Promise<Shelf> {
  const askedRequests: Received[] = [];
  const { paths, ...document } = shelfDocument() as { paths: Loose };
  const item = (id: string): JsonObject => ({ id, name: `The item ${id}`, ...extra });
  const { url, close } = await serveDocument(
    { ...document, paths: { ...paths, '/tags': { get: { responses: { 200: { description: 'Success.' } } } } } },
    {
      resources: {
        '/items/a1': item('a1'),
        '/items/b2': item('b2'),
        '/items/2026%2F05': item('2026/05'),
        '/health': { ok: true },
        '/tags': { ok: true },
      },
      acts: { listItems: ({ query }) => reply(200, [item('a1'), item('b2')].slice(0, Number(query['limit'] ?? 2))) },
      change: (base) => ({
        stages: ['key', ...base.stages],
        key(call) {
          const { method, target, headers, template } = call;
          const isAdmitted = template === undefined || isOpen.test(target) || admits({ method, url: target, headers });
          return isAdmitted ? undefined : base.refuse(call, 401, 'The key is wrong.');
        },
        resource: (call) => base.resource(call) && base.refuse(call, unknown, 'There is no such item.'),
        send({ method, target, headers }, response) {
          askedRequests.push({ method, url: target, headers });
          return response;
        },
      }),
    },
  );
  onTestFinished(close);
  return { url, requests: askedRequests };
}

/** Checks the service against a document. */
export function checkShelf(
  { url }: Shelf,
  document: Loose = shelfDocument(),
  options: Partial<CheckOptions> = {},
): Promise<CheckReport> {
  return check({ baseUrl: url, contract: temporaryFile('shelf.json', JSON.stringify(document)), ...options });
}

/** Checks a new service. */
export async function checkNewShelf(
  admits: (request: Received) => boolean,
  document?: Loose,
  options?: Partial<CheckOptions>,
  habits?: Parameters<typeof shelfService>[1],
): Promise<CheckReport & { shelf: Shelf }> {
  const shelf = await shelfService(admits, habits);
  return { ...(await checkShelf(shelf, document, options)), shelf };
}

/** Returns the requests to a path, with or without a query. */
export function askedFor({ requests }: Shelf, path: string): Received[] {
  return requests.filter(({ url }) => url.split('?')[0] === path);
}

/** Options that a check refuses before the first request. */
export const refusedOptions = yamlBeside<{
  auth: [auth: string, says: string][];
  headers: [headers: Record<string, string>, says: string][];
  parameters: [parameters: Record<string, string>, says: string][];
}>(import.meta.url, 'refused-options.yaml');
