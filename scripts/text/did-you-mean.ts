import { closest } from 'fastest-levenshtein';
import { visible } from './escape.js';

/** `Did you mean updateFilter?`: the known word nearest to a wrong one. Empty if no word is known. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  return known.length === 0 ? '' : `Did you mean ${visible(closest(wrong, known))}?`;
}
