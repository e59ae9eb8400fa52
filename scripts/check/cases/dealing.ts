import { withoutSlash } from '../../contract/path-template.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { hashOf, rotated } from '../values/token.js';

/** The most operations of a contract that gets every variation at every operation that it suits. */
const small = 30;

/** Number of operations of a larger contract that get variations, each from another group if possible. */
const few = 2;

/** One of the things that can be varied. */
export interface Dealt {
  /** Left out of larger contracts: faults in it are rare, or another variation shows most of them, too. */
  isLesser?: boolean;
}

export interface Dealing<Target, Variation extends Dealt> {
  targets: readonly Target[];
  variations: readonly Variation[];
  suits: (target: Target, variation: Variation) => boolean;
  /** A name of the target, and of the group of related targets that it belongs to. */
  nameOf: (target: Target) => readonly [name: string, group: string];
  seed: number;
  /** Number of operations in the contract. */
  operations: number;
}

export function isSmall(operations: number): boolean {
  return operations <= small;
}

/**
 * Deals variations of requests to operations. Most servers handle headers, paths, methods and JSON in one place for all
 * operations, so that each variation shows a fault at any of them. In a small contract, all operations get all
 * variations that suit them, since some servers do not; in a larger one, each variation goes to one operation, of a few
 * that are chosen by the seed.
 */
export function dealt<Target, Variation extends Dealt>(dealing: Dealing<Target, Variation>): Map<Target, Variation[]> {
  const { targets, variations, suits, operations, nameOf, seed } = dealing;
  const hands = new Map<Target, Variation[]>();
  const deal = (target: Target, variation: Variation): void =>
    void hands.set(target, [...(hands.get(target) ?? []), variation]);
  if (isSmall(operations)) {
    for (const target of targets)
      for (const variation of variations) if (suits(target, variation)) deal(target, variation);
    return hands;
  }
  const spread = spreadOut(targets, nameOf, seed);
  const chosen = spread.slice(0, few);
  for (const [index, variation] of variations.filter(({ isLesser }) => !isLesser).entries()) {
    const order = [...rotated(chosen, index), ...spread.slice(few)];
    const target = order.find((each) => suits(each, variation));
    if (target !== undefined) deal(target, variation);
  }
  return hands;
}

/**
 * Whether an operation gets a test that shows the same at all operations of its group, on nearly every server. In a
 * larger contract one of each group gets it: a read of a single resource, if there is one.
 */
export function standsForGroup({ operations }: CheckedContract, own: CheckedOperation): boolean {
  if (isSmall(operations.length)) return true;
  const group = operations.filter(({ tag }) => tag === own.tag);
  const rank = ({ method, path, pathParameters }: CheckedOperation): number =>
    (method === 'get' ? 1000 : 0) + (withoutSlash(path).endsWith('}') ? 100 : 0) + pathParameters.length;
  const highest = Math.max(...group.map(rank));
  return group.find((each) => rank(each) === highest) === own;
}

/** The targets in an order by the seed, one of each group first. */
function spreadOut<Target>(
  targets: readonly Target[],
  nameOf: Dealing<Target, never>['nameOf'],
  seed: number,
): Target[] {
  const rank = (target: Target): number => hashOf(seed, ...nameOf(target));
  const ordered = [...targets].sort((one, other) => rank(one) - rank(other));
  const firsts = new Map(ordered.toReversed().map((target) => [nameOf(target)[1], target]));
  const isFirst = new Set(firsts.values());
  return [...ordered.filter((each) => isFirst.has(each)), ...ordered.filter((each) => !isFirst.has(each))];
}
