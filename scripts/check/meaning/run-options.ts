import type { CaseSource } from '../cases/source.js';
import type { CheckedContract } from '../model/contract.js';
import type { WriteMode } from '../model/options.js';
import type { Scope } from '../model/scope.js';
import type { Restoring } from '../restore/restoring.js';
import type { Fixtures } from '../session/fixtures.js';
import type { Session } from '../session/session.js';

/** What a run works with: its contract, its session, and what it may do. */
export interface RunOptions {
  contract: CheckedContract;
  session: Session;
  fixtures: Fixtures;
  source: CaseSource;
  scope: Scope;
  writes: WriteMode;
  /** Puts back what is written with `noop` and `roundtrip`. */
  restoring?: Restoring | undefined;
  isMock: boolean;
  runs: number;
  /** The scope of all shards together: all have to learn the same. */
  unsharded?: Scope;
  concurrency: number;
  /** Resolves once connections show that what was read so far was answered to whom it was asked. */
  settled?: () => Promise<void>;
  /** Told of what is being done. */
  begin?: (what: string) => void;
}
