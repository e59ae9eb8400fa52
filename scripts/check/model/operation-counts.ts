import type { FailureCode } from './exchange.js';
import type { OperationReport } from './report.js';

/** What was counted of one operation. */
export interface Counts {
  requests: number;
  statuses: Record<string, number>;
  failures: Partial<Record<FailureCode, number>>;
  times: number[];
  success: boolean;
  refusal: boolean;
  /** A request with the key had to be refused, and was by 401 or 403, which may be said of anything that is asked. */
  forbidden: boolean;
  /** Why nothing was sent, or not all, in the words of whoever left it out. */
  reasons: Set<string>;
}

/** Times kept of one operation. */
const timeLimit = 500;

export function noCounts(): Counts {
  return {
    requests: 0,
    statuses: {},
    failures: {},
    times: [],
    success: false,
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

/** What a report says of them. */
export function countsReport({
  requests,
  statuses,
  failures,
  times,
}: Counts): Pick<OperationReport, 'requests' | 'statuses' | 'failures' | 'time'> {
  const ordered = Object.entries(statuses).sort(([a], [b]) => Number(a) - Number(b));
  return { requests, statuses: Object.fromEntries(ordered), failures, time: timesOf(times) };
}

function timesOf(times: readonly number[]): OperationReport['time'] {
  const sorted = [...times].sort((a, b) => a - b);
  const round = (value: number): number => Math.round(value * 10) / 10;
  return { median: round(sorted[Math.floor(sorted.length / 2)] ?? 0), slowest: round(sorted.at(-1) ?? 0) };
}
