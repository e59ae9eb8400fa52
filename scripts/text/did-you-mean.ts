import { closest } from 'fastest-levenshtein';
import { sanitize } from './escape.js';

/** The question `Did you mean updateFilter?` with the known word nearest to a wrong one; empty without known words. */
export function suggest(word: string, knownWords: readonly string[]): string {
  return knownWords.length === 0 ? '' : `Did you mean ${sanitize(closest(word, knownWords))}?`;
}
