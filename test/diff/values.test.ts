import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { levels } from '../../scripts/diff/version.js';
import { type ValuePair, valuePairs } from './value-pairs.js';

/** Makes one operation for each pair, so that one comparison judges all. Both names contain the row's number. */
function documentOf(side: 'before' | 'after', standing?: object): string {
  const rows = valuePairs.map((pair, row) => [row, pair] as const);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Values', version: '1.0.0' },
    paths: Object.fromEntries(
      rows.map(([row, pair]) => [`/${row}/`, { post: operationOf(row, pair, side, standing) }]),
    ),
    components: { schemas: Object.fromEntries(rows.map(([row, pair]) => [`row${row}`, schemaOf(pair, side)])) },
  });
}

function schemaOf({ isRequired, ...pair }: ValuePair, side: 'before' | 'after'): object {
  return { type: 'object', properties: { field: pair[side] }, ...(isRequired && { required: ['field'] }) };
}

function operationOf(row: number, pair: ValuePair, side: 'before' | 'after', standing?: object): object {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/row${row}` } } };
  return {
    operationId: `row${row}`,
    ...standing,
    ...(pair.at.includes('parameter') && {
      parameters: [{ name: 'field', in: 'query', required: pair.isRequired === true, schema: pair[side] }],
    }),
    ...(pair.at.includes('request') && { requestBody: { content } }),
    responses: { 200: { description: 'Fine.', ...(pair.at.includes('response') && { content }) } },
  };
}

function weightOf({ changes }: ContractDiff, row: number): string {
  const found = changes.filter(({ area }) => area.name === `row${row}`);
  return levels.find((level) => found.some((change) => change.level === level)) ?? 'none';
}

describe('values that callers send, and values that they receive', () => {
  let [there, back]: ContractDiff[] = [];
  beforeAll(() => {
    there = diffContracts(documentOf('before'), documentOf('after'));
    back = diffContracts(documentOf('after'), documentOf('before'));
  });

  it.each(valuePairs.map((pair, row) => ({ ...pair, row })))('$what has its weight', (pair) => {
    const found = [there, back].map((diff) => diff && weightOf(diff, pair.row));
    expect(found).toEqual([pair.there, pair.back]);
  });
});

it('values that we only guess weigh less, and each says whom it breaks', () => {
  const standing = { 'x-provenance': { section: '1', stated: [], inferred: {} } };
  const diff = diffContracts(documentOf('before', standing), documentOf('after', standing));
  expect(diff.counts.major).toBe(0);
  const messageOf = (rule: string): string | undefined => diff.changes.find((change) => change.rule === rule)?.message;
  expect(messageOf('request-default-changed')).toBe(
    '`default` of parameter `field` is now `2`; it was `1`. A caller who leaves the value out may get another result.',
  );
  expect(messageOf('request-value-lost')).toBe(
    'The known values of parameter `field` lost `b`. A caller who sends it may be refused.',
  );
});
