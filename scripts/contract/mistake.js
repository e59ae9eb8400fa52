// @ts-check
import { closest } from 'fastest-levenshtein';

/** A mistake in a document: what was expected, what was found, and what to do, at a place.
 * @typedef {{ path: import('./walk.js').JsonPath, message: string }} Mistake */

/** Formats a value for a message. @param {unknown} value @returns {string} */
export function show(value) {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** What to do about a wrong word: the nearest known one, or else the given advice.
 * @param {unknown} wrong @param {readonly string[]} known @param {string} otherwise */
export function nearest(wrong, known, otherwise) {
  return known.length === 0 ? otherwise : `Did you mean ${closest(String(wrong), known)}?`;
}
