import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/foreign-contract.js';
import type { CheckedOperation } from '../../../scripts/check/model/operations.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { longPattern } from '../../long-pattern.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { contractFile } from '../other-service/contract.js';

const folder = temporaryFolder('contract');

function fileWith(text: string): string {
  const file = join(folder, 'api.yaml');
  writeFileSync(file, text);
  return file;
}

function messageFor(file: string): string {
  try {
    readContract(file);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replaceAll(folder, '');
  }
  return 'It was read.';
}

const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';
const get = (schema: string): string =>
  `${head}paths:\n  /a:\n    get:\n      operationId: getA\n      responses:\n        "200":\n` +
  `          description: ok\n          content:\n            application/json:\n              schema: ${schema}\n`;

const api = (item: string, components = ''): string =>
  `${head}paths:\n  /a:\n    ${item}\n${components && `components:\n  ${components}\n`}`;
const schemas = (text: string): string =>
  `${get('{ $ref: "#/components/schemas/A" }')}components:\n  schemas:\n    ${text}\n`;

describe('safety references: a $ref that leads back to itself', () => {
  it.each([
    ['a schema', schemas('A: { $ref: "#/components/schemas/A" }'), 15, ['schemas/A', 'schemas/A']],
    [
      'a schema, with keywords beside it',
      schemas('A: { $ref: "#/components/schemas/A", type: object }'),
      15,
      ['schemas/A', 'schemas/A'],
    ],
    [
      'a schema, over another one',
      schemas('B: { $ref: "#/components/schemas/A" }\n    A: { $ref: "#/components/schemas/B" }'),
      16,
      ['schemas/B', 'schemas/A', 'schemas/B'],
    ],
    [
      'a schema, in what all have to fit',
      schemas('A: { allOf: [{ $ref: "#/components/schemas/A" }] }'),
      15,
      ['schemas/A', 'schemas/A'],
    ],
    [
      'a kind and what it is a kind of',
      schemas(
        'A: { oneOf: [{ $ref: "#/components/schemas/B" }] }\n' +
          '    B: { allOf: [{ $ref: "#/components/schemas/A" }, { type: object }] }',
      ),
      15,
      ['schemas/B', 'schemas/A', 'schemas/B'],
    ],
    [
      'a property',
      schemas('A: { properties: { a: { $ref: "#/components/schemas/A/properties/a" } } }'),
      15,
      ['schemas/A/properties/a', 'schemas/A/properties/a'],
    ],
    [
      'the schema of a parameter',
      api(
        'get: { parameters: [{ name: q, in: query, schema: { $ref: "#/components/schemas/A" } }], responses: {} }',
        'schemas: { A: { $ref: "#/components/schemas/A" } }',
      ),
      7,
      ['schemas/A', 'schemas/A'],
    ],
    [
      'a parameter',
      api(
        'get: { parameters: [{ $ref: "#/components/parameters/P" }], responses: {} }',
        'parameters: { P: { $ref: "#/components/parameters/P" } }',
      ),
      7,
      ['parameters/P', 'parameters/P'],
    ],
    [
      'a response',
      api(
        'get: { responses: { "200": { $ref: "#/components/responses/R" } } }',
        'responses: { R: { $ref: "#/components/responses/R" } }',
      ),
      7,
      ['responses/R', 'responses/R'],
    ],
    [
      'a request body',
      api(
        'post: { requestBody: { $ref: "#/components/requestBodies/B" }, responses: {} }',
        'requestBodies: { B: { $ref: "#/components/requestBodies/B" } }',
      ),
      7,
      ['requestBodies/B', 'requestBodies/B'],
    ],
  ])('%s: is told with its line and the circle', (_, text, line, circle) => {
    const way = circle.map((each) => `#/components/${each}`);
    expect(messageFor(fileWith(text))).toBe(
      `/api.yaml:${line}: the $ref "${way[0]}" leads back to itself with ` +
        `nothing between: ${way.join(' → ')}. Refer to what it stands for.`,
    );
  });

  it('a path: is told, too', () => {
    expect(messageFor(fileWith(api('$ref: "#/paths/~1b"\n  /b:\n    $ref: "#/paths/~1a"')))).toContain(
      'leads back to itself with nothing between: #/paths/~1a → #/paths/~1b → #/paths/~1a.',
    );
  });

  it('is no mistake over a property, an item or another field', () => {
    const schema =
      '{ type: object, properties: { id: { type: string }, a: { $ref: "#/components/schemas/A" }, list: { ' +
      'type: array, items: { $ref: "#/components/schemas/A" } } }, ' +
      'additionalProperties: { $ref: "#/components/schemas/A" } }';
    const {
      judge,
      operations: [operation],
    } = readContract(fileWith(schemas(`A: ${schema}`)));
    const errors = (value: unknown): number => judge.answer(operation as CheckedOperation, '200', value).length;
    expect([errors({ a: { list: [{ id: 'x' }] } }), errors({ a: { list: [{ id: 1 }] } })]).toEqual([0, 1]);
  });
});

describe('a contract that is large', () => {
  const times = (count: number, text: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => text(index)).join('');
  /** Processor time, whatever else the machine does. */
  const seconds = (text: string): number => {
    const file = fileWith(text);
    const before = process.cpuUsage();
    readContract(file, 60_000);
    return process.cpuUsage(before).user / 1e6;
  };

  const content = '{ application/json: { schema: { $ref: "#/components/schemas/A" } } }';
  it.each([
    ['40,000 keys', `${get('{}')}x-keys:\n${times(40_000, (index) => `  k${index}: 1\n`)}`],
    [
      '10,000 parameters',
      api(
        'get:\n      responses: {}\n      parameters:\n' +
          `${times(10_000, (index) => `        - { name: p${index}, in: query }\n`)}`,
      ),
    ],
    [
      'a chain of 20,000 references',
      schemas(
        'A: { $ref: "#/components/schemas/S0" }\n' +
          `${times(20_000, (index) => `    S${index}: { $ref: "#/components/schemas/S${index + 1}" }\n`)} ` +
          '   S20000: { type: string }',
      ),
    ],
    [
      '2,000 operations on resources',
      `${head}paths:\n` +
        times(2000, (index) => `  /a${index}/{id}: { get: { responses: { "200": { content: ${content} } } } }\n`) +
        'components: { schemas: { A: { properties: { id: { type: string } } } } }\n',
    ],
  ])('with %s is read in time', (_, text) => {
    expect(seconds(text)).toBeLessThan(5);
  });

  it('with 10 MB of what documents have is read in time', () => {
    const prose = 'It is shown to clients as it was sent, and nobody has changed it since. '.repeat(30);
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Large', version: '1' },
      paths: Object.fromEntries(
        Array.from({ length: 1000 }, (_, index) => [
          `/things${index}/{id}`,
          {
            get: {
              operationId: `getThing${index}`,
              description: prose,
              parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
              responses: {
                200: {
                  description: prose,
                  content: {
                    'application/json': {
                      schema: { $ref: `#/components/schemas/Thing${index % 400}` },
                      example: { id: '1', name: prose },
                    },
                  },
                },
              },
            },
          },
        ]),
      ),
      components: {
        schemas: Object.fromEntries(
          Array.from({ length: 400 }, (_, index) => [
            `Thing${index}`,
            {
              type: 'object',
              properties: {
                id: { type: 'string' },
                name: { type: 'string', description: prose.repeat(4) },
                next: { $ref: `#/components/schemas/Thing${(index + 1) % 400}` },
              },
            },
          ]),
        ),
      },
    });
    expect(text.length).toBeGreaterThan(10_000_000);
    expect(seconds(text)).toBeLessThan(10);
  });

  it('with schemas that lead to one another, 1,000 in a ring, judges by each of them', () => {
    const ring = times(
      1000,
      (index) =>
        `    S${index}: { type: object, properties: { id: { type: string }, ` +
        `next: { $ref: "#/components/schemas/S${(index + 1) % 1000}" } } }\n`,
    );
    const {
      judge,
      operations: [operation],
    } = readContract(fileWith(schemas(`A: { $ref: "#/components/schemas/S0" }\n${ring}`)), 60_000);
    expect(judge.answer(operation as CheckedOperation, '200', { id: 'x', next: { next: { id: 1 } } })).toMatchObject([
      { instancePath: '/next/next/id', keyword: 'type' },
    ]);
  });

  it('safety yaml: is refused where that takes longer, with what took the time', () => {
    const file = fileWith(`${get('{}')}x-keys:\n${times(40_000, (index) => `  k${index}: 1\n`)}`);
    expect(() => readContract(file, 50)).toThrow(
      new UsageError(
        `${file}: this contract could not be read within 0.05 s; the time went into the text of the file. ` +
          'Name a smaller document: leave out operations that are not to be checked, and what they alone refer to.',
      ),
    );
  });
});

describe('a contract that cannot be used', () => {
  it.each([
    ['is not there', undefined, /^The contract \/none\.yaml cannot be read: ENOENT/],
    ['is no YAML', 'openapi: [3.1.0\n', /^\/api\.yaml:2:1: This is no YAML that can be read/],
    ['is a list', '- openapi\n', /^\/api\.yaml: expected an OpenAPI 3\.1 document, found an array\.$/],
    [
      'is of another version',
      'openapi: 3.0.3\npaths: {}\n',
      /^\/api\.yaml: expected a document with "openapi: 3\.1\.x", found "3\.0\.3"\.$/,
    ],
    ['has no paths', head, /^\/api\.yaml: expected "paths" with the operations, found nothing\.$/],
    [
      'has no operation',
      `${head}paths: {}\n`,
      /^\/api\.yaml: there is no operation in it\. Name a document with "paths"\.$/,
    ],
    [
      'refers to another file',
      get('{ $ref: "schemas.yaml#/A" }'),
      /^\/api\.yaml: the \$ref "schemas\.yaml#\/A" leads out of the file, and nothing is fetched\./,
    ],
    [
      'refers to the network',
      get('{ $ref: "https://example.com/a.json" }'),
      /leads out of the file, and nothing is fetched\./,
    ],
    [
      'has an operationId twice',
      `${get('{}')}  /b:\n    get:\n      operationId: getA\n      responses: {}\n`,
      /^\/api\.yaml: the operationId "getA" stands twice\. Rename one\.$/,
    ],
    ['has a schema that is none', get('{ type: strin }'), /^\/api\.yaml:\d+: this schema cannot be used: /],
    [
      'has a pattern that is none',
      get('{ type: string, pattern: "(" }'),
      /^\/api\.yaml:\d+: this schema cannot be used: /,
    ],
    ['is too deep', `${head}x: ${'['.repeat(200)}${']'.repeat(200)}\n`, /Expected at most 100 levels/],
    [
      'is too large',
      `# ${'x'.repeat(50_000_001)}\n`,
      /^\/api\.yaml: expected a contract of at most 50 MB, found 50\.0 MB\.$/,
    ],
    [
      'has a key twice',
      `${head}x: 1\nx: 2\npaths: {}\n`,
      longPattern(
        /^\/api\.yaml:4:1: This is no YAML that can be read: Map keys /,
        /must be unique; found "x: 2"\. Remove or rename one of the two\.$/,
      ),
    ],
    [
      'refers to a parameter that is not there',
      api('get: { parameters: [{ $ref: "#/components/parameters/P" }], responses: {} }'),
      longPattern(
        /^\/api\.yaml:5: the \$ref "#\/components\/parameters\/P" leads /,
        /to nothing in the document\. Correct it, or add what it names\.$/,
      ),
    ],
  ])('safety yaml, references: because it %s is refused in one sentence', (_, text, message) => {
    const file = text === undefined ? join(folder, 'none.yaml') : fileWith(text);
    expect(messageFor(file)).toMatch(message);
    expect(messageFor(file)).not.toMatch(/\n\s+at /);
  });
});

describe('a contract of another service', () => {
  it('says where each fact stands', () => {
    const contract = readContract(contractFile);
    expect(contract.place('/paths/~1v1~1books/get')).toMatchObject({ file: contractFile, line: 180 });
    expect(contract.place('/paths/~1v1~1books/get/no/such/place')).toMatchObject({ line: 180 });
  });

  it('counts as stated in all its parts', () => {
    const { hasProvenance, operations } = readContract(contractFile);
    expect(hasProvenance).toBe(false);
    expect(new Set(operations.map(({ standing }) => standing))).toEqual(new Set(['stated']));
    expect(operations[0]?.stated).toEqual(new Set(['name', 'method', 'path', 'request', 'responses']));
  });

  it('is read with its keys, its pages and its things', () => {
    const { operation, resources } = readContract(contractFile);
    expect(operation('listBooks')?.security).toEqual({ kind: 'bearer' });
    expect(resources.map(({ prefix, list, create }) => [prefix, list?.id, create?.id])).toEqual([
      ['/v1/authors/{authorId}', 'listAuthors', 'createAuthor'],
      ['/v1/books/{bookId}', 'listBooks', 'createBook'],
      ['/v1/books/{bookId}/reviews/{reviewId}', 'listReviews', 'createReview'],
    ]);
  });
});
