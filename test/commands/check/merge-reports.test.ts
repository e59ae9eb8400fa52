import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { runMergeReports } from '../../../scripts/commands/merge-reports/run.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { sampleReport } from '../../check/reports/sample.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { collector } from './fixture.js';

function shard(index: number, count: number): CheckReport {
  const report = sampleReport();
  return { ...report, run: { ...report.run, shard: { index, count } } };
}

const fileOf = (report: CheckReport): string => temporaryFile('report.json', renderReport('json', report));

function merged(files: readonly string[], report: string[] = []): { code: number; output: string } {
  const output = collector(false);
  const code = runMergeReports(files, { report }, { output, errors: collector(false), environment: {} });
  return { code, output: output.text() };
}

describe('merge-reports', () => {
  it('shows and writes one report of all shards, and ends with the gravest code', () => {
    const path = join(temporaryFolder(), 'whole.json');
    const { code, output } = merged([fileOf(shard(2, 2)), fileOf(shard(1, 2))], [`json=${path}`]);
    const whole = JSON.parse(readFileSync(path, 'utf8')) as CheckReport;
    expect(whole.run).not.toHaveProperty('shard');
    expect(whole.run.requests).toBe(2 * sampleReport().run.requests);
    expect(output).toContain(`${whole.counts.violation} violations`);
    expect(code).toBe(sampleReport().exitCode);
  });

  it('names a missing shard, and writes nothing', () => {
    const path = join(temporaryFolder(), 'whole.json');
    expect(() => merged([fileOf(shard(1, 2))], [`json=${path}`])).toThrow('2/2 missing');
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['{ "format": 1, }', ':1:16: Expected a name in double quotes, found "}".'],
    ['{ "format": 2 }', ":1:1: The file must have required property 'contract'."],
    ['[]', ':1:1: The file must be object.'],
  ])('finds the mistake in a file that is not a report: %s', (content, says) => {
    const path = temporaryFile('report.json', content);
    expect(() => merged([path])).toThrow(UsageError);
    expect(() => merged([path])).toThrow(`${path}${says}`);
  });

  it('names the member that is nearest to an unknown one', () => {
    const path = temporaryFile('report.json', '');
    writeFileSync(path, JSON.stringify({ ...shard(1, 1), notse: [] }));
    expect(() => merged([path])).toThrow('"notse"; the nearest known name is notes.');
  });

  it('refuses a file that does not exist', () => {
    expect(() => merged(['no-such-report.json'])).toThrow('no-such-report.json, but the file does not exist.');
  });
});
