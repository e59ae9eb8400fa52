import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/json.js';
import { escapeToken } from '../contract/pointer.js';
import { unordered } from './policy.js';

/** A place where two documents differ. */
export interface Difference {
  /** JSON pointers into the two documents; they differ if the order of a list does. */
  old: string;
  new: string;
  /** Undefined if the document has no value there. */
  before: unknown;
  after: unknown;
}

/**
 * Every place where two values differ, at the greatest possible depth. Lists of plain values are compared regardless of
 * order; lists of objects item by item if the same number remains after equal items are removed.
 */
export function* differences(before: unknown, after: unknown, old = '', now = ''): Iterable<Difference> {
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [first, second] = [before, after].map((node) => (Object.hasOwn(node, key) ? node[key] : undefined));
      yield* differences(first, second, `${old}/${escapeToken(key)}`, `${now}/${escapeToken(key)}`);
    }
  } else if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isObject)) {
    // The order of a tuple matters.
    const pairs = old.endsWith('/prefixItems') ? byPosition(before, after) : unequal(before, after);
    if (!pairs) yield { old, new: now, before, after };
    else for (const [from, to] of pairs) yield* differences(before[from], after[to], `${old}/${from}`, `${now}/${to}`);
  } else if (!isDeepStrictEqual(unordered(before), unordered(after))) {
    yield { old, new: now, before, after };
  }
}

/** Positions of items without an equal item in the other list; undefined if one list has more of them. */
function unequal(before: readonly unknown[], after: readonly unknown[]): [number, number][] | undefined {
  const left = new Map<string, number[]>();
  for (const [position, item] of after.entries()) {
    const text = JSON.stringify(item);
    const same = left.get(text);
    if (same) same.push(position);
    else left.set(text, [position]);
  }
  const alone = [...before.keys()].filter(
    (position) => left.get(JSON.stringify(before[position]))?.pop() === undefined,
  );
  const others = [...left.values()].flat().sort((a, b) => a - b);
  return alone.length === others.length ? alone.map((position, index) => [position, others[index] ?? 0]) : undefined;
}

function byPosition(before: readonly unknown[], after: readonly unknown[]): [number, number][] | undefined {
  return before.length === after.length ? before.map((_, position) => [position, position]) : undefined;
}
