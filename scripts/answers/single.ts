import { AnswerMistake } from './draft.js';
import type { Taught, Teach } from './teaching.js';

/** A question about one place of the contract, whose answer has no exceptions and is no set of values. */
export function single<Value>(teach: Teach<Value>): Teach<Value> {
  return (taught) => {
    refuseExceptions(taught);
    if (taught.isClosed)
      throw new AnswerMistake('/closed', 'expected no "closed": this answer is no set of values. Remove it.');
    return teach(taught);
  };
}

/** @throws AnswerMistake if the answer has exceptions, for a question about one place */
export function refuseExceptions({ except }: Taught<never> | Taught<unknown>): void {
  const [name] = Object.keys(except);
  if (name === undefined) return;
  throw new AnswerMistake('/except', 'expected no exceptions: this question is about one place. Remove "except".');
}
