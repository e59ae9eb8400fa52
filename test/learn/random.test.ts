import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type TaughtOwnContract, teachOwnContract } from '../../scripts/answers/own-contract.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { type AnswerValues, randomAnswers } from '../answers/random-answers.js';
import { taughtWith } from '../answers/taught.js';
import { amountOf, isWhole, randomSeed } from '../sample.js';
import type { Mode } from './learnt-world.js';
import { compared, learntFrom, type RoundTrip } from './round-trip.js';
import type { Found } from './wrong-claims.js';

/** Number of answer sets that are learnt again, by mode. */
const sets: Readonly<Record<Mode, number>> = {
  reads: amountOf('learnSets'),
  writes: amountOf('learnSetsWrites'),
};
/** A failure prints the seed. A normal run always tries the same few sets. Writes are tested in `worlds.test.ts`. */
const isLong = isWhole;
const seed = randomSeed(isLong ? 1152746950 : 7);

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});

it.each([
  ['auth.scheme-prefix', 'Token', 'Bearer', ['auth.scheme-prefix =Bearer']],
  ['media.type-values', ['D'], ['D', 'I'], []],
  ['media.type-values', ['D'], ['D', 'X'], ['media.type-values []=X']],
  ['lists.envelope', { items: '/results' }, 'bare', ['lists.envelope =bare']],
  ['lists.envelope', { items: '/results' }, { items: '/data' }, ['lists.envelope /items=/data']],
])('of %s, where %j is so, a claim of %j is wrong: %j', (question, so, claimed, wrong) => {
  const learnt = (value: unknown): Found => ({ [question]: { value } }) as Found;
  // Evidence from the untaught sandbox excuses no claim that differs from the answers of the world.
  const untaught = learnt(question === 'media.type-values' ? ['I'] : claimed);
  expect(compared(learnt(so), learnt(claimed), untaught, 'reads').wrong).toEqual(wrong);
  const { learnable, found } = compared(learnt(so), learnt(so), learnt([]), 'reads');
  expect([learnable, found]).toEqual([[question], [question]]);
  expect(compared(learnt(so), learnt([]), learnt([]), 'reads').found).toEqual([]);
});

const tried = (Object.entries(sets) as [Mode, number][]).filter(([, count]) => count > 0);

describe.each(tried)('random sets of answers, learnt by %s', (mode, count) => {
  it(`are found again, without a wrong claim (seed ${seed})`, { tags: 'long', timeout: 3_600_000 }, async () => {
    const untaught = await learntFrom(teachOwnContract('directory.answers.yaml', ''), mode);
    const learnt = async (answers: AnswerValues): Promise<RoundTrip | undefined> => {
      const taught = taughtUnlessRefused(answers);
      return taught && compared(answers as Found, await learntFrom(taught, mode), untaught, mode);
    };
    const all: RoundTrip[] = [];
    const drawn = fc.sample(randomAnswers, { seed, numRuns: count });
    for (const [index, answers] of drawn.entries()) {
      const found = await learnt(answers);
      if (!found) continue;
      all.push(found);
      if (found.wrong.length === 0) continue;
      console.log(`Wrong in set ${index} of seed ${seed}: ${found.wrong.join(', ')}`);
      // Tests that set alone, so that fast-check can make it as small as possible.
      const property = fc.asyncProperty(randomAnswers, async (set) => {
        expect((await learnt(set))?.wrong ?? []).toEqual([]);
      });
      await fc.assert(property, { seed, path: String(index), numRuns: 1, interruptAfterTimeLimit: 120_000 });
    }
    const sum = (part: keyof RoundTrip): number => all.reduce((total, each) => total + each[part].length, 0);
    console.log(
      `By ${mode}: ${all.length} sets, ${sum('answers')} answers, ${sum('learnable')} learnable, ` +
        `${sum('found')} found, ${sum('wrong')} wrong. Seed ${seed}.${gapsIn(all)}`,
    );
    expect(all.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(sum('found')).toBeGreaterThanOrEqual(sum('learnable') * 0.95);
  });
});

/** The contract with these answers; undefined if two of them exclude each other. */
function taughtUnlessRefused(answers: AnswerValues): TaughtOwnContract | undefined {
  try {
    return taughtWith(answers);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return undefined;
  }
}

/** Returns the claims that were not found, the most frequent first. */
function gapsIn(all: readonly RoundTrip[]): string {
  const counts = new Map<string, number>();
  for (const gap of all.flatMap(({ gaps }) => gaps)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one).slice(0, 20);
  return sorted.map(([gap, times]) => `\n  not found ${times} times: ${gap}`).join('');
}
