import { createHash } from 'node:crypto';
import { sanitize, sanitizeLine } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckOptions } from '../../model/options.js';
import type { OperationReport } from '../../model/report/report.js';
import { createReportReader } from './report-file.js';

export interface Timings {
  /** Milliseconds that an earlier run spent on each operation, by the id of the operation. */
  costs: ReadonlyMap<string, number>;
  /** Digest of these times. Runs with equal digests divide their operations in the same way. */
  sha256: string;
  notes: string[];
}

/** @throws UsageError without `--shard`, or if the report is not about a run against a server with this contract */
export function readTimings(
  { timings = '', shard, writes = 'none' }: Pick<CheckOptions, 'timings' | 'shard' | 'writes'>,
  contract: Pick<CheckedContract, 'operation'>,
): Timings {
  if (!shard)
    throw new UsageError(
      '--timings only decides which operations go to which shard. Add --shard, such as --shard 1/4, or remove ' +
        '--timings.',
    );
  const report = createReportReader()(timings);
  const file = sanitize(timings);
  if (report.target.kind === 'recording')
    throw new UsageError(
      `Expected --timings with the report of a run against a server, found the report of recorded traffic in ` +
        `${sanitizeLine(file)}. Recorded traffic does not show how long a run takes.`,
    );
  const knownOperations = report.operations.filter(({ operationId }) => contract.operation(operationId));
  if (knownOperations.length === 0)
    throw new UsageError(
      `Expected --timings with a report of this contract, but ${sanitizeLine(file)} is about ` +
        `${sanitize(report.contract.title)} and has no operation of this contract. Use a report of this service.`,
    );
  if (knownOperations.every(({ time }) => time.total === undefined))
    throw new UsageError(
      `The report ${sanitizeLine(file)} is from an older version of directory-contract, which did not record how ` +
        'long each operation took. Use a newer report.',
    );
  // If the run was incomplete, an operation without requests may not have been reached, so its time is unknown.
  const hasTime = ({ inScope, requests }: OperationReport): boolean => inScope && (requests > 0 || !report.stopped);
  const times = knownOperations
    .filter(hasTime)
    .flatMap(({ operationId, time: { total } }): [string, number][] =>
      total === undefined ? [] : [[operationId, total]],
    );
  const costs = new Map(times);
  const sha256 = createHash('sha256').update(JSON.stringify(times)).digest('hex');
  const writesNote =
    `The shards are based on the times of a run with --writes ${report.run.writes}, which say little about a ` +
    `run with --writes ${writes}. Use a report of a run with --writes ${writes}.`;
  return { costs, sha256, notes: report.run.writes === writes ? [] : [writesNote] };
}
