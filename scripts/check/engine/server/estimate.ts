import { fieldsOf } from '../../../contract/schema-fields.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import { type CheckProgress, isRestoring, type WriteMode } from '../../model/options.js';
import type { Scope } from '../../model/scope.js';

/** Requests to one operation without real writes, as runs against several services have needed them. */
const requestsPerKind = { get: 16, write: 3, disposable: 45 };

/** Requests for each field of an update that is undone, with the reads around it. */
const requestsPerField: Partial<Record<WriteMode, number>> = { noop: 4, roundtrip: 17 };

/** The share of these requests that are writes, which keep `--write-interval`. */
const writeShare = 0.25;

/** Requests after which their own pace is known. */
const minRequests = 20;

interface EstimateOptions {
  contract: CheckedContract;
  scope: Scope;
  writes: WriteMode;
  /** Milliseconds between two writes. */
  interval: number;
}

/**
 * Returns a function that says how many requests a run sends, and for updates that are undone, how many milliseconds
 * are left: they go one after another, slower than the reads before them, whose pace says nothing about them.
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
    return { expected, left: (expected - sentCount) * Math.max(milliseconds / sentCount, interval * writeShare) };
  };
}
