import { expect, it } from 'vitest';
import { createLineFinder, createLocator } from '../../scripts/text/json-place.js';

const text =
  '{\n  "a": [1, {"b": 2},\n    3], "a/b": {"": null},\n"__proto__":\n true, "0": "x", "twice": 1, "twice": 2 }';

it.each<[path: (string | number)[], line: number, column: number]>([
  [[], 1, 1],
  [['a'], 2, 8],
  [['a', 0], 2, 9],
  [['a', '1', 'b'], 2, 18],
  [['a', 2], 3, 5],
  [['a/b', ''], 3, 21],
  [['__proto__'], 5, 2],
  [['0'], 5, 13],
  // If a name is repeated, the place is that of its first value.
  [['twice'], 5, 27],
  // For a missing value, the place is that of the innermost value around it.
  [['none'], 1, 1],
  [['a', 3], 2, 8],
  [['a', 1, 'c', 'd'], 2, 12],
  [['a', 0, 'b'], 2, 9],
  [['b'], 1, 1],
])('the value at %j is on line %i, column %i', (path, line, column) => {
  expect(createLocator(text)(path)).toEqual({ line, column });
});

it('offsets in ascending order get the right lines', () => {
  const lineOf = createLineFinder('a\nbc\n\nd');
  const places = [0, 1, 2, 3, 5, 6, 7].map(lineOf);
  expect(places.map(({ line, column }) => `${line}:${column}`).join(' ')).toBe('1:1 1:2 2:1 2:2 3:1 4:1 4:2');
});
