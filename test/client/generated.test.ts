import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { clientModule, escapeComment } from '../../scripts/build/artefacts/client.js';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import type { Bundle } from '../../scripts/build/artefacts/operations.js';
import { yamlBeside } from '../yaml-beside.js';
import { changedList, document, withChange } from './document.js';
import { inputs } from './inputs.js';
import { workspace } from './workspace.js';

const texts = yamlBeside<Record<'operations' | 'pages' | 'paging', string[]>>(import.meta.url, 'generated.yaml');
const textOf = (bundle: Bundle): string => moduleText(clientModule(bundle));
/** Joins the lines of a text. */
const flat = (text: string): string => text.replace(/\s+/g, ' ');

describe('the text of the client', () => {
  const text = textOf(document);

  it('documents each operation', () => {
    expect(text.startsWith('// Made by "npm run build" from openapi/; do not edit.\n')).toBe(true);
    for (const part of texts.operations) expect(text).toContain(`\n${part}`);
    expect(text).toContain('   * const result = await client.searchEntries({ query: { text } });\n');
    expect(text).toContain('   * Delete an entry.\n');
    expect(text).toContain('   * @deprecated\n   * @example\n   * const result = await client.deleteEntry(');
  });

  it('makes the argument optional if nothing is required', () => {
    for (const id of ['listEntries', 'exportEntries']) expect(text).toContain(`  ${id}(call?: DirectoryCall<'${id}'>)`);
    for (const id of ['searchEntries', 'deleteEntry', 'createEntry'])
      expect(text).toContain(`  ${id}(call: DirectoryCall<'${id}'>)`);
  });

  it('is the same for the same document, and has at most 110 columns', () => {
    expect(textOf(structuredClone(document))).toBe(text);
    const longBundle = changedList({ summary: 'word '.repeat(200), operationId: 'listEntries'.repeat(3) });
    for (const line of textOf(longBundle).split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  });

  it('has pages for each operation that reads a list, and no code for features that the document lacks', () => {
    for (const part of texts.pages) expect(text).toContain(`\n${part}`);
    expect(text).not.toMatch(/pagesOf|withPrefix|Paging/);
    expect(text).toContain('{\n  return buildClient(operationTable, options) as DirectoryClient;\n}');
  });

  it('follows x-paging and x-prefix', () => {
    const paging = { items: "/a~1b/it's", next: 'link', page: { query: 'p', first: 0 }, note: 'x' };
    const copy = withChange(({ paths, components }) => {
      Object.assign(paths['/v1/private/entries/search/'].get, { 'x-paging': paging, 'x-formerly': ['findEntries'] });
      Object.assign(paths['/v1/private/entries/export/'].get, { 'x-paging': {} });
      Object.assign(paths['/v1/private/entries/'].post, { 'x-paging': {} });
      const Key = { type: 'apiKey', in: 'header', name: 'Authorization', 'x-prefix': "It's" };
      Object.assign(components, { securitySchemes: { Key } });
    });
    const createdText = textOf({ ...copy, security: [{ Key: [] }] } as typeof copy);
    expect(createdText).toContain(`: Items<'searchEntries', ['a/b', 'it\\'s']>;\n`);
    for (const part of texts.paging) expect(flat(createdText)).toContain(part);
  });

  it('is refused if operations differ in the word before the key', () => {
    const copy = withChange(({ paths, components }) => {
      const Key = { type: 'apiKey', in: 'header', name: 'Authorization' };
      Object.assign(components, { securitySchemes: { Key, Token: { type: 'http', scheme: 'bearer' } } });
      Object.assign(paths['/v1/private/entries/'].get, { security: [] });
      Object.assign(paths['/v1/private/entries/search/'].get, { security: [{ Token: [] }] });
    });
    expect(() => textOf({ ...copy, security: [{ Key: [] }] } as typeof copy)).toThrow(
      'Expected one key prefix for all operations, found two: createEntry has "", searchEntries has "Bearer". ' +
        'Give all operations the same prefix.',
    );
  });

  it('requires the schema of errors', () => {
    const bundle = withChange((copy) => void delete (copy.components.schemas as { ApiError?: object }).ApiError);
    expect(() => textOf(bundle)).toThrow('Expected the schema ApiError');
  });
});

describe('text of the document', () => {
  it.each(inputs.hostile)('is inert in a comment: %j', (text) => {
    const source = `/** ${escapeComment(text)} */\nfunction f() {}`;
    const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
    expect(file.statements).toHaveLength(1);
    expect(ts.getJSDocTags(file.statements[0]!)).toEqual([]);
    expect(escapeComment(text)).not.toMatch(/[`\p{C}\p{Zl}\p{Zp}]/u);
  });

  it('keeps addresses and words in comments unchanged', () => {
    const text = 'Write to a@example.com: * is 5 / 2, "x" <b>.';
    expect(escapeComment(text)).toBe(text);
  });

  it('adds no statement, member or tag to the client, wherever the document contains it', () => {
    const shape = (text: string) => {
      const file = ts.createSourceFile('client.ts', text, ts.ScriptTarget.Latest, true);
      const values: string[] = [];
      const visit = (node: ts.Node): void => {
        const tags = ts.getJSDocTags(node).map(({ tagName }) => tagName.text);
        if (!ts.isJSDoc(node)) values.push(ts.SyntaxKind[node.kind], ...tags);
        ts.forEachChild(node, visit);
      };
      visit(file);
      return values;
    };
    for (const text of inputs.hostile) {
      const bundle = withChange((copy) => {
        const { patch } = copy.paths['/v1/private/directories/{directory_id}/entries/{entry_id}/'];
        Object.assign(patch, { summary: text, description: text, tags: [text], 'x-unknown': [text] });
        patch['x-provenance'].section = text;
        Object.assign(patch.requestBody.content['application/json'], { examples: { A: { value: { [text]: text } } } });
      });
      expect(shape(textOf(bundle))).toEqual(shape(textOf(document)));
    }
  });
});

const refusedValues = inputs.refused.map((code) => `// @ts-expect-error\n${code};`);

describe('the generated client', () => {
  it('compiles, with exact types', { tags: 'slow' }, async () => {
    const program = `
      const created = await client.createEntry({ body: { title: 'a' } });
      if (created.ok) same<typeof created.data, Entry>(true);
      same<typeof created.headers, Headers>(true);
      await client.searchEntries({ query: { text: 'a' } });
      await client.listEntries({});
      const raw = await client.raw.GET('/v1/private/entries/');
      same<NonNullable<typeof raw.data>, Entry[]>(true);
      type Row = (typeof operationTable)['updateEntry'];
      same<Row['path'], '/v1/private/directories/{directory_id}/entries/{entry_id}/'>(true);
      same<[Row['media'], Row['success']], ['application/json', 200]>(true);
      same<(typeof operationTable)['deleteEntry']['media'], null>(true);
      same<(typeof operationTable)['deleteEntry']['success'], 204>(true);
      same<(typeof operationTable)['exportEntries']['media'], 'text/csv'>(true);
      type Reading = 'listEntries' | 'searchEntries' | 'exportEntries';
      same<OperationId, Reading | 'updateEntry' | 'deleteEntry' | 'createEntry'>(true);
      same<typeof contractVersion, '0.3.0'>(true);
      same<DirectoryRequestError['code'], DirectoryRequestErrorCode>(true);
      const call: DirectoryCall<'updateEntry'> = { path, body: {} };
      ${refusedValues.join('\n')}
      export { call };
    `;
    expect(await workspace(document).check(program)).toEqual([]);
  });

  it('knows the type of an item, wherever the response contains the items', { tags: 'slow' }, async () => {
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
    const pathItems = Object.entries(forms).map(([operationId, [items, schema]]) => {
      const ok = { description: 'All.', content: { 'application/json': { schema } } };
      const operation = { ...get, operationId, 'x-paging': { items }, responses: { ...responses, 200: ok } };
      return [`/v1/private/${operationId}/`, { get: operation }];
    });
    const { check } = workspace(withChange((copy) => void Object.assign(copy.paths, Object.fromEntries(pathItems))));
    const uses = Object.entries(forms).map(
      ([name, [, , type]]) => `for await (const item of client.pages.${name}()) same<typeof item, ${type}>(true);`,
    );
    expect(await check(uses.join('\n'))).toEqual([]);
  });
});

describe('former names', () => {
  const update = '/v1/private/directories/{directory_id}/entries/{entry_id}/';
  const withFormer = (names: string[], ofList: string[] = []) =>
    withChange(({ paths }) => {
      Object.assign(paths[update].patch, { 'x-formerly': names });
      Object.assign(paths['/v1/private/entries/'].get, { 'x-formerly': ofList });
    });
  const renamedBundle = withFormer(['changeEntry', 'editEntry'], ['allEntries']);

  it.each([
    ['raw', 'found "raw"'],
    ['a-b', 'found "a-b"'],
    ['deleteEntry', 'found deleteEntry twice'],
    ['updateEntry', 'found updateEntry twice'],
  ])('such as %s are rejected, because they cannot be method names or are already taken', (name, message) => {
    expect(() => textOf(withFormer([name]))).toThrow(message);
  });

  it('become deprecated methods with the same behaviour and types, and without rows', { tags: 'long' }, async () => {
    const { check, load } = workspace(renamedBundle);
    const program = `
      same<typeof client.changeEntry, typeof client.updateEntry>(true);
      same<typeof client.allEntries, typeof client.listEntries>(true);
      same<typeof client.pages.allEntries, typeof client.pages.listEntries>(true);
      same<Extract<OperationId, 'changeEntry' | 'editEntry' | 'allEntries'>, never>(true);
      await client.allEntries();
      // @ts-expect-error an update reads no list
      client.pages.changeEntry;`;
    expect(await check(program)).toEqual([]);
    const file = ts.createSourceFile('client.ts', textOf(renamedBundle), ts.ScriptTarget.Latest, true);
    const methods = file.statements.filter(ts.isInterfaceDeclaration).flatMap(({ members }) => [...members]);
    const deprecated = methods.map((member) => [member.name?.getText(), ts.getJSDocDeprecatedTag(member)?.comment]);
    expect(deprecated.filter(([, comment]) => comment !== undefined)).toEqual([
      ['allEntries', 'Use listEntries.'],
      ['allEntries', 'Use listEntries.'],
      ['changeEntry', 'Use updateEntry.'],
      ['editEntry', 'Use updateEntry.'],
    ]);

    const { createDirectoryClient } = await load<{ createDirectoryClient: (options: object) => Named }>();
    type Named = Record<string, unknown> & { pages: Record<string, unknown> };
    const client = createDirectoryClient({ baseUrl: 'https://directory.example.com', apiKey: 'some-key' });
    const { updateEntry, listEntries, pages } = client;
    expect(client).toMatchObject({ changeEntry: updateEntry, editEntry: updateEntry, allEntries: listEntries });
    expect(pages['allEntries']).toBe(pages['listEntries']);
    expect([client, pages].every(Object.isFrozen)).toBe(true);
  });
});
