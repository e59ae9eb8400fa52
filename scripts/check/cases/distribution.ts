import { withoutSlash } from '../../contract/path-template.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { hashOf, rotate } from '../values/token.js';

/** Maximum number of operations of a small contract, in which each operation gets all variations that suit it. */
const smallContractLimit = 30;

/** Number of operations of a larger contract that get variations. If possible, each is from another group. */
const targetLimit = 2;

export interface VariationBase {
  /** Whether large contracts omit the variation: its faults are rare, or another variation shows most of them. */
  isMinor?: boolean;
}

export interface Distribution<Target, Variation extends VariationBase> {
  targets: readonly Target[];
  variations: readonly Variation[];
  isSuitable: (target: Target, variation: Variation) => boolean;
  /** Returns the name of the target, and the name of its group of related targets. */
  nameOf: (target: Target) => readonly [name: string, group: string];
  seed: number;
  operations: number;
}

export function isSmallContract(operations: number): boolean {
  return operations <= smallContractLimit;
}

/**
 * Assigns variations of requests to operations. Most servers handle headers, paths, methods and JSON in one place for
 * all operations, so that a variation shows the same fault at each operation. Some servers do not. So in a small
 * contract, each operation gets all variations that suit it. In a larger contract, each variation goes to one of a few
 * operations, which the seed selects.
 */
export function distribute<Target, Variation extends VariationBase>(
  distribution: Distribution<Target, Variation>,
): Map<Target, Variation[]> {
  const { targets, variations, isSuitable, operations } = distribution;
  const assignments = new Map<Target, Variation[]>();
  const assign = (target: Target, variation: Variation): void =>
    void assignments.set(target, [...(assignments.get(target) ?? []), variation]);
  if (isSmallContract(operations)) {
    for (const target of targets)
      for (const variation of variations) if (isSuitable(target, variation)) assign(target, variation);
    return assignments;
  }
  const targetOrder = orderByGroup(distribution);
  const firstTargets = targetOrder.slice(0, targetLimit);
  for (const [index, variation] of variations.filter(({ isMinor }) => !isMinor).entries()) {
    const order = [...rotate(firstTargets, index), ...targetOrder.slice(targetLimit)];
    const target = order.find((nullable) => isSuitable(nullable, variation));
    if (target !== undefined) assign(target, variation);
  }
  return assignments;
}

/**
 * Whether an operation gets a test that, on nearly every server, has the same result at all operations of its group. In
 * a larger contract, one operation of each group gets the test; if possible, a read of a single resource.
 */
export function representsGroup({ operations }: CheckedContract, operation: CheckedOperation): boolean {
  if (isSmallContract(operations.length)) return true;
  const group = operations.filter(({ tag }) => tag === operation.tag);
  const rank = ({ method, path, pathParameters }: CheckedOperation): number =>
    (method === 'get' ? 1000 : 0) + (withoutSlash(path).endsWith('}') ? 100 : 0) + pathParameters.length;
  const highestRank = Math.max(...group.map(rank));
  return group.find((each) => rank(each) === highestRank) === operation;
}

type TargetGroups<Target> = Pick<Distribution<Target, never>, 'targets' | 'nameOf' | 'seed'>;

/** Orders the targets by the seed, with one target of each group first. */
function orderByGroup<Target>({ targets, nameOf, seed }: TargetGroups<Target>): Target[] {
  const rank = (target: Target): number => hashOf(seed, ...nameOf(target));
  const randomOrder = [...targets].sort((a, b) => rank(a) - rank(b));
  const firstByGroup = new Map(randomOrder.toReversed().map((target) => [nameOf(target)[1], target]));
  const firstTargets = new Set(firstByGroup.values());
  const isFirst = (target: Target): boolean => firstTargets.has(target);
  return [...randomOrder.filter(isFirst), ...randomOrder.filter((nullable) => !isFirst(nullable))];
}
