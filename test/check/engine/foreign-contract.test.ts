import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { longPattern } from '../../long-pattern.js';
import { contractFile } from '../other-service/contract.js';
import { api, fileWith, folder, get, head, ref, schemas } from './contract-texts.js';

function messageFor(file: string): string {
  try {
    readContract(file);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replaceAll(folder, '');
  }
  return 'It was read.';
}

describe('safety references: a $ref that leads back to itself', () => {
  const bOfA = `B: { allOf: [${ref('A')}, { type: object }] }`;
  const to = (kind: string): string => `{ $ref: "#/components/${kind}" }`;
  const query = `get: { parameters: [{ name: q, in: query, schema: ${ref('A')} }], responses: {} }`;
  const own = 'schemas/A/properties/a';
  it.each([
    ['a schema', schemas(`A: ${ref('A')}`), 15, 'schemas/A schemas/A'],
    [
      'a schema, with keywords beside it',
      schemas('A: { $ref: "#/components/schemas/A", type: object }'),
      15,
      'schemas/A schemas/A',
    ],
    ['a schema, over another one', schemas(`B: ${ref('A')}\n    A: ${ref('B')}`), 16, 'schemas/B schemas/A schemas/B'],
    ['a schema, in what all have to fit', schemas(`A: { allOf: [${ref('A')}] }`), 15, 'schemas/A schemas/A'],
    [
      'a kind and what it is a kind of',
      schemas(`A: { oneOf: [${ref('B')}] }\n    ${bOfA}`),
      15,
      'schemas/B schemas/A schemas/B',
    ],
    ['a property', schemas(`A: { properties: { a: ${to(own)} } }`), 15, `${own} ${own}`],
    ['the schema of a parameter', api(query, `schemas: { A: ${ref('A')} }`), 7, 'schemas/A schemas/A'],
    [
      'a parameter',
      api(`get: { parameters: [${to('parameters/P')}], responses: {} }`, `parameters: { P: ${to('parameters/P')} }`),
      7,
      'parameters/P parameters/P',
    ],
    [
      'a response',
      api(`get: { responses: { "200": ${to('responses/R')} } }`, `responses: { R: ${to('responses/R')} }`),
      7,
      'responses/R responses/R',
    ],
    [
      'a request body',
      api(
        `post: { requestBody: ${to('requestBodies/B')}, responses: {} }`,
        `requestBodies: { B: ${to('requestBodies/B')} }`,
      ),
      7,
      'requestBodies/B requestBodies/B',
    ],
  ])('%s: is reported with its line and the circle', (_, text, line, circle) => {
    const way = circle.split(' ').map((each) => `#/components/${each}`);
    expect(messageFor(fileWith(text))).toBe(
      `/api.yaml:${line}: the $ref "${way[0]}" leads back to itself: ` +
        `${way.join(' → ')}. Refer to the final target instead.`,
    );
  });

  it('a path: is also reported', () => {
    expect(messageFor(fileWith(api('$ref: "#/paths/~1b"\n  /b:\n    $ref: "#/paths/~1a"')))).toContain(
      'leads back to itself: #/paths/~1b → #/paths/~1a → #/paths/~1b.',
    );
  });

  it('is allowed through a property, an item or another field', () => {
    const schema =
      `{ type: object, properties: { id: { type: string }, a: ${ref('A')}, list: { ` +
      `type: array, items: ${ref('A')} } }, additionalProperties: ${ref('A')} }`;
    const {
      judge,
      operations: [operation],
    } = readContract(fileWith(schemas(`A: ${schema}`)));
    const errors = (value: unknown): number => judge.response(operation as CheckedOperation, '200', value).length;
    expect([errors({ a: { list: [{ id: 'x' }] } }), errors({ a: { list: [{ id: 1 }] } })]).toEqual([0, 1]);
  });
});

describe('a long chain of references', () => {
  const chain = (length: number, link: (next: string) => string): string =>
    [...Array(length).keys()].map((at) => `S${at}: ${link(`S${at + 1}`)}`).join('\n    ');
  const chained = (length: number, link: (next: string) => string): string =>
    `${get(ref('S0'))}components:\n  schemas:\n    ${chain(length, link)}\n    S${length}: { type: string }\n`;

  it.each<[what: string, link: (next: string) => string]>([
    ['references alone', ref],
    ['allOf', (next) => `{ allOf: [${ref(next)}] }`],
    ['oneOf', (next) => `{ oneOf: [{ type: "null" }, ${ref(next)}] }`],
    ['a reference with keywords beside it', (next) => `{ $ref: "#/components/schemas/${next}", minLength: 1 }`],
  ])('safety references: of %s is refused with its line before it overflows the stack', (_, link) => {
    expect(messageFor(fileWith(chained(1500, link)))).toMatch(
      /^\/api\.yaml:\d+: more than 200 references and schemas about the same value follow each other here\. Refer to/,
    );
    expect(messageFor(fileWith(chained(60, link)))).toBe('It was read.');
  });
});

describe('an unusable contract', () => {
  it.each([
    [
      'does not exist',
      undefined,
      /^The contract \/none\.yaml cannot be read: the file or folder does not exist\. Correct the path/,
    ],
    ['is not YAML', 'openapi: [3.1.0\n', /^\/api\.yaml:2:1: The file is not valid YAML/],
    [
      'is a list',
      '- openapi\n',
      /^\/api\.yaml: expected an OpenAPI document: "openapi: 3\.x\.x", or "swagger: 2\.0", found an array\.$/,
    ],
    [
      'is of another version',
      'swaggerVersion: "1.2"\npaths: {}\n',
      /^\/api\.yaml: expected an OpenAPI document: .*, found "1\.2"\.$/,
    ],
    ['has no paths', head, /^\/api\.yaml has no operations\. Use a document with operations under "paths"; webhooks/],
    ['has paths that are none', `${head}paths: 3\n`, /^\/api\.yaml: expected "paths" with the operations, found 3\.$/],
    [
      'has only paths that no request can have',
      `${head}paths:\n  "/a#b": { get: { responses: {} } }\n`,
      /^\/api\.yaml has no operations that can be checked: paths with a query or a fragment, such as \/a#b, are/,
    ],
    [
      'has no operation',
      `${head}paths: {}\n`,
      /^\/api\.yaml has no operations\. Use a document with operations under "paths"\.$/,
    ],
    [
      'refers to another file',
      get('{ $ref: "schemas.yaml#/A" }'),
      /^\/api\.yaml: the \$ref "schemas\.yaml#\/A" leads to another file, which is not loaded\./,
    ],
    [
      'refers to the network',
      get('{ $ref: "https://example.com/a.json" }'),
      /leads to another file, which is not loaded\./,
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
        /^\/api\.yaml:4:1: The file is not valid YAML: Map keys /,
        /must be unique; found "x: 2"\. Remove or rename one of them\.$/,
      ),
    ],
    [
      'refers to a parameter that is not there',
      api('get: { parameters: [{ $ref: "#/components/parameters/P" }], responses: {} }'),
      longPattern(
        /^\/api\.yaml:5: the \$ref "#\/components\/parameters\/P" leads /,
        /nowhere in the document\. Correct it, or add its target\.$/,
      ),
    ],
  ])('safety yaml, references: that %s is refused in one sentence', (_, text, message) => {
    const file = text === undefined ? join(folder, 'none.yaml') : fileWith(text);
    expect(messageFor(file)).toMatch(message);
    expect(messageFor(file)).not.toMatch(/\n\s+at /);
  });
});

describe('a contract of another service', () => {
  it('reports the place of each fact', () => {
    const contract = readContract(contractFile);
    expect(contract.placeOf('/paths/~1v1~1books/get')).toMatchObject({ file: contractFile, line: 180 });
    expect(contract.placeOf('/paths/~1v1~1books/get/no/such/place')).toMatchObject({ line: 180 });
  });

  it('counts as stated in all its parts', () => {
    const { hasProvenance, operations } = readContract(contractFile);
    expect(hasProvenance).toBe(false);
    expect(new Set(operations.map(({ standing }) => standing))).toEqual(new Set(['stated']));
    expect(operations[0]?.statedFacets).toEqual(new Set(['name', 'method', 'path', 'request', 'responses']));
  });

  it('is read with its keys, its pages and its resources', () => {
    const { operation, resources } = readContract(contractFile);
    expect(operation('listBooks')?.security).toEqual({ kind: 'bearer' });
    expect(resources.map(({ prefix, list, create }) => [prefix, list?.id, create?.id])).toEqual([
      ['/v1/authors/{authorId}', 'listAuthors', 'createAuthor'],
      ['/v1/books/{bookId}', 'listBooks', 'createBook'],
      ['/v1/books/{bookId}/reviews/{reviewId}', 'listReviews', 'createReview'],
    ]);
  });
});
