import { describe, expect, it } from 'vitest';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { answersByHand, serveTaughtSandbox } from './by-hand.js';
import { all, ask, type Client, clients } from './clients.js';
import type { Json } from './fields.js';
import { document, key, type Style, serveWorld } from './serve.js';
import { root } from './store.js';
import { firmStyles, sampled } from './styles.js';

/** A server with a directory service: a service in a style, or a sandbox with answers about that style. */
interface Server {
  url: string;
  key: string;
  /** The resources of a type. */
  all(type: string): Json[];
  /** The ids of the partner entries of a directory. */
  entriesOf(directory: string): unknown[];
}

const idsOf = (items: readonly Json[]): unknown[] => items.map(({ id }) => id);

async function serveStyle(style: string): Promise<Server> {
  const { url, service } = await serveWorld(firmStyles[style] as Style);
  const all = (type: string): Json[] => service.all(type);
  const entriesOf: Server['entriesOf'] = (directory) =>
    idsOf(all('PartnerEntry').filter(({ href }) => String(href).includes(directory)));
  return { url, key, all, entriesOf };
}

/** Serves a sandbox with the answers that a person gives about a style. */
async function serveTaught(style: string): Promise<Server> {
  const { sandbox, url } = await serveTaughtSandbox(style);
  const all: Server['all'] = (type) => sandbox.resources(type).map(({ id, value }) => ({ id, ...value }));
  const entriesOf: Server['entriesOf'] = (directory) =>
    sandbox
      .resources('PartnerEntry')
      .filter(({ parents }) => parents['directory_id'] === directory)
      .map(({ id }) => id);
  return { url, key: defaultKey, all, entriesOf };
}

const servers: readonly [name: string, serve: (style: string) => Promise<Server>, styles: readonly string[]][] = [
  ['the service', serveStyle, Object.keys(firmStyles)],
  ['the sandbox that was taught', serveTaught, Object.keys(answersByHand)],
];

for (const [name, serve, styles] of servers)
  for (const style of styles)
    describe(`${name} in the style ${style}`, { tags: style === sampled ? [] : 'slow' }, () => {
      const clientOf = clients[style] as (key: string) => Client;
      const { request, response } = clientOf('').badge ?? { request: (value) => value, response: (each) => each };

      it('shows each resource once in the pages of its lists', async () => {
        const server = await serve(style);
        const client = clientOf(server.key);
        const directories = await all(server, client, `${root}/directories/`);
        expect(idsOf(directories)).toEqual(idsOf(server.all('Directory')));
        const [{ id } = {}] = directories;
        const entries = await all(server, client, `${root}/directories/${id}/entries/partners/`);
        expect(entries.length).toBeGreaterThan(5);
        expect(idsOf(entries)).toEqual(server.entriesOf(String(id)));
        const filters = await all(server, client, `${root}/directories/${id}/filters/`);
        expect(filters.length).toBeGreaterThan(0);
        expect(new Set(idsOf(filters)).size).toBe(filters.length);
      });

      it('creates, shows, updates and deletes a badge', async () => {
        const server = await serve(style);
        const client = clientOf(server.key);
        const list = `${root}/directories/${server.all('Directory')[0]?.['id']}/badges/`;
        const valuesBefore = await all(server, client, list);
        const creation = await ask(server, client, list, 'POST', request({ title: 'New' }));
        expect(creation.status).toBe(client.createdStatus ?? 201);
        const { id } = response(creation.body) as Json;
        const path = `${root}/badges/${id}/`;
        expect(response((await ask(server, client, path)).body)).toEqual({ id, title: 'New' });
        expect(idsOf(await all(server, client, list))).toEqual([...idsOf(valuesBefore), id]);
        const update = await ask(server, client, path, 'PATCH', request({ title: 'Newer' }));
        expect([update.status, response(update.body)]).toEqual([200, { id, title: 'Newer' }]);
        expect(response((await ask(server, client, path)).body)).toEqual({ id, title: 'Newer' });
        expect((await ask(server, client, path, 'DELETE')).status).toBe(client.deleted ?? 204);
        expect((await ask(server, client, path)).status).toBe(404);
        expect(await all(server, client, list)).toEqual(valuesBefore);
      });

      it('refuses unknown ids, wrong bodies, wrong methods and wrong keys, and changes nothing', async () => {
        const server = await serve(style);
        const client = clientOf(server.key);
        const valuesBefore = server.all('Badge');
        const path = `${root}/badges/${valuesBefore[0]?.['id']}/`;
        const refusals = [
          ask(server, client, `${root}/badges/${valuesBefore[0]?.['id']}x/`),
          ask(server, client, path, 'PATCH', request({ title: 5 })),
          ask(server, client, path, 'PATCH', '{'),
          ask(server, client, path, 'PATCH', []),
          ask(server, client, path, 'POST', request({})),
          ask(server, clientOf('another'), path),
          ask(server, { authorization: '' }, path, 'DELETE'),
        ];
        const reads = await Promise.all(refusals);
        expect(reads.map(({ status }) => status)).toEqual([404, 400, 400, 400, 405, 401, 401]);
        expect(reads.every(({ body }) => body !== undefined)).toBe(true);
        expect(server.all('Badge')).toEqual(valuesBefore);
      });

      it('returns the plain resource from the two stated updates', async () => {
        const server = await serve(style);
        const client = clientOf(server.key);
        const directory = `${root}/directories/${server.all('Directory')[0]?.['id']}`;
        const [entry] = await all(server, client, `${directory}/entries/partners/`);
        const [filter] = await all(server, client, `${directory}/filters/`);
        const media = [{ title: 'Film', pdf_file_thumbnail_url: 'https://example.com/a.png', order: 1 }];
        const updates = [
          [String(entry?.['href']), { title: 'Ours', customSlug: 'ours', externalId: 'X-1', media }],
          [`${root}/filters/${filter?.['id']}/`, { name: 'Region', required: true }],
        ] as const;
        const [first, second] = await Promise.all(
          updates.map(([path, body]) => ask(server, client, path, 'PATCH', body)),
        );
        expect([first?.status, first?.headers.get('content-type')]).toEqual([200, 'application/json']);
        const medium = { title: 'Film', pdfFileThumbnailUrl: 'https://example.com/a.png', order: 1 };
        expect(first?.body).toMatchObject({ title: 'Ours', custom_slug: 'ours', metadata: { external_id: 'X-1' } });
        expect(first?.body).toHaveProperty('media', [expect.objectContaining(medium)]);
        expect(second?.body).toEqual({ ...filter, name: 'Region', required: true });
        expect((await all(server, client, `${directory}/entries/partners/`))[0]).toEqual(first?.body);
        const unknown = await ask(server, client, String(entry?.['href']).replace(/.{9}$/, '00000000/'), 'PATCH', {});
        expect(unknown.status).toBe(404);
      });
    });

it('the service has every operation of the document', async () => {
  const world = await serveWorld({});
  const { service } = world;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, requestBody }]) =>
      operationId === undefined ? [] : [{ path, method: method.toUpperCase(), operationId, requestBody }],
    ),
  );
  expect(operations.length).toBe(117);
  // Deletions go last, and parents are deleted after the resources that belong to them.
  const order = operations.sort((a, b) => rank(a) - rank(b));
  const statuses: string[] = [];
  for (const { path, method, operationId, requestBody } of order) {
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => service.idFor(name, operationId));
    const address = ids.reduce((text, id) => text.replace(/\{\w+\}/, id), path);
    const value = operationId.startsWith('bulk') ? [{}] : operationId.endsWith('Owner') ? { owner: ids[0] } : {};
    const { status } = await ask(world, { authorization: key }, address, method, requestBody ? value : undefined);
    statuses.push(`${operationId} ${status < 300}`);
  }
  const refusedStatuses = statuses.filter((status) => status.endsWith('false'));
  // An approved edit can no longer be rejected or discarded, and the tier has entries.
  const expected = ['rejectPartnerEntryChanges false', 'discardPartnerEntryReview false', 'deleteTier false'];
  expect(refusedStatuses).toEqual(expected);
});

const rank = ({ method, operationId, path }: { method: string; operationId: string; path: string }): number =>
  (method === 'DELETE' ? 100 - path.split('/').length : 0) + (operationId.startsWith('submit') ? -1 : 0);
