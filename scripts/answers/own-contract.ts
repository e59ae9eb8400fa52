import { answers, refusals, requests } from '../../generated/body-validators.js';
import { contract } from '../../generated/contract.js';
import { type BodyValidators, bodyValidators } from '../contract/body-compiler.js';
import { toPointer } from '../contract/pointer.js';
import { nodesOf } from '../contract/walk.js';
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
  const own = { document: contract, requests, answers, refusals };
  const validators = bodyValidators(taught.document, own, (pattern) => placeOfPattern(taught, pattern));
  return Object.assign(taught, { validators });
}

/** The answer or the overlay that a pattern comes from. */
function placeOfPattern({ document, origins, answers: given }: TaughtOwnDocument, pattern: string): string | undefined {
  for (const { path, value } of nodesOf(document, 'schema')) {
    const isNamed = Object.hasOwn(value['patternProperties'] ?? {}, pattern);
    if (value['pattern'] !== pattern && !isNamed) continue;
    const { question, correction } = origins.of(toPointer([...path, 'pattern'])) ?? {};
    if (question !== undefined) return given.placeOf(toPointer(['answers', question]));
    if (correction) return correction.placeOf('/actions');
  }
  return undefined;
}
