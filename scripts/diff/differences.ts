import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/json.js';
import { escapeToken } from '../contract/pointer.js';
import { unordered } from './policy.js';

/** A place at which two documents differ. */
export interface Difference {
  /** JSON pointers into the two documents; they differ where the order of a list does. */
  old: string;
  new: string;
  /** Undefined where the document has nothing there. */
  before: unknown;
  after: unknown;
}

/**
 * Every place at which two values differ, as deep down as the two can be told apart. Lists of plain values are compared
 * without their order; lists of objects item by item where both have as many, once equal ones are taken away.
 */
export function* differences(before: unknown, after: unknown, old = '', now = ''): Iterable<Difference> {
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [first, second] = [before, after].map((node) => (Object.hasOwn(node, key) ? node[key] : undefined));
      yield* differences(first, second, `${old}/${escapeToken(key)}`, `${now}/${escapeToken(key)}`);
    }
  } else if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isObject)) {
    // The order of a tuple is what it says.
    const pairs = old.endsWith('/prefixItems') ? byPosition(before, after) : unequal(before, after);
    if (!pairs) yield { old, new: now, before, after };
    else for (const [from, to] of pairs) yield* differences(before[from], after[to], `${old}/${from}`, `${now}/${to}`);
  } else if (!isDeepStrictEqual(unordered(before), unordered(after))) {
    yield { old, new: now, before, after };
  }
}

/** Positions of items that have no equal one in the other list; undefined where one list has more of them. */
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
