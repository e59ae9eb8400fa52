import type { CheckedContract } from '../model/contract.js';
import type { CheckOptions } from '../model/options.js';
import { type Scope, scopeOf } from '../model/scope.js';
import { cutByTime, expectedTimes } from './shard-cut.js';
import type { Timings } from './timings.js';

/** The scope of a run, and that of all its shards together. */
export interface Scopes {
  scope: Scope;
  unsharded: Scope;
}

type ScopesOptions = Pick<CheckOptions, 'include' | 'only' | 'exclude' | 'shard' | 'har'> & {
  /** The ids of the operations that `--changed-from` selects. */
  changed?: ReadonlySet<string> | undefined;
  timings?: Timings | undefined;
};

export function scopesOf(
  { operations }: Pick<CheckedContract, 'operations'>,
  { shard, timings, changed, ...rest }: ScopesOptions,
): Scopes {
  const whole = { ...rest, operations, ...(changed && { changed }) };
  const unsharded = scopeOf(whole);
  if (!shard) return { scope: unsharded, unsharded };
  const ids = operations.filter(unsharded.has).map(({ id }) => id);
  const cut = timings && cutByTime(expectedTimes(ids, timings.costs), shard.count);
  return { scope: scopeOf({ ...whole, shard, ...(cut && { cut }) }), unsharded };
}
