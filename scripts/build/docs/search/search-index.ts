import MiniSearch from 'minisearch';
import type { OpenApiDocument } from '../../../contract/document.js';
import type { DocsPage } from '../pages/docs-page.js';
import type { SiteFile } from '../site/site-file.js';
import { inScript } from '../text/in-script.js';
import { searchEntries } from './search-entries.js';
import { indexOptions, type SearchEntry } from './search-terms.js';

/**
 * The index that `search.js` reads. It is a script, because a page that was opened as a file can load nothing else.
 */
export function searchIndexFile(bundle: OpenApiDocument, pages: readonly DocsPage[]): SiteFile {
  const index = new MiniSearch<SearchEntry>(indexOptions);
  index.addAll(searchEntries(bundle, pages));
  const text = inScript(JSON.stringify(index));
  return { path: 'search-index.js', text: `(globalThis.directoryContract ??= {}).index = ${text};\n` };
}
