import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientModule, escapeComment } from '../../scripts/build/artefacts/client.js';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { changed, document } from './document.js';
import { json, serve } from './fixture.js';
import type { Workspace } from './workspace.js';
import { workspace } from './workspace.js';

describe('the text of the client', () => {
  const text = moduleText(clientModule(document));

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
    expect(moduleText(clientModule(structuredClone(document)))).toBe(text);
    const long = changed((copy) => {
      copy.paths['/v1/private/entries/'].get.summary = 'word '.repeat(200);
      copy.paths['/v1/private/entries/'].get.operationId = 'listEntries'.repeat(3);
    });
    for (const line of moduleText(clientModule(long)).split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  });

  it('has the pages of each operation that reads a list', () => {
    expect(text).toContain(`
export interface DirectoryPages {
  /** The items of {@link DirectoryClient.listEntries}. */
  listEntries(call?: DirectoryCall<'listEntries'>): Items<'listEntries'>;
  /** The items of {@link DirectoryClient.searchEntries}. */
  searchEntries(call: DirectoryCall<'searchEntries'>): Items<'searchEntries'>;
}
`);
    expect(text).not.toMatch(/pagesOf|withPrefix|Paging/);
  });

  it('follows x-paging and x-prefix', () => {
    const paging = { items: "/a~1b/it's", next: 'link', page: { query: 'p', first: 0 }, note: 'x' };
    const copy = changed(({ paths, components }) => {
      Object.assign(paths['/v1/private/entries/search/'].get, { 'x-paging': paging, 'x-formerly': ['findEntries'] });
      Object.assign(paths['/v1/private/entries/export/'].get, { 'x-paging': {} });
      Object.assign(paths['/v1/private/entries/'].post, { 'x-paging': {} });
      Object.assign(components, {
        securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-prefix': "It's" } },
      });
    });
    const made = moduleText(clientModule({ ...copy, security: [{ Key: [] }] } as typeof copy));
    const place = `['a/b', 'it\\'s']`;
    expect(made).toContain(
      `  searchEntries(call: DirectoryCall<'searchEntries'>): Items<'searchEntries', ${place}>;\n`,
    );
    expect(made).toContain(`
const paging1: Paging = {
  items: '/a~1b/it\\'s',
  next: 'link',
  page: {
    query: 'p',
    first: 0,
  },
};
const paging2: Paging = {};
const paged = {
  searchEntries: paging1,
  exportEntries: paging2,
};
`);
    expect(made).toContain(`{
  const client = buildClient(operationTable, withPrefix('It\\'s', options)) as DirectoryClient;
  const pages = { ...client.pages, ...pagesOf(client, paged) };
  return Object.freeze({
    ...client,
    findEntries: client.searchEntries,
    pages: Object.freeze({
      ...pages,
      findEntries: pages.searchEntries,
    }),
  });
}`);
  });

  it('is not made if operations differ in the word before the key', () => {
    const copy = changed(({ paths, components }) => {
      Object.assign(components, {
        securitySchemes: {
          Key: { type: 'apiKey', in: 'header', name: 'Authorization' },
          Token: { type: 'http', scheme: 'bearer' },
        },
      });
      Object.assign(paths['/v1/private/entries/'].get, { security: [] });
      Object.assign(paths['/v1/private/entries/search/'].get, { security: [{ Token: [] }] });
    });
    expect(() => moduleText(clientModule({ ...copy, security: [{ Key: [] }] } as typeof copy))).toThrow(
      'Expected the same word before the key in all operations; createEntry has "", searchEntries has "Bearer". ' +
        'Make them equal.',
    );
  });

  it('needs the schema of errors', () => {
    const bundle = changed((copy) => void delete (copy.components.schemas as { ApiError?: object }).ApiError);
    expect(() => moduleText(clientModule(bundle))).toThrow('Expected the schema ApiError');
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
    const source = `/** ${escapeComment(text)} */\nfunction f() {}`;
    const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
    expect(file.statements).toHaveLength(1);
    expect(ts.getJSDocTags(file.statements[0]!)).toEqual([]);
    expect(escapeComment(text)).not.toMatch(/[`\p{C}\p{Zl}\p{Zp}]/u);
  });

  it('leaves addresses and words unchanged', () => {
    expect(escapeComment('Write to a@example.com: * is 5 / 2, "x" <b>.')).toBe(
      'Write to a@example.com: * is 5 / 2, "x" <b>.',
    );
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
      expect(shape(moduleText(clientModule(bundle)))).toEqual(shape(moduleText(clientModule(document))));
    }
  });
});

/** Code that must not compile: a description, and the code in one line. */
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
  ['a change of pages', 'client.pages = client.pages'],
  ['pages of an export', 'client.pages.exportEntries'],
  ['pages of a write', 'client.pages.updateEntry'],
  ['pages without a required query', 'client.pages.searchEntries()'],
  ['a change of a row', "operationTable.updateEntry.method = 'patch'"],
  ['a change of the table', 'operationTable.updateEntry = operationTable.updateEntry'],
  ['options without a key', "createDirectoryClient({ baseUrl: '' })"],
];

describe('the generated client', () => {
  let place: Workspace;
  beforeAll(async () => {
    place = await workspace(document);
  });

  it('compiles, with exact types', { tags: 'slow' }, async () => {
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
      for await (const entry of client.pages.listEntries({ query: { page: 1 } })) same<typeof entry, Entry>(true);
      const call: DirectoryCall<'updateEntry'> = { path, body: {} };
      export { call };
    `);
    expect(complaints).toEqual([]);
  });

  it('does not compile with a call, an option or a change that the contract does not have', {
    tags: 'long',
  }, async () => {
    const head = `
      import { createDirectoryClient } from './client.js';
      import { operationTable } from './operation-table.js';
      declare const client: ReturnType<typeof createDirectoryClient>;
      export const path = { directory_id: 'd', entry_id: 'e' };`;
    // All are compiled together: each is on its own line, and must cause one error there.
    const complaints = await place.check(`${head}\n${wrong.map(([, code]) => `${code};`).join('\n')}`);
    const first = head.split('\n').length + 1;
    const lines = complaints.map((text) => wrong[Number.parseInt(text, 10) - first]?.[0] ?? text);
    expect(lines).toEqual(wrong.map(([name]) => name));
  });

  it('knows the type of an item at any place', { tags: 'slow' }, async () => {
    const entry = { $ref: '#/components/schemas/Entry' };
    const within = (properties: object) => ({ type: 'object', properties });
    const list = { type: 'array', items: entry };
    const forms: Record<string, [items: string, schema: object, type: string]> = {
      bare: ['', list, 'Entry'],
      orNull: ['', { ...list, type: ['array', 'null'] }, 'Entry'],
      deep: ['/page/it~1ems', within({ page: within({ 'it/ems': list }) }), 'Entry'],
      all: ['/results', { allOf: [within({ count: { type: 'integer' } }), within({ results: list })] }, 'Entry'],
      one: ['/results', { anyOf: [within({ results: list }), within({ detail: { type: 'string' } })] }, 'Entry'],
      open: ['/results', { type: 'object', additionalProperties: true }, 'unknown'],
      lost: ['/nowhere', within({ results: list }), 'unknown'],
    };
    const { responses, ...get } = document.paths['/v1/private/entries/'].get;
    const made = Object.entries(forms).map(([name, [items, schema]]) => {
      const content = { 'application/json': { schema } };
      const operation = {
        ...get,
        operationId: name,
        'x-paging': { items },
        responses: { ...responses, 200: { description: 'All.', content } },
      };
      return [`/v1/private/${name}/`, { get: operation }];
    });
    const { check } = await workspace(changed((copy) => void Object.assign(copy.paths, Object.fromEntries(made))));
    const uses = Object.entries(forms).map(
      ([name, [, , type]]) => `for await (const item of client.pages.${name}()) same<typeof item, ${type}>(true);`,
    );
    expect(
      await check(`
      import { createDirectoryClient } from './client.js';
      import type { components } from './types.js';
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      const same = <A, B>(_: Same<A, B>) => {};
      type Entry = components['schemas']['Entry'];
      const client = createDirectoryClient({ baseUrl: '', apiKey: '' });
      ${uses.join('\n')}`),
    ).toEqual([]);
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
    expect(Object.keys(client)).toEqual(['raw', 'pages', ...Object.keys(operationTable)]);
    expect(operationTable['deleteEntry']).toEqual({
      method: 'delete',
      path: '/v1/private/directories/{directory_id}/entries/{entry_id}/',
      tag: 'entries',
      standing: 'named',
      success: 204,
      media: null,
      needsBody: false,
    });
    expect(Object.isFrozen(operationTable['deleteEntry'])).toBe(true);
    const path = { directory_id: 'd', entry_id: 'e' };
    expect(await client['updateEntry']?.({ path, body: {} })).toMatchObject({ ok: true, data: { id: 'e' } });
    expect(server.seen[0]).toMatchObject({ method: 'PATCH', url: '/v1/private/directories/d/entries/e/' });
  });
});
