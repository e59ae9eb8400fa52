import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { packIndex, unpackIndex } from '../../scripts/build/docs/search/packed-index.js';
import { indexOptions, type SearchEntry, wordsOf } from '../../scripts/build/docs/search/search-terms.js';
import { consoleContractFile, quoteForScript } from '../../scripts/build/docs/site/data-scripts.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { find } from '../../scripts/docs-page/find.js';
import type { PageData } from '../../scripts/docs-page/page-data.js';
import { bundle } from '../spec/bundle.js';
import { table } from './pages-fixture.js';
import { entries, first, index, loadData, pages } from './search-fixture.js';

const { searches, words } = table<{ searches: Record<string, string>; words: Record<string, string[]> }>('questions');

const contractIn = (script: string): NonNullable<PageData['contract']> => loadData(script).contract!;

describe('a search', () => {
  it.each(Object.entries(searches))('for "%s" finds %s among the first three', (question, page) => {
    expect(first(question).map((path) => path.split('#')[0])).toContain(page);
  });

  it('groups results by kind, the best kind first', () => {
    const groups = find(index, 'tier', 4);
    expect(groups[0]?.kind).toBe('Operations');
    expect(new Set(groups.map(({ kind }) => kind)).size).toBe(groups.length);
    for (const { results, total } of groups) {
      expect(results.length).toBeGreaterThan(0);
      expect(results.length).toBeLessThanOrEqual(Math.min(4, total));
    }
  });

  it('ranks entries with all words before entries with some of them', () => {
    const [bestText] = first('filter option mapping', 1);
    expect(bestText).toMatch(/FilterOptionMapping\.html$/);
    expect(first('partner entry zzzzzzzz').length).toBeGreaterThan(0);
  });

  it.each(['', '   ', 'the of a', 'qqqqqqqqqq', 'a b c', '<>', '\u0000', 'a'.repeat(5000)])(
    'for %j finds nothing',
    (question) => {
      expect(find(index, question)).toEqual([]);
    },
  );

  it.each([
    ['throttle', 'throttlin'],
    ['paging', 'pages'],
    ['retrying', 'retries'],
    ['merged', 'merge'],
  ])('for %s and for %s finds the same first', (word, otherWord) => {
    expect(first(word, 1)).toHaveLength(1);
    expect(first(otherWord, 1)).toEqual(first(word, 1));
  });
});

it('the index of the search is the same after it was packed', () => {
  const own = new MiniSearch<SearchEntry>(indexOptions);
  own.addAll(entries);
  expect(unpackIndex(packIndex(own))).toEqual(JSON.parse(JSON.stringify(own)));
});

describe('the entries of the search', () => {
  it('lead to pages and ids of the site, each only once', () => {
    const addresses = entries.map(({ path }) => path);
    expect(new Set(addresses).size).toBe(addresses.length);
    const knownPaths = new Set(pages.map(({ path }) => path));
    expect(addresses.filter((address) => !knownPaths.has(address.split('#')[0] ?? ''))).toEqual([]);
  });

  it('include every operation, schema, question, rule and guide', () => {
    const paths = new Set(entries.map(({ path }) => path));
    for (const { path } of pages)
      if (!['404.html', 'menu.html', 'quick-start.html'].includes(path)) expect(paths).toContain(path);
    for (const { id } of bundle['x-unknowns'] ?? []) expect(paths).toContain(`unknowns.html#${id}`);
    expect(paths).toContain('rules-update.html#update.not-shown');
  });
});

it.each(['', "it's", 'a\\b', '</script><!--', 'line\nbreak\r', '\u2028\u2029', '${x}', '\ud800'])(
  'the text %j is the same in a script',
  (text) => {
    const script = quoteForScript(text);
    expect(new Function(`return ${script}`)()).toBe(text);
    expect(script).not.toMatch(/[<\n\r\u2028\u2029]/);
  },
);

it.each(Object.entries(words))('the search words of "%s" are %j', (text, ownValues) => {
  expect(wordsOf(text)).toEqual(ownValues);
});

describe('the contract of the console', () => {
  const { document, own } = contractIn(consoleContractFile(bundle).text);

  it('has all paths and components of the document, but neither its open questions nor its descriptions', () => {
    expect(Object.keys(document.paths)).toEqual(Object.keys(bundle.paths));
    expect(Object.keys(document.components['schemas'] ?? {})).toEqual(Object.keys(bundle.components['schemas'] ?? {}));
    expect('x-unknowns' in document).toBe(false);
    const texts = [...eachOperation(document)].filter(({ node }) => 'summary' in node || 'description' in node);
    expect(texts).toEqual([]);
  });

  it('has no descriptions in schemas, but keeps properties with that name, and data', () => {
    const description = { type: 'string', description: 'A text.' };
    const data = { description: 'A value.', enum: ['a'] };
    const schema = {
      description: 'A schema.',
      properties: { description, enum: description },
      allOf: [{ title: 'A title', const: data, default: data }],
    };
    const { components } = contractIn(
      consoleContractFile({ ...bundle, components: { schemas: { A: schema } } }).text,
    ).document;
    expect(components['schemas']?.['A']).toEqual({
      properties: { description: { type: 'string' }, enum: { type: 'string' } },
      allOf: [{ const: data, default: data }],
    });
  });

  it('includes the contract of the package only for a taught contract', () => {
    expect(own).toBeUndefined();
    const taughtBundle = { ...bundle, info: { ...bundle.info, version: '9.9.9' } };
    const both = contractIn(consoleContractFile(taughtBundle, bundle).text);
    expect(both.document.info.version).toBe('9.9.9');
    expect(both.own?.info.version).toBe(bundle.info.version);
  });
});
