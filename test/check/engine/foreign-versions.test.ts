import { describe, expect, it } from 'vitest';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import { allows, read, rows } from './contract-texts.js';

/** A document with the schema of the response on line 10, and the schema A on line 13. */
const three = (schema: string, component = '{ type: string }'): string => `openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a:
    get:
      responses:
        "200":
          description: ok
          content: { application/json: {
            schema: ${schema} } }
components:
  schemas:
    A: ${component}
`;

const two = (operation: string, others = '', head = 'swagger: "2.0"'): string => `${head}
info: { title: T, version: "1" }
paths:
  /a:
    post:
      ${operation}
${others}`;

const ok = 'responses: { 200: { description: ok } }';

describe('a document of OpenAPI 3.0', () => {
  it('is upgraded, and a note says so', () => {
    expect(read(three('{}')).notes).toEqual([
      'The document is OpenAPI 3.0. Before the check, it was upgraded to OpenAPI 3.1.',
    ]);
    expect(read(three('{}').replace('3.0.3', '3.0')).operations).toHaveLength(1);
  });

  it.each(Object.entries(rows.meanings))('keeps the meaning of %s', (_, { schema, allowed, forbidden }) => {
    const wants = [...allowed.map(() => true), ...forbidden.map(() => false)];
    expect(allows(read(three(schema)), ...allowed, ...forbidden)).toEqual(wants);
  });

  it('maps findings to lines of its own file, also below a schema that may be null', () => {
    const contract = read(
      three('{ $ref: "#/components/schemas/A" }', '{ nullable: true, allOf: [\n      { type: string }] }'),
    );
    expect(contract.placeOf('/paths/~1a/get/responses/200/content/application~1json/schema').line).toBe(10);
    expect(contract.placeOf('/components/schemas/A').line).toBe(13);
    expect(contract.placeOf('/components/schemas/A/anyOf/0/allOf/0/type').line).toBe(14);
  });

  it('keeps examples, and leaves data in them unchanged', () => {
    const { operations } = read(three('{ type: object, example: { nullable: true, type: x } }'));
    const { schema } = operations[0]?.success?.bodies[0] ?? {};
    expect(schema?.examples).toEqual([{ nullable: true, type: 'x' }]);
  });
});

describe('a document of Swagger 2.0', () => {
  const schema = '{ $ref: "#/definitions/A" }';
  const definitions =
    'definitions:\n  A: { type: object, required: [id], properties: {\n' +
    '    id: { type: string, x-nullable: true } } }\n';

  it('is upgraded, and a note says so, also if its version is a number', () => {
    const note = 'The document is Swagger 2.0. Before the check, it was upgraded to OpenAPI 3.1.';
    expect(read(two(ok)).notes).toEqual([note]);
    expect(read(two(ok, '', 'swagger: 2.0')).notes).toEqual([note]);
  });

  it('keeps its body, its media types and its definitions, with their lines', () => {
    const contract = read(
      two(
        'parameters: [{ name: x, in: query, type: string }, { name: b, in: body, required: true,\n' +
          `        schema: ${schema} }]\n` +
          `      responses: { 200: { description: ok,\n        schema: ${schema}, headers: {\n` +
          '        X-A: { type: integer } } } }',
        `consumes: [application/json, application/vnd.a+json]\nproduces: [application/json]\n${definitions}`,
      ),
    );
    const [operation] = contract.operations as [CheckedOperation];
    expect(operation.body).toMatchObject({
      required: true,
      acceptedTypes: ['application/json', 'application/vnd.a+json'],
    });
    expect(operation.parameters).toMatchObject([{ name: 'x', in: 'query', schema: { type: 'string' } }]);
    expect(allows(contract, { id: 'x' }, { id: null }, {}, { id: 1 })).toEqual([true, true, false, false]);
    const lines = [
      operation.body?.pointer,
      operation.success?.bodies[0]?.pointer,
      operation.success?.headers[0]?.pointer,
      '/components/schemas/A',
      '/components/schemas/A/properties/id/type',
    ].map((pointer) => contract.placeOf(pointer ?? '').line);
    expect(lines).toEqual([7, 9, 10, 14, 15]);
  });

  it('keeps a form with files and fields', () => {
    const file = { type: 'file', want: { contentMediaType: 'application/octet-stream' } };
    const field = { type: 'integer, minimum: 1', want: { type: 'integer', minimum: 1 } };
    for (const { type, want } of [file, field]) {
      const parameter = `{ name: f, in: formData, type: ${type} }`;
      const { operations } = read(
        two(`consumes: [multipart/form-data]\n      parameters: [${parameter}]\n      ${ok}`),
      );
      const schema = { type: 'object', properties: { f: want } };
      expect(operations[0]?.body).toMatchObject({ media: 'multipart/form-data', schema });
    }
  });

  it.each(rows.swagger.lists)('keeps lists in the form %s', (form, style) => {
    const parameter = `{ name: q, in: query, type: array, items: { type: string }, collectionFormat: ${form} }`;
    const { document } = read(two(`parameters: [${parameter}]\n      ${ok}`));
    expect(document.paths['/a']?.post?.parameters?.[0]).toMatchObject(style);
  });

  it.each(rows.swagger.servers)('keeps the path of its server: %s', (_, head, path) => {
    expect([...(read(two(ok, head)).servers?.pathByOperation.values() ?? [])]).toEqual([path]);
  });

  it.each(rows.swagger.keys)('keeps its key: %s', (_, scheme, security) => {
    const { operations } = read(two(ok, `security: [{ k: [] }]\nsecurityDefinitions: { k: ${scheme} }\n`));
    expect(operations[0]?.security).toEqual(security);
  });

  it.each(Object.entries(rows.swagger.documents))('%s', (_, { operation, others, allowed, forbidden, more }) => {
    const contract = read(two(operation, others));
    const wants = [...allowed.map(() => true), ...forbidden.map(() => false)];
    expect(allows(contract, ...allowed, ...forbidden)).toEqual(wants);
    expect(contract.operations[0]).toMatchObject(more?.operation ?? {});
    for (const [pointer, line] of Object.entries(more?.lines ?? {})) expect(contract.placeOf(pointer).line).toBe(line);
  });

  it('keeps the body that its path item defines', () => {
    const { operations } = read(
      `swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths:\n  /a:\n    post: { ${ok} }\n` +
        '    x-note: null\n    parameters: [{ name: b, in: body, schema: { type: string } }]\n',
    );
    expect(operations.map(({ body }) => body?.schema)).toEqual([{ type: 'string' }]);
  });
});

describe('a document in JSON', () => {
  it('keeps the lines of its file', () => {
    const text = JSON.stringify(
      {
        openapi: '3.1.0',
        info: { title: 'a "quoted" {title}, with \\', version: '1' },
        'x-list': [[], {}, [1, { a: '}' }], 'x'],
        paths: { '/a': { get: { responses: { 200: { description: 'ok', content: {} } } } } },
      },
      null,
      1,
    );
    const contract = read(text);
    const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;
    expect(contract.placeOf('/paths/~1a/get/responses/200/content').line).toBe(lineOf('"content"'));
    expect(contract.placeOf('/paths/~1a/get/responses/404').line).toBe(lineOf('"responses"'));
    expect(contract.placeOf('/x-list/2/1/a').line).toBe(lineOf('"a"'));
    expect(contract.placeOf('').line).toBe(1);
  });
});
