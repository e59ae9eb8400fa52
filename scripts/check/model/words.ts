/** A cache of names and their words, since large contracts compare the same names with each resource type. */
const wordCache = new Map<string, readonly string[]>();
const cacheLimit = 10_000;

/** Returns the last segment of a path that is not a parameter; an empty string if the path has none. */
export function lastFixedSegmentOf(path: string): string {
  return path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
}

/** Splits a name in any spelling into lower-case singular words: `userAssignedFilterOptions`, `filter-options`. */
export function wordsIn(name: string): readonly string[] {
  const words = wordCache.get(name) ?? splitWords(name);
  if (wordCache.size >= cacheLimit) wordCache.clear();
  wordCache.set(name, words);
  return words;
}

function splitWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => toSingular(word.toLowerCase()));
}

/** Whether a property name ends with the words of a resource, so that it could refer to one: `tierId`. */
export function endsWithWords(words: readonly (readonly string[])[], name: string): boolean {
  const nameWords = wordsIn(name);
  const wordsWithoutId = nameWords.length > 1 && nameWords.at(-1) === 'id' ? nameWords.slice(0, -1) : nameWords;
  return words.some(
    (end) =>
      wordsWithoutId.length >= end.length &&
      end.every((word, index) => wordsWithoutId[wordsWithoutId.length - end.length + index] === word),
  );
}

function toSingular(word: string): string {
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}
