import { guidePages } from '../../scripts/build/docs/pages/guide-pages.js';
import { searchEntries } from '../../scripts/build/docs/search/search-entries.js';
import { searchIndexFile } from '../../scripts/build/docs/site/data-scripts.js';
import { sitePages } from '../../scripts/build/docs/site/document-site.js';
import { find, readIndex } from '../../scripts/docs-page/find.js';
import type { PageData } from '../../scripts/docs-page/page-data.js';
import { bundle } from '../spec/bundle.js';
import { guides } from './pages-fixture.js';

export const pages = sitePages(bundle, guidePages(bundle, guides));
export const entries = searchEntries(bundle, pages);

/** Returns the data that a script passes to the page. */
export function loadData(script: string): PageData {
  const page: { directoryContract?: PageData } = {};
  new Function('globalThis', script)(page);
  return page.directoryContract as PageData;
}

/** The published index. */
export const index = readIndex(loadData(searchIndexFile(bundle, pages).text).index ?? '');

/** Returns the addresses of the first results, in the order of the page. */
export function first(question: string, maximum = 3): string[] {
  return find(index, question, 4)
    .flatMap(({ results }) => results.map(({ path }) => path))
    .slice(0, maximum);
}
