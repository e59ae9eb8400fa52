import { type Node, objectOf } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { toPointer } from '../contract/pointer.js';
import { groupBy } from '../text/group-by.js';
import type { ContractChange } from './change.js';
import { isSame } from './equality.js';
import { createChange, type Fact, type FactPlace } from './fact.js';
import type { DocumentPair, OperationPair } from './operations.js';
import { codes } from './sentence.js';
import { placeIn, type Side } from './side.js';

/** A list that operations inherit from the root of the document, and may replace. */
interface InheritedList extends Side {
  /** Whether the operation or its path item has its own list, instead of the root's list. */
  isOwn: boolean;
}

/** The lists that apply to one operation in the two documents. */
interface ListPair {
  operation: OperationPair;
  old: InheritedList;
  new: InheritedList;
}

/** The maximum number of operations that a sentence names. For more operations, the sentence gives their number. */
const mostNamed = 6;

/**
 * Changes of a list of the root, which matters only to operations that inherit it, so lists are compared by operation,
 * not by place. Operations that share one list in both documents form a group: one change at the root is one change.
 *
 * @param compare finds what callers notice between two lists
 */
export function inheritedListChanges(
  { pairs, before, after }: DocumentPair,
  list: 'security' | 'servers',
  compare: (old: unknown, current: unknown) => Fact[],
): ContractChange[] {
  const lists = pairs.map((operation): ListPair => {
    return { operation, old: findList(before, operation.old, list), new: findList(after, operation.new, list) };
  });
  const groups = groupBy(lists, ({ operation, old, new: current }) =>
    JSON.stringify([old.isOwn && old.value, current.isOwn && current.value, operation.states('path')]),
  );
  const rewritten: ListPair[] = [];
  const changes = [...groups.values()].flatMap((group) => {
    const [{ old, new: current }] = group;
    const facts = compare(old.value, current.value);
    const isSameText = old.isOwn === current.isOwn && isSame(list, old.value, current.value);
    if (facts.length === 0 && !isSameText) rewritten.push(...group);
    return facts.map((fact) => changeOf(group, fact));
  });
  const isUnused = lists.every(({ old, new: current }) => old.isOwn && current.isOwn);
  const isRootRewritten = isUnused && !isSame(list, before[list], after[list]);
  const note: Fact = { rule: `${list}-rewritten` as const, names: { keyword: list } };
  return rewritten.length > 0 || isRootRewritten ? [...changes, changeOf(rewritten, note)] : changes;
}

/** The list that applies to an operation. A path item may have servers, but no security (OpenAPI 3.1 §4.8.9). */
function findList(document: Node, { node, path, pointer }: PlacedOperation, list: string): InheritedList {
  if (Array.isArray(node[list])) return { value: node[list], isOwn: true, pointer: `${pointer}/${list}` };
  const value = objectOf(objectOf(document['paths'])[path])[list];
  return list === 'servers' && Array.isArray(value)
    ? { value, isOwn: true, pointer: toPointer(['paths', path, list]) }
    : { value: document[list], isOwn: false, pointer: `/${list}` };
}

/** The change of the lists of some operations. One operation is its own area; several count as the document. */
function changeOf(lists: readonly ListPair[], fact: Fact): ContractChange {
  const [first] = lists;
  const operations = lists.map(({ operation }) => operation.new.id);
  const [name = ''] = operations;
  const place: FactPlace = {
    ...(lists.length === 1
      ? { area: { kind: 'operation', name } }
      : { area: { kind: 'document', name: '' }, operations }),
    states: (facet) => first?.operation.states(facet) ?? true,
    old: first && placeIn(first.old),
    new: first && placeIn(first.new),
  };
  const names = { ...fact.names, whose: ofOperations(operations) };
  return createChange(place, { ...fact, before: first?.old.value, after: first?.new.value, names });
}

/** Returns ` of …` for several operations, with their names if they are few; empty for one operation. */
function ofOperations(names: readonly string[]): string {
  if (names.length > mostNamed) return ` of ${names.length} operations, such as ${codes(names.slice(0, 1))},`;
  return names.length > 1 ? ` of ${codes(names)}` : '';
}
