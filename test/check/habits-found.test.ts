import { expect, it } from 'vitest';
import { operationsOf } from '../../scripts/check/model/finding.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { sample } from '../sample.js';
import { checkArchive } from './workshop-service/archive/check-archive.js';
import { habitFaults } from './workshop-service/archive/faults.js';
import { rightHabits } from './workshop-service/archive/variants.js';

/** The share of the faults that a run must find. */
const least = 0.65;
const seed = 1;
const writesOf = { d: 'none', w: 'disposable' } as const;

/** The accusations of a report, as `rule operationId`: one for each operation of a finding. */
function accused({ findings }: CheckReport): string[] {
  return findings
    .filter(({ severity }) => severity !== 'observation')
    .flatMap((finding) => operationsOf(finding).map((id) => `${finding.rule} ${id}`));
}

/** What a run says about the right archive. */
async function usual(): Promise<Record<'d' | 'w', ReadonlySet<string>>> {
  return {
    d: new Set(accused(await checkArchive('', 'none', seed))),
    w: new Set(accused(await checkArchive('', 'disposable', seed))),
  };
}

it('most single faults of habits are found at an operation that shows them', { tags: ['slow', 'long'] }, async () => {
  const known = await usual();
  const tried = sample(habitFaults, 12);
  const missed: string[] = [];
  for (const { name, mode, operationIds } of tried) {
    const report = await checkArchive(name, writesOf[mode], seed);
    const said = accused(report).filter((line) => !known[mode].has(line));
    if (!said.some((line) => operationIds.includes(line.split(' ')[1] ?? ''))) missed.push(name);
  }
  const found = tried.length - missed.length;
  console.log(`Found ${found} of ${tried.length} faults. Not found: ${missed.join(', ')}.`);
  expect(found / tried.length).toBeGreaterThanOrEqual(least);
});

it.each(sample(rightHabits, 12))('the habit $name is right, and not accused', { tags: 'slow' }, async ({ name }) => {
  const known = await usual();
  for (const mode of ['d', 'w'] as const) {
    const said = accused(await checkArchive(name, writesOf[mode], seed));
    expect(said.filter((line) => !known[mode].has(line))).toEqual([]);
  }
});
