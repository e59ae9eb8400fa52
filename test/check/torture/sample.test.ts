import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample as rowsOf } from '../../sample.js';
import { faultNamed, faults } from './faults.js';
import { type MutantName, mutants } from './mutants.js';
import { sample, tortureAll } from './plan.js';
import { buildPrograms } from './programs.js';
import { subjects } from './resources.js';
import { type Case, torture } from './torture.js';

let cases: readonly Case[] = [];
beforeAll(async () => {
  const [shop, sandbox] = await Promise.all([
    buildPrograms(subjects.shop.contract),
    buildPrograms(subjects.sandbox.contract),
  ]);
  cases = await tortureAll({ shop, sandbox }, sample);
});
afterAll(() => {
  process.stdout.write(`${cases.length} cases, ${cases.filter(({ wrong }) => wrong !== undefined).length} wrong\n`);
});

describe('a run that is killed, then undone', () => {
  it('safety 1, 2, 4, kill: leaves the server as it was, at each point of the kill and with each fault', () => {
    expect(cases.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(50);
  });

  it.each([
    ...faults.filter(({ name }) => name !== 'refuse after 6').map(({ name }) => `, ${name}, `),
    ...['append', 'sync', 'folder-sync', 'send', 'remove'].map((step) => `killed before ${step} `),
    'not killed',
    'the journal as it is',
    'the journal as of the last sync',
    'the journal torn behind the last sync',
    'the undo killed before its step \\d, the journal as it is',
    'the undo killed before its step \\d, the journal torn',
    'sandbox, none, killed',
  ])('is tested with "%s"', (about) => {
    expect(cases.map(({ name }) => name)).toContainEqual(expect.stringMatching(about));
  });
});

/** For each mutant, a kill that reveals it. */
const telling: readonly [mutant: MutantName, fault: string, point: string][] = [
  ['no sync', 'none', 'append 4'],
  ['journal after the send', 'none', 'append 3'],
  ['5xx taken for not applied', 'late write', 'send 2'],
  ['no re-read after the undo', 'ignore every second write', 'append 4'],
];

describe('a program with a mistake in one place', () => {
  it.concurrent.each(rowsOf(telling, 4))(
    'safety 1, 2, 3, kill: %s: is caught',
    { tags: 'slow' },
    async (mutant, name, point) => {
      const programs = await buildPrograms(subjects.shop.contract, mutants[mutant]);
      const { cases: found } = await torture(programs, { kind: 'shop', fault: faultNamed(name), point });
      const wrong = found.map((each) => each.wrong ?? '').join('\n');
      expect(wrong).toMatch(/the state differs|sent before its record was on disk/);
    },
  );

  it('is not built if the text to change is not found', async () => {
    const gone = { file: 'scripts/check/restore/journal.ts', from: 'no such text', to: '' };
    await expect(buildPrograms(undefined, [gone])).rejects.toThrow(
      'Expected this in scripts/check/restore/journal.ts once, found it 0 times',
    );
  });
});
