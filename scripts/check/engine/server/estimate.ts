import { fieldsOf } from '../../../contract/schema-fields.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import { type CheckProgress, isRestoring, type WriteMode } from '../../model/options.js';
import type { Scope } from '../../model/scope.js';

/** Expected requests for each operation, as measured with several services; `disposable` is for writes in that mode. */
const requestsPerKind = { get: 16, write: 3, disposable: 45 };

/** Expected requests for each field of an update that is undone, including the reads before and after. */
const requestsPerField: Partial<Record<WriteMode, number>> = { noop: 4, roundtrip: 17 };

/** Fraction of the planned requests that are writes. Only before a write does the run wait for `--write-interval`. */
const writeFraction = 0.25;

/** Number of requests after which the remaining time can be estimated. */
const minRequests = 20;

interface EstimateOptions {
  contract: CheckedContract;
  scope: Scope;
  writes: WriteMode;
  /** Milliseconds between two writes. */
  interval: number;
}

/**
 * Returns a function that estimates the number of requests of a run. If the run undoes its updates, the function also
 * estimates the remaining milliseconds: such updates are sent one after another, more slowly than the reads before
 * them.
 */
export function createEstimate({ contract, scope, writes, interval }: EstimateOptions) {
  const operations = contract.operations.filter(scope.has);
  const requestsPerWrite = writes === 'disposable' ? requestsPerKind.disposable : requestsPerKind.write;
  const fieldCounts = operations.flatMap(({ method, body }) =>
    method === 'patch' && body ? fieldsOf(contract, body.schema).properties.size : 0,
  );
  const plannedCount =
    operations.reduce((sum, { method }) => sum + (method === 'get' ? requestsPerKind.get : requestsPerWrite), 0) +
    fieldCounts.reduce((sum, count) => sum + count * (requestsPerField[writes] ?? 0), 0);
  return (sentCount: number, milliseconds: number): Pick<CheckProgress, 'expected' | 'left'> => {
    const expected = Math.max(plannedCount, sentCount);
    if (!isRestoring(writes) || sentCount < minRequests) return { expected };
    return { expected, left: (expected - sentCount) * Math.max(milliseconds / sentCount, interval * writeFraction) };
  };
}
