import { describe, expect, it } from 'vitest';
import { type Client, clients, type Read } from './clients.js';
import type { Json } from './fields.js';
import { document, key, type Style, serveWorld, type World } from './serve.js';
import { root } from './store.js';
import { firmStyles, sampled } from './styles.js';

/** Sends a request, by default with the key of the world. */
async function ask(
  { url }: World,
  { authorization }: Pick<Client, 'authorization'>,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<Read> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { authorization, ...(text !== undefined && { 'content-type': 'application/json' }) };
  const response = await fetch(new URL(path, url), { method, headers, body: text ?? null });
  const received = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: received === '' ? undefined : JSON.parse(received),
  };
}

/** Reads the items of all pages of a list. */
async function all(world: World, client: Client, path: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let address = new URL(path, world.url); ; ) {
    const read = await ask(world, client, address.href);
    expect(read.status).toBeLessThan(300);
    items.push(...client.items(read));
    const next = client.next?.(read, items.length);
    if (next === undefined) return items;
    if (typeof next === 'string') address = new URL(next);
    else for (const [name, value] of Object.entries(next)) address.searchParams.set(name, String(value));
  }
}

const idsOf = (items: readonly Json[]): unknown[] => items.map(({ id }) => id);

for (const style of Object.keys(firmStyles))
  describe(`the service in the style ${style}`, { tags: style === sampled ? [] : 'slow' }, () => {
    const clientOf = clients[style] as (key: string) => Client;
    const client = clientOf(key);
    const { request, response } = client.badge ?? { request: (each) => each, response: (each) => each };

    it('shows each resource once in the pages of its lists', async () => {
      const world = await serveWorld(firmStyles[style] as Style);
      const { service } = world;
      const directories = await all(world, client, `${root}/directories/`);
      expect(idsOf(directories)).toEqual(idsOf(service.all('Directory')));
      for (const { id } of directories) {
        const entries = await all(world, client, `${root}/directories/${id}/entries/partners/`);
        expect(entries.length).toBeGreaterThan(12);
        expect(entries).toEqual(service.all('PartnerEntry').filter(({ href }) => String(href).includes(String(id))));
        const filters = await all(world, client, `${root}/directories/${id}/filters/`);
        expect(filters.length).toBe(7);
        expect(new Set(idsOf(filters)).size).toBe(7);
      }
    });

    it('creates, shows, updates and deletes a badge', async () => {
      const world = await serveWorld(firmStyles[style] as Style);
      const { service } = world;
      const list = `${root}/directories/${service.all('Directory')[0]?.['id']}/badges/`;
      const before = await all(world, client, list);
      const created = await ask(world, client, list, 'POST', request({ title: 'New' }));
      expect(created.status).toBe(client.created ?? 201);
      const { id } = response(created.body) as Json;
      const path = `${root}/badges/${id}/`;
      expect(response((await ask(world, client, path)).body)).toEqual({ id, title: 'New' });
      expect(idsOf(await all(world, client, list))).toEqual([...idsOf(before), id]);
      const updated = await ask(world, client, path, 'PATCH', request({ title: 'Newer' }));
      expect([updated.status, response(updated.body)]).toEqual([200, { id, title: 'Newer' }]);
      expect(response((await ask(world, client, path)).body)).toEqual({ id, title: 'Newer' });
      expect((await ask(world, client, path, 'DELETE')).status).toBe(client.deleted ?? 204);
      expect((await ask(world, client, path)).status).toBe(404);
      expect(await all(world, client, list)).toEqual(before);
    });

    it('refuses unknown ids, wrong bodies, wrong methods and wrong keys, and changes nothing', async () => {
      const world = await serveWorld(firmStyles[style] as Style);
      const { service } = world;
      const before = service.all('Badge');
      const path = `${root}/badges/${before[0]?.['id']}/`;
      const refusals = [
        ask(world, client, `${root}/badges/${before[0]?.['id']}x/`),
        ask(world, client, path, 'PATCH', request({ title: 5 })),
        ask(world, client, path, 'PATCH', '{'),
        ask(world, client, path, 'PATCH', []),
        ask(world, client, path, 'POST', request({})),
        ask(world, clientOf('another'), path),
        ask(world, { authorization: '' }, path, 'DELETE'),
      ];
      const reads = await Promise.all(refusals);
      expect(reads.map(({ status }) => status)).toEqual([404, 400, 400, 400, 405, 401, 401]);
      expect(reads.every(({ body }) => body !== undefined)).toBe(true);
      expect(service.all('Badge')).toEqual(before);
    });

    it('returns the plain resource from the two stated updates', async () => {
      const world = await serveWorld(firmStyles[style] as Style);
      const { service } = world;
      const [entry] = service.all('PartnerEntry');
      const [filter] = service.all('Filter');
      const media = [{ title: 'Film', pdf_file_thumbnail_url: 'https://example.com/a.png', order: 1 }];
      const updates = [
        [String(entry?.['href']), { customSlug: 'ours', externalId: 'X-1', media }],
        [`${root}/filters/${filter?.['id']}/`, { name: 'Region', required: true }],
      ] as const;
      const [first, second] = await Promise.all(updates.map(([path, body]) => ask(world, client, path, 'PATCH', body)));
      const medium = { title: 'Film', pdfFileThumbnailUrl: 'https://example.com/a.png', order: 1 };
      expect(first?.body).toEqual({
        ...entry,
        ...{ custom_slug: 'ours', metadata: { external_id: 'X-1' }, media: [expect.objectContaining(medium)] },
      });
      expect(second?.body).toEqual({ ...filter, name: 'Region', required: true });
      expect([first?.status, first?.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(service.all('PartnerEntry')[0]).toEqual(first?.body);
      const unknown = await ask(world, client, String(entry?.['href']).replace(/.{9}$/, '00000000/'), 'PATCH', {});
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
  // Deletions go last, those of the resources that others belong to after them.
  const order = operations.sort((one, other) => rank(one) - rank(other));
  const statuses: string[] = [];
  for (const { path, method, operationId, requestBody } of order) {
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => service.idFor(name, operationId));
    const address = ids.reduce((text, id) => text.replace(/\{\w+\}/, id), path);
    const value = operationId.startsWith('bulk') ? [{}] : operationId.endsWith('Owner') ? { owner: ids[0] } : {};
    const { status } = await ask(world, { authorization: key }, address, method, requestBody ? value : undefined);
    statuses.push(`${operationId} ${status < 300}`);
  }
  const refused = statuses.filter((status) => status.endsWith('false'));
  // An edit that was approved cannot be rejected or discarded as well, and the tier has entries.
  const expected = ['rejectPartnerEntryChanges false', 'discardPartnerEntryReview false', 'deleteTier false'];
  expect(refused).toEqual(expected);
});

const rank = ({ method, operationId, path }: { method: string; operationId: string; path: string }): number =>
  (method === 'DELETE' ? 100 - path.split('/').length : 0) + (operationId.startsWith('submit') ? -1 : 0);
