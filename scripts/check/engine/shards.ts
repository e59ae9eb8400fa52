import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckReport } from '../model/report/report.js';

/** Sorts the shards; each must be there once, and all must be of the same run. */
export function inOrder(reports: readonly CheckReport[]): CheckReport[] {
  const [first] = reports;
  if (!first)
    throw new UsageError('Expected the reports of all shards, found none. Name the files that --report json=… wrote.');
  for (const report of reports) {
    for (const [what, textOf] of same) {
      const [wanted, found] = [textOf(first), textOf(report)];
      if (wanted !== found) {
        throw new UsageError(
          `Expected reports of one run, found two with ${what} ${visible(wanted)} and ${visible(found)}. ` +
            'Run all shards with the same options.',
        );
      }
    }
  }
  const count = first.run.shard?.count;
  if (count === undefined) {
    throw new UsageError('Expected reports of shards, found one of a whole run, which needs no merging.');
  }
  const numbers = reports.map(({ run }) => run.shard?.index ?? 0);
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (twice !== undefined) {
    throw new UsageError(`Expected each shard once, found two reports of shard ${twice}/${count}. Remove one of them.`);
  }
  const strange = numbers.find((number) => !Number.isInteger(number) || number < 1 || number > count);
  if (strange !== undefined) {
    throw new UsageError(
      `Expected shards from 1/${count} to ${count}/${count}, found ${strange}/${count}. Run that shard again.`,
    );
  }
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((number) => !numbers.includes(number));
  if (missing.length > 0) {
    const names = missing.map((number) => `${number}/${count}`).join(', ');
    throw new UsageError(
      `Expected ${count} shards, found ${reports.length}: ${names} missing. Run the missing shards with --shard, ` +
        'then merge again.',
    );
  }
  return [...reports].sort((a, b) => (a.run.shard?.index ?? 0) - (b.run.shard?.index ?? 0));
}

/** Everything that must be equal in all shards of a run, as text for a message. */
const same: readonly [what: string, of: (report: CheckReport) => string][] = [
  ['the format', ({ format }) => String(format)],
  [
    'the contract',
    ({ contract: { title, version, file } }) => `${title} ${version}${file === undefined ? '' : ` of ${file}`}`,
  ],
  ['the answers', ({ answers }) => (answers ? `${answers.file} (${answers.sha256.slice(0, 12)})` : 'none')],
  ['the target', ({ target }) => `${target.baseUrl} (${target.kind})`],
  ['the seed', ({ run }) => String(run.seed)],
  ['the number of runs', ({ run }) => String(run.runs)],
  ['--writes', ({ run }) => run.writes],
  ['--include', ({ run }) => [...run.include].sort().join(',') || 'nothing'],
  ['--strict', ({ run }) => (run.strict ? 'on' : 'off')],
  ['the shard count', ({ run }) => String(run.shard?.count ?? 'none')],
  ['the times of --timings', ({ run }) => run.shard?.timings?.slice(0, 12) ?? 'none'],
];
