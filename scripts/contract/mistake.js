// @ts-check
import { closest } from 'fastest-levenshtein';

/** A mistake at a place in a document. The message says what was expected, what was found, and what to do.
 * @typedef {{ path: import('./walk.js').JsonPath, message: string }} Mistake */

/** Formats a value for a message. @param {unknown} value @returns {string} */
export function formatValue(value) {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Suggests the known word that is nearest to a wrong one; if there are no known words, returns the fallback.
 * @param {unknown} word @param {readonly string[]} words @param {string} fallback */
export function suggestWord(word, words, fallback) {
  return words.length === 0 ? fallback : `Did you mean ${closest(String(word), words)}?`;
}
