import { beforeAll, expect, it } from 'vitest';
import { operationsOf } from '../../scripts/check/model/finding.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { amountOf, seedsOf } from '../sample.js';
import { checkArchive } from './workshop-service/archive/check-archive.js';
import { habitFaults } from './workshop-service/archive/faults.js';
import { rightHabits } from './workshop-service/archive/variants.js';

/** The share of the faults that a run must find. */
const minimum = 0.65;
/** A normal run tries every n-th fault and variant, the long run all of them, with more seeds. */
const step = amountOf('archiveStep');
const seeds = seedsOf('archiveSeeds');
const seed = 1;
const writesOf = { d: 'none', w: 'disposable' } as const;

/** The accusations of a report, as `rule operationId`: one for each operation of a finding. */
function accused({ findings }: CheckReport): string[] {
  return findings
    .filter(({ severity }) => severity !== 'observation')
    .flatMap((finding) => operationsOf(finding).map((id) => `${finding.rule} ${id}`));
}

/** The accusations in a run on the correct archive, for each mode. */
const knownAccusations = { d: [] as string[], w: [] as string[] };
beforeAll(async () => {
  for (const mode of ['d', 'w'] as const)
    knownAccusations[mode] = accused(await checkArchive('', writesOf[mode], seed));
});

it('most single faults of habits are found at an operation that shows them', { tags: 'slow' }, async () => {
  const triedHabitFaults = habitFaults.filter((_, index) => index % step === 0);
  const missedValues: string[] = [];
  for (const { name, mode, operationIds } of triedHabitFaults) {
    const report = await checkArchive(name, writesOf[mode], seed);
    const said = accused(report).filter((line) => !knownAccusations[mode].includes(line));
    if (!said.some((line) => operationIds.includes(line.split(' ')[1] ?? ''))) missedValues.push(name);
  }
  const foundCount = triedHabitFaults.length - missedValues.length;
  console.log(`Found ${foundCount} of ${triedHabitFaults.length} faults. Not found: ${missedValues.join(', ')}.`);
  expect(foundCount / triedHabitFaults.length).toBeGreaterThanOrEqual(minimum);
});

/** A field that a schema allows but does not list is a drift. */
const disputed: Readonly<Record<string, string>> = {
  'ok-batch-index': 'field.undeclared',
  'ok-more-members': 'field.undeclared',
};

const triedRightHabits = rightHabits.filter((_, index) => index % step === 0);

it.each(triedRightHabits)(
  'a service with the habit $name is correct, and not accused',
  { tags: 'slow' },
  async ({ name }) => {
    for (const each of seeds)
      for (const mode of ['d', 'w'] as const) {
        const said = accused(await checkArchive(name, writesOf[mode], each));
        expect(said.filter((line) => line.split(' ')[0] !== disputed[name])).toEqual([]);
      }
  },
);

it.each(seeds)(
  'a line that cuts connections is no fault of the archive, with seed %i',
  { tags: 'slow' },
  async (each) => {
    for (const mode of ['d', 'w'] as const) {
      const said = accused(await checkArchive('', writesOf[mode], each, 0.05));
      expect(said.filter((line) => !line.startsWith('transport.reset '))).toEqual([]);
    }
  },
);
