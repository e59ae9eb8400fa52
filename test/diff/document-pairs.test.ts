import { expect, it } from 'vitest';
import { readReportedPairs } from '../../scripts/bench/diff/pairs.js';
import { diffContracts } from '../../scripts/diff/diff.js';

const pairs = readReportedPairs();

it.each(pairs.map((pair) => [pair.name, pair] as const))('%s', (_, { oldDocument, newDocument, breaks, why }) => {
  const { changes } = diffContracts(JSON.stringify(oldDocument), JSON.stringify(newDocument));
  const breakingChanges = changes.filter(({ effect, codeOnly }) => effect === 'breaking' && !codeOnly);
  const messages = breakingChanges.map(({ message }) => message).join('\n');
  expect(breakingChanges.length > 0, `${why}\n${messages}`).toBe(breaks);
});

it('many pairs break a consumer, many do not, and each has a name and a reason of its own', () => {
  const breakingPairs = pairs.filter(({ breaks }) => breaks);
  expect(new Set(pairs.map(({ name }) => name)).size).toBe(pairs.length);
  expect(breakingPairs.length).toBeGreaterThan(180);
  expect(pairs.length - breakingPairs.length).toBeGreaterThan(180);
  for (const { name, oldDocument, newDocument, why } of pairs) {
    expect(why, name).toMatch(/^[A-Z].*\.$/);
    expect(JSON.stringify(newDocument), name).not.toBe(JSON.stringify(oldDocument));
  }
});
