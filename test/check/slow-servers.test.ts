// @module-tag slow
import { describe, expect, it } from 'vitest';
import { accusations, checkSandbox, everything } from './run.js';

const writes = { include: ['named'], writes: 'disposable', runs: 0 } as const;
const filters = { ...writes, only: ['getFilter', 'listFilters', 'createFilter', 'updateFilter', 'deleteFilter'] };

// These tests mostly wait, so they run in parallel.
describe.concurrent('servers that make a check wait', () => {
  it('have no findings if they are only slow', { tags: 'long' }, async () => {
    const report = await checkSandbox(['slow'], { only: ['listDirectories'], runs: 0 });
    expect(report.findings).toEqual([]);
  });

  it('have no findings if reads lag within --settle', { tags: 'long' }, async () => {
    const report = await checkSandbox(['ok-cached-reads'], { ...filters, settle: 1.5 });
    expect(accusations(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', coverage: { inScope: 5, successTested: 5 } });
  });

  it('have findings if reads lag longer than --settle', async () => {
    const report = await checkSandbox(['ok-cached-reads'], { ...filters, settle: 0 });
    expect(accusations(report)).toContain('create.not-found createFilter ');
  });

  it('have no findings for 429 with Retry-After', { tags: 'long' }, async () => {
    const report = await checkSandbox(['ok-429'], {
      ...writes,
      ...everything,
      only: ['getPartnerEntry', 'updateFilter'],
    });
    expect(accusations(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', coverage: { successTested: 2, refusalTested: 2 } });
  });
});
