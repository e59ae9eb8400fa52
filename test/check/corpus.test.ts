import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readOne } from './corpus/read-one.js';

const folder = fileURLToPath(new URL('corpus/documents/', import.meta.url));
const three = 'OpenAPI 3.0. Before the check, it was upgraded';
const two = 'Swagger 2.0. Before the check, it was upgraded';

/** Number of operations and of test cases for each document, and words of each note. */
const expected: Readonly<Record<string, readonly [operations: number, cases: number, ...notes: string[]]>> = {
  'animals.yaml': [2, 16, three, '1 pattern that JavaScript does not accept'],
  'business-objects.yaml': [2, 9, three, '"guid" (business-objects.yaml:7)'],
  'by-hand.yaml': [
    3,
    7,
    '1 path without a slash',
    '2 parameters without a name or a valid "in": the first is {"in":"query"} (by-hand.yaml:14). They are left out.',
    '1 response with a status',
    'getBeds (by-hand.yaml:29)',
    'security: "none" (by-hand.yaml:30)',
    'get /beds/{bedId} (by-hand.yaml:28)',
    '/beds/{id} (by-hand.yaml:32)',
    '7 schema keywords with a value that is not allowed there: the first is type: "list"',
    '"nullable" (by-hand.yaml:44)',
    '"(?i)clay" (by-hand.yaml:44)',
    '"#/components/schemas/Plant" (by-hand.yaml:43)',
  ],
  'cluster-resources.json': [2, 7, two],
  'dotnet-nullable.json': [2, 10, three, '"decimal" (dotnet-nullable.json:40)'],
  'event-hooks.yaml': [2, 16],
  'java-annotations.json': [2, 25, two, 'listUsingGET (java-annotations.json:25)'],
  'json-api.yaml': [2, 18, three, 'page[size] (json-api.yaml:8)'],
  'payments.yaml': [2, 19, three],
  'python-optional.json': [1, 8],
  'uploads.yaml': [2, 8, two],
};

describe('documents that resemble published ones', () => {
  const documents = readdirSync(folder).filter((name) => !name.endsWith('.md') && name !== 'rpc.yaml');

  it.each(documents)('%s is read, and the cases of its operations are listed', async (name) => {
    const outcome = await readOne(join(folder, name));
    expect(outcome.refused).toBeUndefined();
    const [operations, cases, ...notes] = expected[name] ?? [];
    expect(outcome.operations).toBe(operations);
    expect(outcome.cases).toBeGreaterThanOrEqual(cases ?? Infinity);
    expect(outcome.notes.map((note) => note.replace(folder, ''))).toEqual(
      notes.map((words) => expect.stringContaining(words)),
    );
  });

  it('rpc.yaml is refused with a sentence, since its operations share one path', async () => {
    const { refused } = await readOne(join(folder, 'rpc.yaml'));
    expect(refused).toContain(
      'does not allow paths with a query or a fragment, such as /?Action=Send. Use a document with one path for each',
    );
  });
});
