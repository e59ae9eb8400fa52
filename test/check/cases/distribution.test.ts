import { describe, expect, it } from 'vitest';
import { type Distribution, distribute } from '../../../scripts/check/cases/distribution.js';

interface Variation {
  name: string;
  isMinor?: boolean;
}

const targets = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
const variations: Variation[] = [{ name: 'u' }, { name: 'v' }, { name: 'w', isMinor: true }, { name: 'x' }];

function hands(more: Partial<Distribution<string, Variation>> = {}): [string, string][] {
  const allVariations = distribute({
    targets,
    variations,
    isSuitable: () => true,
    nameOf: (name) => [name, name.charAt(0)],
    seed: 0,
    operations: 100,
    ...more,
  });
  return [...allVariations].flatMap(([target, hand]) => hand.map(({ name }): [string, string] => [target, name]));
}

describe('variations', () => {
  it('go to each operation of a small contract that suits them', () => {
    const values = hands({ operations: 30, isSuitable: (target, { name }) => name !== 'u' || target === 'b1' });
    expect(values).toHaveLength(3 * 6 + 1);
    expect(values).toContainEqual(['b1', 'u']);
  });

  it('go to two operations, of different groups, if the contract is large; the minor ones are left out', () => {
    const values = hands();
    expect(values.map(([, name]) => name).sort()).toEqual(['u', 'v', 'x']);
    const groups = new Set(values.map(([target]) => target.charAt(0)));
    expect([new Set(values.map(([target]) => target)).size, groups.size]).toEqual([2, 2]);
  });

  it('go to another operation if these do not suit them', () => {
    expect(hands({ isSuitable: (target, { name }) => name !== 'v' || target === 'a2' })).toContainEqual(['a2', 'v']);
  });

  it('go to the same operations with the same seed, and to others with another seed', () => {
    const chosenValues = [0, 1, 2, 3, 4].map((seed) => hands({ seed }).join());
    expect(hands({ seed: 3 }).join()).toBe(chosenValues[3]);
    expect(new Set(chosenValues).size).toBeGreaterThan(2);
  });
});
