import type { OpenApiOperation } from '../contract/document.js';
import type { PlacedOperation } from '../contract/operations.js';
import { wildcardPattern } from '../contract/path-template.js';
import { escapeToken } from '../contract/pointer.js';
import { suggest } from '../text/did-you-mean.js';
import { sanitize, sanitizeLine } from '../text/escape.js';
import { AnswerMistake, type Draft } from './draft.js';

export interface AnswerToTeach<Value> {
  draft: Draft;
  question: string;
  /** The value of the answer, which fits the schema of the question. */
  value: Value;
  except: Readonly<Record<string, Value>>;
  /** For a list of values: true if no other values exist. */
  isClosed: boolean;
  /** Keeps the question open in all other places. Without this call, the answer settles the question everywhere. */
  keepOpen(): void;
}

/**
 * Applies the answer to one question, and keeps the contract valid: examples fit, references resolve.
 *
 * @throws AnswerMistake for a value that the contract cannot have
 */
export type Teacher<Value> = (answer: AnswerToTeach<Value>) => void;

/** Creates the teacher for a question with one answer for the whole contract: no exceptions, no set of values. */
export function withSingleAnswer<Value>(teach: Teacher<Value>): Teacher<Value> {
  return (answer) => {
    refuseExceptions(answer);
    if (answer.isClosed)
      throw new AnswerMistake(
        '/closed',
        'expected "value" and "from", found "closed". Only answers that list values can have "closed". Remove it.',
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

/** Creates an error with the message `expected …, found …. Advice.` */
export function mistake(pointer: string, expected: string, actual: unknown, advice = 'Correct it.'): AnswerMistake {
  // The advice may quote a name from the file, which may have line breaks.
  const found = sanitize(JSON.stringify(actual), 80);
  return new AnswerMistake(pointer, `expected ${expected}, found ${found}. ${sanitizeLine(advice)}`);
}

/** @throws AnswerMistake for the first unknown name; `at` is the JSON pointer of the list of names */
export function refuseUnknown(
  names: readonly string[],
  validNames: readonly string[],
  pointer: string,
  expected: string,
): void {
  const index = names.findIndex((name) => !validNames.includes(name));
  const name = names[index];
  if (name !== undefined) throw mistake(`${pointer}/${index}`, expected, name, suggest(name, validNames));
}

export interface AnsweredOperation<Value> {
  endpoint: PlacedOperation;
  value: Value;
  /** JSON pointer of the value in the answer. */
  at: string;
}

/**
 * Finds the operations that the keys of an answer name: by an id, or by a pattern in which `*` stands for any text. An
 * id wins over a pattern, and a longer pattern over a shorter one. A pattern stands for the matches that list the
 * question. If no match lists it, all matches count, so that the teacher can name the stated fact.
 *
 * @throws AnswerMistake for a key that names no operation
 */
export function findOperations<Value>(
  { draft, question }: Pick<AnswerToTeach<never>, 'draft' | 'question'>,
  values: Readonly<Record<string, Value>>,
  base = '/value',
): AnsweredOperation<Value>[] {
  const allOperations = draft.operations;
  const ids = allOperations.map(({ id }) => id);
  const operationsById = new Map<string, AnsweredOperation<Value>>();
  const keys = Object.keys(values).sort((a, b) => precisionOf(a) - precisionOf(b));
  for (const key of keys) {
    const pointer = `${base}/${escapeToken(key)}`;
    const matches = allOperations.filter(({ id }) => wildcardPattern(key).test(id));
    const expected = isPattern(key) ? 'a pattern that fits the id of an operation' : 'the id of an operation';
    if (matches.length === 0)
      throw mistake(pointer, expected, key, suggest(key, [...ids, ...(isPattern(key) ? patternsOf(ids) : [])]));
    const matchesWithQuestion = matches.filter(({ operation }) => asks(operation, question));
    for (const endpoint of isPattern(key) && matchesWithQuestion.length > 0 ? matchesWithQuestion : matches)
      operationsById.set(endpoint.id, { endpoint, value: values[key] as Value, at: pointer });
  }
  return [...operationsById.values()];
}

/** Returns the operations of those keys for which no operation passes `canHave`. */
export function findMisfits<Value>(
  operations: readonly AnsweredOperation<Value>[],
  canHave: (operation: AnsweredOperation<Value>) => boolean,
): AnsweredOperation<Value>[] {
  const places = new Set(operations.filter(canHave).map(({ at }) => at));
  return operations.filter(({ at }) => !places.has(at));
}

/** Patterns such as `get*`, one for each verb at the start of an id. */
function patternsOf(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.replace(/[A-Z].*/, '*')))];
}

function isPattern(key: string): boolean {
  return key.includes('*');
}

/** Returns a number that is higher for keys that match fewer operations. */
function precisionOf(key: string): number {
  return isPattern(key) ? key.length : Number.MAX_SAFE_INTEGER;
}

/** Whether the operation lists the question as open, or as answered. */
function asks(
  { 'x-unknown': openIds = [], 'x-answered': answeredQuestions = [] }: OpenApiOperation,
  question: string,
): boolean {
  return openIds.includes(question) || answeredQuestions.includes(question);
}

export function contradiction(
  pointer: string,
  { id, operation }: PlacedOperation,
  expected: string,
  actual: unknown,
): AnswerMistake {
  return statedMistake(pointer, expected, actual, { section: operation['x-provenance'].section, of: id });
}

/** Creates an error for an answer that contradicts a section of the interface description. */
export function statedMistake(
  pointer: string,
  expected: string,
  actual: unknown,
  { section, of }: { section: string; of: string },
): AnswerMistake {
  const source = `§${section} of the interface description states this about ${of}.`;
  return mistake(pointer, expected, actual, `${source} Correct the answer, or write an overlay.`);
}
