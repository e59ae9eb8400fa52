import { describe, expect, it } from 'vitest';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import { listShape } from '../../../scripts/check/model/contract/resources.js';
import { yamlBeside } from '../../yaml-beside.js';
import { head, read, refusalOf } from './contract-texts.js';

const page =
  '{ type: object, properties: { data: { type: array, items: { $ref: "#/components/schemas/Item" } }, ' +
  'next: { type: string }, total: { type: integer } } }';

/** A document with a list. Its line 12 has `x-paging`, and its line 8 has the scheme of the key. */
const listed = (paging: string, { schema = page, key = '{ type: apiKey, in: header, name: X-Key }' } = {}): string =>
  `${head}security: [{ Key: [] }]
components:
  schemas: { Item: { type: object, properties: { id: { type: string } } } }
  securitySchemes:
    Key:
      ${key}
paths:
  /items:
    get:
      x-paging: ${paging}
      parameters: [{ name: cursor, in: query, schema: { type: string } }]
      responses:
        "200": { description: ok, content: { text/csv: {}, application/json: { schema: ${schema} } } }
  /items/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
`;

const refusedRows = yamlBeside<Record<'paging' | 'prefixes', [string, message: string][]>>(
  import.meta.url,
  'keywords.yaml',
);

const correctText = '{ items: /data, next: /next, page: { query: cursor, by: cursor } }';

describe('a document of another service that says how its lists are paged', () => {
  it.each([
    ['as they are', page],
    [
      'with the fields composed of others',
      `{ allOf: [{ type: object, properties: { a: {} } }, { oneOf: [${page}] }] }`,
    ],
  ])('is read, %s', (_, schema) => {
    const { operations, resources, resolve } = read(listed(correctText, { schema }));
    const [list] = operations as [CheckedOperation];
    expect(listShape(list, resolve)).toEqual({ pointer: '/data', items: { $ref: '#/components/schemas/Item' } });
    expect(resources.map(({ list, idField }) => [list?.path, idField])).toEqual([['/items', 'id']]);
  });

  it.each(refusedRows.paging)('is refused with file and line for x-paging: %s', (paging, message) => {
    const refusal = refusalOf(listed(paging));
    expect(refusal).toMatch(/^\/api\.yaml:12: Expected [^\n]+$/);
    expect(refusal).toContain(message);
  });

  it('is refused with the line of the wrong member', () => {
    const paging = '\n        items: /data\n        page:\n          query: cursor\n          by: page';
    expect(refusalOf(listed(paging))).toBe(
      '/api.yaml:16: Expected "by" to be one of number, offset, cursor, last-item; found "page". Did you mean number?',
    );
  });

  it('is read without a crash if the schema of a response is not a schema', () => {
    expect(refusalOf(listed(correctText, { schema: '{ allOf: { a: 1 }, oneOf: 3 }' }))).toBe('It was read.');
  });
});

describe('a document of another service that says which word precedes the key', () => {
  it('is read with that word', () => {
    const key = '{ type: apiKey, in: header, name: X-Key, x-prefix: Token }';
    const { operations } = read(listed(correctText, { key }));
    expect(operations[0]?.security).toEqual({ kind: 'header', name: 'X-Key', prefix: 'Token' });
  });

  it.each(refusedRows.prefixes)('is refused with file and line for %s', (key, message) => {
    const refusal = refusalOf(listed(correctText, { key }));
    expect(refusal).toMatch(/^\/api\.yaml:8: Expected x-prefix [^\n]+$/);
    expect(refusal).toContain(message);
  });
});
