import { closest } from 'fastest-levenshtein';
import { sanitize } from './escape.js';

/** The question `Did you mean updateFilter?` with the known word nearest to a wrong one; empty without known words. */
export function suggest(word: string, knownWords: readonly string[]): string {
  return knownWords.length === 0 ? '' : `Did you mean ${sanitize(nearestWord(word, knownWords))}?`;
}

/** Returns the word with the fewest changes from a wrong one, of those that begin with it if some do. */
export function nearestWord(word: string, knownWords: readonly string[]): string {
  const longerWords = knownWords.filter((each) => word !== '' && each.startsWith(word));
  return closest(word, longerWords.length > 0 ? longerWords : knownWords);
}
