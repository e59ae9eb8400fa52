import { contract } from '../../generated/contract.js';
import type { Answers } from './answers.js';
import { readAnswers } from './read-answers.js';
import { type TaughtContract, taughtContract } from './taught.js';

/** The contract of this package as people have taught it. */
export interface TaughtOwnDocument extends TaughtContract {
  answers: Answers;
}

/**
 * Teaches the contract of this package what a file says.
 *
 * @param text to read in place of the content of the file
 * @throws UsageError with file, line and column for a mistake in the file
 */
export function taughtOwnDocument(file: string, text?: string): TaughtOwnDocument {
  const answers = readAnswers(contract, file, text);
  return Object.assign(taughtContract(contract, answers), { answers });
}
