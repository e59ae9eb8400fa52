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
 * Whether the interface description states a place: for an operation by its facet, for a schema by the schema's own
 * provenance, for a shared part by the facet of any operation that uses it. Places of the document itself, such as its
 * security, count as stated.
 *
 * @param whole the document as it was read; the aligned document lacks some operations
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

/** Whether the provenance of a schema says that it is stated. */
export function statesItself(schema: unknown): boolean {
  const provenance = isObject(schema) ? schema['x-provenance'] : undefined;
  return isObject(provenance) && provenance['stated'] === true;
}
