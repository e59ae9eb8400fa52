import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createCheckSchemas } from '../../scripts/build/artefacts/type-schema.js';
import { words } from '../words.js';

/** Files with types that the schemas describe. */
const files = words`
  engine/report/baseline model/again model/finding model/no-verdict model/proposal model/report/report
  model/report/state-report`;

/** Tags that become keywords, and those of functions. */
const known = new Set(words`
  asType format maximum minLength minimum pattern propertyNames title uniqueItems param returns throws`);

// The generator leaves out a tag that it does not know, such as a misspelt one.
it.each(files)('each tag in scripts/check/%s.ts has a meaning', (file) => {
  const comments = readFileSync(`scripts/check/${file}.ts`, 'utf8').match(/\/\*\*.*?\*\//gs) ?? [];
  const tags = comments.flatMap((comment) => [...comment.matchAll(/(?<=[\s*])@(\w+)/g)].map(([, tag]) => tag));
  expect(comments.length).toBeGreaterThan(0);
  expect(tags.filter((tag) => !known.has(tag ?? ''))).toEqual([]);
});

it('the tags of a member become keywords of the values that they are about', () => {
  const report = JSON.parse(createCheckSchemas()['check-report.schema.json'] ?? '') as {
    $defs: { OperationReport: { properties: { statuses: unknown } } };
  };
  expect(report.$defs.OperationReport.properties.statuses).toMatchObject({
    type: 'object',
    propertyNames: { pattern: '^[0-9]{3}$' },
    additionalProperties: { type: 'integer', minimum: 1 },
  });
});
