import { createHash } from 'node:crypto';
import { visible, whole } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckOptions, WriteMode } from '../../model/options.js';
import type { OperationReport } from '../../model/report/report.js';
import { reportReader } from './report-file.js';

/** What operations have cost in an earlier run. */
export interface Timings {
  /** Milliseconds by operation; in reports of older versions, requests. */
  costs: ReadonlyMap<string, number>;
  /** Of these costs: two cuts by the same costs are the same. */
  sha256: string;
  /** Sentences for the report. */
  notes: string[];
}

/**
 * Reads the report of `--timings`.
 *
 * @throws UsageError if it is no report of a run against a server with this contract, or if there are no shards to cut
 */
export function readTimings(
  { timings = '', shard, writes = 'none' }: Pick<CheckOptions, 'timings' | 'shard' | 'writes'>,
  contract: Pick<CheckedContract, 'operation'>,
): Timings {
  if (!shard) throw new UsageError('--timings says how to cut shards. Add --shard, such as 1/4, or remove it.');
  const report = reportReader()(timings);
  const file = visible(timings);
  if (report.target.kind === 'recording')
    throw new UsageError(
      `Expected the report of a run against a server as --timings, found one of recorded traffic in ${whole(file)}. ` +
        'Recorded traffic does not show how long a run takes.',
    );
  const known = report.operations.filter(({ operationId }) => contract.operation(operationId));
  if (known.length === 0)
    throw new UsageError(
      `Expected an earlier report of the same contract as --timings, but ${whole(file)} is about ` +
        `${visible(report.contract.title)} and names none of its operations. Use a report of this service.`,
    );
  const isTimed = known.some(({ time }) => time.total !== undefined);
  const costs = new Map(
    known.flatMap((operation) => {
      const cost = costOf(operation, isTimed, report.stopped !== undefined);
      return cost === undefined ? [] : [[operation.operationId, cost] as const];
    }),
  );
  const sha256 = createHash('sha256')
    .update(JSON.stringify([...costs]))
    .digest('hex');
  return { costs, sha256, notes: notesOf(file, isTimed, report.run.writes, writes) };
}

/** @returns undefined if the report does not tell */
function costOf(
  { inScope, requests, time }: OperationReport,
  isTimed: boolean,
  isIncomplete: boolean,
): number | undefined {
  if (!inScope || (requests === 0 && isIncomplete)) return undefined;
  return isTimed ? time.total : requests;
}

function notesOf(file: string, isTimed: boolean, before: WriteMode, now: WriteMode): string[] {
  const older =
    `${whole(file)} is of an older version, which did not record how long each operation took: the shards are cut by ` +
    'its numbers of requests.';
  const other =
    `The shards are cut by the times of a run with --writes ${before}, which say little about --writes ${now}. Use a ` +
    'report of a run like this one.';
  return [...(isTimed ? [] : [older]), ...(before === now ? [] : [other])];
}
