import { describe, expect, it } from 'vitest';
import { accusations, checkSandbox, everything } from './run.js';

const filters = ['getFilter', 'listFilters', 'createFilter', 'updateFilter', 'deleteFilter'];

// These only wait; they wait side by side.
describe.concurrent('servers that make a check wait', () => {
  it('are called slow by their times and by nothing else', { timeout: 120_000 }, async () => {
    const report = await checkSandbox(['slow'], { only: ['listDirectories'], runs: 0 });
    expect(report.findings).toEqual([]);
    expect(report.operations.find(({ operationId }) => operationId === 'listDirectories')?.time.median).toBeGreaterThan(
      2500,
    );
  });

  it('are not accused where reads lag, as --settle says', { timeout: 120_000 }, async () => {
    const report = await checkSandbox(['ok-cached-reads'], {
      only: filters,
      include: ['named'],
      writes: 'disposable',
      settle: 1.5,
      runs: 0,
    });
    expect(accusations(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', coverage: { inScope: 5, successTested: 5 } });
  });

  it('are accused where reads lag longer than --settle says', { timeout: 120_000 }, async () => {
    const report = await checkSandbox(['ok-cached-reads'], {
      only: filters,
      include: ['named'],
      writes: 'disposable',
      settle: 0,
      runs: 0,
    });
    expect(accusations(report)).toContain('create.not-found createFilter ');
  });

  it('are not accused for 429 with Retry-After', { timeout: 120_000 }, async () => {
    const report = await checkSandbox(['ok-429'], {
      ...everything,
      only: ['getPartnerEntry', 'updateFilter'],
      writes: 'disposable',
      runs: 0,
    });
    expect(accusations(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', coverage: { successTested: 2, refusalTested: 2 } });
  });
});
