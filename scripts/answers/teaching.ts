import type { PlacedOperation } from '../contract/operations.js';
import { escapeToken } from '../contract/pointer.js';
import { suggest } from '../text/did-you-mean.js';
import { sanitize } from '../text/escape.js';
import { AnswerMistake, type Draft } from './draft.js';

export interface AnswerToTeach<Value> {
  draft: Draft;
  question: string;
  /** The value fits the schema that the register has for this question. */
  value: Value;
  except: Readonly<Record<string, Value>>;
  /** For a set of values: whether there are no others. */
  isClosed: boolean;
  /** To be called if the question stays open elsewhere; otherwise it is settled wherever the contract names it. */
  keepOpen(): void;
}

/**
 * Changes the contract so that the answer to one question holds, and keeps it valid: examples fit, references resolve.
 *
 * @throws AnswerMistake for a value that the contract cannot have
 */
export type Teacher<Value> = (answer: AnswerToTeach<Value>) => void;

/** Makes the teacher of a question with a single answer for the whole contract: no exceptions, and no set of values. */
export function singleAnswer<Value>(teach: Teacher<Value>): Teacher<Value> {
  return (answer) => {
    refuseExceptions(answer);
    if (answer.isClosed)
      throw new AnswerMistake(
        '/closed',
        'expected "value" and "from", found "closed". It is for answers that list the values of a field. Remove it.',
      );
    return teach(answer);
  };
}

/** @throws AnswerMistake if the answer has exceptions */
export function refuseExceptions({ except }: AnswerToTeach<never> | AnswerToTeach<unknown>): void {
  const [name] = Object.keys(except);
  if (name === undefined) return;
  throw new AnswerMistake(
    '/except',
    `expected one answer for the whole contract, found "except" with ${sanitize(name, 60)}. Write everything into ` +
      '"value", and remove "except".',
  );
}

/** A mistake in an answer: `expected …, found …. What to do.` */
export function mistake(pointer: string, expected: string, actual: unknown, advice = 'Correct it.'): AnswerMistake {
  return new AnswerMistake(pointer, `expected ${expected}, found ${sanitize(JSON.stringify(actual), 80)}. ${advice}`);
}

/** @throws AnswerMistake for the first unknown name; `at` is the JSON pointer of the list of names */
export function refuseUnknown(names: readonly string[], validNames: readonly string[], at: string, what: string): void {
  const index = names.findIndex((name) => !validNames.includes(name));
  const name = names[index];
  if (name !== undefined) throw mistake(`${at}/${index}`, what, name, suggest(name, validNames));
}

/** Finds the operations that the keys of an answer name. @throws AnswerMistake for a key that names no operation */
export function findOperations<Value>(
  draft: Draft,
  values: Readonly<Record<string, Value>>,
  base = '/value',
): { endpoint: PlacedOperation; value: Value; at: string }[] {
  const all = new Map(draft.operations.map((endpoint) => [endpoint.id, endpoint]));
  return Object.entries(values).map(([id, value]) => {
    const at = `${base}/${escapeToken(id)}`;
    const endpoint = all.get(id);
    if (!endpoint) throw mistake(at, 'the id of an operation', id, suggest(id, [...all.keys()]));
    return { endpoint, value, at };
  });
}

export function contradiction(
  at: string,
  { id, operation }: PlacedOperation,
  expected: string,
  actual: unknown,
): AnswerMistake {
  const { section } = operation['x-provenance'];
  const source = `§${section} of the interface description states this of ${id}.`;
  return mistake(at, expected, actual, `${source} Correct the answer, or write an overlay.`);
}
