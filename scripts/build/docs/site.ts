import type { OpenApiDocument } from '../../contract/document.js';
import { BuildError, sortProblems } from '../../text/problem.js';
import { documentSite } from './document-site.js';
import { linkProblems } from './links.js';
import { noticesFile, noticesText } from './notices/notices.js';
import { pageScripts } from './page-scripts.js';
import { referencePage } from './reference.js';
import type { SiteFile } from './site-file.js';
import type { WrittenFile } from './written-page.js';
import { writtenPages } from './written-pages.js';

/**
 * All files of the published docs.
 *
 * @param written the hand-written guides and the changelog
 * @throws BuildError if a guide is invalid, a link leads nowhere, or Redocly cannot make its page
 */
export async function docsSite(
  bundle: OpenApiDocument,
  written: readonly WrittenFile[],
  makeReference: (bundle: OpenApiDocument) => Promise<string> = referencePage,
): Promise<SiteFile[]> {
  // Redocly runs in a separate process in the meantime.
  const reference = makeReference(bundle);
  reference.catch(() => undefined);
  const scripts = await pageScripts();
  const files = documentSite(bundle, writtenPages(bundle, written));
  const page = await reference;
  const all = [
    ...files,
    ...scripts.files,
    { path: 'reference.html', text: page },
    { path: noticesFile, text: noticesText(page, scripts.licences) },
  ];
  const problems = linkProblems(all, bundle);
  if (problems.length > 0) throw new BuildError('The docs contain links that lead nowhere.', sortProblems(problems));
  return all;
}
