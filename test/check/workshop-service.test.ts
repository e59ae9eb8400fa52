import { describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { isWhole, seedsOf } from '../sample.js';
import { accusations, expectDescribed } from './run.js';
import { contractFile } from './workshop-service/contract.js';
import { workshopFaults } from './workshop-service/faults.js';
import { House } from './workshop-service/house.js';
import { createWorkshopServer } from './workshop-service/server.js';
import { failsOnce, rightVariants } from './workshop-service/variants.js';

/** A normal run tests every n-th fault and variant, the long one all. */
const step = isWhole ? 1 : 28;
const seeds = seedsOf('checkSeeds');

/** The ids that no list shows: of the kilns in a map, of queues in a list of texts. */
const parameters = { kiln_name: 'Old Bess', firing_no: '1', queue: 'drying', studio_id: '1' };

/** All runs check against it. */
const contract = readContract(contractFile);
/** No operation creates the settings of the house: they are only read, unless the user names this one. */
const unmade = 'settings-write';
const all = contract.operations.map(({ id }) => id);

/** Lets a run write to everything, or to nothing. */
function permitting(writes: 'none' | 'disposable'): Partial<CheckOptions> {
  return { parameters, writes, ...(writes === 'disposable' && { only: all }) };
}

async function checkWorkshop(name: string, options: Partial<CheckOptions>, house?: House): Promise<CheckReport> {
  const server = await createWorkshopServer(name === '' ? [] : [name], house);
  process.env['DIRECTORY_API_KEY'] = server.key;
  try {
    return await check({ baseUrl: server.url, contract, runs: 3, timeout: 5, ...options });
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
        const report = await checkWorkshop(name, { seed, ...permitting(mode === 'w' ? 'disposable' : 'none') });
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
  /** Whether anything is left that a deletion can remove. Queues are there by their names alone. */
  const isEmpty = ({ studios, glazes }: House): boolean =>
    studios.size === 0 && [...glazes.values()].every(({ archived }) => archived === true);

  /** A queue comes into being by the first use of its name, which only a user knows. */
  const unnamed = ['queue add', 'queue take'];

  it.each<[string, () => House, string[]]>([
    ['has everything already', () => new House(), unnamed],
    ['is empty', () => new House(true), ['queue state', ...unnamed]],
  ])(
    'a workshop that %s is tested in all its operations but a few, and left as it was',
    { tags: 'slow' },
    async (_, furnished, outOfReach) => {
      for (const seed of seeds) {
        const house = furnished();
        const before = isEmpty(house) ? undefined : [...house.studios.keys()];
        const { settings } = house;
        const report = await checkWorkshop('', { writes: 'disposable', seed }, house);
        expect(accusations(report)).toEqual([]);
        const untested = report.operations.filter(({ success }) => !success.tested);
        expect(untested.map(({ operationId }) => operationId)).toEqual([...outOfReach, unmade]);
        expect(house.settings).toBe(settings);
        if (before) expect([...house.studios.keys()]).toEqual(before);
        else expect(isEmpty(house)).toBe(true);
      }
    },
  );
});

it('four shards at an empty workshop test together what one run tests, but for what only an update makes', {
  tags: 'long',
}, async () => {
  const reports: CheckReport[] = [];
  for (const index of [1, 2, 3, 4]) {
    const options = { writes: 'disposable', seed: 1, shard: { index, count: 4 } } as const;
    reports.push(await checkWorkshop('', options, new House(true)));
  }
  expect(reports.flatMap(accusations)).toEqual([]);
  const scoped = reports.flatMap(({ operations }) => operations.filter(({ inScope }) => inScope));
  expect(scoped).toHaveLength(reports[0]?.operations.length ?? NaN);
  const untested = scoped.filter(({ success }) => !success.tested).map(({ operationId }) => operationId);
  expect(untested.sort()).toEqual(['get /studios/{studio_id}/sign', 'queue add', 'queue state', 'queue take', unmade]);
});

it('firings that go on while a slow run looks at them are not changes by the run', { tags: 'slow' }, async () => {
  class QuickHouse extends House {
    override get seconds(): number {
      return super.seconds * 20;
    }
  }
  for (const seed of step === 1 ? [...seeds, seeds.length, seeds.length + 1] : seeds) {
    const report = await checkWorkshop('', { writes: 'disposable', seed, parameters }, new QuickHouse());
    expect(accusations(report)).toEqual([]);
  }
});

it('a read that failed once is a drift at most', { tags: 'slow' }, async () => {
  for (const seed of seeds) {
    const { findings } = await checkWorkshop(failsOnce.name, { writes: 'none', seed, parameters });
    expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
    expect(findings.map(({ rule, operationId }) => `${rule} ${operationId}`)).toContain(
      'status.server-error settings-read',
    );
  }
});
