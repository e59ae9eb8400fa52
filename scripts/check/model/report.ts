import type { Standing } from '../../contract/standing.js';
import type { FailureCode } from './exchange.js';
import type { Finding, Severity } from './finding.js';
import type { Moment } from './no-verdict.js';
import type { WriteMode } from './options.js';
import type { StateReport } from './state-report.js';

/** Whether something was tested; if not, `reason` says why, and which flag helps. */
export interface Tested {
  tested: boolean;
  reason?: string;
}

/** What was done with one operation. */
export interface OperationReport {
  operationId: string;
  method: string;
  path: string;
  tag: string;
  standing: Standing;
  /** False where `--only`, `--include`, the shard or the mode left it out. */
  inScope: boolean;
  /** A 2xx was judged. Without it an operation is never called passed. */
  success: Tested;
  /** A request that must be refused was sent, and its answer judged. */
  refusal: Tested;
  requests: number;
  /** How often each status came. */
  statuses: Record<string, number>;
  /** How often there was no answer, by code. */
  failures: Partial<Record<FailureCode, number>>;
  /** Milliseconds of its answers. Reported, never judged. */
  time: { median: number; slowest: number };
}

/** What a run saw that bears on an entry of the register of unknowns. */
export interface EvidenceEntry {
  /** Id of the entry, as `partner-entry.required`. */
  unknown: string;
  question: string;
  /** What the contract assumes meanwhile. */
  assumed: string;
  /** Sentences, the most telling first. */
  seen: string[];
  /** How many answers they rest on. */
  answers: number;
}

/** What came of the findings that a baseline accepts. */
export interface BaselineReport {
  file: string;
  /** Ids of findings that were seen and are accepted. */
  accepted: string[];
  /** Ids that the baseline accepts and the run did not see, though it tested the operation: their lines can go. */
  fixed: string[];
  /** Ids whose date has passed; they count as new. */
  expired: string[];
}

/**
 * What a run ends as: `passed` no violation (with `strict`: no drift); `failed` the contract is violated; `no-verdict` the
 * target could not be reached, refused the key or ran out of time; `under-coverage` less was tested than `--min-coverage`;
 * `not-restored` things that were written to are not, or not surely, what they were.
 */
export type Verdict = 'passed' | 'failed' | 'no-verdict' | 'under-coverage' | 'not-restored';

export interface CheckReport {
  /** Version of this format. */
  format: 1;
  contract: { title: string; version: string /** File of `--contract`. */; file?: string };
  target: { baseUrl: string; kind: 'server' | 'mock' | 'recording' };
  run: {
    writes: WriteMode;
    include: Standing[];
    strict: boolean;
    seed: number;
    runs: number;
    shard?: { index: number; count: number };
    /** ISO date-time, UTC. */
    started: string;
    milliseconds: number;
    requests: number;
    /** The longest time between two answers' judgements is not part of it: requests a second over the whole run. */
    requestsPerSecond: number;
  };
  verdict: Verdict;
  /** A sentence: what the verdict rests on, or why there is none. */
  why: string;
  exitCode: number;
  /** Why the run is incomplete, as `key.refused`, and since when; undefined where it is not. */
  stopped?: { code: string; since?: Moment };
  counts: Record<Severity, number>;
  coverage: {
    operations: number;
    inScope: number;
    successTested: number;
    refusalTested: number;
    /** Documented statuses that were seen, of those that are documented by number. */
    statuses: { seen: number; documented: number };
    /** Documented fields of answers that were seen with a value. */
    fields: { seen: number; documented: number };
  };
  operations: OperationReport[];
  /** Violations first, then by operation in the order of the contract. */
  findings: Finding[];
  evidence: EvidenceEntry[];
  baseline?: BaselineReport;
  /** What became of the things that were written to and put back; undefined where none were to be. */
  state?: StateReport;
  /** What else a reader must know, a sentence each: what the mode leaves out, what was flaky, what was not run. */
  notes: string[];
}
