import { describe, expect, it } from 'vitest';
import { Estimate } from '../../../scripts/check/engine/estimate.js';
import { ownContract } from '../../../scripts/check/engine/own-contract.js';
import type { WriteMode } from '../../../scripts/check/model/options.js';
import { scopeOf } from '../../../scripts/check/model/scope.js';

describe('the estimate of a run', () => {
  /** A run whose reads take 10 ms each, and whose updates take 500 ms. */
  function steps(writes: WriteMode): { left: number | undefined; expected: number; sent: number }[] {
    const contract = ownContract();
    const scope = scopeOf({ only: ['listTiers', 'updateTier', 'updatePartnerEntry'], operations: contract.operations });
    let [time, sent] = [0, 0];
    const estimate = new Estimate({ contract, scope, writes, interval: 2000, now: () => time });
    const seen: ReturnType<typeof steps> = [];
    const pass = (requests: number, pace: number): void => {
      for (let count = 0; count < requests; count += 1) {
        [time, sent] = [time + pace, sent + 1];
        const { expected, left } = estimate.at(sent);
        seen.push({ sent, expected, left });
      }
    };
    estimate.begin('reads', sent);
    pass(22, 10);
    for (const each of ['updateTier', 'updatePartnerEntry']) {
      estimate.begin(each, sent);
      pass(each === 'updateTier' ? 50 : 300, 500);
    }
    estimate.begin('a last read', sent);
    pass(2, 10);
    return seen;
  }

  it('knows during the reads that the updates will be slower', () => {
    const seen = steps('roundtrip');
    expect(seen[20]?.left).toBeGreaterThan(200_000);
    expect(seen[18]?.left).toBeUndefined();
  });

  it('counts down to the end of the updates', () => {
    const seen = steps('roundtrip').slice(42);
    for (const [index, { expected, sent, left = -1 }] of seen.entries()) {
      expect(left).toBeGreaterThanOrEqual(0);
      // The number of requests of an operation is only estimated, so the time is right to a part.
      const before = seen[index - 1];
      if (before?.left !== undefined) expect(left).toBeLessThanOrEqual(before.left + 1);
      expect(expected).toBeGreaterThanOrEqual(sent);
    }
    expect(seen.at(-1)).toMatchObject({ sent: 374, expected: 374, left: 0 });
  });

  it('says no time of its own for a run whose requests are all alike', () => {
    expect(steps('none').map(({ left }) => left)).toEqual(Array.from({ length: 374 }));
  });
});
