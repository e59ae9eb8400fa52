import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { levels } from '../../scripts/diff/version.js';
import { yamlBeside } from '../yaml-beside.js';

/** Two schemas of a field or a parameter. */
type Pair = [before: object, after: object];
type Weights = [there: string, back: string];

interface Table {
  narrowings: Record<string, Pair>;
  others: Record<string, Pair>;
  pairs: { what: string; values: Pair; at: Record<string, Weights> }[];
}

const { narrowings, others, pairs } = yamlBeside<Table>(import.meta.url, 'value-pairs.yaml');
const alike = (table: Record<string, Pair>, at: Record<string, Weights>): Table['pairs'] =>
  Object.entries(table).map(([what, values]) => ({ what, values, at }));
const rows = [
  ...alike(narrowings, { request: ['major', 'minor'], response: ['minor', 'major'], both: ['major', 'major'] }),
  ...alike(others, { request: ['major', 'major'], response: ['major', 'major'] }),
  ...pairs,
].flatMap(({ what, values, at }) =>
  Object.entries(at).map(([place, weights]) => ({ title: `${what} (${place})`, place, values, weights })),
);

/** Makes one operation for each row, so that one comparison rates all rows. Both names contain the row's number. */
function documentOf(side: 0 | 1, standing?: object): string {
  const [paths, schemas]: Record<string, object>[] = [{}, {}];
  for (const [row, { place, values }] of rows.entries()) {
    const [schema, required] = [values[side], place.startsWith('required')];
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/row${row}` } } };
    schemas![`row${row}`] = { type: 'object', properties: { field: schema }, ...(required && { required: ['field'] }) };
    const operation = {
      operationId: `row${row}`,
      ...standing,
      ...(place.endsWith('parameter') && { parameters: [{ name: 'field', in: 'query', required, schema }] }),
      ...(/request$|both/.test(place) && { requestBody: { content } }),
      responses: { 200: { description: 'Fine.', ...(/response|both/.test(place) && { content }) } },
    };
    paths![`/${row}/`] = { post: operation };
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Values', version: '1.0.0' },
    paths,
    components: { schemas },
  });
}

function weightOf({ changes }: ContractDiff, row: number): string {
  const foundChanges = changes.filter(({ area }) => area.name === `row${row}`);
  return levels.find((level) => foundChanges.some((change) => change.level === level)) ?? 'none';
}

describe('values that callers send, and values that they receive', () => {
  let diffs: ContractDiff[];
  beforeAll(() => {
    const [textBefore, textAfter] = [documentOf(0), documentOf(1)];
    diffs = [diffContracts(textBefore, textAfter), diffContracts(textAfter, textBefore)];
  });

  it.each(rows.map(({ title, weights }, row) => [title, row, weights] as const))(
    '%s has its weight',
    (_, row, weights) => {
      expect(diffs.map((diff) => weightOf(diff, row))).toEqual(weights);
    },
  );
});

it('values that are only guessed weigh less, and each message says whose code breaks', () => {
  const standing = { 'x-provenance': { section: '1', stated: [], inferred: {} } };
  const diff = diffContracts(documentOf(0, standing), documentOf(1, standing));
  expect(diff.counts.major).toBe(0);
  const messageOf = (rule: string): string | undefined => diff.changes.find((change) => change.rule === rule)?.message;
  expect(messageOf('request-default-changed')).toBe(
    '`default` of parameter `field` is now `2`; it was `1`. A caller who omits the value may get a different result.',
  );
  expect(messageOf('request-value-lost')).toBe(
    'The known values of parameter `field` lost `b`. A caller who sends it may be refused.',
  );
});
