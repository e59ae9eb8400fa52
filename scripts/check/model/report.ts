import type { Standing } from '../../contract/standing.js';
import type { FailureCode } from './exchange.js';
import type { Finding, Severity } from './finding.js';
import type { Moment } from './no-verdict.js';
import type { WriteMode } from './options.js';
import type { StateReport } from './state-report.js';

/** Whether something was tested. */
export interface Tested {
  /** False where nothing was judged. */
  tested: boolean;
  /** Why not, and which flag helps. */
  reason?: string;
}

/** One operation. */
export interface OperationReport {
  /** Its id in the contract. */
  operationId: string;
  /** The HTTP method. */
  method: string;
  /** The template of its path. */
  path: string;
  /** Its group. */
  tag: string;
  standing: Standing;
  /** False where an option, the shard or the mode left it out. */
  inScope: boolean;
  /** Whether a 2xx was judged. */
  success: Tested;
  /** Whether the refusal of a wrong request was judged. */
  refusal: Tested;
  /** Requests sent to it. @integer @minimum 0 */
  requests: number;
  /** How often each status came. @propertyNames {"pattern": "^[0-9]{3}$"} @integer @minimum 1 */
  statuses: Record<string, number>;
  /** How often there was no whole answer, by code. @integer @minimum 1 */
  failures: Partial<Record<FailureCode, number>>;
  /** Milliseconds of its answers; reported, never judged. */
  time: {
    /** Half of the answers took no longer. @minimum 0 */
    median: number;
    /** The longest. @minimum 0 */
    slowest: number;
  };
}

/** What bears on one entry of the register of unknowns. */
export interface EvidenceEntry {
  /** Id of the entry. */
  unknown: string;
  /** What is not known. */
  question: string;
  /** What the contract assumes meanwhile. */
  assumed: string;
  /** What was seen, the most telling first. */
  seen: string[];
  /** How many answers it rests on. @integer @minimum 0 */
  answers: number;
}

/** What came of the findings that a baseline accepts. */
export interface BaselineReport {
  /** The file of the baseline. */
  file: string;
  /** Ids of findings that were seen and are accepted. */
  accepted: string[];
  /** Ids that the baseline accepts and the run did not see, though it tested the operation. */
  fixed: string[];
  /** Ids whose date has passed. */
  expired: string[];
}

/**
 * `passed`: no violation, with `strict` no drift either. `failed`: the contract is violated. `no-verdict`: the target
 * could not be reached, refused the key, was busy, or time ran out. `under-coverage`: less was tested than was asked
 * for. `not-restored`: things that were written to are not, or not surely, what they were.
 */
export type Verdict = 'passed' | 'failed' | 'no-verdict' | 'under-coverage' | 'not-restored';

/**
 * What a contract check did and found.
 * @title CheckReport
 */
export interface CheckReport {
  /** Version of this format. */
  format: 1;
  /** The contract that the target was held against. */
  contract: {
    /** Its title. */
    title: string;
    /** Its version, from `info.version`. */
    version: string;
    /** The file that `--contract` named. */
    file?: string;
  };
  /** What was checked. */
  target: {
    /** Address of the server, or where the recording came from. */
    baseUrl: string;
    /** A server with state, a mock without, or recorded traffic. */
    kind: 'server' | 'mock' | 'recording';
  };
  /** How it was checked. */
  run: {
    /** `none` sends nothing that could change what is there; `noop` and `roundtrip` put back what they write. */
    writes: WriteMode;
    /** Standings whose writes are in scope besides the stated ones. */
    include: Standing[];
    /** Whether drift fails the run, too. */
    strict: boolean;
    /** Where random values begin. @integer */
    seed: number;
    /** Random bodies an operation. @integer @minimum 0 */
    runs: number;
    /** Which part of the operations this run had. */
    shard?: {
      /** From 1. @integer @minimum 1 */
      index: number;
      /** Shards in all. @integer @minimum 1 */
      count: number;
    };
    /** When it began, in UTC. @format date-time @pattern Z$ */
    started: string;
    /** How long it took. @minimum 0 */
    milliseconds: number;
    /** Requests sent, and sent again. @integer @minimum 0 */
    requests: number;
    /** Requests a second over the whole run. @minimum 0 */
    requestsPerSecond: number;
  };
  verdict: Verdict;
  /** What the verdict rests on, or why there is none. */
  why: string;
  /** The exit code of the command. @integer @minimum 0 @maximum 255 */
  exitCode: number;
  /** Why the run is incomplete; missing where it is not. */
  stopped?: {
    /** The kind of reason: `key.refused`, `target.busy`, `operation.unanswered`, `run.out-of-time`. */
    code: string;
    /** When it began; missing where it held from the beginning, or was the end of the run. */
    since?: Moment;
  };
  /**
   * Findings by severity.
   * @integer @minimum 0
   * @member violation Contradict a stated fact, a rule of HTTP or plain safety.
   * @member drift Contradict what the contract infers.
   * @member observation Evidence; they accuse nobody.
   */
  counts: Record<Severity, number>;
  /** How much was tested. */
  coverage: {
    /** Operations of the contract. @integer @minimum 0 */
    operations: number;
    /** Operations that the run was to check. @integer @minimum 0 */
    inScope: number;
    /** Operations of which a 2xx was judged. @integer @minimum 0 */
    successTested: number;
    /** Operations of which the refusal of a wrong request was judged. @integer @minimum 0 */
    refusalTested: number;
    /** Documented statuses that were seen. */
    statuses: {
      /** How many were seen. @integer @minimum 0 */
      seen: number;
      /** How many are documented. @integer @minimum 0 */
      documented: number;
    };
    /** Documented fields of answers that were seen with a value. */
    fields: {
      /** How many were seen. @integer @minimum 0 */
      seen: number;
      /** How many are documented. @integer @minimum 0 */
      documented: number;
    };
  };
  /** What was done with each operation, in the order of the contract. */
  operations: OperationReport[];
  /** What the target does otherwise than the contract says: violations first, then by operation. */
  findings: Finding[];
  /** What the run saw that bears on what the contract does not know. */
  evidence: EvidenceEntry[];
  baseline?: BaselineReport;
  state?: StateReport;
  /** What else a reader must know, a sentence each. */
  notes: string[];
}
