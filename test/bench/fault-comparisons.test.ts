import { expect, it } from 'vitest';
import { fastestToFaults } from '../../scripts/bench/check/fastest-to-faults.js';
import { faultComparisons, type Row } from '../../scripts/bench/faults/comparisons.js';
import { spread } from '../../scripts/bench/faults/found.js';
import type { Variant } from '../../scripts/bench/faults/hosted-services.js';
import { type Comparison, isMet } from '../../scripts/bench/frame/comparison.js';

const variant = (kind: Variant['kind'], name: string): Variant => ({ service: 'shelf', kind, name });
const faults = ['a', 'b', 'c', 'd'].map((name) => variant('fault', name));
const right = ['e', 'f'].map((name) => variant('right', name));
const [a, b] = faults as [Variant, Variant];

const row = (name: string, kind: Row['tester']['kind'], reported: Variant[], accepted = 0): Row => ({
  tester: { name, kind },
  reported,
  accepted,
});

/** With a sample of the first two faults and of all right variants. */
function compared(oursOfAll: Variant[], peer: Variant[]): [found: Comparison, alarms: Comparison] {
  const sample = [a, b, ...right];
  const missing: Row = { tester: { name: 'missing', kind: 'peer' }, error: 'It is not installed.' };
  const rows = [row('ours', 'ours', oursOfAll), row('peer', 'peer', peer, 3), missing];
  return faultComparisons(rows, { sample, all: [...faults, ...right], oursOfAll }) as [Comparison, Comparison];
}

it('found faults are counted in the sample for all, and in everything for ours', () => {
  const [found] = compared(faults, [a, right[0]!]);
  expect(found.subjects.map(({ values }) => values)).toEqual([[2], [1], []]);
  expect(found.subjects[1]?.note).toBe('1 of 2: a');
  expect(found.subjects[2]?.error).toBe('It is not installed.');
  expect(found.targets.map(({ value, target }) => [value, target])).toEqual([
    [4, 4],
    [2, 1],
  ]);
});

it('a fault that ours misses is named, also outside the sample', () => {
  const [found] = compared([a, ...faults.slice(2)], [a, b]);
  expect(found.targets.map(isMet)).toEqual([false, false]);
  expect(found.targets[0]?.why).toBe('It misses b.');
  expect(compared([a, b, faults[2]!], [])[0].targets[0]).toMatchObject({ value: 3, target: 4, why: 'It misses d.' });
});

it('a report at a right variant is a false alarm, and those at the usual services are told', () => {
  const [, alarms] = compared([...faults, right[1]!], [right[0]!, right[1]!]);
  expect(alarms.subjects.map(({ values }) => values)).toEqual([[1], [2], []]);
  expect(alarms.subjects[1]?.note).toBe('accuses e, f; 3 failures at the usual services themselves, not counted');
  expect(alarms.targets).toMatchObject([{ value: 1, target: 0, why: 'It accuses f.' }]);
  expect(compared(faults, [])[1].targets.map(isMet)).toEqual([true]);
});

it('a sample is spread evenly over everything', () => {
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([0, 3, 6]);
  expect(spread([0, 1], 5)).toEqual([0, 1]);
});

/** Whether ours is the fastest: a time and a number of faults for each; the first is ours. */
function fastest(...sides: (readonly [seconds: number, faults: number])[]) {
  const subject = (value: number, index: number) =>
    ({ name: `tester ${index}`, kind: index === 0 ? 'ours' : 'peer', values: [value] }) as const;
  const found = { subjects: sides.map(([, count], index) => subject(count, index)) } as unknown as Comparison;
  return fastestToFaults(
    sides.map(([seconds], index) => subject(seconds, index)),
    found,
  );
}

it('ours is compared with the fastest peer that finds as many faults', () => {
  expect(fastest([10, 4], [20, 4], [15, 5], [1, 3])).toMatchObject([
    { of: 'ours : tester 2, the fastest that finds as many faults', value: 10 / 15, target: 1 },
  ]);
});

it('if no peer finds as many, ours is compared by the time for each fault', () => {
  const [target] = fastest([10, 4], [6, 3], [1, 0]);
  expect(target).toMatchObject({ value: 10 / 4 / (6 / 3), wanted: 'at most', target: 1 });
  expect(target?.of).toContain('none finds as many (4 faults to 3)');
});

it('without numbers of faults there is no target', () => {
  expect(fastestToFaults([{ name: 'ours', kind: 'ours', values: [1] }], undefined)).toEqual([]);
});
