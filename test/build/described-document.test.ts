import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import type { JsonObject } from '../../scripts/contract/json.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { nodesOf } from '../../scripts/contract/walk.js';

const plainDocument = parse(readFileSync('generated/openapi.yaml', 'utf8')) as OpenApiDocument;
const publishedDocument = parse(readFileSync('generated/docs/openapi.yaml', 'utf8')) as OpenApiDocument;

it('each operation whose facets are not all stated says in words which facets are guesses', () => {
  const operations = [...eachOperation(publishedDocument)];
  expect(operations).toHaveLength(117);
  const guesses = operations.filter(
    ({ operation }) => Object.keys(operation['x-provenance'].inferred ?? {}).length > 0,
  );
  expect(guesses.length).toBeGreaterThan(110);
  for (const { id, operation } of guesses)
    expect(operation.description, id).toMatch(/: (?:only )?.* documented \(§.*\); .* (?:guessed|public reference)\./);
});

it('each schema and field says in words whether it is stated, its known values and its open questions', () => {
  let count = 0;
  for (const { path, value } of nodesOf(publishedDocument, 'schema')) {
    const [, , name, ...rest] = path as string[];
    const isField = rest[0] === 'properties' && rest.length === 2;
    if (path[0] !== 'components' || (rest.length > 0 && !isField)) continue;
    const {
      description = '',
      'x-interpreted': isOurReading,
      ...marks
    } = value as JsonObject & { description?: string };
    const place = [name, ...rest].join('/');
    const stated = (marks['x-provenance'] as JsonObject | undefined)?.['stated'] === true;
    if (!isField) expect(description, place).toContain(stated ? 'Standing: stated (§' : 'Standing: inferred.');
    if (!isField) expect(/Standing: .* except its meaning\./.test(description), place).toBe(isOurReading === true);
    if (isOurReading) expect(description, place).toContain('Our reading of the name; the source does not explain it.');
    for (const id of (marks['x-unknown'] ?? []) as string[]) expect(description, place).toContain(id);
    const values = (marks['x-known-values'] ?? []) as string[];
    if (values.length > 0) expect(description, place).toMatch(/Known values: .*; others may come\./);
    for (const each of values) expect(description, place).toContain(each);
    count += 1;
  }
  expect(count).toBeGreaterThan(300);
});

it('the published document differs from the plain one in descriptions only', () => {
  const withoutDescriptions = (document: OpenApiDocument) =>
    JSON.stringify(document, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? '' : value,
    );
  expect(withoutDescriptions(publishedDocument)).toBe(withoutDescriptions(plainDocument));
});
