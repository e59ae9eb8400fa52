import { didYouMean } from '../text/did-you-mean.js';
import type { Draft, SchemaPart } from './draft.js';
import { givenSchema } from './given-schema.js';
import { mistake } from './teaching.js';

/**
 * A schema that an answer gives for a body or a parameter: a JSON Schema, or the name of a schema of the contract.
 *
 * @param name of what has the schema
 * @param at JSON pointer of the schema in the answer
 * @throws AnswerMistake if it is no such schema
 */
export function bodySchema(draft: Draft, given: unknown, name: string, at: string): SchemaPart {
  if (typeof given !== 'string') return givenSchema(draft, given, name, at);
  const names = Object.keys(draft.schemas);
  if (!names.includes(given)) throw mistake(at, 'the name of a schema', given, didYouMean(given, names));
  return { $ref: `#/components/schemas/${given}` };
}
