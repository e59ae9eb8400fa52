import type { OpenApiDocument } from '../../../contract/document.js';
import { describeDocument } from '../../artefacts/described-document.js';
import { downgradeDocument } from '../../artefacts/downgrade.js';
import { bundleJson, bundleText } from '../../source/bundle.js';
import { redoclyIgnoreFile } from '../linters/redocly-ignore.js';
import type { DocsPage, SiteFile } from '../pages/docs-page.js';
import { indexPage } from '../pages/index-page.js';
import { namesPage } from '../pages/names-page.js';
import { operationListPage, operationPage } from '../pages/operation-page.js';
import { rulesPages } from '../pages/rules-pages.js';
import { schemaPages } from '../pages/schema-pages.js';
import { unknownsPage } from '../pages/unknowns-page.js';
import { groupsOf, referenceMarkdown } from '../reference/reference-blocks.js';
import type { Brand } from './brand.js';
import { consoleContractFile, menuFile, searchIndexFile } from './data-scripts.js';
import { llmsText } from './llms.js';
import { menuOf, menuPage } from './menu.js';
import { pageFiles } from './site-frame.js';

/**
 * All files of the docs that depend on the document, except Redoc's page.
 *
 * @param ownContract this package's contract, if the document also contains answers
 */
export function buildDocumentSite(
  bundle: OpenApiDocument,
  guides: readonly DocsPage[],
  ownContract?: OpenApiDocument,
  brand?: Brand,
): SiteFile[] {
  const menu = menuOf(groupsOf(bundle), guides);
  const frame = { menu, version: bundle.info.version, brand };
  const pages = sitePages(bundle, guides);
  const describedBundle = describeDocument(bundle);
  const documents = documentFiles(describedBundle);
  return [
    ...pages.flatMap((page) => pageFiles(page, frame)),
    searchIndexFile(bundle, pages),
    menuFile(menu),
    consoleContractFile(bundle, ownContract),
    { path: 'reference.md', text: referenceMarkdown(bundle) },
    { path: 'llms.txt', text: llmsText(bundle, pages) },
    ...documents,
    redoclyIgnoreFile(
      describedBundle,
      documents.map(({ path }) => path),
    ),
  ];
}

/** The document in each version of OpenAPI, as YAML and as JSON. */
export function documentFiles(describedBundle: OpenApiDocument): SiteFile[] {
  const editions = { openapi: describedBundle, 'openapi-3.0': downgradeDocument(describedBundle) };
  return Object.entries(editions).flatMap(([name, document]) => [
    { path: `${name}.yaml`, text: bundleText(document) },
    { path: `${name}.json`, text: bundleJson(document) },
  ]);
}

/** All pages of the docs, except Redoc's page. */
export function sitePages(bundle: OpenApiDocument, guides: readonly DocsPage[]): DocsPage[] {
  const groups = groupsOf(bundle);
  return [
    indexPage(bundle, guides),
    operationListPage(bundle, groups),
    ...groups.flatMap((group) => group.operations.map((item) => operationPage(bundle, item, group))),
    ...schemaPages(bundle),
    namesPage(bundle),
    unknownsPage(bundle),
    ...rulesPages(),
    ...guides,
    menuPage(menuOf(groups, guides)),
    notFoundPage,
  ];
}

/** The page that a server sends for an unknown address. */
export const notFoundPage: DocsPage = {
  path: '404.html',
  title: 'Not found',
  description: 'The docs have no page at this address.',
  blocks: [
    { heading: ['Not found'], level: 1, id: 'not-found' },
    { paragraph: ['The docs have no page at this address. The page may have moved.'] },
    {
      list: [
        [{ to: 'operations.html', text: ['All operations'] }],
        [{ to: 'schemas.html', text: ['All schemas'] }],
        [{ to: 'index.html#everything', text: ['Everything else'] }],
      ],
    },
  ],
};
