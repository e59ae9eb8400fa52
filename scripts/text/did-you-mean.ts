import { closest } from 'fastest-levenshtein';
import { sanitize } from './escape.js';

/** Asks `Did you mean updateFilter?` about the known word nearest to a wrong one; empty if there are no known words. */
export function suggest(word: string, knownWords: readonly string[]): string {
  return knownWords.length === 0 ? '' : `Did you mean ${sanitize(nearestWord(word, knownWords))}?`;
}

/** Returns the known word nearest to a wrong word, preferring known words that begin with the wrong word. */
export function nearestWord(word: string, knownWords: readonly string[]): string {
  const longerWords = knownWords.filter((knownWord) => word !== '' && knownWord.startsWith(word));
  return closest(word, longerWords.length > 0 ? longerWords : knownWords);
}
