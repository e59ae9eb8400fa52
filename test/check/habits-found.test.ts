import { beforeAll, expect, it } from 'vitest';
import { operationsOf } from '../../scripts/check/model/finding.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { isWhole, sample } from '../sample.js';
import { words } from '../words.js';
import { checkArchive } from './workshop-service/archive/check-archive.js';
import { habitFaults } from './workshop-service/archive/faults.js';
import { rightHabits } from './workshop-service/archive/variants.js';

/** The share of the faults that a run must find. */
const least = 0.65;
/** A normal run tries these, the long run all of them. */
const chosen = words`
  tag-unquoted part-short total-of-page jobs-without-key title-cut location-before job-over
`;
const seed = 1;
const writesOf = { d: 'none', w: 'disposable' } as const;

/** The accusations of a report, as `rule operationId`: one for each operation of a finding. */
function accused({ findings }: CheckReport): string[] {
  return findings
    .filter(({ severity }) => severity !== 'observation')
    .flatMap((finding) => operationsOf(finding).map((id) => `${finding.rule} ${id}`));
}

/** What a run says about the right archive, in both modes. */
const known = { d: [] as string[], w: [] as string[] };
beforeAll(async () => {
  for (const mode of ['d', 'w'] as const) known[mode] = accused(await checkArchive('', writesOf[mode], seed));
});

it('most single faults of habits are found at an operation that shows them', { tags: 'slow' }, async () => {
  const tried = habitFaults.filter(({ name }) => isWhole || chosen.includes(name));
  const missed: string[] = [];
  for (const { name, mode, operationIds } of tried) {
    const report = await checkArchive(name, writesOf[mode], seed);
    const said = accused(report).filter((line) => !known[mode].includes(line));
    if (!said.some((line) => operationIds.includes(line.split(' ')[1] ?? ''))) missed.push(name);
  }
  const found = tried.length - missed.length;
  console.log(`Found ${found} of ${tried.length} faults. Not found: ${missed.join(', ')}.`);
  expect(found / tried.length).toBeGreaterThanOrEqual(least);
});

/** Rules that accuse right archives all the same: the document allows more fields, and pages of any length. */
const disputed: Readonly<Record<string, string>> = {
  'ok-small-pages': 'page.total',
  'ok-batch-index': 'field.undeclared',
  'ok-more-members': 'field.undeclared',
};

it.each(sample(rightHabits, 12))('the habit $name is right, and not accused', { tags: 'slow' }, async ({ name }) => {
  for (const mode of ['d', 'w'] as const) {
    const said = accused(await checkArchive(name, writesOf[mode], seed));
    const isOpen = (line: string): boolean => known[mode].includes(line) || line.split(' ')[0] === disputed[name];
    expect(said.filter((line) => !isOpen(line))).toEqual([]);
  }
});
