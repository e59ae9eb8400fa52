import { closest } from 'fastest-levenshtein';
import { sanitize } from './escape.js';

/** `Did you mean updateFilter?`: the known word nearest to a wrong one. Empty if no word is known. */
export function suggest(word: string, knownWords: readonly string[]): string {
  return knownWords.length === 0 ? '' : `Did you mean ${sanitize(closest(word, knownWords))}?`;
}
