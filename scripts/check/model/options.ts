import type { Standing } from '../../contract/standing.js';
import type { CheckedContract } from './contract.js';

/**
 * What may be written. `none`, the default, sends nothing that could change what is there; `noop` sends things the
 * values that they have; `roundtrip` changes them and puts them back at once; `disposable` does everything, for servers
 * started for the test.
 */
export type WriteMode = 'none' | 'noop' | 'roundtrip' | 'disposable';

/** Whether things that are there are written to and put back. */
export function isPutBack(writes: WriteMode | undefined): writes is 'noop' | 'roundtrip' {
  return writes === 'noop' || writes === 'roundtrip';
}

/** Seconds that a write may come late and reads may lag, where nothing else is said and things are put back. */
export const defaultSettle = 10;

export const defaults = { runs: 10, concurrency: 4, timeout: 30, maxWait: 120, seed: 0 };

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
  /** OperationIds, tags and patterns of paths, as `/users/*`, of operations that are not called in any way. */
  exclude?: readonly string[];
  writes?: WriteMode;
  /** Fields that are written though others would feel their change: with `noop` and `roundtrip`. */
  writeFields?: readonly string[];
  /** Seconds between two writes with `noop` and `roundtrip`; 1 by default, and 0 on this machine. */
  writeInterval?: number;
  /** Whether the state of a thing that no read shows may be read by an empty update. */
  readByPatch?: boolean;
  /** Where journals of writes are kept; by default the folder of this program below `$XDG_STATE_HOME`. */
  stateHome?: string;
  /** The host, where `writes` is not `none` and the host is not this machine. */
  confirmHost?: string;
  /**
   * A host that may be called by http though it is not this machine: between containers that nobody else can listen to.
   */
  allowInsecureHost?: string;
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
  /** Seconds for all waits that the server asks for with 429 or 503; 120 by default. */
  maxWait?: number;
  /**
   * Seconds that reads may lag behind writes, and that a write of unknown outcome may come late; 10 by default with
   * `noop` and `roundtrip`, else 0.
   */
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
  /** Told what somebody who watches must know at once, a sentence. */
  onNotice?: (sentence: string) => void;
  /** Ends the run: no new request is sent, but for those that put things back. */
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

/** The flag that gives a value to a parameter of a path. */
export function flagFor(operationId: string, parameter: string): string {
  const short: Record<string, string> = { directory_id: '--directory', entry_id: '--entry', filter_id: '--filter' };
  return Object.hasOwn(short, parameter) ? `${short[parameter]} ID` : `--param ${operationId}.${parameter}=ID`;
}
