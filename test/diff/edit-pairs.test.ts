import { describe, expect, it } from 'vitest';
import { valueAt } from '../../scripts/contract/pointer.js';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { expectedBeside } from '../expected-beside.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Edit, small } from './documents.js';

/** Two edits of one contract (by default no edit), and the levels of the change and of its reversal. */
interface EditPair {
  what: string;
  before?: Edit;
  after: Edit;
  weights: [there: string, back: string];
}

const compared = (from: Edit = {}, to: Edit = {}): ContractDiff => diffContracts(small(from), small(to));

describe.each(['security', 'calls', 'lists', 'parts'])('%s', (kind) => {
  const pairs = yamlBeside<EditPair[]>(import.meta.url, `pairs/${kind}.yaml`);
  it.each(pairs.map((pair) => [pair.what, pair] as const))('%s has its level in both directions', (_, pair) => {
    const { before, after, weights } = pair;
    expect([compared(before, after).level, compared(after, before).level]).toEqual(weights);
  });
});

interface Row {
  title: string;
  before?: Edit;
  after: Edit;
  /** All changes, in order, or only some of them. */
  changes?: object[];
  some?: object[];
  is?: object[];
  /** Level, rule and area of all changes. */
  rated?: string[];
  /** Parts of the whole comparison. */
  diff?: Partial<ContractDiff>;
  /** Parts of all changes, such as their messages. */
  parts?: Record<string, unknown[]>;
}

const rows = expectedBeside<Row[]>(import.meta.url, 'edits.yaml');
it.each(rows.map(({ title, ...row }) => [title, row] as const))('%s', (_, { before, after, ...expected }) => {
  const { changes, some = [], is, rated, parts = {}, diff = {}, ...unknown } = expected;
  expect(unknown).toEqual({});
  const foundDiff = compared(before, after);
  expect(foundDiff).toMatchObject(diff);
  const createdChanges = foundDiff.changes;
  if (is) expect(createdChanges).toEqual(is);
  if (rated) expect(createdChanges.map(({ rule, level, area }) => `${level}: ${rule} of ${area.name}`)).toEqual(rated);
  if (changes) expect(createdChanges).toMatchObject(changes);
  for (const change of some) expect(createdChanges).toContainEqual(change);
  for (const [part, values] of Object.entries(parts))
    expect(createdChanges.map((change) => valueAt(change, part))).toEqual(values);
});

it('rejects more alternative requirements than it can compare', () => {
  const security = Array.from({ length: 100_000 }, (_, index) => ({ OAuth: [`scope${index}`] }));
  expect(() => compared({}, { security })).toThrow('at most 500 alternatives in a "security" list, found 100000');
});

it('says which breaking changes concern only names in code', () => {
  const piece = { $ref: '#/components/schemas/Piece' };
  const edit = {
    'listParts operationId': 'listPieces',
    'listParts x-formerly': ['listParts'],
    'listParts.answer schema items': piece,
    'Thing properties part': piece,
    'components parameters Id name': 'key',
    move: {
      Part: 'components schemas Piece',
      'paths /parts/': 'paths /pieces/',
      'paths /things/{id}/': 'paths /things/{key}/',
    },
  };
  const breaking = compared({}, edit).changes.filter(({ effect }) => effect === 'breaking');
  expect(breaking.map(({ rule, codeOnly = false }) => [rule, codeOnly])).toEqual([
    ['operation-path-changed', true],
    ['parameter-changed', true],
    ['operation-renamed', true],
    ['operation-path-changed', false],
    ['schema-removed', true],
  ]);
});
