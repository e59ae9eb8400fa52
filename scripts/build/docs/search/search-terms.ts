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

/** The lower-case words of a text: `customSlug` and `custom_slug` become `customslug`, `custom` and `slug`. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFKC').match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}]+|\p{N}+|[^_\p{Lu}\p{Ll}\p{N}]+/gu) ?? [];
    const wholeWord = word.replaceAll('_', '').toLowerCase();
    return parts.length > 1 ? [wholeWord, ...parts.map((part) => part.toLowerCase())] : [wholeWord];
  });
}

/** The form in which a word is stored and looked up; undefined for a word that does not narrow a search. */
export function termOf(word: string): string | undefined {
  if (stopWords.has(word) || /^\p{L}?$/u.test(word)) return undefined;
  if (/[^s]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

/** The options of the search index. The build writes the index, and pages read it, with the same options. */
export const indexOptions: Options<SearchEntry> = {
  fields: ['title', 'names', 'text'],
  storeFields: ['kind', 'path', 'title', 'about', 'isStated'],
  tokenize: wordsOf,
  processTerm: termOf,
};
