import { describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report.js';
import { accusations, expectDescribed } from './run.js';
import { contractFile } from './workshop-service/contract.js';
import { workshopFaults } from './workshop-service/faults.js';
import { createWorkshopServer } from './workshop-service/server.js';
import { failsOnce, rightVariants } from './workshop-service/variants.js';

/** A normal run tests every n-th fault and variant, the long one all. */
const step = process.env['CHECK_SEEDS'] === undefined ? 14 : 1;
const seeds = Array.from({ length: Number(process.env['CHECK_SEEDS'] ?? 1) }, (_, seed) => seed);

/** The ids that no list shows: of the kilns in a map, of queues in a list of texts. */
const parameters = { kiln_name: 'Old Bess', firing_no: '1', queue: 'drying', studio_id: '1' };

async function checkWorkshop(name: string, options: Partial<CheckOptions>): Promise<CheckReport> {
  const server = await createWorkshopServer(name === '' ? [] : [name]);
  process.env['DIRECTORY_API_KEY'] = server.key;
  try {
    return await check({ baseUrl: server.url, contract: contractFile, runs: 3, timeout: 5, ...options });
  } finally {
    await server.close();
  }
}

const sampled = workshopFaults.filter((_, index) => index % step === 0);

describe.each(sampled.map(({ name, mode, rule, operationId }) => ({ name, mode, rule, operationId })))(
  'the fault $name of the workshop',
  ({ name, mode, rule, operationId }) => {
    it(`is found by ${rule} at ${operationId}`, async () => {
      for (const seed of seeds) {
        const report = await checkWorkshop(name, { seed, parameters, writes: mode === 'w' ? 'disposable' : 'none' });
        expectDescribed(report);
        const hit = report.findings.find((found) => found.rule === rule && found.operationId === operationId);
        expect(hit?.severity, `seed ${seed}: ${accusations(report).join(', ')}`).toMatch(/violation|drift/);
      }
    });
  },
);

/** Operations with a success: without writes the 16 reads, else all. Health and version cannot be refused. */
const tested = { none: 16, disposable: 31 };

/** Whoever takes a yes for a boolean is not wrong; but it is a drift, since the document says otherwise. */
const lenient = { name: 'ok-lax-types', says: /^refusal\.(wrong-type|mixed)-accepted / };

describe.each(['', ...rightVariants.map(({ name }) => name).filter((_, index) => index % step === 0)])(
  'a workshop that is right (%s)',
  (name) => {
    // A run with writes also sends all requests of one without.
    it.each(step === 1 ? (['none', 'disposable'] as const) : (['disposable'] as const))(
      'is not accused with --writes %s',
      async (writes) => {
        for (const seed of seeds) {
          const report = await checkWorkshop(name, { writes, seed, parameters });
          expect(report.findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
          const isLenient = (line: string): boolean => name === lenient.name && lenient.says.test(line);
          expect(accusations(report).filter((line) => !isLenient(line))).toEqual([]);
          expect(report.verdict).toBe('passed');
          expect(report.coverage).toMatchObject({ operations: 31, successTested: tested[writes] });
        }
      },
    );
  },
);

it('a workshop whose lists show no names of queues is tested as far as its lists lead', async () => {
  const report = await checkWorkshop('', { writes: 'disposable', seed: 0 });
  expect(accusations(report)).toEqual([]);
  // The names of queues are texts, not objects.
  const untested = report.operations.filter(({ success }) => !success.tested).map(({ operationId }) => operationId);
  expect(untested).toEqual(['queue state', 'queue add', 'queue take']);
});

it('a read that failed once is a drift at most', async () => {
  for (const seed of seeds) {
    const { findings } = await checkWorkshop(failsOnce.name, { writes: 'none', seed, parameters });
    expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
    expect(findings.map(({ rule, operationId }) => `${rule} ${operationId}`)).toContain(
      'status.server-error settings-read',
    );
  }
});
