import { describe, expect, it } from 'vitest';
import { mergeReports } from '../../../scripts/check/engine/report/merge-reports.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { bundle } from '../../spec/bundle.js';
import { sampleReport } from '../reports/sample.js';

/** Divides the sample report into `count` shards. Each shard has every `count`-th operation. */
function shardsOf(count: number, report = sampleReport()): CheckReport[] {
  const untested = { tested: false, reason: 'Another shard has it.' };
  const idle = { success: untested, refusal: untested, requests: 0, statuses: {}, failures: {} };
  return Array.from({ length: count }, (_, at) => {
    const operations = report.operations.map((operation, index) =>
      index % count === at ? operation : { ...operation, inScope: false, ...idle, time: { median: 0, slowest: 0 } },
    );
    const ownValues = new Set(
      report.operations.flatMap(({ operationId }, index) => (index % count === at ? operationId : [])),
    );
    const findings = report.findings.filter(({ operationId }) => ownValues.has(operationId));
    const inScope = operations.filter((operation) => operation.inScope);
    const share = (total: number): number => Math.floor(total / count) + (at < total % count ? 1 : 0);
    const { statuses, fields } = report.coverage;
    return {
      ...report,
      run: {
        ...report.run,
        shard: { index: at + 1, count },
        started: new Date(Date.parse(report.run.started) + at * 100).toISOString(),
        milliseconds: report.run.milliseconds - at * 100,
        requests: inScope.reduce((sum, each) => sum + each.requests, 0),
      },
      ...(findings.some(({ severity }) => severity === 'violation')
        ? { verdict: 'failed', why: `Shard ${at + 1} has findings.`, exitCode: 1 }
        : { verdict: 'passed', why: 'Nothing is contradicted.', exitCode: 0 }),
      coverage: {
        ...report.coverage,
        inScope: inScope.length,
        statuses: { seen: share(statuses.seen), documented: share(statuses.documented) },
        fields,
      },
      operations,
      findings,
      evidence: at === 0 ? report.evidence : [],
    } satisfies CheckReport;
  });
}

describe('the reports of all shards', () => {
  it('safety 22: list the resources that each shard has created, removed or not', () => {
    const made = (id: string, removed: boolean) => ({ operationId: 'createTier', id, path: `/tiers/${id}`, removed });
    const entries = [made('t1', true), made('t2', false), made('t3', true)];
    const [first, second] = shardsOf(2, sampleReport({ green: true })) as [CheckReport, CheckReport];
    expect(mergeReports([first, second])).not.toHaveProperty('created');
    first.created = entries.slice(0, 2);
    second.created = entries.slice(2);
    expect(mergeReports([second, first]).created).toEqual(entries);
  });

  it('merge into the report of the whole run, in any order', () => {
    const report = sampleReport();
    const shards = shardsOf(4, report);
    const mergedReports = mergeReports([2, 0, 3, 1].map((index) => shards[index] as CheckReport));
    const { why, ...rest } = mergedReports;
    const { why: _why, ...expected } = report;
    const order = ['violation', 'drift', 'observation'];
    const findings = report.findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
    expect(rest).toEqual({ ...expected, findings });
    expect(why).toMatch(/^Shard \d/);
  });

  it('have one finding for a field that a schema does not list, whichever shards saw the field', () => {
    const shards = shardsOf(2);
    const about = sampleReport().findings.find(({ rule }) => rule === 'field.undeclared');
    const reports = shards.map((shard, index) => {
      const operationId = shard.operations.filter(({ inScope }) => inScope)[index]?.operationId ?? '';
      const { seenIn: _, ...rest } = { ...about, id: `field.undeclared:${operationId}:/x`, pointer: '/x', operationId };
      return { ...shard, findings: [rest as CheckReport['findings'][number]] };
    });
    const mergedReports = mergeReports(reports.toReversed());
    expect(mergedReports.counts.drift).toBe(1);
    const ids = reports.map(({ findings }) => findings[0]?.operationId);
    expect(mergedReports.findings).toMatchObject([
      { operationId: ids[0], count: 8, seenIn: ids.map((operationId) => ({ operationId, pointer: '/x' })) },
    ]);
  });

  it('keep the sentence of the verdict if all agree', () => {
    const mergedReports = mergeReports(shardsOf(3, sampleReport({ green: true })));
    expect(mergedReports).toMatchObject({ verdict: 'passed', exitCode: 0, why: 'Nothing is contradicted.' });
  });

  it('add the counts of a finding in several shards, and join the evidence on an unknown', () => {
    const [first, second] = shardsOf(2) as [CheckReport, CheckReport];
    const { findings, evidence } = sampleReport();
    const [finding, entry] = [findings[0]!, evidence[0]!];
    first.findings = [{ ...finding, count: 3 }];
    second.findings = [{ ...finding, count: 4 }];
    first.evidence = [{ ...entry, seen: ['a', 'b'], answers: 1 }];
    second.evidence = [{ ...entry, seen: ['b', 'c'], answers: 2 }];
    const mergedReports = mergeReports([first, second]);
    expect(mergedReports.findings).toEqual([{ ...finding, count: 7 }]);
    expect(mergedReports.counts).toEqual({ violation: 1, drift: 0, observation: 0 });
    expect(mergedReports.evidence).toEqual([{ ...entry, seen: ['a', 'b', 'c'], answers: 3 }]);
  });

  it('keep the times of each operation, which help to divide the next run', () => {
    const shards = shardsOf(2);
    const times = new Map<string, number>();
    for (const { operations } of shards)
      for (const { operationId, inScope, time } of operations) {
        time.total = inScope ? operationId.length : 0;
        if (inScope) times.set(operationId, operationId.length);
      }
    const mergedOperations = mergeReports(shards).operations.filter(({ inScope }) => inScope);
    expect(mergedOperations).toHaveLength(times.size);
    expect(new Map(mergedOperations.map(({ operationId, time }) => [operationId, time.total]))).toEqual(times);
  });

  it('count a field once, and as seen if any shard saw the field', () => {
    const [first, second] = shardsOf(2) as [CheckReport, CheckReport];
    first.coverage.fields = { seen: 7, documented: 10, unseen: { getTier: ['title'], listBadges: ['[].a', '[].b'] } };
    second.coverage.fields = { seen: 8, documented: 10, unseen: { listBadges: ['[].b'], getReview: ['email'] } };
    const unseen = { listBadges: ['[].b'] };
    expect(mergeReports([first, second]).coverage.fields).toEqual({ seen: 9, documented: 10, unseen });
    // Reports of older versions do not list the unseen fields.
    delete second.coverage.fields.unseen;
    expect(mergeReports([first, second]).coverage.fields).toEqual({ seen: 15, documented: 20 });
  });

  it('compare the fields of all shards with --min-fields', () => {
    const [first, second] = shardsOf(2, sampleReport({ green: true })) as [CheckReport, CheckReport];
    first.coverage.fields = { seen: 7, documented: 10, unseen: { getTier: ['id', 'name'], listBadges: ['[].url'] } };
    second.coverage.fields = { seen: 8, documented: 10, unseen: { getTier: ['name'], listBadges: ['[].url'] } };
    for (const { run } of [first, second]) run.minFields = 80;
    expect(mergeReports([first, second])).toMatchObject({ verdict: 'passed', exitCode: 0 });
    for (const { run } of [first, second]) run.minFields = 90;
    const gap = 'Responses had values for 8 of 10 documented fields, 80.0 %; --min-fields requires 90 %.';
    expect(mergeReports([first, second])).toMatchObject({
      verdict: 'under-coverage',
      exitCode: 9,
      why: `${gap} --verbose lists the others.`,
    });
  });

  it('compare the operations of all shards with --min-coverage', () => {
    const shards = shardsOf(2, sampleReport({ green: true }));
    const { inScope, successTested } = mergeReports(shards).coverage;
    for (const [minCoverage, exitCode] of [
      [(successTested / inScope) * 100, 0],
      [(successTested / inScope) * 100 + 1, 9],
    ] as const) {
      for (const { run } of shards) run.minCoverage = minCoverage;
      expect(mergeReports(shards)).toMatchObject({ exitCode });
    }
    expect(mergeReports(shards).why).toContain(`Success was tested for ${successTested} of ${inScope} operations`);
  });

  it.each([
    [[0, 3, 9], 'no-verdict', 3],
    [[1, 9, 0], 'failed', 1],
    [[9, 0, 0], 'under-coverage', 9],
    [[1, 8, 3], 'failed', 8],
  ] as const)('safety exit-order: end as the gravest of %j', (codes, verdict, exitCode) => {
    const verdicts = { 0: 'passed', 1: 'failed', 3: 'no-verdict', 8: 'failed', 9: 'under-coverage' } as const;
    const shards = shardsOf(3).map((shard, index) => {
      const code = codes[index] ?? 0;
      return { ...shard, exitCode: code, verdict: verdicts[code], why: `Reason ${code}.` };
    });
    expect(mergeReports(shards)).toMatchObject({
      verdict,
      exitCode,
      why: `Shard ${codes.indexOf(exitCode as never) + 1} of 3: Reason ${exitCode}.`,
    });
  });

  it('are a violation if one shard has proven it, but first say that another shard is incomplete', () => {
    const stopped = { code: 'target.busy' };
    const [first, second] = shardsOf(2) as [CheckReport, CheckReport];
    Object.assign(first, { verdict: 'failed', exitCode: 1, why: 'Reason 1.' });
    Object.assign(second, { verdict: 'no-verdict', exitCode: 3, why: 'Reason 3.', stopped });
    expect(mergeReports([first, second])).toMatchObject({
      verdict: 'failed',
      exitCode: 1,
      stopped,
      why:
        'The server violates the contract, and the run is incomplete. ' +
        'Shard 1 of 2: Reason 1. Shard 2 of 2: Reason 3.',
    });
  });

  it('merge baselines, and call findings fixed only if no shard has them', () => {
    const [first, second] = shardsOf(2) as [CheckReport, CheckReport];
    first.baseline = { file: 'known.json', accepted: ['a'], fixed: ['b', 'd'], expired: [] };
    second.baseline = { file: 'known.json', accepted: [], fixed: ['a', 'c'], expired: ['d'] };
    expect(mergeReports([first, second]).baseline).toEqual({
      file: 'known.json',
      accepted: ['a'],
      fixed: ['b', 'c'],
      expired: ['d'],
    });
  });

  type Change = (shards: CheckReport[]) => CheckReport[];
  /** Replaces values in one part of the third report. */
  const third =
    (part: 'run' | 'contract' | 'target', values: object): Change =>
    ([a, b, c]) =>
      [a, b, { ...c, [part]: { ...c?.[part], ...values } }] as CheckReport[];
  const missing = 'Expected 3 shards, found 2; missing: 1/3. Run the missing shards with --shard, then merge again.';
  const targets = 'the target: http://127.0.0.1:4020 (server) and http://127.0.0.1:1 (server).';
  const withShard = (index: number, count: number, timings?: string): Change =>
    third('run', { shard: { index, count, ...(timings && { timings }) } });
  const versions = `the contract: Directory interface ${bundle.info.version} and Directory interface \\u{1b}2.`;
  it.each<[string, Change, string]>([
    ['none', () => [], 'Expected the reports of all shards, found none.'],
    ['a whole run', () => [sampleReport()], 'Expected reports of shards, found the report of a whole run, which needs'],
    ['a missing shard', (shards) => shards.slice(1), missing],
    ['a double shard', ([a, b]) => [a!, b!, b!], 'Expected each shard once, found two reports of shard 2/3.'],
    ['a shard that cannot be', withShard(4, 3), 'Expected shards from 1/3 to 3/3, found 4/3.'],
    ['another count', withShard(3, 4), 'found two that differ in the shard count: 3 and 4.'],
    ['another version', third('contract', { version: '\u001b2' }), versions],
    ['another target', third('target', { baseUrl: 'http://127.0.0.1:1' }), targets],
    ['times of another report', withShard(3, 3, 'ab'.repeat(32)), 'the times from --timings: none and abababababab.'],
    ['another seed', third('run', { seed: 8 }), 'the seed: 7 and 8. Run all shards with the same options.'],
    ['another mode', third('run', { writes: 'none' }), '--writes: disposable and none.'],
    ['another limit of fields', third('run', { minFields: 9 }), '--min-fields: none and 9.'],
  ])('are refused with %s', (_, change, message) => {
    const act = (): unknown => mergeReports(change(shardsOf(3)));
    expect(act).toThrow(UsageError);
    expect(act).toThrow(message);
  });
});
