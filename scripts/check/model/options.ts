import type { Standing } from '../../contract/standing.js';
import type { CheckedContract } from './contract/contract.js';

/**
 * The writes that are allowed. `none`, the default, sends no request that could change existing data; `noop` sends
 * existing resources the values that they have; `roundtrip` changes values and puts them back at once; `disposable`
 * sends everything, for servers started for the test.
 */
export type WriteMode = 'none' | 'noop' | 'roundtrip' | 'disposable';

/** Whether the run writes to existing resources and then restores them. */
export function isRestoring(writes: WriteMode | undefined): writes is 'noop' | 'roundtrip' {
  return writes === 'noop' || writes === 'roundtrip';
}

/** Default of `settle` for runs that restore values: seconds that a write may take to show in reads. */
export const defaultSettle = 10;

export const defaults = { runs: 10, timeout: 30, maxWait: 120, seed: 0 };

/** Default number of concurrent requests: at the start of the run, and at most. */
export const concurrencyDefaults = { first: 4, most: 16 };

/** The options that most runs need. The key comes from `DIRECTORY_API_KEY`, or from a command. */
interface UsualCheckOptions {
  /** Address of the server, without the base path of the interface. */
  baseUrl: string;
  /**
   * Values of parameters by name: `directory_id`, or `updateTier.tier_id` for one operation alone. Path parameters are
   * ids of existing resources; parameters of a query, a header or a cookie are sent with each request of their
   * operations. `createTier.name` gives a field of a body, and `createTier` an example of the whole body, in JSON.
   */
  parameters?: Readonly<Record<string, string>>;
  /** Headers of every request, with the environment variables of their values: `{ 'X-Tenant': '$TENANT' }`. */
  headers?: Readonly<Record<string, string>>;
  /** An OpenAPI 3.1 document other than this package's own: its file, or the contract read from it. */
  contract?: string | CheckedContract;
  /** A file with answers to open questions of this package's own contract. They then count like stated facts. */
  answers?: string;
  /** Which writes the run may send: `none` by default; `disposable` for a server started for the test. */
  writes?: WriteMode;
  /** The host of the server, as a confirmation; required if `writes` is not `none` and the host is not this machine. */
  confirmHost?: string;
  /** Standings whose writes are in scope, besides `stated`. All reads are in scope. */
  include?: readonly Exclude<Standing, 'stated'>[];
  /** Ids of the operations to check; by default, all operations in scope. */
  only?: readonly string[];
  /** OperationIds, tags and path patterns, such as `/users/*`, of operations that must not be called. */
  exclude?: readonly string[];
  /** A file with findings that are accepted until a date, and with fields that must not disappear. */
  baseline?: string;
  /** Whether drift fails the run as well. */
  strict?: boolean;
  /** Minimum percentage of the operations in scope whose success is tested. */
  minCoverage?: number;
  /** Minimum percentage of the documented response fields that occur with a value. */
  minFields?: number;
  /** Maximum seconds for the run; no limit by default. */
  maxTime?: number;
  /** Recorded traffic to check instead of a server. */
  har?: string;
  /** Called at each step of the run. */
  onProgress?: (progress: CheckProgress) => void;
  /** Ends the run: no new request is sent, except those that put values back, or remove what the run has created. */
  signal?: AbortSignal;
}

/** The target, the scope and the extent of a check. The members declared here are for special servers and runs. */
export interface CheckOptions extends UsualCheckOptions {
  /**
   * How requests send the key, instead of the documented way: `scheme=` and the name of a security scheme of the
   * document, `bearer`, `basic`, or `header=`, `cookie=`, `query=` and a name. For `basic`, the key is `user:password`.
   */
  auth?: string;
  /** A command that prints the key, in place of `DIRECTORY_API_KEY`. It runs in the shell, and again after a 401. */
  keyCommand?: string;
  /**
   * A command that prints the key of another identity, in place of `DIRECTORY_OTHER_API_KEY`; only with `disposable`.
   * What the run has created must be out of reach with that key.
   */
  otherKeyCommand?: string;
  /** Operations whose resources other identities may see, named like those of `exclude`. */
  shared?: readonly string[];
  /** Whether the resources that the run creates stay after its end; only with `disposable`. */
  keep?: boolean;
  /** Fields to write even if other users would notice the change; only with `noop` and `roundtrip`. */
  writeFields?: readonly string[];
  /** Seconds between two writes with `noop` and `roundtrip`; by default 1, and 0 if the server is on this machine. */
  writeInterval?: number;
  /** Whether an empty update may be sent to learn the state of a resource that no read returns. */
  readByPatch?: boolean;
  /** Folder for journals of writes; by default the folder of this program below `$XDG_STATE_HOME`. */
  stateHome?: string;
  /**
   * Hosts other than this machine that may be called by http, with or without a port, such as `sandbox:4020`: for a
   * network of containers that is not shared. By http, anybody on the network path can read the key.
   */
  allowInsecureHosts?: readonly string[];
  /** `mock` for a server that stores nothing: then each response is judged without regard to earlier ones. */
  target?: 'server' | 'mock';
  /** Seed of random values; 0 by default. */
  seed?: number;
  /** Number of random bodies for each operation; 10 by default. */
  runs?: number;
  /** The part of the operations that this run tests: `{ index: 1, count: 4 }` is the first of four parts. */
  shard?: { index: number; count: number };
  /**
   * The JSON report of an earlier run, or of its merged shards: its times decide which operations each shard tests. All
   * shards of a run need the same report.
   */
  timings?: string;
  /** Number of concurrent requests; by default as many as the server handles without becoming slower, at most 16. */
  concurrency?: number;
  /** Seconds for one attempt of a request, from connecting to the last byte; 30 by default. */
  timeout?: number;
  /** Maximum number of requests a second, sent at even intervals; no limit by default. */
  rate?: number;
  /**
   * Address of an http or https proxy, without a login. By default, that of `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY`,
   * unless `NO_PROXY` contains the host. A server on this machine is always called directly.
   */
  proxy?: string;
  /** A file with the certificate of this client (PEM), for a server that asks for one. */
  clientCert?: string;
  /** A file with the private key of `clientCert` (PEM, not encrypted); by default, `clientCert` contains the key. */
  clientKey?: string;
  /** A file with certificates of authorities (PEM) that are trusted besides those of Node.js. */
  ca?: string;
  /** Maximum seconds for all waits that the server asks for with 429 or 503; 120 by default. */
  maxWait?: number;
  /**
   * Seconds that reads may lag behind writes, and that a write without a response may be delayed; by default 10 with
   * `noop` and `roundtrip`, otherwise 0.
   */
  settle?: number;
  /** An older contract: only operations that differ from it are checked. */
  changedFrom?: string;
  /** Address at which a team publishes the docs. Reports link to the pages about rules there. */
  docsUrl?: string;
  /** Whether the report contains each request and its response, for `learn`. */
  exchanges?: boolean;
  /** Called with a sentence that a user must read at once. */
  onNotice?: (sentence: string) => void;
}

export interface CheckProgress {
  /** Number of requests sent so far. `expected` is the estimated total. */
  sent: number;
  expected: number;
  /** Estimated milliseconds to the end; undefined as long as the run is too short for an estimate. */
  left?: number;
  /** The subject that the run is checking now, as readable text. */
  now: string;
  /** Number of findings so far that fail the run. */
  failing: number;
}

/** Parameters that have their own flag, such as `--directory` for `directory_id`. */
export const shortFlags = new Map([
  ['directory_id', 'directory'],
  ['entry_id', 'entry'],
  ['filter_id', 'filter'],
] as const);

/** Returns the flag that sets a path parameter. */
export function flagFor(operationId: string, parameter: string): string {
  const flag = (shortFlags as ReadonlyMap<string, string>).get(parameter);
  return flag === undefined ? `--param ${operationId}.${parameter}=ID` : `--${flag} ID`;
}

/** Valid forms of the setting `auth`, in words and as a pattern. */
export const authForms = 'scheme=NAME, bearer, basic, header=NAME, cookie=NAME or query=NAME';
export const authPattern = '^(?:bearer|basic|(?:scheme|header|cookie|query)=.+)$';

/** Whether the source of a contract is an address, not a file. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}
