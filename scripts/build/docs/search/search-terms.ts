import type { Options } from 'minisearch';

/** The kinds of search results. Of two equally good results, the one whose kind comes first here is listed first. */
export const resultKinds = [
  'Operations',
  'Guides',
  'Schemas and fields',
  'Open questions',
  'Rules',
  'Changes',
] as const;
export type ResultKind = (typeof resultKinds)[number];

export interface SearchEntry {
  readonly id: number;
  readonly kind: ResultKind;
  /** The address relative to the root of the site. */
  readonly path: string;
  readonly title: string;
  /** A line that distinguishes entries with equal titles, such as method and path. */
  readonly about: string;
  /** Other names by which readers look for the entry, such as an operationId. */
  readonly names: string;
  readonly text: string;
  /** Whether the source documents the operation in full. Readers most often look for such operations. */
  readonly isStated?: boolean;
}

/** The parts of an entry that a search returns. */
export type SearchHit = Pick<SearchEntry, 'kind' | 'path' | 'title' | 'about'>;

/** Words that are so common that they do not narrow a search. */
const stopWords = new Set(
  (
    'a an and are as at be by can do does for from has have how i if in is it its my no not of on or our that the ' +
    'their there this to was we what when where which who why will with you your'
  ).split(' '),
);

/** The words of a text as written. The name of an option, such as `--base-url`, is one word. */
export function wholeWordsOf(text: string): string[] {
  return text.normalize('NFKC').match(/(?<![\p{L}\p{N}_-])--[a-z][a-z-]*|[\p{L}\p{N}_]+/gu) ?? [];
}

/** The lower-case words of a text: `customSlug` and `custom_slug` become `customslug`, `custom` and `slug`. */
export function wordsOf(text: string): string[] {
  return wholeWordsOf(text).flatMap((word) => {
    const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}]+|\p{N}+|[^_\-\p{Lu}\p{Ll}\p{N}]+/gu) ?? [];
    return [...new Set([word.replaceAll('_', ''), ...parts].map((part) => part.toLowerCase()))];
  });
}

/**
 * The form in which a word is stored and looked up; undefined for a word that does not narrow a search. It has no
 * ending, so that `retrying` finds `retry`, unless it is the name of an option.
 */
export function termOf(word: string): string | undefined {
  if (stopWords.has(word) || /^\p{L}?$/u.test(word)) return undefined;
  if (word.startsWith('--')) return word;
  const singular = /[^s]ies$/.test(word) ? `${word.slice(0, -3)}y` : word.replace(/(?<=\p{L}{2}[^s])s$/u, '');
  return singular.replace(/(?<=\p{L}{4})(?:ing|ed|e)$/u, '');
}

/** The options of the search index. The build writes the index, and pages read it, with the same options. */
export const indexOptions: Options<SearchEntry> = {
  fields: ['title', 'names', 'text'],
  storeFields: ['kind', 'path', 'title', 'about', 'isStated'],
  tokenize: wordsOf,
  processTerm: termOf,
};
