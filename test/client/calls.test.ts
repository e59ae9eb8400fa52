import { describe, expect, it } from 'vitest';
import { buildClient } from '../../scripts/client/index.js';
import { ids, json, key, nowhere, open, rejection, serve, type TableClient, table } from './fixture.js';

describe('a call', () => {
  it('sends method, path, key and JSON body, and returns status, data and headers', async () => {
    await using server = await serve((response) => json({ title: 'A' })(response.setHeader('x-request', '7')));
    const result = await open(server.url).updateEntry({ path: ids, body: { title: 'A' } });
    expect(result).toEqual({ ok: true, status: 200, data: { title: 'A' }, headers: expect.any(Headers) });
    expect(result.headers.get('x-request')).toBe('7');
    const headers = { authorization: key, 'content-type': 'application/json' };
    const url = '/v1/directories/d/entries/e/';
    expect(server.requests).toMatchObject([{ method: 'PATCH', url, body: '{"title":"A"}', headers }]);
  });

  it('sends no content type without a body, and needs no argument if nothing is required', async () => {
    await using server = await serve(json([]));
    expect(await open(server.url).listEntries()).toMatchObject({ ok: true, data: [] });
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('keeps the path prefix of baseUrl, with or without a slash at its end', async () => {
    await using server = await serve(json([]));
    for (const prefix of ['/tenant/a', '/tenant/a/']) await open(server.url + prefix).listEntries();
    expect(server.requests.map(({ url }) => url)).toEqual(['/tenant/a/v1/entries/', '/tenant/a/v1/entries/']);
  });

  it.each([
    ['a record', { 'X-Trace': 't', Authorization: 'mine' }],
    ['pairs', Object.entries({ 'X-Trace': 't', authorization: 'mine' })],
    ['Headers', new Headers({ 'X-Trace': 't', AUTHORIZATION: 'mine' })],
  ])('accepts additional headers as %s, which cannot replace the key', async (_, headers) => {
    await using server = await serve(json([]));
    await open(server.url).listEntries({ headers });
    expect(server.requests[0]?.headers).toMatchObject({ 'x-trace': 't', authorization: key });
  });

  it('returns undefined for 204', async () => {
    await using server = await serve((response) => response.writeHead(204).end());
    const result = await open(server.url).deleteEntry({ path: { entry_id: 'e' } });
    expect(result).toEqual({ ok: true, status: 204, data: undefined, headers: expect.any(Headers) });
  });

  it.each(['id,title\n1,"a"\n', '42', ''])('returns text as a string, even if it looks like JSON: %j', async (text) => {
    await using server = await serve((response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(text));
    expect(await open(server.url).exportEntries()).toMatchObject({ ok: true, data: text });
  });

  it('returns JSON as a value if the response is JSON and another media type is documented first', async () => {
    await using server = await serve(json([{ title: 'A' }]));
    const headers = { accept: 'application/json' };
    expect(await open(server.url).exportEntries({ headers })).toMatchObject({ ok: true, data: [{ title: 'A' }] });
    expect(server.requests[0]?.headers).toMatchObject(headers);
  });

  it.each([
    ['JSON', 404, '{"detail":"gone"}', { detail: 'gone' }],
    ['text', 502, 'Bad gateway', 'Bad gateway'],
    ['nothing', 401, '', ''],
    ['nothing at all', 304, '', ''],
  ])('returns a failure with %s as a result', async (_, status, body, error) => {
    await using server = await serve((response) => response.writeHead(status, { 'retry-after': '3' }).end(body));
    const result = await open(server.url).listEntries();
    expect(result).toEqual({ ok: false, status, error, headers: expect.any(Headers) });
    expect(result.headers.get('retry-after')).toBe('3');
  });

  it.each([
    ['text', 200, '<p>hello</p>'],
    ['a cut value', 200, '{"title":'],
    ['nothing', 200, ''],
    ['no content', 204, ''],
  ])('rejects a success with %s if JSON is documented', async (_, status, body) => {
    await using server = await serve((response) => response.writeHead(status).end(body));
    const error = { code: 'invalid-body', operationId: 'listEntries', name: 'DirectoryRequestError' };
    expect(await rejection(open(server.url).listEntries())).toMatchObject(error);
  });

  it('returns no data for a success without a body, if one of several documented statuses has no body', async () => {
    await using server = await serve((response) => response.writeHead(204).end());
    const rows = { deleteEntry: { ...table.listEntries, method: 'delete', mayBeEmpty: true } as const };
    const client = buildClient(rows, { baseUrl: server.url, apiKey: key }) as TableClient;
    const result = await client.deleteEntry();
    expect(result).toEqual({ ok: true, status: 204, data: undefined, headers: expect.any(Headers) });
  });

  it.each([
    ['a body that cannot be JSON', { body: { id: 1n } }],
    ['a broken header', { headers: { 'x-a': 'b\nc' } }],
    ['a query that cannot be encoded', { query: { search: '\ud800' } }],
    ['a signal that is not a signal', { signal: 7 as unknown as AbortSignal }],
  ])('rejects %s before sending', async (_, argument) => {
    await using server = await serve(json([]));
    const error = await rejection(open(server.url).updateEntry({ path: ids, body: {}, ...argument }));
    expect(error).toMatchObject({ code: 'invalid-request', operationId: 'updateEntry', cause: expect.any(Error) });
    expect(server.connections()).toBe(0);
  });
});

describe('the client', () => {
  it('is frozen, and has raw, each operation, also in orThrow, and pages for each list', async () => {
    const client = open(nowhere);
    expect(Object.keys(client)).toEqual(['raw', 'pages', 'orThrow', ...Object.keys(table)]);
    expect(Object.keys(client.orThrow)).toEqual(Object.keys(table));
    expect(Object.keys(client.pages)).toEqual(['listEntries', 'exportEntries']);
    expect([client, client.raw, client.pages, client.orThrow].every(Object.isFrozen)).toBe(true);
  });

  it('uses the middlewares of raw, which never see the key', async () => {
    await using server = await serve(json([1]));
    const client = open(server.url);
    const met: (string | null)[] = [];
    const meet = ({ request }: { request: Request }) => {
      request.headers.set('x-added', 'yes');
      met.push(request.headers.get('authorization'));
    };
    client.raw.use({ onRequest: meet, onResponse: meet });
    expect(await client.listEntries()).toMatchObject({ data: [1] });
    expect(await client.raw.GET('/v1/entries/')).toMatchObject({ data: [1] });
    expect(met).toEqual([null, null, null, null]);
    const headers = { 'x-added': 'yes', authorization: key };
    expect(server.requests).toMatchObject([{ headers }, { headers }]);
  });

  it('rejects with the error of a middleware as its cause', async () => {
    const client = open(nowhere);
    const thrown = new Error('mine');
    client.raw.use({ onRequest: () => Promise.reject(thrown) });
    expect(await rejection(client.listEntries())).toMatchObject({ code: 'invalid-request', cause: thrown });
  });

  it('keeps connections for the next call', async () => {
    await using server = await serve(json([]));
    const client = open(server.url);
    for (let call = 0; call < 20; call++) await client.listEntries();
    // The platform sometimes opens a second connection, which the client does not control.
    expect(server.connections()).toBeLessThan(4);
  });

  it('rejects calls of raw with invalid-body if a success is not JSON', async () => {
    await using server = await serve((response) => response.end(`"${key}`));
    const { code, operationId } = await rejection(open(server.url).raw.GET('/v1/entries/'));
    expect([code, operationId]).toEqual(['invalid-body', undefined]);
  });
});
