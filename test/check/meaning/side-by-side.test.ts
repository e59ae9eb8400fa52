// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { seedsOf } from '../../sample.js';
import { words } from '../../words.js';
import { checkSandbox, everything } from '../run.js';

/** Faults that affect other resources, or that only several requests show; `none` is a server without a fault. */
const faultyValues = words`
  none patch-other-entry patch-touches-other list-misses-item list-stale delete-keeps
  create-no-id patch-echo-only failed-patch-mutates array-appends
`;

/** Each seed tests a different fault. */
const seeds = seedsOf('sideSeeds');

/** The statements of a report, without counts and order. */
function said({ findings, operations, verdict, exitCode }: CheckReport): object {
  return {
    verdict,
    exitCode,
    findings: findings
      .filter(({ severity }) => severity !== 'observation')
      .map(({ id, severity }) => `${severity} ${id}`)
      .sort(),
    tested: operations.map(({ operationId, success, refusal }) => [operationId, success.tested, refusal.tested]),
  };
}

describe('concurrent writes', () => {
  it.each(seeds)('lead to the same findings as writes one after another, with seed %i', async (seed) => {
    const faults = [faultyValues[seed % faultyValues.length] ?? ''].filter((name) => name !== 'none');
    const options = { ...everything, writes: 'disposable', seed } as const;
    const report = await checkSandbox(faults, options);
    const inTurn = await checkSandbox(faults, { ...options, concurrency: 1 });
    expect(said(report)).toEqual(said(inTurn));
    expect(report.findings.some(({ severity }) => severity !== 'observation')).toBe(faults.length > 0);
  });
});
