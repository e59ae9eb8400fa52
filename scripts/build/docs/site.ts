import type { OpenApiDocument } from '../../contract/document.js';
import { BuildError, sortProblems } from '../../text/problem.js';
import { linkProblems } from './links/links.js';
import { noticesFile, noticesText } from './notices/notices.js';
import type { SiteFile } from './pages/docs-page.js';
import { type WrittenFile, writtenPages } from './pages/written-pages.js';
import { referencePage } from './reference/reference.js';
import { documentSite } from './site/document-site.js';
import { pageScripts } from './site/page-scripts.js';

/**
 * All files of the published docs.
 *
 * @param written the hand-written guides and the changelog
 * @param signal ends Redocly
 * @throws BuildError if a guide is invalid, a link leads nowhere, or Redocly cannot make its page
 */
export async function docsSite(
  bundle: OpenApiDocument,
  written: readonly WrittenFile[],
  signal?: AbortSignal,
): Promise<SiteFile[]> {
  // Redocly runs in a separate process in the meantime.
  const making = referencePage(bundle, signal);
  making.catch(() => undefined); // Awaited below.
  const scripts = await pageScripts();
  const files = [...documentSite(bundle, writtenPages(bundle, written)), ...scripts.files];
  const elsewhere = ['reference.html', noticesFile].map((path) => ({ path, text: '' }));
  const problems = linkProblems([...files, ...elsewhere], bundle);
  if (problems.length > 0) throw new BuildError('The docs contain links that lead nowhere.', sortProblems(problems));
  const reference = await making;
  return [
    ...files,
    { path: 'reference.html', text: reference },
    { path: noticesFile, text: noticesText(scripts.licences) },
  ];
}
