import { createHash } from 'node:crypto';
import { isObject } from '../contract/json.js';
import type { Answers } from './answers.js';

/**
 * SHA-256 of what answers and overlays say, in hexadecimal. It stays the same if only comments, the order, or the
 * source of an answer changes.
 */
export function digestOf({ answers, corrections }: Pick<Answers, 'answers' | 'corrections'>): string {
  const said = Object.entries(answers).map(([id, { from: _, ...answer }]) => [id, answer]);
  const overlays = corrections.map(({ actions }) => actions);
  return createHash('sha256')
    .update(JSON.stringify(sorted({ answers: Object.fromEntries(said), overlays })))
    .digest('hex');
}

/** A JSON value with the members of each object in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
