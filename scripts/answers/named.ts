import type { PlacedOperation } from '../contract/operations.js';
import { escapeToken } from '../contract/pointer.js';
import { didYouMean } from '../text/did-you-mean.js';
import type { AnswerMistake, Draft } from './draft.js';
import { mistake } from './teaching.js';

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
    if (!placed) throw mistake(at, 'the id of an operation', id, didYouMean(id, [...all.keys()]));
    return { placed, value, at };
  });
}

/** A mistake about what the interface description states of an operation. */
export function contradiction(
  at: string,
  { id, operation }: PlacedOperation,
  expected: string,
  found: unknown,
): AnswerMistake {
  const { section } = operation['x-provenance'];
  const source = `§${section} of the interface description states this of ${id}.`;
  return mistake(at, expected, found, `${source} Correct the answer, or write an overlay.`);
}
