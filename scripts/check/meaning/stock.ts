import { fieldsOf } from '../../contract/schema-fields.js';
import { readCase } from '../cases/reads.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { mayNameOne, prefixesOf, type ResourceType, sameForm } from '../model/contract/resources.js';
import type { Parameters } from '../model/request.js';
import { documentedIds } from '../session/discover.js';
import type { Harness } from './harness.js';
import { addToStock } from './making.js';
import { checkRead } from './reads.js';

/** Resources of a kind that a list needs to show its order, its pages and its filters. */
const enough = 2;

/**
 * Creates what reads have not found: resources of each kind that an operation can create, those that others are below
 * or refer to first. They stay until the end of the run, so that all operations below them can be tested.
 *
 * @param left out: kinds that were out of reach; another call may pass them again, when more is known
 * @returns the kinds of which there is more now
 */
export async function fillStock(harness: Harness, left: Set<ResourceType>): Promise<ReadonlySet<ResourceType>> {
  const { session, fixtures } = harness;
  const { resources } = session.contract;
  const wanted = resources.filter((each) => left.size === 0 || left.has(each));
  left.clear();
  const filled = new Set<ResourceType>();
  for (const level of levelsOf(harness, wanted))
    await session.each(level, async (resourceType) => {
      const above = prefixesOf(resourceType.prefix).at(-2);
      const isReached = above === undefined || fixtures.bindings(above).length > 0;
      if (await fillKind(harness, resourceType)) filled.add(resourceType);
      else if (!isReached) left.add(resourceType);
    });
  return filled;
}

/** Kinds of resources in groups: no kind needs another of its group or of a later one, unless two need each other. */
function levelsOf(harness: Harness, types: readonly ResourceType[]): ResourceType[][] {
  const known = new Map<ResourceType, number>();
  const levelOf = (resourceType: ResourceType): number => {
    const found = known.get(resourceType);
    if (found !== undefined) return found;
    known.set(resourceType, 0);
    const level = 1 + Math.max(-1, ...neededBy(harness, resourceType).map(levelOf));
    known.set(resourceType, level);
    return level;
  };
  // Where two need each other, the one with fewer ids in its path comes first.
  const fromAbove = [...types].sort((one, other) => one.parameters.length - other.parameters.length);
  const levels: ResourceType[][] = [];
  for (const each of fromAbove) {
    const level = levelOf(each);
    levels[level] = [...(levels[level] ?? []), each];
  }
  return levels.filter((level) => level.length > 0);
}

async function fillKind(harness: Harness, resourceType: ResourceType): Promise<boolean> {
  const { create, upsert, list, prefix } = resourceType;
  const maker = create ?? upsert;
  const before = harness.fixtures.bindings(prefix).length;
  if (!maker) return false;
  // What a shard does not test, but another one creates, is made where there is none: others may be below it.
  if (!harness.scope.has(maker) && (before > 0 || !harness.unsharded.has(maker))) return false;
  // Of a closed set the others stay free, for tests of the creation.
  const isOfFew = documentedIds(harness.session.contract, resourceType).certain.length > 0;
  const wanted = list && !isOfFew && harness.scope.has(maker) ? enough : 1;
  for (let count = before; count < wanted; count += 1) {
    const made = await addToStock(harness, resourceType, `${prefix} ${count}`);
    if (!made) return count > before;
    harness.fixtures.learnOne(resourceType, { ...made.parents, ...made.parameters }, made.parents);
  }
  return before < wanted;
}

/** The kinds above a resource, and those that the body of its creation refers to. */
function neededBy({ session: { contract } }: Harness, resourceType: ResourceType): ResourceType[] {
  const { prefix, create, upsert } = resourceType;
  const maker = create ?? upsert;
  const above = prefixesOf(maker?.path ?? prefix).filter((each) => each !== prefix);
  const names = [...fieldsOf(contract, maker?.body?.schema ?? {}).properties.keys()];
  const needed = contract.resources.filter(
    (each) => above.includes(each.prefix) || names.some((name) => mayNameOne(each, name)),
  );
  const all = needed.flatMap((each) => [...sameForm(contract.resources, each), each]);
  return all.filter((each) => each !== resourceType);
}

/**
 * Tests reads that have not succeeded so far: a write may have brought what they show into being, such as a picture of
 * a resource in stock.
 */
export async function readLate(harness: Harness, reads: readonly CheckedOperation[]): Promise<void> {
  const { session, source, scope, discovery, stock } = harness;
  const unread = reads.filter((each) => scope.has(each) && !session.tally.countsOf(each.id).success);
  await session.each(unread, async (operation) => {
    let there: Parameters | undefined;
    const prefix = prefixesOf(operation.path).at(-1);
    const own = [...stock.own.values()].filter(({ type }) => type.prefix === prefix);
    for (const parameters of own.map((each) => ({ ...each.parents, ...each.parameters })))
      if (!there && (await session.send(readCase(operation, parameters, `${stock.owner}after writes`), 'counted')).ok)
        there = parameters;
    // A task knows only what it has made itself.
    const found = there || stock.owner !== '' ? undefined : await discovery.retry(operation);
    if (found?.outcome.ok) there = found.parameters;
    if (there) await checkRead({ session, source, operation, parameters: there }, true);
  });
}
