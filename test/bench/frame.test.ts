import { expect, it } from 'vitest';
import {
  type BenchSubject,
  type Comparison,
  createTarget,
  isMet,
  measureInTurn,
  toSubjects,
} from '../../scripts/bench/frame/measure.js';
import { benchmarksText, formatComparisons, verdictText } from '../../scripts/bench/frame/results.js';
import { exponentOf } from '../../scripts/bench/growth.js';

const subject = (name: string, kind: BenchSubject['kind'], ...values: number[]): BenchSubject => ({
  name,
  kind,
  values,
});

it('subjects are measured in turn; one that fails gives the reason and is not measured again', async () => {
  const order: string[] = [];
  const measured = (name: string, value: number | Error) => ({
    name,
    kind: 'peer' as const,
    measure() {
      order.push(name);
      if (typeof value !== 'number') throw value;
      return value;
    },
  });
  const all = [measured('one', 1), measured('none', new Error('It is\nmissing.')), measured('two', 2)];
  const rows = await measureInTurn(all, { rounds: 2, say: () => undefined });
  expect(order).toEqual(['one', 'none', 'two', 'one', 'two']);
  expect(toSubjects(rows, (value) => value * 10)).toEqual([
    { name: 'one', kind: 'peer', values: [10, 10] },
    { name: 'none', kind: 'peer', values: [], error: 'It is missing.' },
    { name: 'two', kind: 'peer', values: [20, 20] },
  ]);
});

it('our program is compared by medians with the best peer, and never with a peer that could not be measured', () => {
  const allSubjects = [subject('ours', 'ours', 5, 1, 2), subject('slow', 'peer', 8), subject('fast', 'peer', 4)];
  expect(createTarget(allSubjects, 'less', 1)).toEqual({ to: 'fast', value: 0.5, relation: 'at most', bound: 1 });
  expect(createTarget(allSubjects, 'more', 1)).toMatchObject({ to: 'slow', value: 0.25, relation: 'at least' });
  const none = createTarget([subject('ours', 'ours', 5), subject('none', 'peer')], 'less', 1);
  expect(none).toEqual({ relation: 'at most', bound: 1 });
  const targets = [none, createTarget(allSubjects, 'more', 1), createTarget(allSubjects, 'less', 1)];
  expect(targets.map((target) => isMet(target))).toEqual([undefined, false, true]);
});

it('the exponent is 1 for linear growth, 2 for quadratic growth, and absent for a single size', () => {
  const sizes = [1, 10, 50];
  expect(exponentOf(sizes.map((size) => [size, size * 3]))).toBeCloseTo(1);
  expect(exponentOf(sizes.map((size) => [size, size * size]))).toBeCloseTo(2);
  expect(exponentOf([[1, 1]])).toBeNaN();
});

const comparison: Comparison = {
  title: 'Time of one run',
  unit: 's',
  better: 'less',
  subjects: [subject('ours', 'ours', 2, 3, 4), subject('a|b', 'peer', 6), subject('none', 'peer')],
  target: { to: 'a|b', value: 0.5, relation: 'at most', bound: 0.4 },
};

it('a comparison with a target has a row, and a comparison without a target is only printed', () => {
  const { target: _, ...informing } = comparison;
  const grown: Comparison = {
    ...informing,
    title: 'Growth',
    unit: 'ms',
    subjects: [subject('1', 'ours', 10), subject('2', 'ours', 25)],
    target: { value: 1.32, relation: 'at most', bound: 1.1 },
  };
  const bench = { name: 'check', question: 'How?', run: async () => [] };
  const results = { check: { date: '2026-11-28', machine: 'a machine', comparisons: [comparison, informing, grown] } };
  const rows = benchmarksText(results, [bench])
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows.slice(2)).toEqual([
    '| Time of one run | 3 s | a\\|b: 6 s | 0.5 | at most 0.4, missed | 2026-11-28 |',
    '| Growth | 10 ms → 25 ms |  | grows with the power 1.32 | at most 1.1, missed | 2026-11-28 |',
  ]);
  expect(verdictText([comparison, informing])).toBe('0 of 1 targets met; missed: Time of one run.');
});

it('each printed result has a bar, the spread and the verdict', () => {
  const failed = { ...subject('none', 'peer'), error: 'It is not installed.' };
  const subjects = [...comparison.subjects.slice(0, 2), failed];
  const text = formatComparisons({ question: 'How?' }, [{ ...comparison, subjects }]);
  expect(text.split('\n').filter(Boolean).slice(1, 6)).toEqual([
    'Time of one run (less is better)',
    `ours  3 s  ${'█'.repeat(12)} 2 s to 4 s`,
    `a|b   6 s  ${'█'.repeat(24)}`,
    expect.stringMatching(/^none +not measured: It is not installed\.$/),
    'missed: ours : a|b 0.5, at most 0.4 wanted',
  ]);
});
