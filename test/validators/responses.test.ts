import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createDirectoryClient } from '../../scripts/index.js';
import { type ResponseIssue, validateResponses } from '../../scripts/validators/index.js';
import { json, rejection, serve } from '../client/fixture.js';
import { publishedProgram } from '../published-program.js';
import { temporaryFile } from '../temporary-folder.js';

const partnerEntry = '/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/';
const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae', entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };

type Validation = typeof validateResponses;

/** Starts a server with this response, and returns a client of it and the issues that the client reports. */
async function watched(answer: Parameters<typeof serve>[0], validate: Validation = validateResponses) {
  const server = await serve(answer);
  const client = createDirectoryClient({ baseUrl: server.url, apiKey: 'a-key-of-usual-length' });
  const issues: ResponseIssue[] = [];
  client.raw.use(validate({ onIssue: (issue) => issues.push(issue) }));
  return { client, issues, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('validateResponses', () => {
  it('reports all issues of each success response, and does not withhold the response', async () => {
    const body = { title: 1, tier: { id: 'gold' }, new_field: true };
    await using server = await watched(json(body));
    const result = await server.client.getPartnerEntry({ path });
    expect(result).toMatchObject({ ok: true, status: 200, data: body });
    const place = { operationId: 'getPartnerEntry', status: 200 };
    expect(server.issues).toEqual([
      { ...place, path: ['title'], pointer: '/title', message: 'Expected a string, found a number.' },
      { ...place, path: ['tier', 'id'], pointer: '/tier/id', message: 'Expected a UUID, found a different string.' },
    ]);
  });

  it('validates the items of lists, also through raw', async () => {
    await using server = await watched(json([{ name: 'Region' }, { name: 2 }, 3]));
    await server.client.raw.GET('/api/directory/private/v1alpha/directories/{directory_id}/filters/', {
      params: { path },
    });
    expect(server.issues).toMatchObject([
      { operationId: 'listFilters', pointer: '/1/name', message: 'Expected a string, found a number.' },
      { operationId: 'listFilters', pointer: '/2', message: 'Expected an object, found a number.' },
    ]);
  });

  it('names the documented status if a success is undocumented, and ignores its body', async () => {
    await using server = await watched(json({ title: 1 }, 201));
    await server.client.getPartnerEntry({ path });
    const message = 'Expected the status 200, found 201.';
    expect(server.issues).toEqual([{ operationId: 'getPartnerEntry', status: 201, path: [], pointer: '', message }]);
  });

  it.each([
    ['no body', '', 'Expected a JSON body, found no body.'],
    ['a body that is not JSON', '<p>secret</p>', 'Expected a JSON body, found a body that is not JSON.'],
  ])('reports that a success with %s is not JSON', async (_, body, message) => {
    await using server = await watched((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    await rejection(server.client.getPartnerEntry({ path }));
    expect(server.issues).toEqual([{ operationId: 'getPartnerEntry', status: 200, path: [], pointer: '', message }]);
  });

  it('reports nothing for a valid response: JSON, text if text is documented, or no body', async () => {
    await using right = await watched(json({ id: path.entry_id, title: 'Fjordline' }));
    await right.client.updatePartnerEntry({ path, body: { title: 'Fjordline' } });
    await right.client.raw.GET(partnerEntry, { params: { path } });
    await using gone = await watched((response) => response.writeHead(204).end());
    expect(await gone.client.deletePartnerEntry({ path })).toMatchObject({ ok: true, status: 204 });
    await using table = await watched((response) =>
      response.writeHead(200, { 'content-type': 'text/csv' }).end('title\nFjordline\n'),
    );
    expect(await table.client.exportReviews({ path })).toMatchObject({ ok: true, data: 'title\nFjordline\n' });
    expect([...right.issues, ...gone.issues, ...table.issues]).toEqual([]);
  });

  it('follows answers, and still does not report text if text is documented', { tags: 'slow' }, async () => {
    const published = createRequire(await publishedProgram())('./validators.cjs') as { validateResponses: Validation };
    const answers = temporaryFile('answers.yaml', 'answers: { partner-entry.required: { value: [title] } }');
    const table = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/csv' }).end('title\n');
    await using server = await watched(table, (options) => published.validateResponses({ ...options, answers }));
    await server.client.exportReviews({ path });
    expect(server.issues).toEqual([]);
    await rejection(server.client.getPartnerEntry({ path }));
    expect(server.issues).toMatchObject([{ message: 'Expected a JSON body, found a body that is not JSON.' }]);
  });

  it('ignores error responses, and paths that are not in the contract', async () => {
    await using refusing = await watched(json(['no object'], 404));
    expect(await refusing.client.getPartnerEntry({ path })).toMatchObject({ ok: false, status: 404 });
    await using server = await watched(json(1));
    await server.client.raw.GET('/nowhere/' as '/api/directory/private/v1alpha/directories/');
    expect([...refusing.issues, ...server.issues]).toEqual([]);
  });

  it('rejects the call if onIssue throws, like any middleware', async () => {
    const onIssue = () => {
      throw new TypeError('not like this');
    };
    await using server = await watched(json({ title: 1 }), () => validateResponses({ onIssue }));
    expect(await rejection(server.client.getPartnerEntry({ path }))).toMatchObject({
      code: 'invalid-request',
      operationId: 'getPartnerEntry',
      cause: { message: 'not like this' },
    });
  });
});
