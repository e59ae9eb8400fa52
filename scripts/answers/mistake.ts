import { visible } from '../text/escape.js';
import { AnswerMistake } from './draft.js';

/** A mistake in an answer: `expected …, found …. What to do.` */
export function mistake(pointer: string, expected: string, found: unknown, advice = 'Correct it.'): AnswerMistake {
  return new AnswerMistake(pointer, `expected ${expected}, found ${visible(JSON.stringify(found), 80)}. ${advice}`);
}
