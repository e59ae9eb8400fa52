import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../generated/contract.js';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { teachers } from '../../scripts/answers/questions/index.js';
import { readAnswers } from '../../scripts/answers/read-answers.js';
import { check } from '../../scripts/check/engine/check.js';
import { readContractWithAnswers } from '../../scripts/check/engine/contract/taught-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { accusations, everything } from '../check/run.js';
import { isWhole } from '../sample.js';
import { folder, servedWorld, type World, worlds } from './worlds.js';

/** A normal run checks one world, with an envelope and other paths, without writes: `random.test.ts` sends writes. */
const checked = isWhole ? worlds : ['odata.answers.yaml'];

const allWrites = { writes: 'disposable', ...everything } as const satisfies Partial<CheckOptions>;

/** Number of fields that only responses to writes have: `id` of an edit and of an invitation. They are not counted. */
const onlyInWrites = 2;

/** Number of response fields in the contract without answers. */
const ownFields = 142;

describe.each(checked)('the world %s (a service that differs from the contract)', (name) => {
  let world: World;
  let taughtContract: ReturnType<typeof readContractWithAnswers>;
  beforeAll(async () => {
    world = await servedWorld(name);
    taughtContract = readContractWithAnswers(world.file, world.taughtContract);
  });
  afterAll(async () => world.served.close());
  const report = async (key: string, options: Partial<CheckOptions>): Promise<CheckReport> => {
    vi.stubEnv('DIRECTORY_API_KEY', key);
    return check({ baseUrl: world.served.url, runs: 1, strict: true, ...options });
  };

  it('returns in reads exactly the fields that its answers describe', { tags: 'slow' }, async () => {
    const seenReport = await report(defaultKey, { contract: taughtContract });
    expect([accusations(seenReport), seenReport.exitCode]).toEqual([[], 0]);
    const { fields } = seenReport.coverage;
    expect(fields.documented).toBeGreaterThanOrEqual(ownFields);
    expect(fields.seen).toBe(fields.documented);
  });

  if (isWhole)
    it('responds to all writes as its answers say', async () => {
      const seenReport = await report(defaultKey, { contract: taughtContract, ...allWrites });
      expect([accusations(seenReport), seenReport.exitCode]).toEqual([[], 0]);
      const { fields } = seenReport.coverage;
      expect(fields.seen).toBe(fields.documented - onlyInWrites);
    });

  it('differs from the contract without answers only in guesses', { tags: 'slow' }, async () => {
    const { findings } = await report(world.wholeKey, isWhole ? allWrites : {});
    const violations = findings.filter(({ severity }) => severity === 'violation');
    expect(violations.map(({ id, actual }) => `${id} ${actual}`)).toEqual([]);
    expect(findings.some(({ severity }) => severity === 'drift')).toBe(true);
  });
});

it('an update is not said to ignore a field if the server refuses requests without another field', {
  tags: 'slow',
}, async () => {
  const { served, wholeKey } = await servedWorld('strict-requests.answers.yaml');
  vi.stubEnv('DIRECTORY_API_KEY', wholeKey);
  const only = ['createFilter', 'getFilter', 'updateFilter', 'deleteFilter'];
  const { findings } = await check({ baseUrl: served.url, runs: 0, only, ...allWrites });
  await served.close();
  expect(findings.filter(({ severity }) => severity === 'violation').map(({ id }) => id)).toEqual([]);
});

it.each(worlds)('the contract needs each answer of the world %s', { tags: 'slow' }, (name) => {
  expect(teachOwnContract(join(folder, name)).needlessIds).toEqual([]);
});

it('the worlds answer every question whose answer changes the contract', () => {
  const requests = worlds.flatMap((name) => Object.keys(readAnswers(contract, join(folder, name)).answers));
  expect(Object.keys(teachers).filter((id) => !requests.includes(id))).toEqual([]);
});
