import { answers, refusals, requests } from '../../generated/body-validators.js';
import { contract } from '../../generated/contract.js';
import { type BodyValidators, bodyValidators } from '../contract/body-compiler.js';
import { type TaughtOwnDocument, taughtOwnDocument } from './own-document.js';

/** The contract of this package as people have taught it, with functions for its bodies. */
export interface TaughtOwnContract extends TaughtOwnDocument {
  validators: BodyValidators;
}

/**
 * Teaches the contract of this package what a file says.
 *
 * @param text to read in place of the content of the file
 * @throws UsageError with file, line and column for a mistake in the file
 */
export function taughtOwnContract(file: string, text?: string): TaughtOwnContract {
  return withValidators(taughtOwnDocument(file, text));
}

/** Adds the functions for bodies, whose compilation takes long. */
export function withValidators(taught: TaughtOwnDocument): TaughtOwnContract {
  const validators = bodyValidators(taught.document, { document: contract, requests, answers, refusals });
  return Object.assign(taught, { validators });
}
