import MiniSearch, { type Query, type SearchOptions, type SearchResult } from 'minisearch';
import { unpackIndex } from '../build/docs/search/packed-index.js';
import {
  indexOptions,
  type ResultKind,
  resultKinds,
  type SearchEntry,
  type SearchHit,
  termOf,
  wordsOf,
} from '../build/docs/search/search-terms.js';
import { groupBy } from '../text/group-by.js';

/** The search results of one kind, the best first. */
export interface ResultGroup {
  readonly kind: ResultKind;
  readonly results: readonly SearchHit[];
  /** The total number of results of this kind; `results` may have fewer. */
  readonly total: number;
}

/** @param json the index, from `search-index.js` */
export function readIndex(json: string): MiniSearch<SearchEntry> {
  return MiniSearch.loadJS<SearchEntry>(unpackIndex(json), indexOptions);
}

/** Weights of kinds in the ranking. A search for an operation must not list changelog entries first. */
const kindWeights: Readonly<Record<ResultKind, number>> = {
  Operations: 1.4,
  Guides: 1.5,
  'Schemas and fields': 0.9,
  'Open questions': 0.8,
  Rules: 0.4,
  Changes: 0.3,
};

/**
 * Finds the entries that contain all words of a query and, if only a few match, also entries with some of the words. A
 * word may be incomplete or misspelt: with a wrong, missing or extra letter, or with two neighbouring letters swapped.
 *
 * @param maxResults maximum number of results of each kind
 */
export function find(index: MiniSearch<SearchEntry>, query: string, maxResults = 5): ResultGroup[] {
  const words = [...new Set(query.match(/[\p{L}\p{N}_]+/gu))].filter((word) => wordsOf(word).some(termOf));
  if (words.length === 0) return [];
  const queries = words.map(queryOf);
  const matches = index.search({ combineWith: 'AND', queries }, options);
  const matchIds = new Set(matches.map(({ id }) => id));
  const partialMatches = matches.length > minResults ? [] : index.search({ combineWith: 'OR', queries }, options);
  const normalizedQuery = normalize(query);
  const hasSeveralWords = words.flatMap(wordsOf).length > 1;
  const otherMatches = partialMatches
    .filter(({ id }) => !matchIds.has(id))
    .map((match) => ({ ...match, score: match.score / words.length ** 2 }));
  const results = [...matches, ...otherMatches].map((result: SearchResult) => {
    const hasTitle = hasSeveralWords && normalize(String(result['title'])) === normalizedQuery;
    return hasTitle ? { ...result, score: result.score * 4 } : result;
  });
  results.sort((a, b) => b.score - a.score);
  return groupResults(results, maxResults);
}

/** If at most this many entries contain all words, add entries that contain only some of them. */
const minResults = 3;

const options: SearchOptions = {
  tokenize: (term) => [term],
  boost: { title: 5, names: 4, text: 1 },
  weights: { fuzzy: 0.2, prefix: 0.35 },
  fuzzy: (term) => (term.length < 4 ? false : term.length < 8 ? 1 : 2),
  prefix: (term) => term.length > 1,
  boostDocument: (_id, _term, fields) => kindWeights[fields?.['kind'] as ResultKind] * (fields?.['isStated'] ? 1.3 : 1),
};

/** Searches for a whole word, for all its parts, and for the word with two neighbouring letters swapped. */
function queryOf(word: string): Query {
  const [wholeText = '', ...parts] = wordsOf(word);
  return {
    combineWith: 'OR',
    queries: [
      wholeText,
      { queries: parts, combineWith: 'AND' },
      { queries: swapLetters(wholeText), combineWith: 'OR', fuzzy: false, prefix: false },
    ],
  };
}

function swapLetters(word: string): string[] {
  return [...word].slice(1).map((letter, index) => word.slice(0, index) + letter + word[index] + word.slice(index + 2));
}

/** Keeps only letters and digits, in lower case, so that the query `custom slug` equals the title `custom_slug`. */
function normalize(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function groupResults(results: readonly SearchResult[], maxResults: number): ResultGroup[] {
  const groups = groupBy(results, (result): ResultKind => (result as SearchResult & SearchHit).kind);
  const bestScoreOf = (kind: ResultKind): number => groups.get(kind)?.[0]?.score ?? 0;
  return [...groups.keys()]
    .sort((a, b) => bestScoreOf(b) - bestScoreOf(a) || resultKinds.indexOf(a) - resultKinds.indexOf(b))
    .map((kind) => {
      const all = groups.get(kind) ?? [];
      return { kind, results: all.slice(0, maxResults) as (SearchResult & SearchHit)[], total: all.length };
    });
}
