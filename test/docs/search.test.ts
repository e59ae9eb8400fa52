import { beforeAll, describe, expect, it } from 'vitest';
import { guidePages } from '../../scripts/build/docs/pages/guide-pages.js';
import { searchEntries } from '../../scripts/build/docs/search/search-entries.js';
import { wordsOf } from '../../scripts/build/docs/search/search-terms.js';
import { quoteForScript, searchIndexFile } from '../../scripts/build/docs/site/data-scripts.js';
import { sitePages } from '../../scripts/build/docs/site/document-site.js';
import { find, readIndex } from '../../scripts/docs-page/find.js';
import { bundle } from '../spec/bundle.js';
import { guides } from './pages-fixture.js';

const pages = sitePages(bundle, guidePages(bundle, guides));
let index: ReturnType<typeof readIndex>;
beforeAll(() => {
  const { text } = searchIndexFile(bundle, pages);
  // The file is a script that sets the index as a text.
  const page: { directoryContract?: { index: string } } = {};
  new Function('globalThis', text)(page);
  index = readIndex(page.directoryContract?.index ?? '');
});

/** Returns the addresses of the first results, in the order of the page. */
function first(question: string, most = 3): string[] {
  return find(index, question, 4)
    .flatMap(({ results }) => results.map(({ path }) => path))
    .slice(0, most);
}

describe('a search', () => {
  it.each([
    // The words that a reader searches for, and the page that should be among the first three results.
    ['hide an entry', 'operations/updatePartnerEntry.html'],
    ['fliter', 'operations/updateFilter.html'],
    ['upadte partner', 'operations/updatePartnerEntry.html'],
    ['api key', 'authentication.html'],
    ['authorization header', 'authentication.html'],
    ['custom_slug', 'schemas/PartnerEntry.html'],
    ['customSlug', 'schemas/PartnerEntryUpdate.html'],
    ['external id', 'schemas/EntryMetadata.html'],
    ['rate limit', 'unknowns.html'],
    ['paging', 'lists.html'],
    ['next page', 'lists.html'],
    ['timeout', 'client.html'],
    ['retries', 'client.html'],
    ['cancel a request', 'client.html'],
    ['toPartnerEntryUpdate', 'client.html'],
    ['bulk upsert', 'operations/bulkUpsertPartnerEntries.html'],
    ['export reveiws', 'operations/exportReviews.html'],
    ['aprove review', 'operations/approvePartnerEntryReview.html'],
    ['aproove a customer review', 'operations/updateReview.html'],
    ['404', 'errors.html'],
    ['events', 'unknowns.html'],
    ['msw', 'testing.html'],
    ['update.not-shown', 'rules-update.html'],
    ['exit code', 'safety.html'],
    ['teach answers', 'teach.html'],
    ['breaking change', 'versions.html'],
    ['certifcation', 'operations/getCertification.html'],
    ['standard schema', 'validators.html'],
    ['jounral', 'safety.html'],
    ['assign tier', 'operations/assignTierEntries.html'],
    ['matchmkaing owner', 'operations/assignMatchmakingRequestOwner.html'],
    ['listFilters', 'operations/listFilters.html'],
    ['docker', 'client.html'],
    ['names in requests and responses', 'names.html'],
  ])('for "%s" finds %s among the first three', (question, page) => {
    expect(first(question).map((path) => path.split('#')[0])).toContain(page);
  });

  it('has the results of one kind together, the best kind first', () => {
    const groups = find(index, 'tier', 4);
    expect(groups[0]?.kind).toBe('Operations');
    expect(new Set(groups.map(({ kind }) => kind)).size).toBe(groups.length);
    for (const { results, total } of groups) {
      expect(results.length).toBeGreaterThan(0);
      expect(results.length).toBeLessThanOrEqual(Math.min(4, total));
    }
  });

  it('finds entries with all words before entries with some of them', () => {
    const [best] = first('filter option mapping', 1);
    expect(best).toMatch(/FilterOptionMapping\.html$/);
    expect(first('partner entry zzzzzzzz').length).toBeGreaterThan(0);
  });

  it.each(['', '   ', 'the of a', 'qqqqqqqqqq', 'a b c', '<>', '\u0000', 'a'.repeat(5000)])(
    'for %j finds nothing',
    (question) => {
      expect(find(index, question)).toEqual([]);
    },
  );

  it('finds the id of every operation', () => {
    const lost = searchEntries(bundle, pages)
      .filter(({ kind, path }) => kind === 'Operations' && path.startsWith('operations/'))
      .filter(({ path, names }) => !first(names.split(' ')[0] ?? '').includes(path));
    expect(lost).toEqual([]);
  });
});

describe('the entries of the search', () => {
  it('lead to pages and ids of the site, each once', () => {
    const entries = searchEntries(bundle, pages);
    const addresses = entries.map(({ path }) => path);
    expect(new Set(addresses).size).toBe(addresses.length);
    const known = new Set(pages.map(({ path }) => path));
    expect(addresses.filter((address) => !known.has(address.split('#')[0] ?? ''))).toEqual([]);
  });

  it('have every operation, schema, question, rule and guide', () => {
    const found = new Set(searchEntries(bundle, pages).map(({ path }) => path));
    for (const { path } of pages) if (path !== '404.html' && path !== 'quick-start.html') expect(found).toContain(path);
    for (const { id } of bundle['x-unknowns'] ?? []) expect(found).toContain(`unknowns.html#${id}`);
    expect(found).toContain('rules-update.html#update.not-shown');
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

it.each([
  ['customSlug', ['customslug', 'custom', 'slug']],
  ['custom_slug', ['customslug', 'custom', 'slug']],
  ['the service', ['the', 'service']],
  ['HTTPServer2', ['httpserver2', 'http', 'server', '2']],
  ['/reviews/{review_id}/', ['reviews', 'reviewid', 'review', 'id']],
  ['Größe', ['größe']],
])('the words of "%s" are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
