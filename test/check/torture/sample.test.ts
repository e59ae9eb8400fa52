import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Fault, right } from './faults.js';
import { sample, tortureAll } from './plan.js';
import { buildPrograms, type Programs } from './programs.js';
import { type Kind, subjects } from './resources.js';
import { torture } from './torture.js';

let programs: Record<Kind, Programs>;
beforeAll(async () => {
  const [shop, sandbox] = await Promise.all([
    buildPrograms(subjects.shop.contract),
    buildPrograms(subjects.sandbox.contract),
  ]);
  programs = { shop, sandbox };
});

describe('a run that is killed, then undone', () => {
  it('safety 1, 2, 4, kill: leaves the server as it was, at each point of the kill and with each fault', async () => {
    const cases = await tortureAll(programs, sample);
    expect(cases.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(50);
  });

  const tooLate: Fault = {
    ...right,
    name: 'write after --settle',
    write({ applyLater, answer }) {
      applyLater(3_600_000);
      return Promise.resolve({ ...answer, status: 504 });
    },
  };

  it.each<[what: string, Fault, disk: string, wrong: RegExp]>([
    ['a server applies a write after --settle', tooLate, '', /the state differs/],
    ['a disk forgets what was synced', right, 'forgetful', /sent before its record was on disk/],
  ])('safety 1, 2, 3, kill: leaves a wrong state if %s', { tags: 'slow' }, async (_, fault, disk, wrongPattern) => {
    vi.stubEnv('TORTURE_DISK', disk);
    const { cases } = await torture(programs.shop, { kind: 'shop', fault, point: 'append 4' });
    expect(cases.map((each) => each.wrong).join('\n')).toMatch(wrongPattern);
  });
});
