import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContract } from '../../scripts/check/foreign-contract.js';
import { UsageError } from '../../scripts/command.js';
import { contractFile } from './other-service/contract.js';

let folder: string;
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'contract-')); });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
const get = (schema: string): string => `${head}paths:\n  /a:\n    get:\n      operationId: getA\n      responses:\n        "200":\n          description: ok\n          content:\n            application/json:\n              schema: ${schema}\n`;

describe('a contract that cannot be used', () => {
  it.each([
    ['is not there', undefined, /^The contract \/none\.yaml cannot be read: ENOENT/],
    ['is no YAML', 'openapi: [3.1.0\n', /^\/api\.yaml:2:1: This is no YAML that can be read/],
    ['is a list', '- openapi\n', /^\/api\.yaml: expected an OpenAPI 3\.1 document, found "an array"\.$/],
    ['is of another version', 'openapi: 3.0.3\npaths: {}\n', /^\/api\.yaml: expected a document with "openapi: 3\.1\.x", found "3\.0\.3"\.$/],
    ['has no paths', head, /^\/api\.yaml: expected "paths" with the operations, found nothing\.$/],
    ['has no operation', `${head}paths: {}\n`, /^\/api\.yaml: there is no operation in it\.$/],
    ['refers to another file', get('{ $ref: "schemas.yaml#/A" }'), /^\/api\.yaml: the \$ref "schemas\.yaml#\/A" leads out of the file, and nothing is fetched\./],
    ['refers to the network', get('{ $ref: "https://example.com/a.json" }'), /leads out of the file, and nothing is fetched\./],
    ['has an operationId twice', `${get('{}')}  /b:\n    get:\n      operationId: getA\n      responses: {}\n`, /^\/api\.yaml: the operationId "getA" stands twice\. Rename one\.$/],
    ['has a schema that is none', get('{ type: strin }'), /^\/api\.yaml:\d+: this schema cannot be used: /],
    ['has a pattern that is none', get('{ type: string, pattern: "(" }'), /^\/api\.yaml:\d+: this schema cannot be used: /],
    ['is too deep', `${head}x: ${'['.repeat(200)}${']'.repeat(200)}\n`, /Expected at most 100 levels/],
    ['is too large', `# ${'x'.repeat(10_000_001)}\n`, /^\/api\.yaml: expected a contract of at most 10 MB, found 10\.0 MB\.$/],
  ])('because it %s is refused in one sentence', (_, text, message) => {
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
