import { isObject, type Node } from '../contract/json.js';
import { saysProvenance, textsIn } from '../contract/operations.js';
import { valueAt } from '../contract/pointer.js';
import { type Place, usersOf } from './place.js';

/** Facets of an operation that its `x-provenance` states. */
export function statedFacets(operation: unknown): string[] {
  const provenance = isObject(operation) ? operation['x-provenance'] : undefined;
  return isObject(provenance) ? textsIn(provenance['stated']) : [];
}

/**
 * Whether the source states what stands at a place, by the fact itself, as the check has it: in an operation its facet,
 * in a schema what the schema says of itself, in a shared part the facet of any operation that uses it. What belongs to
 * the document alone, such as its security, is stated.
 *
 * @param whole the document as it was read; in the aligned one, some operations are missing
 */
export function statedIn(whole: Node, aligned: Node): (place: Place) => boolean {
  if (!saysProvenance(whole)) return () => true;
  return ({ area, owner, facet }) => {
    if (area === 'operation') return statedFacets(valueAt(aligned, owner)).includes(facet);
    if (area === 'schema') return statesItself(valueAt(aligned, owner));
    if (!/^\/components\/(?:parameters|headers|requestBodies|responses)\//.test(owner)) return true;
    return usersOf(whole, owner).some((user) => statedFacets(valueAt(whole, user)).includes(facet));
  };
}

/** A schema says for itself whether the source states it. */
export function statesItself(schema: unknown): boolean {
  const provenance = isObject(schema) ? schema['x-provenance'] : undefined;
  return isObject(provenance) && provenance['stated'] === true;
}
