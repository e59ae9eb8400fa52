import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Parameters } from '../model/request.js';
import { mayNameOne, prefixesOf, type ResourceType } from '../model/resources.js';
import { sameForm } from '../model/same-form.js';
import { documentedIds } from '../session/documented-ids.js';
import { makeByName } from './chosen-keys.js';
import { type Harness, removeResource } from './harness.js';
import { addToStock } from './making.js';
import { makeInTree } from './tree.js';

/** Resources of a kind that a list needs to show its order, its pages and its filters. */
const enough = 2;

/**
 * Creates what reads have not found: resources of each kind that an operation can create, those that others are below
 * or refer to first. They stay until the end of the run, so that all operations below them can be tested, and are
 * deleted by `clearStock` in the opposite order.
 *
 * @param left out: kinds that were out of reach; another call may pass them again, when more is known
 * @returns the kinds of which there is more now
 */
export async function fillStock(harness: Harness, left: Set<ResourceType>): Promise<ReadonlySet<ResourceType>> {
  const filled = new Set<ResourceType>();
  const isAgain = left.size > 0;
  const seen = new Set<ResourceType>(harness.session.contract.resources.filter((each) => isAgain && !left.has(each)));
  left.clear();
  const fill = async (resourceType: ResourceType): Promise<void> => {
    if (seen.has(resourceType)) return;
    seen.add(resourceType);
    for (const needed of neededBy(harness, resourceType)) await fill(needed);
    const above = prefixesOf(resourceType.prefix).at(-2);
    const isReached = above === undefined || harness.fixtures.bindings(above).length > 0;
    if (await fillKind(harness, resourceType)) filled.add(resourceType);
    else if (!isReached) left.add(resourceType);
  };
  const { resources } = harness.session.contract;
  const fromAbove = [...resources].sort((one, other) => one.parameters.length - other.parameters.length);
  for (const resourceType of fromAbove) await fill(resourceType);
  return filled;
}

async function fillKind(harness: Harness, resourceType: ResourceType): Promise<boolean> {
  const { create, upsert, list, prefix } = resourceType;
  const maker = create ?? upsert;
  const before = harness.fixtures.bindings(prefix).length;
  const others = sameForm(harness.session.contract.resources, resourceType);
  if (!maker) {
    if (await makeInTree(harness, resourceType)) return true;
    const isMade = resourceType.isMade || others.some((each) => each.isMade);
    return !isMade && makeByName(harness, resourceType, before > 0);
  }
  if (!harness.inScope(maker)) return false;
  // Of a closed set the others stay free, for tests of the creation.
  const isOfFew = documentedIds(harness.session.contract, resourceType).certain.length > 0;
  const wanted = list && !isOfFew ? enough : 1;
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
  const names = maker?.body ? [...fieldsOf(contract, maker.body.schema).properties.keys()] : [];
  const needed = contract.resources.filter(
    (each) => above.includes(each.prefix) || names.some((name) => mayNameOne(each, name)),
  );
  const all = needed.flatMap((each) => [...sameForm(contract.resources, each), each]);
  return all.filter((each) => each !== resourceType);
}

/**
 * Returns where to read what could not be read before: resources in stock may by now have what a write gave them, such
 * as a picture.
 */
export function placesInStock({ stock }: Harness, operation: CheckedOperation): Parameters[] {
  const prefix = prefixesOf(operation.path).at(-1);
  return [...stock.values()]
    .filter(({ type }) => type.prefix === prefix)
    .map(({ parents, parameters }) => ({ ...parents, ...parameters }));
}

/** Deletes everything in stock, the newest first. */
export async function clearStock(harness: Harness): Promise<void> {
  for (const resource of [...harness.stock.values()].reverse()) await removeResource(harness, resource);
  harness.stock.clear();
}
