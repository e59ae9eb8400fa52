import { describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import { operationsOf } from '../../scripts/check/model/finding.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { isWhole, seedsOf } from '../sample.js';
import { words } from '../words.js';
import { contractFile } from './other-service/contract.js';
import { rightVariants, shelfFaults } from './other-service/faults.js';
import { createShelfServer } from './other-service/server.js';
import { shelfKey } from './other-service/stages.js';
import { accusations, expectDescribed } from './run.js';

/** A normal run tests three faults, the long run all of them. */
const chosen = words`year-as-text patch-null-ignored create-pushes-out`;
const seeds = seedsOf('checkSeeds');

/** The contract of all runs. */
const contract = readContract(contractFile);

async function checkShelf(names: string[], options: Partial<CheckOptions>): Promise<CheckReport> {
  const server = await createShelfServer(names);
  process.env['DIRECTORY_API_KEY'] = shelfKey;
  try {
    return await check({ baseUrl: server.url, contract, runs: 3, timeout: 5, ...options });
  } finally {
    await server.close();
  }
}

/** Faults that no run finds, and the reasons. */
const missedFaults: Readonly<Record<string, string>> = {
  'put-resets-count': 'A replacement moves a counter of its own resource, which a right server may count anew.',
  'create-revives': 'No test gives a new resource the values of a deleted one.',
  'refused-deletion-clears': 'Updates before have already emptied the field when the refused deletion is repeated.',
};

const sampled = shelfFaults.filter(
  ({ name }) => !Object.hasOwn(missedFaults, name) && (isWhole || chosen.includes(name)),
);

describe.each(sampled)('the fault $name of another service', ({ name, mode, rule, operationId }) => {
  it(`is found by ${rule} at ${operationId}`, { tags: 'slow' }, async () => {
    for (const seed of seeds) {
      const report = await checkShelf([name], { seed, writes: mode === 'w' ? 'disposable' : 'none' });
      const { findings } = report;
      expectDescribed(report);
      const hit = findings.find((finding) => finding.rule === rule && operationsOf(finding).includes(operationId));
      expect(hit, `seed ${seed}: ${findings.map(({ id }) => id).join(', ')}`).toBeDefined();
      expect(hit?.severity).not.toBe('observation');
      expect(hit?.contract).toMatchObject({ file: contractFile, line: expect.any(Number) as number });
    }
  });
});

it('the other service has each fault of the sample, and each fault that no run finds', () => {
  expect(sampled).toHaveLength(isWhole ? shelfFaults.length - Object.keys(missedFaults).length : chosen.length);
  expect(Object.keys(missedFaults).every((name) => shelfFaults.some((fault) => fault.name === name))).toBe(true);
});

describe.each(isWhole ? ['', ...rightVariants.map(({ name }) => name)] : ['ok-book-moves-with-reviews'])(
  'another service that is right (%s)',
  (name) => {
    // A run with writes also sends every request of a run without writes.
    it.each(isWhole ? (['none', 'disposable'] as const) : (['disposable'] as const))(
      'is not accused with --writes %s',
      { tags: 'slow' },
      async (writes) => {
        for (const seed of seeds) {
          const report = await checkShelf(name === '' ? [] : [name], { writes, seed });
          expect(accusations(report)).toEqual([]);
          expect(report.verdict).toBe('passed');
          if (writes === 'disposable')
            expect(report.coverage).toMatchObject({ operations: 16, successTested: 16, refusalTested: 16 });
        }
      },
    );
  },
);
