import type { Standing } from '../../../contract/standing.js';
import type { CaseKind, Expectation } from '../case.js';
import type { FailureCode } from '../exchange.js';
import type { AnswersReport, Finding } from '../finding.js';
import type { KeyUse } from '../near-key.js';
import type { Moment } from '../no-verdict.js';
import type { WriteMode } from '../options.js';
import type { CreatedResource, StateReport } from './state-report.js';

/** Whether a kind of response of an operation was tested. */
export interface Tested {
  /** Whether at least one response of this kind was judged. */
  tested: boolean;
  /** Why no response was judged, and which flag would change that. */
  reason?: string;
}

/** Number of times that something occurred. @asType integer @minimum 1 */
type Occurrences = number;

/** The results of one operation. */
export interface OperationReport {
  /** Id of the operation in the contract. */
  operationId: string;
  /** The HTTP method. */
  method: string;
  /** The path template of the operation. */
  path: string;
  /** Tag that groups the operation in the docs. */
  tag: string;
  standing: Standing;
  /** Whether the run should check the operation; false if an option, the shard or the write mode excluded it. */
  inScope: boolean;
  /** Whether a 2xx response was judged. */
  success: Tested;
  /** Whether the refusal of a wrong request was judged. */
  refusal: Tested;
  /** Number of requests sent to the operation. @asType integer @minimum 0 */
  requests: number;
  /** Number of responses with each status. @propertyNames {"pattern": "^[0-9]{3}$"} */
  statuses: Record<string, Occurrences>;
  /** Number of requests that got no complete response, by code of the failure. */
  failures: Partial<Record<FailureCode, Occurrences>>;
  /** Times in milliseconds. They are reported, but never judged. */
  time: {
    /** The median time of the operation's responses. @minimum 0 */
    median: number;
    /** The time of the slowest response. @minimum 0 */
    slowest: number;
    /** Sum over all requests, with failures, repeats and waits. `--timings` divides operations by it. @minimum 0 */
    total?: number;
  };
}

/** Evidence about one entry of the register of unknowns. */
export interface EvidenceEntry {
  /** Id of the entry in the register. */
  unknown: string;
  /** The open question. */
  question: string;
  /** The answer that the contract assumes until the question is answered. */
  assumed: string;
  /** Observations of the run, the strongest evidence first. */
  seen: string[];
  /** An answer that responses show in part, with the line that a person must complete; absent if there is none. */
  gap?: string;
  /** Number of responses behind the evidence. @asType integer @minimum 0 */
  answers: number;
}

/** An open question that findings help to answer, since the service differs from the guess of the contract. */
export interface ContradictedQuestion {
  /** Id of the question in the register. */
  question: string;
  /** Ids of the operations with these findings. */
  operations: string[];
  /** The answer, as a line below `answers:` of a file with answers; absent if the responses do not show it. */
  answer?: string;
}

/** Which findings a baseline accepts, and which of them are fixed or expired. */
export interface BaselineReport {
  /** The file of the baseline. */
  file: string;
  /** Ids of accepted findings that the run saw. */
  accepted: string[];
  /** Ids that the baseline accepts, but that the run did not see although it tested the operation. */
  fixed: string[];
  /** Ids that are no longer accepted, since their date has passed. */
  expired: string[];
}

/**
 * `passed`: no violation, and with `strict` no drift. `failed`: the server violates the contract. `no-verdict`: the
 * server could not be reached, refused the key or was busy, or time ran out. `under-coverage`: the run tested less than
 * required. `not-restored`: the run could not prove that every resource has its values back.
 */
export type Verdict = 'passed' | 'failed' | 'no-verdict' | 'under-coverage' | 'not-restored';

/**
 * Everything that a contract check did and found.
 * @title CheckReport
 */
export interface CheckReport {
  /** Version of this format. */
  format: 1;
  /** The contract. */
  contract: {
    /** Title of the contract. */
    title: string;
    /** Version of the contract, from `info.version`. */
    version: string;
    /** The file that `--contract` named. */
    file?: string;
  };
  answers?: AnswersReport;
  /** The target of the check. */
  target: {
    /** Address of the server, or source of the recording. */
    baseUrl: string;
    /** A server that stores data, a mock that stores nothing, or recorded traffic. */
    kind: 'server' | 'mock' | 'recording';
    /** Set if the server sent web pages and no operation succeeded: it is probably a website, such as the docs. */
    isWebsite?: true;
  };
  /** The settings of the run, and its measurements. */
  run: {
    /** `none` sends no request that could change data; `noop` and `roundtrip` put back what they write. */
    writes: WriteMode;
    /** Standings whose operations' writes are in scope, besides `stated`. */
    include: Standing[];
    /** Whether drift fails the run as well. */
    strict: boolean;
    /** Seed of random values. @asType integer */
    seed: number;
    /** Number of random bodies for each operation. @asType integer @minimum 0 */
    runs: number;
    /** The part of the operations that this run checked. */
    shard?: {
      /** Number of this shard, from 1. @asType integer @minimum 1 */
      index: number;
      /** Total number of shards. @asType integer @minimum 1 */
      count: number;
      /** SHA-256 of the times by which `--timings` divided the operations; absent without `--timings`. */
      timings?: string;
    };
    /** Minimum percentage of operations with a tested success, from `--min-coverage`. @minimum 0 @maximum 100 */
    minCoverage?: number;
    /** Minimum percentage of the documented fields, from `--min-fields`. @minimum 0 @maximum 100 */
    minFields?: number;
    /** Start of the run, in UTC. @format date-time @pattern Z$ */
    started: string;
    /** Duration of the run. @minimum 0 */
    milliseconds: number;
    /** Number of requests sent, repeats included. @asType integer @minimum 0 */
    requests: number;
    /** Requests per second over the whole run. @minimum 0 */
    requestsPerSecond: number;
    /** Address of the published docs, which have a page for each family of rules; absent if nobody publishes them. */
    docs?: string;
    /** The configuration file that the command has read. */
    config?: string;
    /**
     * The path from the root of the repository to the folder of the run, if that is another folder. SARIF and
     * annotations name files from the root.
     */
    folder?: string;
  };
  verdict: Verdict;
  /** The basis of the verdict, or the reason why the run reached none. */
  why: string;
  /** The exit code of the command. @asType integer @minimum 0 @maximum 255 */
  exitCode: number;
  /** The reason why the run is incomplete; absent if it is complete. */
  stopped?: {
    /** The kind of reason: `key.refused`, `target.busy`, `other-key.refused`, `run.out-of-time`. */
    code: string;
    /** The moment when the cause began; absent if the cause lasted the whole run, or ended the run at once. */
    since?: Moment;
  };
  /** Number of findings of each severity. */
  counts: {
    /** Number of findings that contradict a stated fact, a rule of HTTP or basic safety. @asType integer @minimum 0 */
    violation: number;
    /** Number of findings that contradict a fact that the contract infers. @asType integer @minimum 0 */
    drift: number;
    /** Number of findings that are evidence and not errors. @asType integer @minimum 0 */
    observation: number;
  };
  /** How much was tested. */
  coverage: {
    /** Number of operations in the contract. @asType integer @minimum 0 */
    operations: number;
    /** Number of operations that the run should check. @asType integer @minimum 0 */
    inScope: number;
    /** Number of operations with a judged 2xx response. @asType integer @minimum 0 */
    successTested: number;
    /** Number of operations with a judged refusal of a wrong request. @asType integer @minimum 0 */
    refusalTested: number;
    /** How many of the documented statuses occurred. */
    statuses: {
      /** Number of documented statuses that occurred. @asType integer @minimum 0 */
      seen: number;
      /** Number of documented statuses. @asType integer @minimum 0 */
      documented: number;
    };
    /** How many of the documented response fields occurred with a value. */
    fields: {
      /** Number of documented fields that occurred with a value. @asType integer @minimum 0 */
      seen: number;
      /** Number of documented fields; in a shard, for all shards. @asType integer @minimum 0 */
      documented: number;
      /**
       * The documented fields that occurred in no response, by operationId, as paths in a body: `tier.id`,
       * `resources[].url`. Each field is listed once, for an operation whose response has it nearest to the top.
       */
      unseen?: Record<string, string[]>;
    };
  };
  /** Results for each operation, in the order of the contract. */
  operations: OperationReport[];
  /** Differences between the server and the contract: violations first, then by operation. */
  findings: Finding[];
  /** Evidence about questions that the contract leaves open. */
  evidence: EvidenceEntry[];
  /** The open questions that findings help to answer; absent if there are none. */
  questions?: ContradictedQuestion[];
  baseline?: BaselineReport;
  state?: StateReport;
  /** With `disposable`: every resource that requests of the run have created, or may have created. */
  created?: CreatedResource[];
  /** Other facts that a reader must know, one sentence each. */
  notes: string[];
  /** With the option `exchanges`: each request that got a complete response. */
  exchanges?: ReportedExchange[];
}

/** A header of a request or a response. */
export interface ReportedHeader {
  /** Name of the header, in lower case. */
  name: string;
  /** Value of the header. */
  value: string;
}

/** The body of a request or a response. */
export interface ReportedBody {
  /** The media type of the body; empty if the message does not name one. */
  mimeType: string;
  /** The text of the body, or its bytes in base64. */
  text: string;
  /** Set if the bytes are not UTF-8. */
  encoding?: 'base64';
}

/** A request of a run and its response: an entry of a HAR 1.2 file, with the purpose of the request. */
export interface ReportedExchange {
  /** Id of the test case. */
  case: string;
  /** Id of the operation that the case tests. */
  operationId: string;
  /** The purpose of the request, such as `create`. */
  kind: CaseKind;
  /** Expected behaviour of a correct server. */
  expect: Expectation;
  /** Which key was sent. No report contains the key itself. */
  key: KeyUse;
  /** JSON pointer to the part of the request body that the case tests. */
  pointer?: string;
  /** Whether the path contains an id that no resource has. */
  isAtUnknownId?: boolean;
  /** Whether the run had begun to write. */
  isWriting?: boolean;
  /** Time from the request to the end of the response, in milliseconds. @minimum 0 */
  time: number;
  /** The request, without credentials. */
  request: {
    /** The HTTP method. */
    method: string;
    /** The complete URL. */
    url: string;
    /** Headers of the request. */
    headers: ReportedHeader[];
    /** Body of the request. */
    postData?: ReportedBody;
  };
  /** The response, without credentials. */
  response: {
    /** The status code. @asType integer */
    status: number;
    /** Headers of the response. */
    headers: ReportedHeader[];
    /** Body of the response. */
    content: ReportedBody;
  };
}
