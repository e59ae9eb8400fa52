import { type Node, objectOf } from '../contract/json.js';
import { eachOperation, hasAnyProvenance, type PlacedOperation, textsIn } from '../contract/operations.js';
import type { FactPlace, States } from './fact.js';

export interface OperationPair {
  old: PlacedOperation;
  new: PlacedOperation;
  /** What the interface description states about the old operation. */
  states: States;
}

export interface DocumentPair {
  before: Node;
  after: Node;
  pairs: OperationPair[];
  removed: PlacedOperation[];
  added: PlacedOperation[];
  wasStated: StatedNode;
  isStated: StatedNode;
}

/** Whether `x-provenance` states a facet of an operation, or a schema. */
export type StatedNode = (node: unknown, ...facet: Parameters<States>) => boolean;

/** Tests whether two operations are the same, surest first: requests contain the method and the path, not the name. */
const pairings: readonly ((old: PlacedOperation, current: PlacedOperation) => boolean)[] = [
  (old, current) => old.id === current.id && old.method === current.method && old.path === current.path,
  (old, current) => old.method === current.method && old.path === current.path,
  (old, current) => old.hasOperationId && current.hasOperationId && old.id === current.id,
  (old, current) => current.formerNames.includes(old.id),
  (old, current) => old.method === current.method && pathShape(old.path) === pathShape(current.path),
];

/** Pairs the operations of two documents, so that a moved operation meets itself. */
export function pairDocuments(before: Node, after: Node): DocumentPair {
  const removedOperations = new Set(eachOperation(before));
  const addedOperations = new Set(eachOperation(after));
  const [wasStated, isStated] = [statedBy(before), statedBy(after)];
  const pairs: OperationPair[] = [];
  for (const isSame of pairings)
    for (const current of addedOperations) {
      const old = [...removedOperations].find((operation) => isSame(operation, current));
      if (!old) continue;
      pairs.push({ old, new: current, states: (facet) => wasStated(old.node, facet) });
      removedOperations.delete(old);
      addedOperations.delete(current);
    }
  return { before, after, pairs, removed: [...removedOperations], added: [...addedOperations], wasStated, isStated };
}

/** By default, all is stated. */
function statedBy(document: Node): StatedNode {
  if (!hasAnyProvenance(document)) return () => true;
  return (node, facet) => {
    const stated = objectOf(objectOf(node)['x-provenance'])['stated'];
    return facet === undefined ? stated === true : textsIn(stated).includes(facet);
  };
}

/** A path template without the names of its parameters. */
export function pathShape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

/** The place of an operation of one or both documents, or of a keyword in it. */
export function placeOf(pair: Partial<OperationPair> & { states: States }, keyword = ''): FactPlace {
  const { old, new: current, states } = pair;
  const pointerIn = ({ node, pointer }: PlacedOperation): string =>
    Object.hasOwn(node, keyword) ? `${pointer}/${keyword}` : pointer;
  const area = { kind: 'operation', name: (current ?? old)?.id ?? '' } as const;
  return { area, states, old: old && pointerIn(old), new: current && pointerIn(current) };
}
