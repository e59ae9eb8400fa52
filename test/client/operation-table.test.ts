import { describe, expect, it } from 'vitest';
import { operationsOf, operationTableText, quoted } from '../../scripts/build/operation-table.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { changed, document } from './document.js';

describe('the standing of an operation', () => {
  it.each([
    [['name', 'method', 'path', 'responses'], 'stated'],
    [['responses', 'path', 'method', 'name', 'request'], 'stated'],
    [['name', 'method', 'path'], 'named'],
    [['name'], 'named'],
    [['method', 'path', 'responses'], 'inferred'],
    [[], 'inferred'],
  ])('with %j stated is %s', (stated, standing) => {
    expect(standingOf({ 'x-provenance': { stated } })).toBe(standing);
  });

  it('without provenance is inferred', () => {
    expect(standingOf({})).toBe('inferred');
  });
});

describe('the operations of a bundle', () => {
  it('come in document order, with their rows', () => {
    expect(Object.fromEntries(operationsOf(document).map(({ id, row }) => [id, Object.values(row)]))).toEqual({
      listEntries: ['get', '/v1/private/entries/', 'entries', 'named', 200, 'application/json'],
      createEntry: ['post', '/v1/private/entries/', 'entries', 'inferred', 201, 'application/json'],
      searchEntries: ['get', '/v1/private/entries/search/', 'entries', 'inferred', 200, 'application/json'],
      exportEntries: ['get', '/v1/private/entries/export/', 'entries', 'inferred', 200, 'text/csv'],
      updateEntry: [
        'patch',
        '/v1/private/directories/{directory_id}/entries/{entry_id}/',
        'entries',
        'stated',
        200,
        'application/json',
      ],
      deleteEntry: ['delete', '/v1/private/directories/{directory_id}/entries/{entry_id}/', 'entries', 'named', 204, null],
    });
  });

  it.each(['', 'raw', 'then', 'toJSON', 'constructor', '__proto__', 'List', 'a-b', 'a: any; b', 'a\n'])(
    'may not be called %j',
    (name) => {
      const bundle = changed((copy) => void (copy.paths['/v1/private/entries/'].get.operationId = name));
      expect(() => operationTableText(bundle)).toThrow('GET "/v1/private/entries/": expected a camelCase operationId');
    },
  );

  it('may not share a name, lack a success, or refer to nothing', () => {
    const twice = changed((copy) => void (copy.paths['/v1/private/entries/'].get.operationId = 'updateEntry'));
    expect(() => operationsOf(twice)).toThrow('found updateEntry twice');
    const without = changed((copy) => void delete (copy.paths['/v1/private/entries/'].get.responses as { 200?: object })[200]);
    expect(() => operationsOf(without)).toThrow('expected a success response');
    const lost = changed((copy) => void delete (copy.components.responses as { Entries?: object }).Entries);
    expect(() => operationsOf(lost)).toThrow('"#/components/responses/Entries" to be a component');
  });
});

describe('the text of the table', () => {
  it('has one line for each operation, with the beginning of all paths factored out', () => {
    const text = operationTableText(document);
    expect(text.startsWith('// Made by "npm run build" from openapi/; do not edit.\n')).toBe(true);
    expect(text).toContain("export const contractVersion = '0.3.0';");
    expect(text).toContain("const base = '/v1/private/';");
    expect(text).toContain("  exportEntries: row('entries', 'entries/export/', 'inferred', 'get', 200, 'text/csv'),\n");
    expect(text).toContain("  searchEntries: row('entries', 'entries/search/', 'inferred', 'get'),\n");
    expect(text.endsWith('export type OperationId = keyof typeof operationTable;\n')).toBe(true);
  });

  it('is the same for the same document, and keeps to 110 columns', () => {
    expect(operationTableText(structuredClone(document))).toBe(operationTableText(document));
    for (const line of operationTableText(document).split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  });

  it('takes a document without operations', () => {
    expect(operationTableText({ info: { version: '0' } })).toContain('operationTable = {} as const');
  });
});

describe('a quoted text', () => {
  it.each(["'", '"', '\\', "\\'", '\\"', '\n', '\u2028', '`${1}`', 'é😀', '\ud800', "'+process.exit()+'"])(
    'is a literal of %j in ASCII',
    (text) => {
      const literal = quoted(text);
      expect(literal).toMatch(/^'[\x20-\x7e]*'$/);
      expect(Function(`return ${literal}`)()).toBe(text);
    },
  );
});
