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

/** Number of requests, and milliseconds, after which the remaining time can be estimated. */
const threshold = { requests: 20, milliseconds: 1000 };

/** A request counts for at most this many times the average, so that one pause hardly changes the estimate. */
const maxPace = 4;

interface EstimateOptions {
  contract: CheckedContract;
  scope: Scope;
  writes: WriteMode;
  /** Milliseconds between two writes. */
  interval: number;
  /** Maximum number of requests a second. */
  rate?: number | undefined;
}

/**
 * Returns a function that estimates the number of requests of a run and the remaining milliseconds; call it after each
 * request. If the run undoes its updates, these are sent one after another, more slowly than the reads before them.
 */
export function createEstimate({ contract, scope, writes, interval, rate }: EstimateOptions) {
  const operations = contract.operations.filter(scope.has);
  const requestsPerWrite = writes === 'disposable' ? requestsPerKind.disposable : requestsPerKind.write;
  const fieldCounts = operations.flatMap(({ method, body }) =>
    method === 'patch' && body ? fieldsOf(contract, body.schema).properties.size : 0,
  );
  const plannedCount =
    operations.reduce((sum, { method }) => sum + (method === 'get' ? requestsPerKind.get : requestsPerWrite), 0) +
    fieldCounts.reduce((sum, count) => sum + count * (requestsPerField[writes] ?? 0), 0);
  const minPace = Math.max(isRestoring(writes) ? interval * writeFraction : 0, 1000 / (rate ?? Infinity));
  const last = { count: 0, milliseconds: 0 };
  /** The average milliseconds of a request, without most of the time of pauses. */
  let pace = Infinity;
  return (sentCount: number, milliseconds: number): Pick<CheckProgress, 'expected' | 'left'> => {
    const expected = Math.max(plannedCount, sentCount);
    if (sentCount > last.count) {
      const newPace = (milliseconds - last.milliseconds) / (sentCount - last.count);
      const share = last.count === 0 ? 1 : (sentCount - last.count) / sentCount;
      pace = share === 1 ? newPace : pace + share * (Math.min(newPace, pace * maxPace) - pace);
      Object.assign(last, { count: sentCount, milliseconds });
    }
    const isEarly = sentCount < threshold.requests || milliseconds < threshold.milliseconds || expected === sentCount;
    return isEarly ? { expected } : { expected, left: (expected - sentCount) * Math.max(pace, minPace) };
  };
}
