import { contract } from '../../generated/contract.js';
import { type BodyRules, bodyRules } from '../contract/body-rules.js';
import type { PatternLocator } from '../contract/pattern.js';
import { toPointer } from '../contract/pointer.js';
import { nodesOf } from '../contract/walk.js';
import type { Answers } from './answers.js';
import { readAnswers } from './read-answers.js';
import { type TaughtContract, teachContract } from './teach-contract.js';

/** The contract of this package with a team's answers, and the rules for its bodies. */
export interface TaughtOwnContract extends TaughtContract {
  answers: Answers;
  validators: BodyRules;
  /** Returns the place of the answer or of the overlay from which a pattern comes. */
  placeOfPattern: PatternLocator;
}

/** Reads `text`, if given, in place of the file. @throws UsageError with file, line and column of a mistake */
export function teachOwnContract(file: string, text?: string): TaughtOwnContract {
  const answers = readAnswers(contract, file, text);
  const taughtContract = teachContract(contract, answers);
  const placeOfPattern: PatternLocator = (pattern) => placeOf(taughtContract, answers, pattern);
  return Object.assign(taughtContract, {
    answers,
    placeOfPattern,
    validators: bodyRules(taughtContract.document, placeOfPattern),
  });
}

function placeOf({ document, origins }: TaughtContract, allAnswers: Answers, pattern: string): string | undefined {
  for (const { path, value } of nodesOf(document, 'schema')) {
    const isNamed = Object.hasOwn(value['patternProperties'] ?? {}, pattern);
    if (value['pattern'] !== pattern && !isNamed) continue;
    const { question, correction } = origins.of(toPointer([...path, 'pattern'])) ?? {};
    if (question !== undefined) return allAnswers.placeOf(toPointer(['answers', question]));
    if (correction) return correction.placeOf('/actions');
  }
  return undefined;
}
