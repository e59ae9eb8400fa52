import { distance } from 'fastest-levenshtein';
import { sanitize } from './escape.js';
import { formatList } from './numbers.js';

/** Maximum number of known words to list. */
const maxListedWords = 6;

/** Asks `Did you mean updateFilter?`, or lists known words if none is near; empty if there are no known words. */
export function suggest(word: string, knownWords: readonly string[]): string {
  const list = [...new Set(knownWords)].map((knownWord) => sanitize(knownWord));
  return (
    suggestNear(word, knownWords) || (list.length === 0 ? '' : `Known names: ${formatList(list, maxListedWords)}.`)
  );
}

/** Asks `Did you mean updateFilter?`; empty if no known word is near. For a message that lists the known words. */
export function suggestNear(word: string, knownWords: readonly string[]): string {
  const nearWord = nearestWord(word, knownWords);
  return nearWord === undefined ? '' : `Did you mean ${sanitize(nearWord)}?`;
}

/** Returns the known word nearest to a wrong word; undefined if every known word is about something else. */
export function nearestWord(word: string, knownWords: readonly string[]): string | undefined {
  const likenesses = knownWords.map((knownWord) => likenessOf(word.toLowerCase(), knownWord.toLowerCase()));
  const most = Math.max(...likenesses);
  return most > 0.5 ? knownWords[likenesses.indexOf(most)] : undefined;
}

/** Rates the share of equal characters. A beginning counts most, a part and the same letters in another order more. */
function likenessOf(word: string, knownWord: string): number {
  const [short, long] = word.length < knownWord.length ? [word, knownWord] : [knownWord, word];
  const likeness = long === '' ? 0 : 1 - distance(short, long) / long.length;
  if (word !== '' && knownWord.startsWith(word)) return 1 + likeness;
  const hasSameLetters = lettersOf(word) === lettersOf(knownWord);
  return hasSameLetters || (short.length > 2 && long.includes(short)) ? Math.max(0.6, likeness) : likeness;
}

function lettersOf(word: string): string {
  return [...word].sort().join('');
}
