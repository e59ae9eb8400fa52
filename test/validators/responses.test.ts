import { describe, expect, it } from 'vitest';
import { createDirectoryClient } from '../../scripts/index.js';
import { type ResponseIssue, validateResponses } from '../../scripts/validators/index.js';
import { json, rejection, serve } from '../client/fixture.js';

const partnerEntry = '/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/';
const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae', entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };

/** A client of a server that always answers the same, and the issues that it has with that. */
async function watched(answer: Parameters<typeof serve>[0], onIssue?: (issue: ResponseIssue) => void) {
  const server = await serve(answer);
  const client = createDirectoryClient({ baseUrl: server.url, apiKey: 'k3y' });
  const issues: ResponseIssue[] = [];
  client.raw.use(validateResponses({ onIssue: onIssue ?? ((issue) => issues.push(issue)) }));
  return { client, issues, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('validateResponses', () => {
  it('says of each success answer what is wrong with it, and holds nothing back', async () => {
    const body = { title: 1, tier: { id: 'gold' }, new_field: true };
    await using server = await watched(json(body));
    const result = await server.client.getPartnerEntry({ path });
    expect(result).toMatchObject({ ok: true, status: 200, data: body });
    expect(server.issues).toEqual([
      {
        operationId: 'getPartnerEntry',
        status: 200,
        path: ['title'],
        pointer: '/title',
        message: 'Expected a string, found a number.',
      },
      {
        operationId: 'getPartnerEntry',
        status: 200,
        path: ['tier', 'id'],
        pointer: '/tier/id',
        message: 'Expected a UUID, found another string.',
      },
    ]);
  });

  it('knows lists by their items', async () => {
    await using server = await watched(json([{ name: 'Region' }, { name: 2 }, 3]));
    await server.client.listFilters({ path });
    expect(server.issues.map(({ operationId, pointer, message }) => [operationId, pointer, message])).toEqual([
      ['listFilters', '/1/name', 'Expected a string, found a number.'],
      ['listFilters', '/2', 'Expected an object, found a number.'],
    ]);
  });

  it('is silent about an answer that is right', async () => {
    await using server = await watched(json({ id: path.entry_id, title: 'Fjordline' }));
    await server.client.updatePartnerEntry({ path, body: { title: 'Fjordline' } });
    await server.client.raw.GET(partnerEntry, { params: { path } });
    expect(server.issues).toEqual([]);
  });

  it('judges calls of raw, too', async () => {
    await using server = await watched(json({ title: 1 }));
    await server.client.raw.PATCH(partnerEntry, { params: { path }, body: {} });
    expect(server.issues.map(({ operationId, pointer }) => [operationId, pointer])).toEqual([
      ['updatePartnerEntry', '/title'],
    ]);
  });

  it('says of a success that is not documented which one is, and leaves its body alone', async () => {
    await using server = await watched(json({ title: 1 }, 201));
    await server.client.getPartnerEntry({ path });
    expect(server.issues).toEqual([
      {
        operationId: 'getPartnerEntry',
        status: 201,
        path: [],
        pointer: '',
        message: 'Expected the status 200, found 201.',
      },
    ]);
  });

  it.each([
    ['no body', '', 'Expected a JSON body, found none.'],
    ['a body that is not JSON', '<p>secret</p>', 'Expected a JSON body, found one that is not JSON.'],
  ])('says of a success with %s that it is no JSON', async (_, body, message) => {
    await using server = await watched((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    await rejection(server.client.getPartnerEntry({ path }));
    expect(server.issues).toEqual([{ operationId: 'getPartnerEntry', status: 200, path: [], pointer: '', message }]);
  });

  it('wants no body where none is documented, and no JSON where text is', async () => {
    await using gone = await watched((response) => response.writeHead(204).end());
    expect(await gone.client.deletePartnerEntry({ path })).toMatchObject({ ok: true, status: 204 });
    await using table = await watched((response) =>
      response.writeHead(200, { 'content-type': 'text/csv' }).end('title\nFjordline\n'),
    );
    expect(await table.client.exportReviews({ path })).toMatchObject({ ok: true, data: 'title\nFjordline\n' });
    expect([...gone.issues, ...table.issues]).toEqual([]);
  });

  it('does not judge refusals', async () => {
    await using server = await watched(json(['no object'], 404));
    expect(await server.client.getPartnerEntry({ path })).toMatchObject({ ok: false, status: 404 });
    expect(server.issues).toEqual([]);
  });

  it('does not judge paths that are not in the contract', async () => {
    await using server = await watched(json(1));
    await server.client.raw.GET('/nowhere/' as '/api/directory/private/v1alpha/directories/');
    expect(server.issues).toEqual([]);
  });

  it('makes the call reject where onIssue throws, as any middleware does', async () => {
    await using server = await watched(json({ title: 1 }), () => {
      throw new TypeError('not like this');
    });
    const error = await rejection(server.client.getPartnerEntry({ path }));
    expect(error).toMatchObject({
      name: 'DirectoryRequestError',
      code: 'invalid-request',
      operationId: 'getPartnerEntry',
    });
    expect(error.cause).toMatchObject({ message: 'not like this' });
  });
});
