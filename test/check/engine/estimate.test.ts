import { expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { createEstimate } from '../../../scripts/check/engine/server/estimate.js';
import type { WriteMode } from '../../../scripts/check/model/options.js';
import { scopeOf } from '../../../scripts/check/model/scope.js';

function estimate(writes: WriteMode): ReturnType<typeof createEstimate> {
  const contract = ownContract();
  const scope = scopeOf({ only: ['listTiers', 'updateTier', 'updatePartnerEntry'], operations: contract.operations });
  return createEstimate({ contract, scope, writes, interval: 2000 });
}

it('the estimate of a run that will write includes the slower updates, as soon as it has read enough', () => {
  const at = estimate('roundtrip');
  expect(at(21, 210).left).toBeGreaterThan(150_000);
  expect(at(10, 100).left).toBeUndefined();
  const { expected } = at(21, 210);
  expect(at(expected, 9000)).toEqual({ expected, left: 0 });
  expect(at(expected + 9, 9000)).toEqual({ expected: expected + 9, left: 0 });
});

it('the estimate of a run whose requests are all alike counts requests, and no time', () => {
  expect(estimate('none')(30, 300)).toEqual({ expected: 30 });
});
