import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { readTimings } from '../../../scripts/check/engine/report/timings.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { sampleReport } from '../reports/sample.js';

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

  it('come with a sentence if that run had another --writes', () => {
    expect(timingsOf(timed(), { writes: 'none' }).notes).toEqual([
      'The shards are cut by the times of a run with --writes disposable, which say little about --writes none. Use ' +
        'a report of a run like this one.',
    ]);
  });

  it('are unknown for an operation without requests only if that run was incomplete', () => {
    const idle = (report: CheckReport): void => {
      const [first] = report.operations as [CheckReport['operations'][0]];
      Object.assign(first, { requests: 0, time: { median: 0, slowest: 0, total: 0 } });
    };
    const id = sampleReport().operations[0]?.operationId ?? '';
    expect(timingsOf(timed(idle)).costs.get(id)).toBe(0);
    const stopped = timed((report) => {
      idle(report);
      report.stopped = { code: 'run.out-of-time' };
    });
    expect(timingsOf(stopped).costs.has(id)).toBe(false);
  });

  const recording = timed(({ target }) => (target.kind = 'recording'));
  it.each<[string, () => unknown, string]>([
    ['no shard', () => timingsOf(timed(), { shard: undefined }), '--timings says how to cut shards. Add --shard'],
    ['no file', () => readTimings({ timings: join(folder, 'none.json'), shard }, ownContract()), 'does not exist'],
    ['no JSON', () => timingsOf('{'), 'earlier.json:1:2: '],
    ['another file', () => timingsOf('{"name":"x"}'), 'earlier.json is not a report of the check. Name files that'],
    ['a report of an older version', () => timingsOf(sampleReport()), 'did not record how long each operation took'],
    ['recorded traffic', () => timingsOf(recording), 'found one of recorded traffic'],
    [
      'another service',
      () => readTimings({ timings: path, shard }, readContract('test/check/workshop-service/openapi.yaml')),
      'is about Directory interface and names none of its operations. Use a report of this service.',
    ],
  ])('are refused: %s', { tags: 'slow' }, (what, act, says) => {
    if (what === 'another service') timingsOf(timed());
    expect(act).toThrow(UsageError);
    expect(act).toThrow(says);
  });
});
