import { fieldsOf } from '../../contract/schema-fields.js';
import { groupBy } from '../../text/group-by.js';
import { caseOfRead } from '../cases/reads.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { findTypesOfSameForm, mayReferTo, prefixesOf, type ResourceType } from '../model/contract/resources.js';
import type { Parameters } from '../model/request.js';
import { findDocumentedIds } from '../session/discover.js';
import { addToStock } from './create-resource.js';
import type { Harness } from './harness.js';
import { checkRead } from './reads.js';

/** Number of resources that a list needs for tests of its order, its pages and its filters. */
const minResources = 2;

/**
 * Creates resources of each type that the reads have not found and that an operation can create. Parents and referenced
 * types come first. The resources stay until the end of the run, so that all operations below them can be tested.
 *
 * @param pendingTypes is filled with the types whose parents are unknown; a later call with these types tries again
 * @returns the types of which resources were created
 */
export async function fillStock(harness: Harness, pendingTypes: Set<ResourceType>): Promise<ReadonlySet<ResourceType>> {
  const { session, fixtures } = harness;
  const { resources } = session.contract;
  const types = resources.filter((resource) => pendingTypes.size === 0 || pendingTypes.has(resource));
  pendingTypes.clear();
  const filledTypes = new Set<ResourceType>();
  for (const level of groupByDependency(harness, types))
    await session.each(level, async (resourceType) => {
      const parentPrefix = prefixesOf(resourceType.prefix).at(-2);
      const isParentKnown = parentPrefix === undefined || fixtures.bindings(parentPrefix).length > 0;
      if (await fillType(harness, resourceType)) filledTypes.add(resourceType);
      else if (!isParentKnown) pendingTypes.add(resourceType);
    });
  return filledTypes;
}

/** Groups types so that no type needs one of its own or of a later group, unless two types need each other. */
function groupByDependency(harness: Harness, types: readonly ResourceType[]): ResourceType[][] {
  const levelsByType = new Map<ResourceType, number>();
  const levelOf = (resourceType: ResourceType): number => {
    const knownLevel = levelsByType.get(resourceType);
    if (knownLevel !== undefined) return knownLevel;
    levelsByType.set(resourceType, 0);
    const level = 1 + Math.max(-1, ...dependenciesOf(harness, resourceType).map(levelOf));
    levelsByType.set(resourceType, level);
    return level;
  };
  // If two types need each other, the type with fewer ids in its path comes first.
  const typesByDepth = [...types].sort((a, b) => a.parameters.length - b.parameters.length);
  const levels = [...groupBy(typesByDepth, levelOf)];
  return levels.sort(([a], [b]) => a - b).map(([, level]) => level);
}

async function fillType(harness: Harness, resourceType: ResourceType): Promise<boolean> {
  const { create, upsert, list, prefix } = resourceType;
  const createOperation = create ?? upsert;
  const countBefore = harness.fixtures.bindings(prefix).length;
  if (!createOperation) return false;
  // If another shard tests the creation, this shard creates a resource only if none exists, as a parent for other
  // resources.
  if (!harness.scope.has(createOperation) && (countBefore > 0 || !harness.fullScope.has(createOperation))) return false;
  // If the id has an enum, the other values stay unused, so that the tests of the creation can use them.
  const hasIdEnum = findDocumentedIds(harness.session.contract, resourceType).certainIds.length > 0;
  const targetCount = list && !hasIdEnum && harness.scope.has(createOperation) ? minResources : 1;
  for (let count = countBefore; count < targetCount; count += 1) {
    const resource = await addToStock(harness, resourceType, `${prefix} ${count}`);
    if (!resource) return count > countBefore;
    harness.fixtures.noteResource(resourceType, { ...resource.parents, ...resource.parameters }, resource.parents);
  }
  return countBefore < targetCount;
}

/** Returns the types above a resource, and the types to which the body of its creation refers. */
function dependenciesOf({ session: { contract } }: Harness, resourceType: ResourceType): ResourceType[] {
  const { prefix, create, upsert } = resourceType;
  const createOperation = create ?? upsert;
  const parentPrefixes = prefixesOf(createOperation?.path ?? prefix).filter((otherPrefix) => otherPrefix !== prefix);
  const names = [...fieldsOf(contract, createOperation?.body?.schema ?? {}).properties.keys()];
  const dependencies = contract.resources.filter(
    (resource) => parentPrefixes.includes(resource.prefix) || names.some((name) => mayReferTo(resource, name)),
  );
  const all = dependencies.flatMap((each) => [...findTypesOfSameForm(contract.resources, each), each]);
  return all.filter((otherResourceType) => otherResourceType !== resourceType);
}

/** Tests reads that have not succeeded so far, since a write may have created the resources that they return. */
export async function retryReads(harness: Harness, reads: readonly CheckedOperation[]): Promise<void> {
  const { session, source, scope, discovery, stock } = harness;
  const pendingReads = reads.filter((each) => scope.has(each) && !session.tally.countsOf(each.id).success);
  await session.each(pendingReads, async (operation) => {
    let parameters: Parameters | undefined;
    const prefix = prefixesOf(operation.path).at(-1);
    for (const { type, ...each } of [...stock.resources.values()]) {
      if (parameters || type.prefix !== prefix) continue;
      const ownParameters = { ...each.parents, ...each.parameters };
      const testCase = caseOfRead(operation, ownParameters, `${stock.owner}after writes`);
      if ((await session.send(testCase, 'counted')).ok) parameters = ownParameters;
    }
    // A task uses only the resources that it has created itself.
    const firstRead = parameters || stock.owner !== '' ? undefined : await discovery.retry(operation);
    if (firstRead?.outcome.ok) parameters = firstRead.parameters;
    if (parameters) await checkRead({ session, source, operation, parameters }, true);
  });
}
