import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { BuildError, sortProblems } from '../../text/problem.js';
import { bundleJson, bundleText } from '../source/bundle.js';
import { operationPage } from './addresses.js';
import { indexPage } from './index-page.js';
import { linkProblems } from './links.js';
import { llmsText } from './llms.js';
import { noticesFile, noticesText } from './notices/notices.js';
import { operationMarkdown } from './operation-markdown.js';
import { plainPage } from './plain.js';
import { referencePage } from './reference.js';
import { referenceMarkdown } from './reference-markdown.js';
import { rulesPages } from './rules-pages.js';
import type { SiteFile } from './site-file.js';
import { unknownsPage } from './unknowns-page.js';
import type { WrittenFile } from './written-page.js';
import { changelogFile, type WrittenTitle, writtenPages } from './written-pages.js';

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
  const pages = writtenPages(bundle, written);
  const changelog = new TextDecoder().decode(written.find(({ path }) => path === changelogFile)?.bytes);
  const documents = documentFiles(bundle);
  const page = await reference;
  const files = [
    ...documentPages(bundle, page, changelog, pages),
    ...pages.map(({ path, text }) => ({ path, text })),
    { path: noticesFile, text: noticesText(page) },
    ...documents,
    ...documents.map(({ path, text }) => ({ path: `v/${bundle.info.version}/${path}`, text })),
  ];
  const problems = linkProblems(files, bundle);
  if (problems.length > 0) throw new BuildError('The docs contain links that lead nowhere.', sortProblems(problems));
  return files;
}

/** The document itself. */
export function documentFiles(bundle: OpenApiDocument): SiteFile[] {
  return [
    { path: 'openapi.yaml', text: bundleText(bundle) },
    { path: 'openapi.json', text: bundleJson(bundle) },
  ];
}

/**
 * The pages that are made from the document.
 *
 * @param reference the page that Redocly made
 * @param written the hand-written pages, which the first page lists
 */
export function documentPages(
  bundle: OpenApiDocument,
  reference: string,
  changelog: string,
  written: readonly WrittenTitle[],
): SiteFile[] {
  return [
    { path: 'index.html', text: indexPage(bundle, changelog, written) },
    { path: 'reference.html', text: reference },
    { path: 'reference.md', text: referenceMarkdown(bundle) },
    { path: 'plain.html', text: plainPage(bundle) },
    { path: 'unknowns.html', text: unknownsPage(bundle) },
    ...rulesPages(bundle.info.version),
    { path: 'llms.txt', text: llmsText(bundle) },
    ...[...eachOperation(bundle)].map((each) => ({
      path: operationPage(each.operation.operationId),
      text: operationMarkdown(bundle, each),
    })),
  ];
}
