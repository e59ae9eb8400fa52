import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../scripts/check/model/finding.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { faults as knownFaults } from '../../scripts/sandbox/faults/index.js';
import { isWhole, seedsOf } from '../sample.js';
import { words } from '../words.js';
import { type ExpectedFinding, expectedFindings } from './fault-table.js';
import { accusations, checkSandbox, everything, expectDescribed } from './run.js';

/** A normal run tries one seed, the long run more. */
const seeds = seedsOf('checkSeeds');

/** With one seed, a run calls only these operations, which show the faults; with more seeds it calls all. */
const shownValues = words`
  listDirectories getDirectory listFilters getFilter createFilter updateFilter deleteFilter listTiers listEntries
  listReviews listPartnerEntries getPartnerEntry createPartnerEntry updatePartnerEntry deletePartnerEntry
`;
const scope: Partial<CheckOptions> = seeds.length > 1 ? everything : { ...everything, only: shownValues };

function optionsFor({ mode, fault }: ExpectedFinding, seed: number): Partial<CheckOptions> {
  return { ...scope, seed, writes: mode === 'w' ? 'disposable' : 'none', ...(fault === 'hangs' && { timeout: 0.5 }) };
}

/** A normal run tries one or two faults of each class, the long run all of them. */
const chosenValues = words`
  wrong-type auth-ignored-on-patch patch-noop list-misses-item case-insensitive-path
`;
const attempts = expectedFindings.filter(({ fault }) => isWhole || chosenValues.includes(fault));

describe.each(attempts)('the fault $fault', (expected) => {
  const { fault, mode, rule, operationId } = expected;

  it(`is found by ${rule}${operationId && ` at ${operationId}`}`, { tags: 'slow' }, async () => {
    for (const seed of seeds) {
      const report = await checkSandbox([fault], optionsFor(expected, seed));
      const { findings } = report;
      expectDescribed(report);
      const hit = findings.find(
        (finding) => finding.rule === rule && (operationId === '' || operationsOf(finding).includes(operationId)),
      );
      expect(hit, `seed ${seed}: ${findings.map((finding) => finding.id).join(', ')}`).toBeDefined();
      expect(hit?.severity === 'observation').toBe(mode === 'o');
      expect(hit?.contract.pointer).not.toBe('');
    }
  });
});

describe('the table of faults', () => {
  it('has each fault of the sandbox', () => {
    expect(new Set(attempts.map((each) => each.class))).toEqual(new Set(expectedFindings.map((each) => each.class)));
    const names = [...knownFaults.values()].filter(({ keepsContract }) => !keepsContract).map(({ name }) => name);
    expect([...expectedFindings.map(({ fault }) => fault), 'slow'].sort()).toEqual(names.sort());
  });
});

/** These faults make a run wait for a long time; `slow-servers.test.ts` tests them. */
const waitingValues = new Set(['ok-429', 'ok-cached-reads']);
const rightServers = [...knownFaults.values()]
  .filter(({ name, keepsContract }) => keepsContract && !waitingValues.has(name))
  .map(({ name }) => name)
  // A normal run tries every 16th.
  .filter((_, index) => isWhole || index % 16 === 0);

describe.each(rightServers)('the right server %s', (name) => {
  // A run with writes also sends every request of a run without writes; the long run tests both.
  it.each(seeds.length > 1 ? (['none', 'disposable'] as const) : (['disposable'] as const))(
    'is not accused with --writes %s',
    { tags: 'slow' },
    async (writes) => {
      for (const seed of seeds) {
        const report = await checkSandbox([name], { ...scope, writes, seed });
        expect(accusations(report)).toEqual([]);
        expect(report.verdict).toBe('passed');
      }
    },
  );
});

it('a server that trims texts gets an observation', { tags: 'slow' }, async () => {
  const { findings } = await checkSandbox(['ok-trims'], { ...scope, writes: 'disposable' });
  expect(
    findings
      .filter(({ rule }) => rule === 'update.tidied')
      .map(({ operationId, severity }) => `${operationId} ${severity}`),
  ).toContain('updatePartnerEntry observation');
});

describe('the correct sandbox', () => {
  it('passes with fewer than 20,000 requests, which test success and refusal of every operation', {
    tags: 'slow',
  }, async () => {
    for (const seed of seeds) {
      const report = await checkSandbox([], { ...everything, writes: 'disposable', seed, strict: true });
      expect(accusations(report)).toEqual([]);
      expect(report).toMatchObject({
        verdict: 'passed',
        exitCode: 0,
        coverage: { operations: 117, inScope: 117, successTested: 117, refusalTested: 117 },
      });
      expect(report.run.requests).toBeGreaterThan(117);
      expect(report.run.requests).toBeLessThan(20_000);
    }
  });

  it('gets the same report from two runs, except for times and new ids', { tags: 'long' }, async () => {
    const runSame = async (): Promise<unknown> => {
      const report = await checkSandbox(['patch-noop'], { ...scope, writes: 'disposable', seed: 7 });
      const { run, operations, target, ...rest } = report;
      const { started: _, milliseconds: __, requestsPerSecond: ___, ...settings } = run;
      // The ids depend on the order in which concurrent requests arrive.
      const createdValues = (rest.created ?? []).map(({ operationId, removed }) => `${operationId} ${removed}`).sort();
      const timeless = operations.map(({ time: _time, ...operation }) => operation);
      const facts = { ...rest, created: createdValues, settings, operations: timeless };
      return JSON.parse(JSON.stringify(facts).replaceAll(target.baseUrl, 'the server')) as unknown;
    };
    const first = await runSame();
    expect(first).toEqual(await runSame());
    expect(first).toMatchObject({ verdict: 'failed' });
  });
});
