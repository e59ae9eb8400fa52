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

/** Pairs operations by name, then former name, then method and path, so that a moved operation meets itself. */
export function pairDocuments(before: Node, after: Node): DocumentPair {
  const removed = new Set(eachOperation(before));
  const added = new Set(eachOperation(after));
  const pairs: OperationPair[] = [];
  const pair = (isSame: (old: PlacedOperation, now: PlacedOperation) => boolean): void => {
    for (const now of added) {
      const old = [...removed].find((each) => isSame(each, now));
      if (!old) continue;
      pairs.push({ old, new: now });
      removed.delete(old);
      added.delete(now);
    }
  };
  pair((old, now) => old.hasOperationId && now.hasOperationId && old.id === now.id);
  pair((old, now) => now.formerNames.includes(old.id));
  pair((old, now) => old.method === now.method && old.path === now.path);
  pair((old, now) => old.method === now.method && pathShape(old.path) === pathShape(now.path));
  return { before, after, pairs, removed: [...removed], added: [...added] };
}

/** A path template without the names of its parameters. */
export function pathShape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
