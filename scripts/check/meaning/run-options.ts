import type { CaseSource } from '../cases/source.js';
import type { CheckedContract } from '../model/contract.js';
import type { WriteMode } from '../model/options.js';
import type { Scope } from '../model/scope.js';
import type { Restoring } from '../restore/restoring.js';
import type { Fixtures } from '../session/fixtures.js';
import type { RunSession } from '../session/run-session.js';

/** The contract, the session and the permissions of a run. */
export interface RunOptions {
  contract: CheckedContract;
  session: RunSession;
  fixtures: Fixtures;
  source: CaseSource;
  scope: Scope;
  writes: WriteMode;
  /** Undoes the writes of `noop` and `roundtrip`. */
  restoring?: Restoring | undefined;
  isMock: boolean;
  /** Whether the server is this machine. */
  isLocal?: boolean;
  /** For evidence: `quick` to read everything once, and nothing else; both to read lists below a second parent. */
  reads?: 'quick' | 'wide';
  runs: number;
  /** The scope of all shards together: each shard must learn the same ids. */
  unsharded?: Scope;
  /** Resolves when the connections show that every response so far belongs to its request. */
  settled?: () => Promise<void>;
  /** Removes what the run has created. */
  removeCreations?: () => Promise<void>;
  /** Called with the id of each operation when its tests begin. */
  begin?: (what: string) => void;
}
