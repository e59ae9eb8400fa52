import { methods, type Method } from '../contract/document.js';
import { toPointer } from '../contract/pointer.js';
import { isNode, type Node } from './read-document.js';

/** An operation, and where its document has it. */
export interface PlacedOperation {
  /** Its operationId, or method and path where it has none. */
  id: string;
  hasName: boolean;
  method: Method;
  path: string;
  /** JSON pointer of the operation. */
  pointer: string;
  node: Node;
  /** Older names that the contract keeps for a while: `x-formerly`. */
  formerly: readonly string[];
}

export interface OperationPair {
  old: PlacedOperation;
  new: PlacedOperation;
}

/** Which operation of one document is which of the other. */
export interface PairedOperations {
  kept: OperationPair[];
  removed: PlacedOperation[];
  added: PlacedOperation[];
}

/**
 * Pairs operations by name, then by the older names that the new document says, then by method and path. So an operation
 * that moved is compared with itself, and never with one that has come to stand in its place.
 */
export function pairOperations(before: Node, after: Node): PairedOperations {
  const removed = new Set(operationsOf(before));
  const added = new Set(operationsOf(after));
  const kept: OperationPair[] = [];
  const pair = (isSame: (old: PlacedOperation, now: PlacedOperation) => boolean): void => {
    for (const now of added) {
      const old = [...removed].find((each) => isSame(each, now));
      if (!old) continue;
      kept.push({ old, new: now });
      removed.delete(old);
      added.delete(now);
    }
  };
  pair((old, now) => old.hasName && now.hasName && old.id === now.id);
  pair((old, now) => now.formerly.includes(old.id));
  pair((old, now) => old.method === now.method && old.path === now.path);
  pair((old, now) => old.method === now.method && form(old.path) === form(now.path));
  return { kept, removed: [...removed], added: [...added] };
}

/** A path template whose parameters have no names. */
export function form(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

export function operationsOf(document: Node): PlacedOperation[] {
  const paths = isNode(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = isNode(item) ? item[method] : undefined;
      if (!isNode(node)) return [];
      const name = node['operationId'];
      const hasName = typeof name === 'string' && name !== '';
      return [
        {
          id: hasName ? name : `${method} ${path}`,
          hasName,
          method,
          path,
          pointer: toPointer(['paths', path, method]),
          node,
          formerly: texts(node['x-formerly']),
        },
      ];
    }),
  );
}

/** The texts of a list; nothing for what is no list. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
