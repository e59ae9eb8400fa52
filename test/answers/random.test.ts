import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { applied } from '../../scripts/answers/overlay.js';
import { compiled } from '../../scripts/answers/questions/index.js';
import { withSharedQuestions } from '../../scripts/contract/shared-questions.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { answeredQuestions, randomAnswers } from './random-answers.js';
import { taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

const sets = Number(process.env['ANSWER_SETS'] ?? 30);

it('every question whose answer changes the contract is answered at random', () => {
  expect(answeredQuestions.sort()).toEqual(Object.keys(compiled).sort());
});

it(`${sets} random sets of answers each leave the contract whole, and their overlay leads to it`, {
  timeout: sets * 5000,
}, () => {
  let refused = 0;
  fc.assert(
    fc.property(randomAnswers, (answers) => {
      let taught: ReturnType<typeof taughtWith>;
      try {
        taught = taughtWith(answers);
      } catch (error) {
        // Two answers may exclude each other; then a sentence says where.
        expect(error).toBeInstanceOf(UsageError);
        expect((error as Error).message).toMatch(/directory\.answers\.yaml:\d+:\d+: /);
        refused += 1;
        return;
      }
      expectWhole(taught.document);
      expect(withSharedQuestions(applied(contract, taught.overlay.actions))).toEqual(taught.document);
      for (const { requests, answers: bodies } of [taught.validators])
        for (const id of ['listTiers', 'updatePartnerEntry', 'updateFilter', 'createTier'])
          void [requests[id], bodies[id]];
    }),
    { numRuns: sets },
  );
  expect(refused).toBeLessThan(sets / 2);
});
