import type { Standing } from '../contract/standing.js';
import type { CheckedContract } from './contract.js';

/** What to check, where, and how far to go. The key comes from `DIRECTORY_API_KEY` alone. */
export interface CheckOptions {
  /** Address of the server, without the path of the interface. */
  baseUrl: string;
  /** Ids by the name of the path parameter: `directory_id`, or `updateTier.tier_id` for one operation alone. */
  parameters?: Readonly<Record<string, string>>;
  /** Standings whose writes are in scope besides the stated ones. Reads always are. */
  include?: readonly Exclude<Standing, 'stated'>[];
  /** Operations to check; all in scope where it is left out. */
  only?: readonly string[];
  /** `none`, the default, sends nothing that could change what is there; `disposable` is for servers started for the test. */
  writes?: 'none' | 'disposable';
  /** The host, where `writes` is not `none` and the host is not this machine. */
  confirmHost?: string;
  /** `mock` for a server without state: each answer is judged alone. */
  target?: 'server' | 'mock';
  /** Whether drift fails the run, too. */
  strict?: boolean;
  /** Where random values begin; 0 by default. */
  seed?: number;
  /** Random bodies an operation; 10 by default. */
  runs?: number;
  shard?: { index: number; count: number };
  /** Reads at a time; 4 by default. */
  concurrency?: number;
  /** Seconds for one request in all; 30 by default. */
  timeout?: number;
  /** Seconds for the run; without it there is no limit. */
  maxTime?: number;
  /** Seconds that reads may lag behind writes; 0 by default. */
  settle?: number;
  /** Per cent of the operations in scope whose success must be tested. */
  minCoverage?: number;
  /** Another OpenAPI 3.1 document than this package's own: its file, or what was read from it. */
  contract?: string | CheckedContract;
  /** Operations that another version of the contract has otherwise, or has not; only these are checked. */
  changedFrom?: string;
  baseline?: string;
  /** Recorded traffic to check instead of a server. */
  har?: string;
  /** Told of each step, for whoever watches. */
  onProgress?: (progress: CheckProgress) => void;
  /** Ends the run: no new request is sent. */
  signal?: AbortSignal;
}

export interface CheckProgress {
  /** Requests sent so far, and the likely total. */
  sent: number;
  expected: number;
  /** What is being checked. */
  now: string;
  /** Findings that fail the run, so far. */
  failing: number;
}
