import { type HttpHandler, http } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryClient } from '../../generated/client.js';
import { apiErrorRecordNotFound, apiErrorUnexpected, partnerEntry } from '../../generated/examples.js';
import { operationTable } from '../../generated/operation-table.js';
import type { OperationRow } from '../../scripts/client/types.js';
import { handlers } from '../../scripts/mock/msw.js';

const baseUrl = 'https://directory.example.com';
const directory = handlers(baseUrl);
const client = createDirectoryClient({ baseUrl, apiKey: 'a key' });
const path = { directory_id: 'd', entry_id: 'é 1%' };
const rows = Object.entries(operationTable) as [keyof typeof operationTable, OperationRow][];
const unhandled = http.all('*', () => new Response('unhandled', { status: 418 }));

let server: SetupServer;
beforeAll(() => {
  server = setupServer();
  server.listen();
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** Makes a server of the handlers only. */
function use(...all: HttpHandler[]): void {
  server.use(...all, unhandled);
}

describe('a handler for Mock Service Worker', () => {
  it('receives path, query and body, and sends what it returns with the status of the contract', async () => {
    use(
      directory.createPartnerEntry(async ({ body, request }) => {
        expect(await request.json()).toEqual(body);
        return partnerEntry({ title: body.title, status: 'hidden' });
      }),
      directory.updatePartnerEntry(({ path: { entry_id }, query, body }) =>
        partnerEntry({ id: entry_id, headline: query['note'], status: body.status }),
      ),
      directory.deletePartnerEntry(({ body }) => void expect(body).toBe(undefined)),
      directory.exportReviews(() => 'title,rating\n'),
    );
    const creation = await client.createPartnerEntry({ path, body: { title: 'Ours' } });
    expect(creation).toMatchObject({ status: 201, data: { title: 'Ours', status: 'hidden' } });
    const extraQuery = { note: 'a b' };
    const update = await client.updatePartnerEntry({ path, body: { status: 'b' }, extraQuery });
    expect(update).toMatchObject({ status: 200, data: { id: 'é 1%', headline: 'a b', status: 'b' } });
    expect(await client.deletePartnerEntry({ path })).toMatchObject({ status: 204, data: undefined });
    expect(await client.exportReviews({ path })).toMatchObject({ data: 'title,rating\n' });
  });

  it('sends a Response as it is, and the text of a body that is not JSON', async () => {
    use(directory.updatePartnerEntry(({ body }) => new Response(`${body}`, { status: 299 })));
    const url = `${baseUrl}${operationTable.updatePartnerEntry.path.replaceAll(/[{}]/g, '')}`;
    const response = await fetch(url, { method: 'PATCH', body: 'a=1' });
    expect([response.status, await response.text()]).toEqual([299, 'a=1']);
  });

  it('passes a body of broken JSON on as text, and sends 304 without a body', async () => {
    use(
      directory.updatePartnerEntry(({ body }) => new Response(`${body}`, { status: 299 })),
      directory.getTier.error(304),
    );
    const headers = { 'content-type': 'application/json' };
    const url = `${baseUrl}${operationTable.updatePartnerEntry.path.replaceAll(/[{}]/g, '')}`;
    const response = await fetch(url, { method: 'PATCH', body: '{bad', headers });
    expect([response.status, await response.text()]).toEqual([299, '{bad']);
    expect(await client.getTier({ path: { tier_id: 't' } })).toMatchObject({ ok: false, status: 304 });
  });

  it('responds once, then leaves the request to the next handler', async () => {
    use(
      directory.getPartnerEntry.once(() => partnerEntry({ title: 'First' })),
      directory.getPartnerEntry(() => partnerEntry({ title: 'Next' })),
    );
    const titles = [await client.getPartnerEntry({ path }), await client.getPartnerEntry({ path })];
    expect(titles).toMatchObject([{ data: { title: 'First' } }, { data: { title: 'Next' } }]);
  });

  it('responds with an error, by default as the contract shows it', async () => {
    use(
      directory.getPartnerEntry.error(409, { detail: 'Busy.' }, { once: true }),
      directory.getPartnerEntry.error(502, 'Down.', { once: true }),
      directory.getPartnerEntry.error(403, undefined, { once: true }),
      directory.getPartnerEntry.error(404),
    );
    const wantedReplies: [number, unknown][] = [
      [409, { detail: 'Busy.' }],
      [502, 'Down.'],
      [403, apiErrorUnexpected],
      [404, apiErrorRecordNotFound],
      [404, apiErrorRecordNotFound],
    ];
    for (const [status, error] of wantedReplies)
      expect(await client.getPartnerEntry({ path })).toMatchObject({ ok: false, status, error });
  });

  it('exists for every operation, and takes no request of another one', async () => {
    const all = rows.map(([id]) => directory[id](() => new Response(id)));
    for (const order of [all, all.toReversed()]) {
      server.resetHandlers(...order);
      for (const [id, { method, path: template }] of rows) {
        const response = await fetch(`${baseUrl}${template.replaceAll(/[{}]/g, '')}?q=1`, {
          method: method.toUpperCase(),
        });
        expect(await response.text()).toBe(id);
      }
    }
    server.resetHandlers();
  });

  it('leaves a concrete path to others, also if it has no handler, and heeds the slash at the end', async () => {
    const row = { ...operationTable.getPartnerEntry, media: 'text/plain' };
    const table = Object.fromEntries(
      ['/a/{x}/', '/a/export/', '/a/{y}/', '/{z}/export/', '/a/{x}.csv', '/a.b/'].map((each) => [
        each,
        { ...row, path: each },
      ]),
    );
    const all = handlers<Record<string, { responses: { 200: { content: { 'text/plain': string } } } }>>(
      `${baseUrl}/prefix/`,
      table,
    );
    const texts = async (...urls: string[]): Promise<string[]> =>
      Promise.all(urls.map(async (url) => (await fetch(`${baseUrl}${url}`)).text()));
    use(
      ...['/a/{x}/', '/a/{x}.csv', '/a.b/'].flatMap((id) => all[id]?.(({ path }) => JSON.stringify([id, path])) ?? []),
    );
    expect(await texts('/prefix/a/1/', '/prefix/a/exports/', '/prefix/a/1.csv', '/prefix/a/%E0%A4%A/')).toEqual([
      '["/a/{x}/",{"x":"1"}]',
      '["/a/{x}/",{"x":"exports"}]',
      '["/a/{x}.csv",{"x":"1"}]',
      '["/a/{x}/",{"x":"%E0%A4%A"}]',
    ]);
    const others = ['/prefix/a/export/', '/prefix/a/1', '/a/1/', '/prefix/a/1/2/', '/prefix/a//', '/prefix/axb/'];
    expect(await texts(...others)).toEqual(others.map(() => 'unhandled'));
  });

  it.each(['', 'directory.example.com', '/api'])('needs an absolute URL: %j', (text) => {
    expect(() => handlers(text)).toThrow(
      `Expected an absolute URL such as https://directory.example.com, found ${JSON.stringify(text)}.`,
    );
  });
});
