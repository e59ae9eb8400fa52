import { visible } from '../text/escape.js';
import { AnswerMistake } from './draft.js';
import type { Taught, Teach } from './teaching.js';

/** A question with one answer for the whole contract, which has no exceptions and is no set of values. */
export function single<Value>(teach: Teach<Value>): Teach<Value> {
  return (taught) => {
    refuseExceptions(taught);
    if (taught.isClosed)
      throw new AnswerMistake(
        '/closed',
        'expected "value" and "from", found "closed". It is for answers that list the values of a field. Remove it.',
      );
    return teach(taught);
  };
}

/** @throws AnswerMistake if the answer has exceptions */
export function refuseExceptions({ except }: Taught<never> | Taught<unknown>): void {
  const [name] = Object.keys(except);
  if (name === undefined) return;
  throw new AnswerMistake(
    '/except',
    `expected one answer for the whole contract, found "except" with ${visible(name, 60)}. Write everything into ` +
      '"value", and remove "except".',
  );
}
