import { beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../../sample.js';
import { builtProgram, type Program } from './built.js';
import { allCases, type LaggingCase } from './cases.js';
import { wrongIn } from './lagging.js';
import type { Way } from './lagging-server.js';

/** A normal run tests every twentieth case, the long run all of them. */
const stride = isWhole ? 1 : 20;

let program: Program;
beforeAll(async () => {
  program = await builtProgram();
});

describe('safety 3, safety 14: a server that applies writes late, or returns old reads', () => {
  it('is left as it was, or the run names every different field', { tags: 'slow', timeout: 2_400_000 }, async () => {
    const wrongValues: string[] = [];
    const triedCases = allCases().filter((_, index) => index % stride === 3 % stride);
    for (const testCase of triedCases) {
      const text = await wrongIn(program, testCase);
      if (text !== undefined) wrongValues.push(`${JSON.stringify(testCase)}: ${text}`);
    }
    expect(wrongValues).toEqual([]);
    expect(triedCases.length).toBeGreaterThanOrEqual(stride === 1 ? 400 : 20);
  });

  const way: Way = { reply: 202, shows: 'old', delay: 1900, lag: 0 };
  const update: LaggingCase = { way, writes: 'roundtrip', updates: ['updatePartnerEntry'], isCovered: true };

  it.each<[what: string, LaggingCase]>([
    ['does not wait for the writes of a run', update],
    ['does not wait for the writes of a killed run', { ...update, killedAt: 1 }],
  ])('is left in a wrong state if the check %s', { tags: 'slow' }, async (_, testCase) => {
    expect(await wrongIn(program, testCase, 0)).toMatch(/differs|changed|covers/);
  });
});
