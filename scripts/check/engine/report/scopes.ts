import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckOptions } from '../../model/options.js';
import { type Scope, scopeOf } from '../../model/scope.js';
import type { Timings } from './timings.js';

/** The scope of a run, and that of all its shards together. */
export interface Scopes {
  scope: Scope;
  unsharded: Scope;
}

/** What `--changed-from` and `--timings` name. */
interface Cuts {
  /** The ids of the operations that differ from the older contract. */
  changed?: ReadonlySet<string>;
  timings?: Timings;
}

/** Reads the older contract and the earlier report that the options name. */
export async function readCuts(
  options: Pick<CheckOptions, 'changedFrom' | 'timings' | 'shard' | 'writes'>,
  contract: CheckedContract,
): Promise<Cuts> {
  const { changedFrom, timings } = options;
  return {
    ...(timings !== undefined && { timings: (await import('./timings.js')).readTimings(options, contract) }),
    ...(changedFrom !== undefined && {
      changed: await (await import('../contract/changed.js')).changedSince(changedFrom, contract),
    }),
  };
}

export function scopesOf(
  { operations }: Pick<CheckedContract, 'operations'>,
  { shard, ...rest }: Pick<CheckOptions, 'include' | 'only' | 'exclude' | 'shard' | 'har'>,
  { timings, changed }: Cuts,
): Scopes {
  const whole = { ...rest, operations, ...(changed && { changed }) };
  const unsharded = scopeOf(whole);
  if (!shard) return { scope: unsharded, unsharded };
  const ids = operations.filter(unsharded.has).map(({ id }) => id);
  const cut = timings && cutByTime(expectedTimes(ids, timings.costs), shard.count);
  return { scope: scopeOf({ ...whole, shard, ...(cut && { cut }) }), unsharded };
}

/**
 * Deals operations to shards: the longest first, each to the shard that has the least so far, which takes at most a
 * third longer than the best cut. The same times always give the same cut.
 *
 * @param expected how long each operation will take, in any unit, by id and in the order of the contract
 * @returns the number of the shard of each operation, from 1
 */
export function cutByTime(expected: ReadonlyMap<string, number>, count: number): Map<string, number> {
  const shards = Array.from({ length: count }, (_, index) => ({ number: index + 1, time: 0, operations: 0 }));
  const cut = new Map<string, number>();
  for (const [id, time] of [...expected].sort(([, a], [, b]) => b - a)) {
    const least = shards.reduce((best, each) =>
      each.time < best.time || (each.time === best.time && each.operations < best.operations) ? each : best,
    );
    least.time += time;
    least.operations += 1;
    cut.set(id, least.number);
  }
  return cut;
}

/**
 * How long operations will take: as long as in an earlier run, or as the median of the others.
 *
 * @param costs what operations have cost in that run, by id
 */
export function expectedTimes(ids: readonly string[], costs: ReadonlyMap<string, number>): Map<string, number> {
  const known = ids
    .flatMap((id) => costs.get(id) ?? [])
    .filter((cost) => cost > 0)
    .sort((a, b) => a - b);
  const median = known[Math.floor(known.length / 2)] ?? 1;
  return new Map(ids.map((id) => [id, costs.get(id) ?? median]));
}
