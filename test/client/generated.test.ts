import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientText, inert } from '../../scripts/build/artefacts/client.js';
import { changed, document } from './document.js';
import { json, serve } from './fixture.js';
import type { Workspace } from './workspace.js';
import { workspace } from './workspace.js';

describe('the text of the client', () => {
  const text = clientText(document);

  it('documents each operation', () => {
    expect(text.startsWith('// Made by "npm run build" from openapi/; do not edit.\n')).toBe(true);
    expect(text).toContain(`
  /**
   * Update an entry.
   *
   * Changes the fields that the body names.
   *
   * All others stay as they are.
   *
   * Stated in full (§4.1).
   *
   * @example
   * const result = await client.updateEntry({ path: { directory_id, entry_id }, body: {} });
   * @see PATCH /v1/private/directories/{directory_id}/entries/{entry_id}/
   */
  updateEntry(call: DirectoryCall<'updateEntry'>): Promise<DirectoryResult<'updateEntry'>>;
`);
    expect(text).toContain(`
   * Named: only name and method are documented (§4.3); path, parameters and responses are guessed. Open
   * questions: lists.envelope.
   *
   * @example
   * const result = await client.listEntries();
`);
    expect(text).toContain('   * const result = await client.searchEntries({ query: { text } });\n');
    expect(text).toContain('   * Delete an entry.\n');
    expect(text).toContain('   * @deprecated\n   * @example\n   * const result = await client.deleteEntry(');
  });

  it('makes the argument optional if nothing is required', () => {
    expect(text).toContain("  listEntries(call?: DirectoryCall<'listEntries'>)");
    expect(text).toContain("  exportEntries(call?: DirectoryCall<'exportEntries'>)");
    expect(text).toContain("  searchEntries(call: DirectoryCall<'searchEntries'>)");
    expect(text).toContain("  deleteEntry(call: DirectoryCall<'deleteEntry'>)");
    expect(text).toContain("  createEntry(call: DirectoryCall<'createEntry'>)");
  });

  it('is the same for the same document, and has at most 110 columns', () => {
    expect(clientText(structuredClone(document))).toBe(text);
    const long = changed((copy) => {
      copy.paths['/v1/private/entries/'].get.summary = 'word '.repeat(200);
      copy.paths['/v1/private/entries/'].get.operationId = 'listEntries'.repeat(3);
    });
    for (const line of clientText(long).split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  });

  it('needs the schema of errors', () => {
    const bundle = changed((copy) => void delete (copy.components.schemas as { ApiError?: object }).ApiError);
    expect(() => clientText(bundle)).toThrow('Expected the schema ApiError');
  });
});

describe('text of the document', () => {
  const hostile = [
    'ends */ process.exit(1); /* here',
    '**/*/',
    'a `code` span',
    '@deprecated for all',
    'see {@link x} and (@internal)',
    'line\n * @deprecated\r\n*/ more',
    'line\u2028*/\u2029@deprecated\u0085@internal\v@x\f',
    'hidden \u202e reversed \u200b and \0 nothing',
    '* /',
    '/',
  ];

  it.each(hostile)('is inert in a comment: %j', (text) => {
    const source = `/** ${inert(text)} */\nfunction f() {}`;
    const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
    expect(file.statements).toHaveLength(1);
    expect(ts.getJSDocTags(file.statements[0]!)).toEqual([]);
    expect(inert(text)).not.toMatch(/[`\p{C}\p{Zl}\p{Zp}]/u);
  });

  it('leaves addresses and words unchanged', () => {
    expect(inert('Write to a@example.com: * is 5 / 2, "x" <b>.')).toBe('Write to a@example.com: * is 5 / 2, "x" <b>.');
  });

  it('adds no statement, member or tag to the client, at any place', () => {
    const shape = (text: string) => {
      const file = ts.createSourceFile('client.ts', text, ts.ScriptTarget.Latest, true);
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (!ts.isJSDoc(node)) {
          found.push(ts.SyntaxKind[node.kind], ...ts.getJSDocTags(node).map(({ tagName }) => tagName.text));
        }
        ts.forEachChild(node, visit);
      };
      visit(file);
      return found;
    };
    for (const text of hostile) {
      const bundle = changed((copy) => {
        const { patch } = copy.paths['/v1/private/directories/{directory_id}/entries/{entry_id}/'];
        patch.summary = text;
        patch.description = text;
        patch.tags = [text];
        patch['x-provenance'].section = text;
        Object.assign(patch.requestBody.content['application/json'], { examples: { A: { value: { [text]: text } } } });
        Object.assign(patch, { 'x-unknown': [text] });
      });
      expect(shape(clientText(bundle))).toEqual(shape(clientText(document)));
    }
  });
});

/** Code that must not compile: a description, and the code on one line. */
const wrong: [string, string][] = [
  ['an unknown field in the body', 'client.updateEntry({ path, body: { nope: 1 } })'],
  ['a misspelt field in the body', "client.updateEntry({ path, body: { customslug: 'a' } })"],
  ['a wrong type in the body', 'client.updateEntry({ path, body: { title: 1 } })'],
  ['no body', 'client.updateEntry({ path })'],
  ['a missing path parameter', "client.updateEntry({ path: { entry_id: 'e' }, body: {} })"],
  ['an unknown path parameter', "client.updateEntry({ path: { ...path, other: 'e' }, body: {} })"],
  ['a number as path parameter', "client.updateEntry({ path: { directory_id: 1, entry_id: 'e' }, body: {} })"],
  ['no argument where there are path parameters', 'client.deleteEntry()'],
  ['a body where none is declared', 'client.deleteEntry({ path, body: {} })'],
  ['a path where none is declared', 'client.listEntries({ path })'],
  ['a query where none is declared', "client.exportEntries({ query: { a: 'b' } })"],
  ['a required body left out', 'client.createEntry({})'],
  ['a required query left out', 'client.searchEntries({})'],
  ['an unknown query parameter', 'client.listEntries({ query: { pages: 1 } })'],
  ['data before ok is known', 'client.exportEntries().then((result) => result.data)'],
  ['a change of the client', 'client.updateEntry = client.raw'],
  ['a change of raw', 'client.raw = client.raw'],
  ['a change of a row', "operationTable.updateEntry.method = 'patch'"],
  ['a change of the table', 'operationTable.updateEntry = operationTable.updateEntry'],
  ['options without a key', "createDirectoryClient({ baseUrl: '' })"],
];

describe('the generated client', () => {
  let place: Workspace;
  beforeAll(async () => {
    place = await workspace(document);
  });

  it('compiles, with exact types', async () => {
    const complaints = await place.check(`
      import { createDirectoryClient, DirectoryRequestError } from './client.js';
      import type { DirectoryCall, DirectoryRequestErrorCode } from './client.js';
      import { contractVersion, operationTable } from './operation-table.js';
      import type { OperationId } from './operation-table.js';
      import type { components } from './types.js';
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      const same = <A, B>(_: Same<A, B>) => {};
      type Entry = components['schemas']['Entry'];

      const client = createDirectoryClient({ baseUrl: '', apiKey: '', fetch: globalThis.fetch, timeout: 1 });
      const path = { directory_id: 'd', entry_id: 'e' };
      const { signal } = new AbortController();
      const result = await client.updateEntry({ path, body: { status: 'anything' }, signal, headers: [['a', 'b']] });
      if (result.ok) same<typeof result.data, Entry>(true);
      else same<typeof result.error, components['schemas']['ApiError'] | string>(true);
      same<typeof result.status, number>(true);
      same<typeof result.headers, Headers>(true);
      const deleted = await client.deleteEntry({ path });
      if (deleted.ok) same<typeof deleted.data, undefined>(true);
      const exported = await client.exportEntries();
      if (exported.ok) same<typeof exported.data, string>(true);
      const listed = await client.listEntries({ query: { page: 1 } });
      if (listed.ok) same<typeof listed.data, Entry[]>(true);
      await client.listEntries({});
      const created = await client.createEntry({ body: { title: 'a' } });
      if (created.ok) same<typeof created.data, Entry>(true);
      await client.searchEntries({ query: { text: 'a' } });
      const raw = await client.raw.GET('/v1/private/entries/');
      same<NonNullable<typeof raw.data>, Entry[]>(true);

      same<(typeof operationTable)['updateEntry']['method'], 'patch'>(true);
      type UpdatePath = '/v1/private/directories/{directory_id}/entries/{entry_id}/';
      same<(typeof operationTable)['updateEntry']['path'], UpdatePath>(true);
      same<(typeof operationTable)['updateEntry']['standing'], 'stated'>(true);
      same<(typeof operationTable)['updateEntry']['media'], 'application/json'>(true);
      same<(typeof operationTable)['updateEntry']['success'], 200>(true);
      same<(typeof operationTable)['deleteEntry']['media'], null>(true);
      same<(typeof operationTable)['deleteEntry']['success'], 204>(true);
      same<(typeof operationTable)['exportEntries']['media'], 'text/csv'>(true);
      type Reading = 'listEntries' | 'searchEntries' | 'exportEntries';
      same<OperationId, Reading | 'updateEntry' | 'deleteEntry' | 'createEntry'>(true);
      same<typeof contractVersion, '0.3.0'>(true);
      same<DirectoryRequestError['code'], DirectoryRequestErrorCode>(true);
      const call: DirectoryCall<'updateEntry'> = { path, body: {} };
      export { call };
    `);
    expect(complaints).toEqual([]);
  });

  it('does not compile with a call, an option or a change that the contract does not have', async () => {
    const head = `
      import { createDirectoryClient } from './client.js';
      import { operationTable } from './operation-table.js';
      declare const client: ReturnType<typeof createDirectoryClient>;
      export const path = { directory_id: 'd', entry_id: 'e' };`;
    // One compilation for all: each is on its own line, and must cause one error there.
    const complaints = await place.check(`${head}\n${wrong.map(([, code]) => `${code};`).join('\n')}`);
    const first = head.split('\n').length + 1;
    const lines = complaints.map((text) => wrong[Number.parseInt(text, 10) - first]?.[0] ?? text);
    expect(lines).toEqual(wrong.map(([name]) => name));
  });

  it('runs without Node.js', async () => {
    const outfile = join(place.generated, 'client.mjs');
    const contents = "export * from './client.js'; export * from './operation-table.js';";
    const stdin = { contents, resolveDir: place.generated, loader: 'ts' as const };
    await build({ stdin, bundle: true, format: 'esm', platform: 'browser', outfile, logLevel: 'silent' });
    const { createDirectoryClient, operationTable } = (await import(pathToFileURL(outfile).href)) as {
      createDirectoryClient: (options: object) => Record<string, (argument: object) => Promise<unknown>>;
      operationTable: Record<string, object>;
    };
    await using server = await serve(json({ id: 'e' }));
    const client = createDirectoryClient({ baseUrl: server.url, apiKey: 'some-key' });
    expect(Object.keys(client)).toEqual(['raw', ...Object.keys(operationTable)]);
    expect(operationTable['deleteEntry']).toEqual({
      method: 'delete',
      path: '/v1/private/directories/{directory_id}/entries/{entry_id}/',
      tag: 'entries',
      standing: 'named',
      success: 204,
      media: null,
    });
    expect(Object.isFrozen(operationTable['deleteEntry'])).toBe(true);
    const path = { directory_id: 'd', entry_id: 'e' };
    expect(await client['updateEntry']?.({ path, body: {} })).toMatchObject({ ok: true, data: { id: 'e' } });
    expect(server.seen[0]).toMatchObject({ method: 'PATCH', url: '/v1/private/directories/d/entries/e/' });
  });
});
