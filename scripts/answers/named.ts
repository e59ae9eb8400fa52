import type { PlacedOperation } from '../contract/operations.js';
import { escapeToken } from '../contract/pointer.js';
import { didYouMean } from '../text/did-you-mean.js';
import { AnswerMistake, type Draft } from './draft.js';
import { shown } from './schema-mistake.js';

/** A mistake about a name that the contract does not have. @param what `the id of an operation` */
export function unknownName(pointer: string, what: string, name: string, known: readonly string[]): AnswerMistake {
  return new AnswerMistake(pointer, `expected ${what}, found ${shown(name)}. ${didYouMean(name, known)}`.trim());
}

/**
 * The operations that the keys of an answer name, with their values and the JSON pointers of these.
 *
 * @throws AnswerMistake for a key that names no operation
 */
export function operationsNamed<Value>(
  draft: Draft,
  values: Readonly<Record<string, Value>>,
  base = '/value',
): { placed: PlacedOperation; value: Value; at: string }[] {
  const all = new Map(draft.operations.map((placed) => [placed.id, placed]));
  return Object.entries(values).map(([id, value]) => {
    const at = `${base}/${escapeToken(id)}`;
    const placed = all.get(id);
    if (!placed) throw unknownName(at, 'the id of an operation', id, [...all.keys()]);
    return { placed, value, at };
  });
}

/** Refuses to change a facet that the interface description states. */
export function contradiction(
  at: string,
  { id, operation }: PlacedOperation,
  expected: string,
  found: string,
): AnswerMistake {
  const { section } = operation['x-provenance'];
  return new AnswerMistake(
    at,
    `expected ${expected}, found ${found}. §${section} of the interface description states this of ${id}. ` +
      'Correct the answer, or write an overlay, which may contradict it.',
  );
}
