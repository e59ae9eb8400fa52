import type { CheckedContract } from '../model/contract.js';
import type { CheckOptions } from '../model/options.js';
import { type Scope, scopeOf } from '../model/scope.js';
import { cutByTime, portionsOf } from './shard-cut.js';
import type { Timings } from './timings.js';

/** The scope of a run, and that of all its shards together. */
export interface Scopes {
  scope: Scope;
  unsharded: Scope;
}

type ScopesOptions = Pick<CheckOptions, 'include' | 'only' | 'exclude' | 'shard' | 'har' | 'writes'> & {
  /** The ids of the operations that `--changed-from` selects. */
  changed?: ReadonlySet<string> | undefined;
  timings?: Timings | undefined;
};

export function scopesOf(
  contract: Pick<CheckedContract, 'operations' | 'resources'>,
  { shard, timings, changed, writes, ...rest }: ScopesOptions,
): Scopes {
  const whole = { ...rest, operations: contract.operations, ...(changed && { changed }) };
  const unsharded = scopeOf(whole);
  if (!shard) return { scope: unsharded, unsharded };
  const cut = timings && cutByTime(portionsOf(contract, unsharded.has, timings.costs, writes), shard.count);
  return { scope: scopeOf({ ...whole, shard, ...(cut && { cut }) }), unsharded };
}
