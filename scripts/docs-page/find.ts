import MiniSearch, { type Query, type SearchOptions, type SearchResult } from 'minisearch';
import {
  type Found,
  indexOptions,
  type Kind,
  kinds,
  type SearchEntry,
  termOf,
  wordsOf,
} from '../build/docs/search/search-terms.js';
import { groupBy } from '../text/group-by.js';

/** The results of one kind, the best first. */
export interface ResultGroup {
  readonly kind: Kind;
  readonly results: readonly Found[];
  /** All of this kind, also those that are not among the results. */
  readonly total: number;
}

/** @param json as `search-index.ts` makes it */
export function readIndex(json: string): MiniSearch<SearchEntry> {
  return MiniSearch.loadJSON<SearchEntry>(json, indexOptions);
}

/** Who looks for an operation by its words should not have to read about what changed in it. */
const weights: Readonly<Record<Kind, number>> = {
  Operations: 1.4,
  Guides: 1.5,
  'Schemas and fields': 0.9,
  'Open questions': 0.8,
  Rules: 0.4,
  Changes: 0.3,
};

/**
 * Finds the places that contain all words of a question; if these are few, also those that contain some. A word may be
 * incomplete, and have a wrong, a missing, a surplus or two exchanged letters.
 *
 * @param most results of a kind
 */
export function find(index: MiniSearch<SearchEntry>, question: string, most = 5): ResultGroup[] {
  const words = [...new Set(question.match(/[\p{L}\p{N}_]+/gu))].filter((word) => wordsOf(word).some(termOf));
  if (words.length === 0) return [];
  const queries = words.map(queryOf);
  const found = index.search({ combineWith: 'AND', queries }, options);
  const known = new Set(found.map(({ id }) => id));
  const others = found.length > few ? [] : index.search({ combineWith: 'OR', queries }, options);
  const asked = plain(question);
  const isName = words.flatMap(wordsOf).length > 1;
  const rated = [
    ...found,
    ...others.filter(({ id }) => !known.has(id)).map((other) => ({ ...other, score: other.score / words.length ** 2 })),
  ].map((result: SearchResult) =>
    isName && plain(String(result['title'])) === asked ? { ...result, score: result.score * 4 } : result,
  );
  return grouped(
    rated.sort((a, b) => b.score - a.score),
    most,
  );
}

/** With fewer results, those that contain only some of the words are shown, too. */
const few = 3;

const options: SearchOptions = {
  tokenize: (term) => [term],
  boost: { title: 5, names: 4, text: 1 },
  weights: { fuzzy: 0.2, prefix: 0.35 },
  fuzzy: (term) => (term.length < 4 ? false : term.length < 8 ? 1 : 2),
  prefix: (term) => term.length > 1,
  boostDocument: (_id, _term, stored) => weights[stored?.['kind'] as Kind] * (stored?.['isStated'] ? 1.3 : 1),
};

/** Looks for a word as a whole, for all its parts, and for what it is with two neighbouring letters exchanged. */
function queryOf(word: string): Query {
  const [whole = '', ...parts] = wordsOf(word);
  return {
    combineWith: 'OR',
    queries: [
      whole,
      { queries: parts, combineWith: 'AND' },
      { queries: exchanges(whole), combineWith: 'OR', fuzzy: false, prefix: false },
    ],
  };
}

function exchanges(word: string): string[] {
  return [...word].slice(1).map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));
}

/** Who types the name of a field or page looks for it, however it is written. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function grouped(found: readonly SearchResult[], most: number): ResultGroup[] {
  const groups = groupBy(found, (result): Kind => (result as SearchResult & Found).kind);
  const best = (kind: Kind): number => groups.get(kind)?.[0]?.score ?? 0;
  return [...groups.keys()]
    .sort((a, b) => best(b) - best(a) || kinds.indexOf(a) - kinds.indexOf(b))
    .map((kind) => {
      const all = groups.get(kind) ?? [];
      return { kind, results: all.slice(0, most) as (SearchResult & Found)[], total: all.length };
    });
}
