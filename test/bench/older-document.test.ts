import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type JsonObject, olderDocument } from '../../scripts/bench/faults/older-document.js';
import { contractFile as shelf } from '../check/other-service/contract.js';
import { contractFile as workshop } from '../check/workshop-service/contract.js';

interface Operation {
  parameters: { name: string }[];
  requestBody?: { content: object };
  responses: Record<string, { description?: string; headers: object; content?: object }>;
}

const read = (file: string): JsonObject => parse(readFileSync(file, 'utf8')) as JsonObject;

/** The operations of a document in the older form, by path and method. */
const olderPaths = (file: string) =>
  olderDocument(read(file))['paths'] as unknown as Record<string, Record<string, Operation>>;

it('every operation keeps its statuses, media types and headers, each in its place', () => {
  const { post } = olderPaths(shelf)['/v1/books']!;
  expect(Object.keys(post!.responses)).toEqual(['201', '400', '401', '415', '422']);
  expect(post!.requestBody?.content).toEqual({ 'application/json': {} });
  expect(Object.keys(post!.responses['201']!.headers)).toEqual(['Location']);
  expect(post!.responses['401']!.content).toEqual({ 'application/problem+json': {} });
  expect(olderPaths(shelf)['/v1/books/{bookId}']!['delete']!.responses['204']).not.toHaveProperty('content');
});

it('only parameters that are required have a place, with an example', () => {
  const paths = olderPaths(workshop);
  expect(paths['/studios']!['get']!.parameters).toEqual([]);
  expect(paths['/studios/{studio_id}/kilns/{kiln_name}']!['parameters']).toMatchObject([
    { name: 'studio_id', in: 'path', required: true, example: 'x' },
    { name: 'kiln_name', in: 'path', required: true, example: 'x' },
  ]);
  expect(paths['/settings']!['put']!.parameters).toMatchObject([{ name: 'If-Match', in: 'header' }]);
});

it.each([
  ['the other service', shelf],
  ['the workshop', workshop],
])('the document of %s has as many operations and responses as before, and no reference', (_, file) => {
  const older = olderDocument(read(file));
  expect(JSON.stringify(older)).not.toContain('$ref');
  const count = (document: JsonObject): number[] =>
    Object.values(document['paths'] as unknown as Record<string, Record<string, Operation>>).flatMap((item) =>
      Object.values(item).flatMap(({ responses }) => (responses ? Object.keys(responses).length : [])),
    );
  expect(count(older)).toEqual(count(read(file)));
});
