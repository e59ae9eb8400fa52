import type { JsonObject } from '../../contract/json.js';
import { wordsIn } from '../model/words.js';

/** Words for the two ends of a range. */
const ends = [
  ['from', 'to'],
  ['start', 'end'],
  ['begin', 'end'],
  ['since', 'until'],
  ['after', 'before'],
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['lower', 'upper'],
  ['earliest', 'latest'],
] as const;

/**
 * Whether a service may refuse a body for a range: its end comes before its beginning, or one of the two is missing,
 * and what is stored has the other.
 *
 * @param all the names that a body may have
 */
export function mayBreakRange(body: JsonObject, all: readonly string[]): boolean {
  return rangesIn(all).some(
    ([low, high]) => Object.hasOwn(body, low) !== Object.hasOwn(body, high) || isAfter(body[low], body[high]),
  );
}

/** Returns the body with the ends of its ranges in order. */
export function inOrder(body: JsonObject): JsonObject {
  const swapped = rangesIn(Object.keys(body))
    .filter(([low, high]) => isAfter(body[low], body[high]))
    .flatMap(([low, high]) => [
      [low, body[high]],
      [high, body[low]],
    ]);
  return { ...body, ...Object.fromEntries(swapped) };
}

function rangesIn(all: readonly string[]): (readonly [low: string, high: string])[] {
  const names = new Map(all.map((name) => [wordsIn(name).join(' '), name]));
  return [...names].flatMap(([words, low]) =>
    ends.flatMap(([first, last]) => {
      const other = words.split(' ').map((word) => (word === first ? last : word));
      const high = names.get(other.join(' '));
      return high !== undefined && high !== low ? [[low, high] as const] : [];
    }),
  );
}

/** Whether the first of two numbers or dates is the larger one. */
function isAfter(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one > other;
  const [first, second] = [one, other].map((value) => (typeof value === 'string' ? Date.parse(value) : Number.NaN));
  return first !== undefined && second !== undefined && first > second;
}
