import type { OpenApiDocument } from '../../contract/document.js';
import { BuildError, sortProblems } from '../../text/problem.js';
import { findLinkProblems } from './links/links.js';
import { rulesetFiles } from './linters/ruleset-files.js';
import { noticesFile, noticesText } from './notices/notices.js';
import type { SiteFile } from './pages/docs-page.js';
import { type GuideFile, guidePages } from './pages/guide-pages.js';
import { buildReferencePage } from './reference/reference.js';
import { buildDocumentSite } from './site/document-site.js';
import { buildPageScripts } from './site/page-scripts.js';

/**
 * All files of the published docs.
 *
 * @throws BuildError if a guide is invalid, a link leads nowhere, or Redocly cannot create its page
 */
export async function buildDocsSite(
  bundle: OpenApiDocument,
  guides: readonly GuideFile[],
  signal?: AbortSignal,
): Promise<SiteFile[]> {
  // Redocly runs in a separate process, while this process makes the other files.
  const pendingReference = buildReferencePage(bundle, signal);
  pendingReference.catch(() => undefined); // Errors are thrown below, where the promise is awaited.
  const scripts = await buildPageScripts();
  const site = buildDocumentSite(bundle, guidePages(bundle, guides));
  const files = [...site, ...scripts.files, ...rulesetFiles()];
  const placeholderFiles = ['reference.html', noticesFile].map((path) => ({ path, text: '' }));
  const problems = findLinkProblems([...files, ...placeholderFiles], bundle);
  if (problems.length > 0) throw new BuildError('The docs contain broken links.', sortProblems(problems));
  const reference = await pendingReference;
  return [
    ...files,
    { path: 'reference.html', text: reference },
    { path: noticesFile, text: noticesText(scripts.licences) },
  ];
}
