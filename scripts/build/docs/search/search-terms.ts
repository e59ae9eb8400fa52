import type { Options } from 'minisearch';

/** The kinds of search results, in the order in which equally good ones are shown. */
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
  /** The address from the root of the site. */
  readonly path: string;
  readonly title: string;
  /** One line that distinguishes the entry from others of the same title, such as method and path. */
  readonly about: string;
  /** Other names of the place, such as the operationId. */
  readonly names: string;
  readonly text: string;
  /** Whether the source documents it in full. Readers most often look for such operations. */
  readonly isStated?: boolean;
}

/** The fields of an entry that the index returns with a hit. */
export type SearchHit = Pick<SearchEntry, 'kind' | 'path' | 'title' | 'about'>;

/** Words that occur in so many searches that they do not narrow the results. */
const stopWords = new Set(
  (
    'a an and are as at be by can do does for from has have how i if in is it its my no not of on or our that the ' +
    'their there this to was we what when where which who why will with you your'
  ).split(' '),
);

/** The words of a text as in the index: `customSlug` and `custom_slug` are found by the whole and by each part. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFKC').match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}]+|\p{N}+|[^_\p{Lu}\p{Ll}\p{N}]+/gu) ?? [];
    const wholeWord = word.replaceAll('_', '').toLowerCase();
    return parts.length > 1 ? [wholeWord, ...parts.map((part) => part.toLowerCase())] : [wholeWord];
  });
}

/** The form in which a word is stored and looked up; undefined for a word that does not narrow the results. */
export function termOf(word: string): string | undefined {
  if (stopWords.has(word) || /^\p{L}?$/u.test(word)) return undefined;
  if (/[^s]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

/** The options of the index. The build that makes it and the page that reads it need the same ones. */
export const indexOptions: Options<SearchEntry> = {
  fields: ['title', 'names', 'text'],
  storeFields: ['kind', 'path', 'title', 'about', 'isStated'],
  tokenize: wordsOf,
  processTerm: termOf,
};
