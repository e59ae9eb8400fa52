import type { Node } from '../contract/json.js';
import { eachOperation, type PlacedOperation } from '../contract/operations.js';

export interface OperationPair {
  old: PlacedOperation;
  new: PlacedOperation;
}

export interface DocumentPair {
  before: Node;
  after: Node;
  pairs: OperationPair[];
  removed: PlacedOperation[];
  added: PlacedOperation[];
}

/**
 * Pairs operations by name, method and path, then by method and path, which are what requests contain, then by name,
 * and by former name, so that a moved operation meets itself.
 */
export function pairDocuments(before: Node, after: Node): DocumentPair {
  const removedOperations = new Set(eachOperation(before));
  const addedOperations = new Set(eachOperation(after));
  const pairs: OperationPair[] = [];
  const pair = (isSame: (old: PlacedOperation, current: PlacedOperation) => boolean): void => {
    for (const current of addedOperations) {
      const old = [...removedOperations].find((operation) => isSame(operation, current));
      if (!old) continue;
      pairs.push({ old, new: current });
      removedOperations.delete(old);
      addedOperations.delete(current);
    }
  };
  pair((old, current) => old.id === current.id && old.method === current.method && old.path === current.path);
  pair((old, current) => old.method === current.method && old.path === current.path);
  pair((old, current) => old.hasOperationId && current.hasOperationId && old.id === current.id);
  pair((old, current) => current.formerNames.includes(old.id));
  pair((old, current) => old.method === current.method && pathShape(old.path) === pathShape(current.path));
  return { before, after, pairs, removed: [...removedOperations], added: [...addedOperations] };
}

/** A path template without the names of its parameters. */
export function pathShape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
