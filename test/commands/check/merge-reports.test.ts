import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { runMergeReports } from '../../../scripts/commands/merge-reports/run.js';
import { sampleReport } from '../../check/reports/sample.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { type Ran, ranWith } from './fixture.js';

function shard(index: number, count: number): CheckReport {
  const report = sampleReport();
  return { ...report, run: { ...report.run, shard: { index, count } } };
}

const fileOf = (report: CheckReport): string => temporaryFile('report.json', renderReport('json', report));
const merge = (files: readonly string[], report: string[] = []): Promise<Ran> =>
  ranWith((streams) => runMergeReports(files, { report }, { ...streams, environment: {} }));

describe('merge-reports', () => {
  it('shows and writes one report of all shards, and ends with the gravest exit code', async () => {
    const path = join(temporaryFolder(), 'whole.json');
    const { code, output } = await merge([fileOf(shard(2, 2)), fileOf(shard(1, 2))], [`json=${path}`]);
    const report = JSON.parse(readFileSync(path, 'utf8')) as CheckReport;
    expect(report.run).not.toHaveProperty('shard');
    expect(report.run.requests).toBe(2 * sampleReport().run.requests);
    expect(output).toContain(`${report.counts.violation} violations`);
    expect(code).toBe(sampleReport().exitCode);
  });

  it.each([
    ['{ "format": 1, }', ':1:16: Expected a name in double quotes, found "}".'],
    ['{ "format": 2 }', ':1:1: The file must have the field "contract".'],
    ['[]', ':1:1: The file must be an object.'],
    [JSON.stringify({ ...shard(1, 1), notse: [] }), '"notse". Did you mean notes?'],
    [renderReport('json', shard(1, 2)), 'missing: 2/2.'],
    [undefined, 'no-such-report.json, but the file does not exist.'],
  ])(
    'names the mistake in a file that is not a report, or has no other shard, and writes nothing: %#',
    async (...row) => {
      const [content, message] = row;
      const path = content === undefined ? 'no-such-report.json' : temporaryFile('report.json', content);
      const wholeText = join(temporaryFolder(), 'whole.json');
      const { code, errors } = await merge([path], [`json=${wholeText}`]);
      expect(errors).toContain(message.startsWith(':') ? `${path}${message}` : message);
      expect(code).toBe(2);
      expect(existsSync(wholeText)).toBe(false);
    },
  );
});
