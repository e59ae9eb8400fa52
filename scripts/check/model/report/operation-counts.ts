import type { FailureCode } from '../exchange.js';
import type { OperationReport } from './report.js';

/** Counts of one operation. */
export interface Counts {
  requests: number;
  statuses: Record<string, number>;
  failures: Partial<Record<FailureCode, number>>;
  times: number[];
  /** Milliseconds of all its requests. */
  spent: number;
  success: boolean;
  /** The first rule by which a success was not usable, so that nothing else about it was judged. */
  unreadable: string | undefined;
  refusal: boolean;
  /** The server refused a wrong request with the key by 401 or 403, which may have any other reason. */
  forbidden: boolean;
  /** Why some or all requests were not sent. */
  reasons: Set<string>;
}

/** Maximum number of times kept for each operation. */
const timeLimit = 500;

export function noCounts(): Counts {
  return {
    requests: 0,
    statuses: {},
    failures: {},
    times: [],
    spent: 0,
    success: false,
    unreadable: undefined,
    refusal: false,
    forbidden: false,
    reasons: new Set(),
  };
}

export function countResponse({ statuses, times }: Counts, status: number, milliseconds: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (times.length < timeLimit) times.push(milliseconds);
}

export function isTested({ success, refusal, forbidden }: Counts, part: 'success' | 'refusal'): boolean {
  return part === 'success' ? success : refusal || (forbidden && success);
}

/** The counts in the form of the report. */
export function countsReport({
  requests,
  statuses,
  failures,
  times,
  spent,
}: Counts): Pick<OperationReport, 'requests' | 'statuses' | 'failures' | 'time'> {
  const ordered = Object.entries(statuses).sort(([a], [b]) => Number(a) - Number(b));
  return {
    requests,
    statuses: Object.fromEntries(ordered),
    failures,
    time: { ...timesOf(times), total: tenths(spent) },
  };
}

function timesOf(times: readonly number[]): OperationReport['time'] {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: tenths(sorted[Math.floor(sorted.length / 2)] ?? 0), slowest: tenths(sorted.at(-1) ?? 0) };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
