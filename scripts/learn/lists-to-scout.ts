import type { CheckedContract } from '../check/model/contract.js';
import type { CheckOptions } from '../check/model/options.js';
import { listShape } from '../check/model/resources.js';
import { scopeOf } from '../check/model/scope.js';
import { isObject } from '../contract/json.js';
import { fieldsOf } from '../contract/schema-fields.js';
import type { Offer } from './drafted-answers.js';

/** The most lists of a short run. */
const most = 4;

/**
 * The lists that a short run reads before the next round, so that this one can read all pages: an envelope was found in
 * lists without ids in their paths, and leads nowhere. Other lists could not be read, because the ids were in the
 * envelope. Those with the largest resources come first: a service has most of them. Empty if no short run is needed.
 *
 * @param found the answer about lists
 */
export function listsToScout(contract: CheckedContract, options: CheckOptions, { answer, rests }: Offer): string[] {
  const { value } = answer;
  if (!isObject(value) || value['next'] !== undefined || value['page'] !== undefined) return [];
  const { operations, resolve } = contract;
  const below = operations.filter(({ method, pathParameters }) => method === 'get' && pathParameters.length > 0);
  if (below.some(({ id }) => rests.operations.includes(id))) return [];
  const scope = scopeOf({ ...options, operations });
  const sized = below.flatMap((operation) => {
    const shape = operation.paging && scope.has(operation) ? listShape(operation, resolve) : undefined;
    return shape ? [{ id: operation.id, size: fieldsOf({ resolve }, shape.items).properties.size }] : [];
  });
  return sized
    .sort((one, other) => other.size - one.size)
    .slice(0, most)
    .map(({ id }) => id);
}
