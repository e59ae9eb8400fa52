import MiniSearch, { type Query, type SearchOptions, type SearchResult } from 'minisearch';
import { unpackIndex } from '../build/docs/search/packed-index.js';
import {
  indexOptions,
  type ResultKind,
  resultKinds,
  type SearchEntry,
  type SearchHit,
  termOf,
  wholeWordsOf,
  wordsOf,
} from '../build/docs/search/search-terms.js';
import { synonymsOf } from '../build/docs/search/synonyms.js';
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

type Hit = SearchHit & { readonly score: number };

/**
 * Finds the entries that contain all words of a query and, if only a few match, also entries with some of the words. A
 * word may be incomplete or misspelt: with a wrong, missing or extra letter, or with two neighbouring letters swapped.
 *
 * @param maxResults maximum number of results of each kind
 */
export function find(index: MiniSearch<SearchEntry>, query: string, maxResults = 5): ResultGroup[] {
  const words = [...new Set(wholeWordsOf(query))].filter((word) => wordsOf(word).some(termOf));
  const matches = words.flatMap((word) => searchWord(index, word));
  const matchesByEntry = [...groupBy(matches, ({ id }) => id as number).values()];
  const fullMatches = matchesByEntry.filter(({ length }) => length === words.length);
  const entries = fullMatches.length > minResults ? fullMatches : matchesByEntry;
  const hits = entries.map((entry) => combine(entry, words.length));
  return groupResults(addNameScores(addSectionScores(hits), query), maxResults);
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

const exact: SearchOptions = { fuzzy: false, prefix: false };

/** The entries with a word. Similar words count only if no entry has the word itself, which is then misspelt. */
function searchWord(index: MiniSearch<SearchEntry>, word: string): SearchResult[] {
  const [wholeText = ''] = wordsOf(word);
  const isKnown = index.search(wholeText, { ...options, ...exact }).length > 0;
  if (!isKnown) return index.search(queryOf(word), { ...options, weights: { fuzzy: 0.35, prefix: 0.35 } });
  // The option `--list` is not about lists.
  return index.search(word.startsWith('--') ? wholeText : queryOf(word), { ...options, fuzzy: false });
}

/** Searches for a whole word, for all its parts, and for the word with two neighbouring letters swapped. */
function queryOf(word: string): Query {
  const [wholeText = '', ...parts] = wordsOf(word);
  return {
    combineWith: 'OR',
    queries: [
      withSynonyms(wholeText),
      { queries: parts.map(withSynonyms), combineWith: 'AND' },
      { queries: swapLetters(wholeText), combineWith: 'OR', ...exact },
    ],
  };
}

/** Searches for a word, and with half its weight for words that mean the same. */
function withSynonyms(word: string): Query {
  const synonyms: Query = { queries: synonymsOf(word), combineWith: 'OR', ...exact, boostTerm: () => 0.5 };
  return { queries: [word, synonyms], combineWith: 'OR' };
}

/** Combines the results of an entry, one for each word. Roots prefer entries with all words to many times one word. */
function combine(results: readonly SearchResult[], wordCount: number): Hit {
  // MiniSearch multiplies a score by the number of searched words in the entry, but synonyms are one word.
  const sum = results.reduce((total, { score, queryTerms }) => total + Math.sqrt(score / queryTerms.length), 0);
  return { ...(results[0] as SearchResult & SearchHit), score: ((sum * results.length) / wordCount ** 2) ** 2 };
}

/** Adds a part of the scores of a guide's sections to that of the guide, which often tells more about the words. */
function addSectionScores(hits: readonly Hit[]): Hit[] {
  const hitsByPage = groupBy(hits, ({ path }) => path.replace(/#.*/, ''));
  return hits.map((hit) => {
    if (hit.kind !== 'Guides') return hit;
    const sections = (hitsByPage.get(hit.path) ?? []).filter((other) => other !== hit);
    return { ...hit, score: hit.score + 0.3 * sections.reduce((sum, { score }) => sum + score, 0) };
  });
}

/** Lists entries first whose title, address or path is the query, such as an id. A single word is only a hint. */
function addNameScores(hits: readonly Hit[], query: string): Hit[] {
  const maxScore = Math.max(...hits.map(({ score }) => score));
  // An option such as `--auth` is not the rule `auth`.
  const name = query.startsWith('--') ? query : normalize(query);
  const [, verb = '', path] = /^(?:(\w+)\s+)?(\S*\/\S*)$/.exec(query.trim()) ?? [];
  const isNamed = ({ title, about, path: address }: Hit): boolean =>
    [title, address.replace(/.*[#/]|\.html$/g, '')].some((text) => normalize(text) === name) ||
    (path !== undefined && about.startsWith(verb.toUpperCase()) && normalize(about).endsWith(normalize(path)));
  const isOneWord = wordsOf(query).length === 1;
  return hits.map((hit) =>
    isNamed(hit) ? { ...hit, score: isOneWord ? hit.score * 1.5 : hit.score + maxScore } : hit,
  );
}

function swapLetters(word: string): string[] {
  return [...word].slice(1).map((letter, index) => word.slice(0, index) + letter + word[index] + word.slice(index + 2));
}

/** Keeps only letters and digits, in lower case, so that the query `custom slug` equals the title `custom_slug`. */
function normalize(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function groupResults(hits: readonly Hit[], maxResults: number): ResultGroup[] {
  const rankOf = ({ kind }: Hit): number => resultKinds.indexOf(kind);
  const sortedHits = [...hits].sort((a, b) => b.score - a.score || rankOf(a) - rankOf(b));
  const groups = groupBy(sortedHits, ({ kind }) => kind);
  return [...groups].map(([kind, all]) => ({ kind, results: all.slice(0, maxResults), total: all.length }));
}
