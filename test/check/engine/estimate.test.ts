import { describe, expect, it } from 'vitest';
import { createEstimate } from '../../../scripts/check/engine/server/estimate.js';
import type { CheckedContract } from '../../../scripts/check/model/contract/contract.js';
import type { WriteMode } from '../../../scripts/check/model/options.js';
import type { Scope } from '../../../scripts/check/model/scope.js';

const operations = Array.from({ length: 60 }, (_, index) => ({ id: `get${index}`, method: 'get' }));

/** Replays a run with a request after each pause, in milliseconds; returns the estimated seconds to its end. */
function replay(pauses: readonly number[], writes: WriteMode = 'none', rate?: number): (number | undefined)[] {
  const contract = { operations } as unknown as CheckedContract;
  const scope = { has: () => true } as unknown as Scope;
  const estimate = createEstimate({ contract, scope, writes, interval: 1000, rate });
  let time = 0;
  return pauses.map((pause, index) => {
    time += pause;
    const { left } = estimate(index + 1, time);
    return left === undefined ? undefined : left / 1000;
  });
}

const steps = (count: number, pause: number): number[] => Array<number>(count).fill(pause);

/** The largest growth of the estimate from one request to the next. */
function largestGrowth(estimates: readonly (number | undefined)[]): number {
  const known = estimates.filter((each) => each !== undefined);
  return Math.max(...known.slice(1).map((left, index) => left / (known[index] ?? 0)));
}

describe('the estimate of the remaining time', () => {
  it('begins after 20 requests and a second, and ends with the last expected request', () => {
    const estimates = replay(steps(970, 100));
    expect(estimates.slice(0, 19).every((left) => left === undefined)).toBe(true);
    expect(estimates[19]).toBeCloseTo(94);
    expect(estimates[499]).toBeCloseTo(46);
    expect(estimates.slice(959)).toEqual(steps(11, 0).map(() => undefined));
  });

  it('hardly changes because of one pause, such as a request that times out', () => {
    const estimates = replay([...steps(59, 88), 30_000, ...steps(200, 88)]);
    expect(estimates[58]).toBeCloseTo(79.3, 1);
    expect(estimates[59]).toBeCloseTo(83.2, 1);
    expect(largestGrowth(estimates)).toBeLessThan(1.06);
  });

  it('grows step by step if the server becomes slow, or the run begins to write', () => {
    for (const writes of ['none', 'roundtrip'] as const) {
      const estimates = replay([...steps(100, 20), ...steps(400, 1500)], writes);
      expect(largestGrowth(estimates)).toBeLessThan(1.04);
      expect(estimates[499]).toBeGreaterThan(300);
    }
  });

  it('is at least the time that the pace needs, of which nothing has been seen after a burst', () => {
    expect(replay(steps(30, 50), 'none', 10)[29]).toBeCloseTo(93);
    expect(replay(steps(30, 200), 'none', 10)[29]).toBeCloseTo(186);
  });

  it('does not change while the run waits for a response', () => {
    const contract = { operations } as unknown as CheckedContract;
    const scope = { has: () => true } as unknown as Scope;
    const estimate = createEstimate({ contract, scope, writes: 'none', interval: 0 });
    for (let count = 1; count <= 30; count += 1) estimate(count, count * 50);
    expect(estimate(30, 60_000)).toEqual(estimate(30, 1500));
  });
});
