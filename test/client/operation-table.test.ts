import { describe, expect, it } from 'vitest';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { quote } from '../../scripts/build/artefacts/literal.js';
import { operationTableModule, packRows } from '../../scripts/build/artefacts/operation-table.js';
import { type Bundle, operationsOf } from '../../scripts/build/artefacts/operations.js';
import { operationRows } from '../../scripts/client/index.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { operationTable } from '../../scripts/index.js';
import { bundle } from '../spec/bundle.js';
import { words } from '../words.js';
import { changedList, document, withChange } from './document.js';

const textOf = (copy: Bundle): string => moduleText(operationTableModule(copy));
const one = '/v1/private/directories/{directory_id}/entries/{entry_id}/';
const search = '/v1/private/entries/search/';

describe('the standing of an operation', () => {
  it.each([
    [{ 'x-provenance': { stated: ['responses', 'path', 'method', 'name'] } }, 'stated'],
    [{ 'x-provenance': { stated: ['name', 'method', 'path'] } }, 'named'],
    [{ 'x-provenance': { stated: ['method', 'path', 'responses'] } }, 'inferred'],
    [{ 'x-provenance': { stated: [] } }, 'inferred'],
    [{}, 'inferred'],
  ])('with %j is %s', (operation, standing) => {
    expect(standingOf(operation)).toBe(standing);
  });
});

describe('the operations of a bundle', () => {
  it('come in document order, with their rows', () => {
    expect(Object.fromEntries(operationsOf(document).map(({ id, row }) => [id, Object.values(row)]))).toEqual({
      listEntries: ['get', '/v1/private/entries/', 'entries', 'named', 200, 'application/json', false, false],
      createEntry: ['post', '/v1/private/entries/', 'entries', 'inferred', 201, 'application/json', true, false],
      searchEntries: ['get', search, 'entries', 'inferred', 200, 'application/json', false, false],
      exportEntries: ['get', '/v1/private/entries/export/', 'entries', 'inferred', 200, 'text/csv', false, false],
      updateEntry: ['patch', one, 'entries', 'stated', 200, 'application/json', true, false],
      deleteEntry: ['delete', one, 'entries', 'named', 204, null, false, false],
    });
  });

  it.each(['', 'raw', 'then', 'toJSON', 'constructor', '__proto__', 'List', 'a-b', 'a: any; b', 'a\n'])(
    'may not be called %j',
    (name) => {
      const message = 'GET "/v1/private/entries/": expected a camelCase operationId';
      expect(() => textOf(changedList({ operationId: name }))).toThrow(message);
    },
  );

  it('must have unique names, a success response, and references to existing parts', () => {
    expect(() => operationsOf(changedList({ operationId: 'updateEntry' }))).toThrow('found updateEntry twice');
    expect(() => operationsOf(changedList({ responses: {} }))).toThrow('expected a success response');
    const lostBundle = withChange((copy) => void delete (copy.components.responses as { Entries?: object }).Entries);
    expect(() => operationsOf(lostBundle)).toThrow('"#/components/responses/Entries" leads nowhere');
  });
});

describe('the text of the table', () => {
  it('has one line for each operation in its types, without the common prefix of all paths', () => {
    const text = textOf(document);
    expect(text.startsWith('// Made by "npm run build" from openapi/; do not edit.\n')).toBe(true);
    expect(text).toContain("export const contractVersion = '0.3.0';");
    expect(text).toContain("const base = '/v1/private/';");
    expect(text).toContain(
      "  readonly exportEntries: Row<'get', 'entries/export/', 'entries', 'inferred', 200, 'text/csv'>;\n",
    );
    expect(text).toContain("  readonly searchEntries: Row<'get', 'entries/search/', 'entries', 'inferred'>;\n");
    expect(text.endsWith('export type OperationId = keyof OperationTable;\n')).toBe(true);
  });

  it('is the same for the same document, and has at most 110 columns', () => {
    expect(textOf(structuredClone(document))).toBe(textOf(document));
    for (const line of textOf(document).split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  });

  it('accepts a document without operations', () => {
    expect(textOf({ info: { version: '0' } })).toContain('type OperationTable = {};');
    expect(operationRows('', ...packRows([], ''))).toEqual({});
  });
});

describe('the packed rows', () => {
  const read = (copy: Bundle, base = '/v1/private/') => operationRows(base, ...packRows(operationsOf(copy), base));
  const rows = (copy: Bundle) => Object.fromEntries(operationsOf(copy).map(({ id, row }) => [id, row]));

  it('unpack to the operations of the document, in its order', () => {
    const expected = rows(bundle as unknown as Bundle);
    expect(operationTable).toEqual(expected);
    expect(Object.values(operationTable).every(Object.isFrozen)).toBe(true);
    expect(Object.keys(operationTable)).toEqual(Object.keys(expected));
  });

  it('contain repeated values only once: the tag, the standing, the path, the tag in the singular', () => {
    expect(packRows(operationsOf(document), '/v1/private/')[0].split('\n')).toEqual(
      words`
        entries,,named ,list-~,entries/ ~ post!,create-*,,201 ,~-entries,entries/search/
        ,~-entries,entries/export/,200,text/csv ~,,stated
        patch!,update-*,directories/{directory_id}/entries/{*_id}/ ~,,named delete,delete-*,,204,
      `,
    );
  });

  it.each(['', 's', 'ies', 'x', '`{1}`', 'a b', 'é😀', '__proto__', "'", "\\'", '\\', '\r', 'toString'])(
    'can contain the tag %j',
    (tag) => {
      const copy = withChange(({ paths }) => {
        paths['/v1/private/entries/'].get.tags = [tag];
        paths[one].patch.tags = [tag];
      });
      expect(read(copy)).toEqual(rows(copy));
      const [, literal = ''] = /operationRows\(base, (`(?:[^`\\]|\\[\s\S])*`), /.exec(textOf(copy)) ?? [];
      expect(Function(`return ${literal}`)()).toBe(packRows(operationsOf(copy), '/v1/private/')[0]);
    },
  );

  it.each([
    ['200 without a body', {}, 200, null],
    ['204 with a body', { content: { 'application/json': {} } }, 204, 'application/json'],
    ['a media type with a parameter', { content: { 'text/csv; charset=utf-8': {} } }, 200, 'text/csv; charset=utf-8'],
  ])('can contain %s', (_, response, success, media) => {
    const copy = changedList({ responses: { [success]: { description: 'Done.', ...response } } });
    expect(read(copy)['listEntries']).toMatchObject({ success, media });
    expect(read(copy)).toEqual(rows(copy));
  });

  it('can contain a success that may have no body, beside another success with a body', () => {
    const body = { description: 'Done.', content: { 'application/json': {} } };
    for (const none of [{ description: 'Done.' }, { description: 'Done.', content: {} }]) {
      const copy = changedList({ responses: { 200: body, 204: none }, requestBody: { required: true, content: {} } });
      const row = { method: 'get', success: 200, needsBody: true, mayBeEmpty: true };
      expect(read(copy)['listEntries']).toMatchObject(row);
      expect(read(copy)).toEqual(rows(copy));
      const usual = changedList({ responses: { 200: body, 204: none }, 'x-usual-status': '204' });
      expect(read(usual)['listEntries']).toMatchObject({ success: 204, media: 'application/json', mayBeEmpty: true });
      expect(read(usual)).toEqual(rows(usual));
    }
  });

  it.each(['/', '/v1/', '/v1/entries', '/{id}/', '/v1/list/', '/v1/`${x}/'])(
    'can contain the single path %s',
    (path) => {
      const [get] = Object.values(document.paths);
      const copy = { ...document, paths: { [path]: get } } as unknown as Bundle;
      const text = textOf(copy);
      const [, base = 'none'] = /^const base = '(.*)';$/m.exec(text) ?? [];
      expect(text).toContain(`readonly listEntries: Row<'get', '${path.slice(base.length)}', `);
      expect(read(copy, base)).toEqual(rows(copy));
    },
  );

  it.each(['dir/{id}/', '$&/{id}/', '{id}/$$/{entry}/', '$1/a', 'b'])('can share %j in many paths', (share) => {
    const { get, post } = document.paths['/v1/private/entries/'];
    const copy = withChange(({ paths }) => {
      for (const end of ['a', 'b', 'c/{id}', 'd/{id}/e']) {
        const name = end.replace(/\W/g, '');
        const item = { get: { ...get, operationId: `get${name}` }, post: { ...post, operationId: `post${name}` } };
        Object.assign(paths, { [`/v1/private/${share}/${end}/`]: item });
      }
    });
    expect(read(copy)).toEqual(rows(copy));
  });

  it.each(['a,b', 'a*b', 'a|b', 'a^b', 'a~b', 'a$b', 'a\nb'])('reject the tag %j, which breaks their format', (tag) => {
    const text = `${JSON.stringify(tag[1])}, found ${JSON.stringify(tag)}. Correct the tag.`;
    const message = `GET "/v1/private/entries/": expected a tag without ${text}`;
    expect(() => textOf(changedList({ tags: [tag] }))).toThrow(message);
  });
});

describe('a quoted text', () => {
  it.each(["'", '"', '\\', "\\'", '\\"', '\n', '\u2028', '`${1}`', 'é😀', '\ud800', "'+process.exit()+'"])(
    'is a literal of %j in ASCII',
    (text) => {
      const literal = quote(text);
      expect(literal).toMatch(/^'[\x20-\x7e]*'$/);
      expect(Function(`return ${literal}`)()).toBe(text);
    },
  );
});
