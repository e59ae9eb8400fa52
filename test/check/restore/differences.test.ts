import { describe, expect, it } from 'vitest';
import { findDifferences, isMatch } from '../../../scripts/check/restore/differences.js';
import type { Json } from '../../../scripts/contract/json.js';
import { growth, linear } from '../../growth.js';

describe('states of a resource', () => {
  it('with a long array are compared in linear time', async () => {
    const compare = (count: number): void => {
      const items = Array.from({ length: count }, (_, index) => `t${index}`);
      const loud = items.map((item) => item.toUpperCase());
      expect(isMatch(items, loud)).toBe(true);
      expect(isMatch([...items].reverse(), items)).toBe(false);
      expect(isMatch([...items.slice(0, 900)].reverse(), items.slice(0, 900))).toBe(true);
    };
    expect(await growth(compare, 60_000)).toBeLessThan(linear);
  });

  it('with many levels are compared field by field down to the twelfth level', () => {
    const deep = (levels: number, value: Json): Json => (levels > 0 ? { a: deep(levels - 1, value) } : value);
    expect(findDifferences(deep(12, 1), deep(12, 2))).toEqual([{ pointer: '/a'.repeat(12), before: 1, after: 2 }]);
    expect(findDifferences(deep(190, 1), deep(190, 2))).toEqual([
      { pointer: '/a'.repeat(12), before: deep(178, 1), after: deep(178, 2) },
    ]);
  });
});
