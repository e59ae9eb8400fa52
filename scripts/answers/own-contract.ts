import { contract } from '../../generated/contract.js';
import { type BodyRules, bodyRules } from '../contract/body-rules.js';
import type { PatternPlace } from '../contract/pattern.js';
import { toPointer } from '../contract/pointer.js';
import { nodesOf } from '../contract/walk.js';
import type { Answers } from './answers.js';
import { readAnswers } from './read-answers.js';
import { type TaughtContract, taughtContract } from './taught.js';

/** The contract of this package as people have taught it, with the rules for its bodies. */
export interface TaughtOwnContract extends TaughtContract {
  answers: Answers;
  validators: BodyRules;
  /** The answer or the overlay that a pattern comes from. */
  placeOfPattern: PatternPlace;
}

/**
 * Teaches the contract of this package what a file says.
 *
 * @param text to read in place of the content of the file
 * @throws UsageError with file, line and column for a mistake in the file
 */
export function taughtOwnContract(file: string, text?: string): TaughtOwnContract {
  const answers = readAnswers(contract, file, text);
  const taught = taughtContract(contract, answers);
  const placeOfPattern: PatternPlace = (pattern) => placeOf(taught, answers, pattern);
  return Object.assign(taught, { answers, placeOfPattern, validators: bodyRules(taught.document, placeOfPattern) });
}

function placeOf({ document, origins }: TaughtContract, given: Answers, pattern: string): string | undefined {
  for (const { path, value } of nodesOf(document, 'schema')) {
    const isNamed = Object.hasOwn(value['patternProperties'] ?? {}, pattern);
    if (value['pattern'] !== pattern && !isNamed) continue;
    const { question, correction } = origins.of(toPointer([...path, 'pattern'])) ?? {};
    if (question !== undefined) return given.placeOf(toPointer(['answers', question]));
    if (correction) return correction.placeOf('/actions');
  }
  return undefined;
}
