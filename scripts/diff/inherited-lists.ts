import { isObject, type Node } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { toPointer } from '../contract/pointer.js';
import { type ChangeArea, type ChangeParts, type ContractChange, createChange } from './change.js';
import { isSame } from './equality.js';
import type { DocumentPair, OperationPair } from './operations.js';
import { statedBy } from './place.js';
import { code, codes } from './sentence.js';

/** A list that operations inherit from the root of the document, and may replace. */
interface InheritedList {
  /** Undefined if neither the operation nor the root has the list. */
  value: unknown;
  /** Whether the operation or its path item has its own list, instead of the root's list. */
  isOwn: boolean;
  pointer: string;
}

/** The maximum number of operations that a sentence names. For more operations, the sentence gives their number. */
const mostNamed = 6;

/** Operations that share one list in the old document, and share one list in the new document. */
export interface PairGroup {
  operations: OperationPair[];
  old: InheritedList;
  new: InheritedList;
  stated: boolean;
}

/**
 * Groups operations by the lists that apply to them. A list of the root matters only to operations that inherit it, so
 * lists are compared by operation, not by place. With groups, one change at the root is one change in the result.
 */
export function groupsBy({ pairs, before, after }: DocumentPair, list: 'security' | 'servers'): PairGroup[] {
  const wasStated = statedBy(before);
  const groups = new Map<string, PairGroup>();
  for (const operations of pairs) {
    const [old, current] = [findList(before, operations.old, list), findList(after, operations.new, list)];
    // If an operation's path is a guess, its key and server are guesses, too.
    const stated = wasStated(operations.old.node, 'path');
    const key = JSON.stringify([old.isOwn && old.value, current.isOwn && current.value, stated]);
    const group = groups.get(key);
    if (group) group.operations.push(operations);
    else groups.set(key, { operations: [operations], old, new: current, stated });
  }
  return [...groups.values()];
}

/** The list that applies to an operation. A path item may have servers, but no security (OpenAPI 3.1 §4.8.9). */
function findList(
  document: Node,
  { node, path, pointer }: PlacedOperation,
  list: 'security' | 'servers',
): InheritedList {
  if (Array.isArray(node[list])) return { value: node[list], isOwn: true, pointer: `${pointer}/${list}` };
  const item = isObject(document['paths']) ? document['paths'][path] : undefined;
  return list === 'servers' && isObject(item) && Array.isArray(item[list])
    ? { value: item[list], isOwn: true, pointer: toPointer(['paths', path, list]) }
    : { value: document[list], isOwn: false, pointer: `/${list}` };
}

export function changeFields({
  operations,
  old,
  new: current,
  stated,
}: PairGroup): Pick<ChangeParts, 'area' | 'stated' | 'old' | 'new' | 'before' | 'after'> {
  return {
    area: areaOf(operations),
    stated,
    ...(old.value !== undefined && { old: old.pointer, before: old.value }),
    ...(current.value !== undefined && { new: current.pointer, after: current.value }),
  };
}

/** A note if lists are written differently or elsewhere, but mean the same. @param same the unaffected groups */
export function rewriteNotes(
  pair: DocumentPair,
  list: 'security' | 'servers',
  groups: readonly PairGroup[],
  same: readonly PairGroup[],
): ContractChange[] {
  const rewritten = same.filter(({ old, new: now }) => old.isOwn !== now.isOwn || !isSame(list, old.value, now.value));
  const isUnused = groups.every(({ old, new: current }) => old.isOwn && current.isOwn);
  if (rewritten.length === 0 && !(isUnused && !isSame(list, pair.before[list], pair.after[list]))) return [];
  const operations = rewritten.flatMap((group) => group.operations);
  return [
    createChange({
      ...(rewritten[0] && changeFields(rewritten[0])),
      area: areaOf(operations),
      effect: 'documentation',
      kind: 'changed',
      stated: true,
      rule: `${list}-rewritten`,
      message: `${code(list)}${ofOperations(operations)} is written differently; nothing changes for callers.`,
    }),
  ];
}

/** One operation is its own area; several operations count as the document. */
function areaOf([first, ...otherPairs]: readonly OperationPair[]): ChangeArea {
  return first && otherPairs.length === 0 ? { kind: 'operation', name: first.new.id } : { kind: 'document', name: '' };
}

/** Returns ` of …` for several operations, with their names if they are few; empty for one operation. */
export function ofOperations(operations: readonly OperationPair[]): string {
  const names = operations.map(({ new: { id } }) => id);
  if (names.length > mostNamed) return ` of ${names.length} operations, such as ${codes(names.slice(0, 1))},`;
  return names.length > 1 ? ` of ${codes(names)}` : '';
}
