import { describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { isWhole, seedsOf } from '../sample.js';
import { accusations, expectDescribed, untested } from './run.js';
import { contractFile } from './workshop-service/contract.js';
import { workshopFaults } from './workshop-service/faults.js';
import { Store } from './workshop-service/house.js';
import { createWorkshopServer } from './workshop-service/server.js';
import { workshopKey } from './workshop-service/stages.js';
import { failsOnce, rightVariants } from './workshop-service/variants.js';

/** A normal run tests every n-th fault and variant, the long run all of them. */
const step = isWhole ? 1 : 28;
const seeds = seedsOf('checkSeeds');

/** Ids that no list of resources shows: kilns are in a map, queues in a list of texts. */
const parameters = { kiln_name: 'Old Bess', firing_no: '1', queue: 'drying', studio_id: '1' };

/** The contract for all runs. */
const contract = readContract(contractFile);
/** No operation creates these settings, so a run only reads them, unless --only names this write. */
const unmade = 'settings-write';

/** Lets a run write to all resources, or to none. */
function permitting(writes: 'none' | 'disposable'): Partial<CheckOptions> {
  return { parameters, writes, ...(writes === 'disposable' && { only: contract.operations.map(({ id }) => id) }) };
}

async function checkWorkshop(name: string, options: Partial<CheckOptions>, store?: Store): Promise<CheckReport> {
  const server = await createWorkshopServer(name === '' ? [] : [name], store);
  process.env['DIRECTORY_API_KEY'] = workshopKey;
  try {
    return await check({ baseUrl: server.url, contract, runs: 3, timeout: 5, ...options });
  } finally {
    await server.close();
  }
}

const sampled = workshopFaults.filter((_, index) => index % step === 0);

describe.each(sampled)('the fault $name of the workshop', ({ name, mode, rule, operationId }) => {
  it(`is found by ${rule} at ${operationId}`, async () => {
    for (const seed of seeds) {
      const report = await checkWorkshop(name, { seed, ...permitting(mode === 'w' ? 'disposable' : 'none') });
      expectDescribed(report);
      const hit = report.findings.find((finding) => finding.rule === rule && finding.operationId === operationId);
      expect(hit?.severity, `seed ${seed}: ${accusations(report).join(', ')}`).toMatch(/violation|drift/);
    }
  });
});

/** Number of operations with a tested success: 16 reads without writes, all 31 with writes. */
const tested = { none: 16, disposable: 31 };

/** Reading "yes" as true is not a violation, but a drift, since the document says otherwise. */
const lenient = { name: 'ok-lax-types', says: /^refusal\.(wrong-type|mixed)-accepted / };

describe.each(['', ...rightVariants.map(({ name }) => name).filter((_, index) => index % step === 0)])(
  'a workshop that is right (%s)',
  (name) => {
    // A run with writes also sends every request of a run without writes.
    it.each(step === 1 ? (['none', 'disposable'] as const) : (['disposable'] as const))(
      'is not accused with --writes %s',
      { tags: 'slow' },
      async (writes) => {
        for (const seed of seeds) {
          const report = await checkWorkshop(name, { seed, ...permitting(writes) });
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

describe('without ids from the user', () => {
  /** Whether no resource is left that a deletion could remove. Queues exist by name alone, so they do not count. */
  const isEmpty = ({ studios, glazes }: Store): boolean =>
    studios.size === 0 && [...glazes.values()].every(({ archived }) => archived === true);

  /** The first use of its name creates a queue, but only a user knows the name. */
  const unnamedValues = ['queue add', 'queue take'];

  it.each<[string, () => Store, string[]]>([
    ['has everything already', () => new Store(), unnamedValues],
    ['is empty', () => new Store(true), ['queue state', ...unnamedValues]],
  ])(
    'a workshop that %s is tested in all its operations but a few, and left as it was',
    { tags: 'slow' },
    async (_, furnished, outOfReach) => {
      for (const seed of seeds) {
        const store = furnished();
        const numbersBefore = isEmpty(store) ? undefined : [...store.studios.keys()];
        const { settings } = store;
        const report = await checkWorkshop('', { writes: 'disposable', seed }, store);
        expect(accusations(report)).toEqual([]);
        expect(untested(report)).toEqual([...outOfReach, unmade]);
        expect(store.settings).toBe(settings);
        if (numbersBefore) expect([...store.studios.keys()]).toEqual(numbersBefore);
        else expect(isEmpty(store)).toBe(true);
      }
    },
  );
});

it('four shards together test an empty workshop like one run, except for resources that only an update creates', {
  tags: 'long',
}, async () => {
  const reports: CheckReport[] = [];
  for (const index of [1, 2, 3, 4]) {
    const options = { writes: 'disposable', seed: 1, shard: { index, count: 4 } } as const;
    reports.push(await checkWorkshop('', options, new Store(true)));
  }
  expect(reports.flatMap(accusations)).toEqual([]);
  const operations = reports.flatMap((report) => report.operations.filter(({ inScope }) => inScope));
  expect(operations).toHaveLength(reports[0]?.operations.length ?? NaN);
  expect(untested({ operations }).sort()).toEqual([
    'get /studios/{studio_id}/sign',
    'queue add',
    'queue state',
    'queue take',
    unmade,
  ]);
});

it('firings that continue while a slow run reads them do not count as its changes', { tags: 'slow' }, async () => {
  class QuickStore extends Store {
    override get seconds(): number {
      return super.seconds * 20;
    }
  }
  for (const seed of step === 1 ? [...seeds, seeds.length, seeds.length + 1] : seeds) {
    const report = await checkWorkshop('', { writes: 'disposable', seed, parameters }, new QuickStore());
    expect(accusations(report)).toEqual([]);
  }
});

it('a read that failed once is at most a drift', { tags: 'slow' }, async () => {
  for (const seed of seeds) {
    const { findings } = await checkWorkshop(failsOnce.name, { writes: 'none', seed, parameters });
    expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
    expect(findings.map(({ rule, operationId }) => `${rule} ${operationId}`)).toContain(
      'status.server-error settings-read',
    );
  }
});
