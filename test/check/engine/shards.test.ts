import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { assignShards, estimateTimes, scopesOf } from '../../../scripts/check/engine/report/scopes.js';
import { readTimings } from '../../../scripts/check/engine/report/timings.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { sampleReport } from '../reports/sample.js';

const contract = ownContract();
const ids = contract.operations.map(({ id }) => id);
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

/** Returns the expected time of each shard. */
function shardsOf(expected: ReadonlyMap<string, number>, count: number): number[] {
  const shares = assignShards(expected, count);
  return Array.from({ length: count }, (_, index) =>
    sum([...expected].map(([id, time]) => (shares.get(id) === index + 1 ? time : 0))),
  );
}

const costs = fc
  .dictionary(fc.constantFrom(...ids, 'goneOperation'), fc.nat(5000))
  .map((record) => new Map(Object.entries(record)));
const count = fc.integer({ min: 1, max: 130 });

describe('a division by time', () => {
  it('tests each operation in scope in exactly one shard, whatever the report contains', () => {
    const include = ['named', 'inferred'] as const;
    const only = ids.filter((_, index) => index % 5 > 0);
    fc.assert(
      fc.property(costs, fc.integer({ min: 1, max: 8 }), (knownCosts, shards) => {
        const timings = { costs: knownCosts, sha256: '', notes: [] };
        const values = Array.from({ length: shards }, (_, index) => {
          const options = { include, only, shard: { index: index + 1, count: shards } };
          return contract.operations.filter(scopesOf(contract, options, { timings }).scope.has).map(({ id }) => id);
        });
        expect(values.flat().sort()).toEqual([...only].sort());
      }),
      { numRuns: 30 },
    );
  });

  it('is the same for the same times, whatever their order in a report', () => {
    fc.assert(
      fc.property(costs, count, (knownCosts, shards) => {
        const shares = assignShards(estimateTimes(ids, knownCosts), shards);
        expect(assignShards(estimateTimes(ids, new Map([...knownCosts].reverse())), shards)).toEqual(shares);
      }),
    );
  });

  it('makes the longest shard at most one operation longer than an equal part', () => {
    fc.assert(
      fc.property(costs, count, (knownCosts, shards) => {
        const expected = estimateTimes(ids, knownCosts);
        const slack = sum(expected.values()) / shards + Math.max(...expected.values()) + 1e-6;
        expect(Math.max(...shardsOf(expected, shards))).toBeLessThanOrEqual(slack);
      }),
    );
  });

  it('gives a slow operation a shard with little else', () => {
    const knownCosts = new Map(ids.map((id) => [id, id === 'listReviews' ? 2900 : 100]));
    // 116 operations take 100 each, and one takes 2,900: a quarter of the sum is 3,625.
    expect(shardsOf(knownCosts, 4).sort()).toEqual([3600, 3600, 3600, 3700]);
  });

  it('divides operations of equal time, or without time, by number', () => {
    for (const each of [1, 0]) {
      const cut = assignShards(new Map(ids.map((id) => [id, each])), 4);
      const sizes = [1, 2, 3, 4].map((index) => [...cut.values()].filter((shardIndex) => shardIndex === index).length);
      expect(sizes.sort()).toEqual([29, 29, 29, 30]);
    }
  });
});

describe('an operation that the earlier report lacks', () => {
  it('is expected to take the median time of the others', () => {
    const costs = { getFilter: 10, getTier: 30, getReview: 1000, createTier: 0, goneOperation: 5000 };
    const knownCosts = new Map(Object.entries(costs));
    const expected = estimateTimes(ids, knownCosts);
    expect([expected.get('listReviews'), expected.get('createTier')]).toEqual([30, 0]);
    expect([...expected.keys()]).toEqual(ids);
    expect(new Set(estimateTimes(ids, new Map()).values())).toEqual(new Set([1]));
  });
});

const shard = { index: 1, count: 4 };
const folder = temporaryFolder();
const path = join(folder, 'earlier.json');

/** Reads the times of a report, for a run with the same `--writes` as the sample. */
function timingsOf(report: CheckReport | string, options: Partial<Parameters<typeof readTimings>[0]> = {}) {
  writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report));
  return readTimings({ timings: path, shard, writes: 'disposable', ...options }, ownContract());
}

/** The sample report with times: one millisecond for each character of the operation's id. */
function timed(change: (report: CheckReport) => void = () => undefined): CheckReport {
  const report = sampleReport();
  for (const operation of report.operations) operation.time.total = operation.operationId.length;
  change(report);
  return report;
}

describe('the times of an earlier report', () => {
  it('are the milliseconds of the operations that it checked', () => {
    const { costs, notes } = timingsOf(timed());
    expect(costs.get('getFilter')).toBe(9);
    expect(costs.has('listMatchmakingRequests')).toBe(false);
    expect(costs.size).toBe(sampleReport().operations.filter(({ inScope }) => inScope).length);
    expect(notes).toEqual([]);
  });

  it('have a digest, which changes only with the times', () => {
    const { sha256 } = timingsOf(timed());
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(timingsOf(timed((report) => (report.notes = ['other']))).sha256).toBe(sha256);
    expect(
      timingsOf(timed(({ operations }) => ((operations[0] as (typeof operations)[0]).time.total = 1))).sha256,
    ).not.toBe(sha256);
  });

  it('come with a warning if that run had another --writes', () => {
    expect(timingsOf(timed(), { writes: 'none' }).notes).toEqual([
      'The shards are based on the times of a run with --writes disposable, which say little about a run ' +
        'with --writes none. Use a report of a run with --writes none.',
    ]);
  });

  it('are unknown for an operation without requests only if that run was incomplete', () => {
    const idle = (report: CheckReport): void => {
      const [first] = report.operations as [CheckReport['operations'][0]];
      Object.assign(first, { requests: 0, time: { median: 0, slowest: 0, total: 0 } });
    };
    const id = sampleReport().operations[0]?.operationId ?? '';
    expect(timingsOf(timed(idle)).costs.get(id)).toBe(0);
    const stoppedReport = timed((report) => {
      idle(report);
      report.stopped = { code: 'run.out-of-time' };
    });
    expect(timingsOf(stoppedReport).costs.has(id)).toBe(false);
  });

  const recording = timed(({ target }) => (target.kind = 'recording'));
  it.each<[string, () => unknown, string]>([
    ['no shard', () => timingsOf(timed(), { shard: undefined }), 'which shard. Add --shard'],
    ['no file', () => readTimings({ timings: join(folder, 'none.json'), shard }, ownContract()), 'does not exist'],
    ['no JSON', () => timingsOf('{'), 'earlier.json:1:2: '],
    ['another file', () => timingsOf('{"name":"x"}'), 'earlier.json is not a report of the check. Name files that'],
    ['a report of an older version', () => timingsOf(sampleReport()), 'did not record how long each operation took'],
    ['recorded traffic', () => timingsOf(recording), 'found the report of recorded traffic'],
    [
      'another service',
      () => readTimings({ timings: path, shard }, readContract('test/check/workshop-service/openapi.yaml')),
      'is about Directory interface and has no operation of this contract. Use a report of this service.',
    ],
  ])('are refused: %s', { tags: 'slow' }, (what, act, message) => {
    if (what === 'another service') timingsOf(timed());
    expect(act).toThrow(UsageError);
    expect(act).toThrow(message);
  });
});
