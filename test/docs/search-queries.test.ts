import { expect, it, test } from 'vitest';
import type { ResultKind } from '../../scripts/build/docs/search/search-terms.js';
import { table } from './pages-fixture.js';
import { entries, first } from './search-fixture.js';

const queries = table<{ query: string; pages: string[] }[]>('queries');

test.each(queries)('a search for "$query" finds one of $pages among the first three', ({ query, pages }) => {
  const paths = first(query);
  expect(
    paths.some((path) => pages.includes(path)),
    paths.join(' '),
  ).toBe(true);
});

/** Queries that name an entry, the number of results among which it must be, and the queries of all such entries. */
const ways: [what: string, maximum: number, kind: ResultKind, queryOf: (entry: (typeof entries)[number]) => string][] =
  [
    ['field by its schema and name', 2, 'Schemas and fields', ({ path }) => /#(.*)/.exec(path)?.[1] ?? ''],
    [
      'field by its schema and words',
      3,
      'Schemas and fields',
      ({ names, title }) => (names ? `${names} ${title}` : ''),
    ],
    ['question by its id', 1, 'Open questions', ({ path }) => /#(.*\..*)/.exec(path)?.[1] ?? ''],
    ['rule by its id', 1, 'Rules', ({ path }) => /#(.*\..*)/.exec(path)?.[1] ?? ''],
    ['operation by its id', 1, 'Operations', ({ path }) => /\/(.*)\.html/.exec(path)?.[1] ?? ''],
    ['operation by its verb and path', 1, 'Operations', ({ about }) => /^[A-Z]+ \/.*/.exec(about)?.[0] ?? ''],
    ['operation by its verb and the end of its path', 3, 'Operations', ({ about }) => about.replace(/ .*v1alpha/, ' ')],
    [
      'section of a guide by its page and title',
      3,
      'Guides',
      ({ about, path, title }) => (path.includes('#') ? `${about} ${title}` : ''),
    ],
  ];

it.each(ways)('a search finds each %s among the first %i', { tags: 'slow' }, (_what, maximum, kind, queryOf) => {
  const named = entries.filter((entry) => entry.kind === kind && queryOf(entry) !== '');
  expect(named.length).toBeGreaterThan(20);
  const lostEntries = named.filter((entry) => !first(queryOf(entry), maximum).includes(entry.path));
  expect(lostEntries.map(queryOf)).toEqual([]);
});

it('a search for an option finds the guides that name it first', () => {
  const guides = entries.filter(({ kind }) => kind === 'Guides');
  const options = new Set(guides.flatMap(({ text }) => text.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? []));
  expect(options.size).toBeGreaterThan(50);
  const textOf = (path: string): string => JSON.stringify(guides.find((guide) => guide.path === path) ?? '');
  expect([...options].filter((option) => !textOf(first(option, 1)[0] ?? '').includes(option))).toEqual([]);
});
