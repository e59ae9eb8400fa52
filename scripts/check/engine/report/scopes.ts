import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckOptions } from '../../model/options.js';
import { type Scope, scopeOf } from '../../model/scope.js';
import type { NetworkOptions } from '../../transport/network.js';
import type { Timings } from './timings.js';

/** The scope of a run, and the scope of all its shards together. */
export interface Scopes {
  scope: Scope;
  fullScope: Scope;
}

/** The data from the sources that `--changed-from` and `--timings` name. */
interface ScopeInputs {
  /** The ids of the operations that differ from the older contract. */
  changedIds?: ReadonlySet<string>;
  timings?: Timings;
}

export async function readScopeInputs(
  options: Pick<CheckOptions, 'changedFrom' | 'timings' | 'shard' | 'writes'> & NetworkOptions,
  contract: CheckedContract,
): Promise<ScopeInputs> {
  const { changedFrom, timings } = options;
  return {
    ...(timings !== undefined && { timings: (await import('./timings.js')).readTimings(options, contract) }),
    ...(changedFrom !== undefined && {
      changedIds: await (await import('../contract/changed-operations.js')).findChangedIds(
        changedFrom,
        contract,
        options,
      ),
    }),
  };
}

export function scopesOf(
  { operations }: Pick<CheckedContract, 'operations'>,
  { shard, ...rest }: Pick<CheckOptions, 'include' | 'only' | 'exclude' | 'shard' | 'har'>,
  { timings, changedIds }: ScopeInputs,
): Scopes {
  const scopeOptions = { ...rest, operations, ...(changedIds && { changedOperationIds: changedIds }) };
  const fullScope = scopeOf(scopeOptions);
  if (!shard) return { scope: fullScope, fullScope };
  const ids = operations.filter(fullScope.has).map(({ id }) => id);
  const shardById = timings && assignShards(estimateTimes(ids, timings.costs), shard.count);
  return { scope: scopeOf({ ...scopeOptions, shard, ...(shardById && { shardNumbers: shardById }) }), fullScope };
}

/**
 * Divides operations among shards: the longest first, each to the shard with the least time so far. The slowest
 * shard takes at most a third longer than in the best possible division. The same times always result in the same
 * division.
 *
 * @param times the expected time of each operation by id, in any unit and in the order of the contract
 * @returns the number of the shard for each operation, from 1
 */
export function assignShards(times: ReadonlyMap<string, number>, count: number): Map<string, number> {
  const shards = Array.from({ length: count }, (_, index) => ({ number: index + 1, time: 0, operations: 0 }));
  const shardById = new Map<string, number>();
  for (const [id, time] of [...times].sort(([, a], [, b]) => b - a)) {
    const leastBusyShard = shards.reduce((best, each) =>
      each.time < best.time || (each.time === best.time && each.operations < best.operations) ? each : best,
    );
    leastBusyShard.time += time;
    leastBusyShard.operations += 1;
    shardById.set(id, leastBusyShard.number);
  }
  return shardById;
}

/** Returns the expected time of each operation: its time in an earlier run, or else the median of the known times. */
export function estimateTimes(ids: readonly string[], earlierTimes: ReadonlyMap<string, number>): Map<string, number> {
  const knownTimes = ids.flatMap((id) => earlierTimes.get(id) ?? []).filter((time) => time > 0);
  const median = knownTimes.sort((a, b) => a - b)[Math.floor(knownTimes.length / 2)] ?? 1;
  return new Map(ids.map((id) => [id, earlierTimes.get(id) ?? median]));
}
