import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { assignShards, estimateTimes, scopesOf } from '../../../scripts/check/engine/report/scopes.js';

const contract = ownContract();
const ids = contract.operations.map(({ id }) => id);
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

/** Returns the expected time of each shard. */
function shardsOf(expected: ReadonlyMap<string, number>, count: number): number[] {
  const cut = assignShards(expected, count);
  return Array.from({ length: count }, (_, index) =>
    sum([...expected].map(([id, time]) => (cut.get(id) === index + 1 ? time : 0))),
  );
}

const costs = fc
  .dictionary(fc.constantFrom(...ids, 'goneOperation'), fc.nat(5000))
  .map((given) => new Map(Object.entries(given)));
const count = fc.integer({ min: 1, max: 130 });

describe('a cut by time', () => {
  it('tests each operation in scope in one shard, whatever the report has', () => {
    const include = ['named', 'inferred'] as const;
    const only = ids.filter((_, index) => index % 5 > 0);
    fc.assert(
      fc.property(costs, fc.integer({ min: 1, max: 8 }), (known, shards) => {
        const timings = { costs: known, sha256: '', notes: [] };
        const found = Array.from({ length: shards }, (_, index) => {
          const shard = { index: index + 1, count: shards };
          const { scope } = scopesOf(contract, { include, only, shard }, { timings });
          return contract.operations.filter(scope.has).map(({ id }) => id);
        });
        expect(found.flat().sort()).toEqual([...only].sort());
      }),
      { numRuns: 30 },
    );
  });

  it('is the same for the same times, in whichever order a report has them', () => {
    fc.assert(
      fc.property(costs, count, (known, shards) => {
        const cut = assignShards(estimateTimes(ids, known), shards);
        expect(assignShards(estimateTimes(ids, new Map([...known].reverse())), shards)).toEqual(cut);
      }),
    );
  });

  it('makes the longest shard at most an operation longer than an equal part', () => {
    fc.assert(
      fc.property(costs, count, (known, shards) => {
        const expected = estimateTimes(ids, known);
        const slack = sum(expected.values()) / shards + Math.max(...expected.values()) + 1e-6;
        expect(Math.max(...shardsOf(expected, shards))).toBeLessThanOrEqual(slack);
      }),
    );
  });

  it('gives a slow operation a shard with little else', () => {
    const known = new Map(ids.map((id) => [id, id === 'listReviews' ? 2900 : 100]));
    // 116 operations take 100 each, and one takes 2,900: a quarter of the sum is 3,625.
    expect(shardsOf(known, 4).sort()).toEqual([3600, 3600, 3600, 3700]);
  });

  it('divides equal operations, and those without time, by number', () => {
    for (const each of [1, 0]) {
      const cut = assignShards(new Map(ids.map((id) => [id, each])), 4);
      const sizes = [1, 2, 3, 4].map((index) => [...cut.values()].filter((found) => found === index).length);
      expect(sizes.sort()).toEqual([29, 29, 29, 30]);
    }
  });
});

describe('an operation that the report does not have', () => {
  it('is expected to take the median of the others', () => {
    const known = new Map([
      ['getFilter', 10],
      ['getTier', 30],
      ['getReview', 1000],
      ['createTier', 0],
      ['goneOperation', 5000],
    ]);
    const expected = estimateTimes(ids, known);
    expect(expected.get('listReviews')).toBe(30);
    expect(expected.get('createTier')).toBe(0);
    expect([...expected.keys()]).toEqual(ids);
    expect(new Set(estimateTimes(ids, new Map()).values())).toEqual(new Set([1]));
  });
});
