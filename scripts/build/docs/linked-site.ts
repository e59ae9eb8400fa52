import type { OpenApiDocument } from '../../contract/document.js';
import { BuildError, sortProblems } from '../../text/problem.js';
import { documentSite } from './document-site.js';
import { linkProblems } from './links.js';
import { noticesFile } from './notices/notices.js';
import type { SiteFile } from './site-file.js';
import type { WrittenFile } from './written-page.js';
import { writtenPages } from './written-pages.js';

export interface SiteInput {
  bundle: OpenApiDocument;
  /** The hand-written guides and the changelog. */
  written: readonly WrittenFile[];
  scripts: readonly SiteFile[];
}

/**
 * The files of the docs, except the page of Redocly and the notices that it needs. It is a function of data alone, so
 * that it can run in a thread.
 *
 * @throws BuildError if a guide is invalid, or a link leads nowhere
 */
export function linkedSite({ bundle, written, scripts }: SiteInput): SiteFile[] {
  const files = [...documentSite(bundle, writtenPages(bundle, written)), ...scripts];
  const elsewhere = ['reference.html', noticesFile].map((path) => ({ path, text: '' }));
  const problems = linkProblems([...files, ...elsewhere], bundle);
  if (problems.length > 0) throw new BuildError('The docs contain links that lead nowhere.', sortProblems(problems));
  return files;
}
