import { closest } from 'fastest-levenshtein';
import { visible } from './escape.js';

/**
 * `Did you mean updateFilter?`: the known word that is nearest to a wrong one, which may be hostile; empty where none
 * is known.
 */
export function didYouMean(wrong: string, known: readonly string[]): string {
  return known.length === 0 ? '' : `Did you mean ${visible(closest(wrong, known))}?`;
}
