import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaughtOwnContract } from '../../scripts/answers/own-contract.js';
import { teachers } from '../../scripts/answers/questions/index.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { amountOf, randomSeed } from '../sample.js';
import { proofs } from './proofs.js';
import { type AnswerValues, answeredQuestions, randomAnswers } from './random-answers.js';
import { taughtWith } from './taught.js';

const sets = amountOf('answerSets');
/** A failure prints the seed. */
const seed = randomSeed(7);
/** Number of taught contracts that fit easily into memory. */
const atOnce = 30;
const starts = Array.from({ length: Math.ceil(sets / atOnce) }, (_, index) => index * atOnce);
const samples = fc.sample(randomAnswers, { seed, numRuns: sets });

it('every question whose answer changes the contract is answered at random', () => {
  expect(answeredQuestions.sort()).toEqual(Object.keys(teachers).sort());
});

/** The contract with these answers; undefined if it is refused because two answers exclude each other. */
function taughtUnlessRefused(answers: AnswerValues): TaughtOwnContract | undefined {
  try {
    return taughtWith(answers);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    expect(error.message).toMatch(/directory\.answers\.yaml:\d+:\d+: \S+ and \S+ \(.*\) set \S+ to different values/);
    return undefined;
  }
}

describe.each(starts)('random sets of answers from %i', (start) => {
  let contracts: (TaughtOwnContract | undefined)[] = [];
  beforeAll(() => {
    contracts = samples.slice(start, start + atOnce).map((answers) => taughtUnlessRefused(answers));
  });
  afterAll(() => {
    contracts = [];
  });

  it('seldom exclude each other', () => {
    expect(contracts.filter((contract) => contract === undefined).length).toBeLessThan(atOnce / 3);
  });

  it.each(proofs.map((proof) => [proof.claim, proof] as const))(
    '%s',
    { tags: 'slow', timeout: 600_000 },
    async (_, proof) => {
      const step = Math.min(proof.oneOf, contracts.length);
      // The first sets of answers are small, so the last set of each step is chosen.
      const attempts = contracts.flatMap((each, index) => (each && index % step === step - 1 ? [{ each, index }] : []));
      expect(attempts).not.toEqual([]);
      const wrongValues = await proof.wrong(attempts.map(({ each }) => each));
      const first = wrongValues.findIndex((values) => values.length > 0);
      if (first < 0) return;
      // Tests that set of answers alone, so that fast-check can make it as small as possible.
      const property = fc.asyncProperty(randomAnswers, async (answers) => {
        const secondContract = taughtUnlessRefused(answers);
        expect(secondContract && (await proof.wrong([secondContract]))).toEqual(secondContract && [[]]);
      });
      await fc.assert(property, { seed, path: String(start + (attempts[first]?.index ?? 0)), numRuns: 1 });
      expect(wrongValues).toEqual([]);
    },
  );
});
