import type { CheckedContract } from '../model/contract.js';
import type { CheckedOperation } from '../model/operations.js';
import type { WriteMode } from '../model/options.js';

/** Operations that one shard tests together, and how long that will take, in any unit. */
export interface Portion {
  ids: readonly string[];
  expected: number;
}

/**
 * Deals the portions to the shards: the longest first, each to the shard that has the least so far, which takes at most
 * a third longer than the best cut. The same portions always give the same cut.
 *
 * @returns the number of the shard, from 1, by the id of the operation
 */
export function cutByTime(portions: readonly Portion[], count: number): Map<string, number> {
  const shards = Array.from({ length: count }, () => ({ expected: 0, operations: 0 }));
  const cut = new Map<string, number>();
  for (const { ids, expected } of [...portions].sort((a, b) => b.expected - a.expected)) {
    let least = 0;
    for (const [index, { expected: sum, operations }] of shards.entries()) {
      const best = shards[least] as (typeof shards)[number];
      if (sum < best.expected || (sum === best.expected && operations < best.operations)) least = index;
    }
    const chosen = shards[least] as (typeof shards)[number];
    chosen.expected += expected;
    chosen.operations += ids.length;
    for (const id of ids) cut.set(id, least + 1);
  }
  return cut;
}

/**
 * The portions of a run, in the order of the contract. An operation without a known cost is expected to have the median
 * of the others. Real writes to a kind of resource share what the run creates for them, so they stay together.
 *
 * @param costs what operations have cost in an earlier run, by id
 */
export function portionsOf(
  contract: Pick<CheckedContract, 'operations' | 'resources'>,
  inScope: (operation: CheckedOperation) => boolean,
  costs: ReadonlyMap<string, number>,
  writes: WriteMode = 'none',
): Portion[] {
  const scoped = contract.operations.filter(inScope);
  const usual = median(scoped.flatMap(({ id }) => costs.get(id) ?? []).filter((cost) => cost > 0)) ?? 1;
  const groups = new Map(scoped.map((operation) => [operation, new Set([operation])]));
  for (const { create, update, replace, remove } of writes === 'disposable' ? contract.resources : []) {
    const [first, ...others] = [create, update, replace, remove].flatMap((each) => (each && groups.get(each)) ?? []);
    for (const other of others) {
      for (const operation of other) {
        first?.add(operation);
        groups.set(operation, first ?? other);
      }
    }
  }
  return [...new Set(groups.values())].map((group) => {
    const ids = scoped.filter((operation) => group.has(operation)).map(({ id }) => id);
    return { ids, expected: ids.reduce((sum, id) => sum + (costs.get(id) ?? usual), 0) };
  });
}

function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
