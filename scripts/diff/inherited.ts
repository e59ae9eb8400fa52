import { isObject, type Node } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { toPointer } from '../contract/pointer.js';
import { type Area, type Change, change, type Parts } from './change.js';
import type { OperationPair, Pair } from './operations.js';
import { statedBy } from './place.js';
import { isSame } from './same.js';
import { code, codes } from './sentence.js';

/** A list that operations inherit from the root of the document, and may replace. */
interface Inherited {
  /** Undefined if neither has the list. */
  written: unknown;
  /** Whether the list of the root does not apply. */
  isOwn: boolean;
  pointer: string;
}

/** Most changes concern one operation or all of them; a list of all tells less than their number. */
const mostNamed = 6;

/** Operations to which the same list applies in the old document, and the same in the new one. */
export interface Group {
  operations: OperationPair[];
  old: Inherited;
  new: Inherited;
  stated: boolean;
}

/**
 * The operations of both documents, by the list that applies to them. What the root says matters where an operation
 * inherits it, so documents are compared by operation, not by place; and one change of the root is one change.
 */
export function groupsBy({ kept, before, after }: Pair, list: 'security' | 'servers'): Group[] {
  const wasStated = statedBy(before);
  const groups = new Map<string, Group>();
  for (const operations of kept) {
    const [old, now] = [applied(before, operations.old, list), applied(after, operations.new, list)];
    // A call needs its key and its server as it needs its path: where the path is our guess, so are they.
    const stated = wasStated(operations.old.node, 'path');
    const key = JSON.stringify([old.isOwn && old.written, now.isOwn && now.written, stated]);
    const group = groups.get(key);
    if (group) group.operations.push(operations);
    else groups.set(key, { operations: [operations], old, new: now, stated });
  }
  return [...groups.values()];
}

/** A path item may have servers, too, but no security (OpenAPI 3.1 §4.8.9). */
function applied(document: Node, { node, path, pointer }: PlacedOperation, list: 'security' | 'servers'): Inherited {
  if (Array.isArray(node[list])) return { written: node[list], isOwn: true, pointer: `${pointer}/${list}` };
  const item = isObject(document['paths']) ? document['paths'][path] : undefined;
  return list === 'servers' && isObject(item) && Array.isArray(item[list])
    ? { written: item[list], isOwn: true, pointer: toPointer(['paths', path, list]) }
    : { written: document[list], isOwn: false, pointer: `/${list}` };
}

/** The fields of a change that concerns a group. */
export function placed({
  operations,
  old,
  new: now,
  stated,
}: Group): Pick<Parts, 'area' | 'stated' | 'old' | 'new' | 'before' | 'after'> {
  return {
    area: areaOf(operations),
    stated,
    ...(old.written !== undefined && { old: old.pointer, before: old.written }),
    ...(now.written !== undefined && { new: now.pointer, after: now.written }),
  };
}

/**
 * A note, if lists are written in another way or place, and mean the same.
 *
 * @param same the groups whose operations are not affected
 */
export function rewritten(
  pair: Pair,
  list: 'security' | 'servers',
  groups: readonly Group[],
  same: readonly Group[],
): Change[] {
  const moved = same.filter(({ old, new: now }) => old.isOwn !== now.isOwn || !isSame(list, old.written, now.written));
  const isUnused = groups.every(({ old, new: now }) => old.isOwn && now.isOwn);
  if (moved.length === 0 && !(isUnused && !isSame(list, pair.before[list], pair.after[list]))) return [];
  const operations = moved.flatMap((group) => group.operations);
  return [
    change({
      ...(moved[0] && placed(moved[0])),
      area: areaOf(operations),
      effect: 'documentation',
      kind: 'changed',
      stated: true,
      rule: `${list}-rewritten`,
      message: `${code(list)}${of(operations)} is written differently; nothing changes for callers.`,
    }),
  ];
}

/** One operation is an area of its own; several are a change of the document. */
function areaOf([first, ...others]: readonly OperationPair[]): Area {
  return first && others.length === 0 ? { kind: 'operation', name: first.new.id } : { kind: 'document', name: '' };
}

/** ` of …`: several operations, by name if they are few. */
export function of(operations: readonly OperationPair[]): string {
  const names = operations.map(({ new: { id } }) => id);
  if (names.length > mostNamed) return ` of ${names.length} operations, such as ${codes(names.slice(0, 1))},`;
  return names.length > 1 ? ` of ${codes(names)}` : '';
}
