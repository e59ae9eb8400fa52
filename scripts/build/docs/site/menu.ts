import { rulesPage } from '../../../check/model/rules/rule-text.js';
import type { Method } from '../../../contract/document.js';
import { type Standing, standingOf } from '../../../contract/standing.js';
import { groupAddress, groupAnchor, operationAddress } from '../links/addresses.js';
import { noticesFile } from '../notices/notices.js';
import type { DocsPage, PageLink } from '../pages/docs-page.js';
import type { TagGroup } from '../reference/reference-blocks.js';
import { type Block, linkTo, section } from '../text/blocks.js';

export interface MenuSection {
  readonly name: string;
  readonly links: readonly PageLink[];
}

export interface MenuGroup extends PageLink {
  readonly tag: string;
  /** The operations of the group. A page lists those of its own group; a script adds the others. */
  readonly operations: readonly MenuOperation[];
}

export interface MenuOperation extends PageLink {
  readonly method: Method;
  readonly standing: Standing;
}

export interface Menu {
  readonly sections: readonly MenuSection[];
  readonly groups: readonly MenuGroup[];
}

/** The pages in menu order, with their names in the menu. Guides that are missing here come at the end of `Guides`. */
const menuOrder = {
  Start: { index: 'Overview', 'quick-start': 'Quick start' },
  Guides: {
    client: 'Client',
    authentication: 'Authentication',
    proxy: 'Proxy',
    errors: 'Errors',
    lists: 'Lists and paging',
    names: 'Names',
    validators: 'Validators',
    'front-end': 'Front end',
    testing: 'Testing your code',
    'mock-and-sandbox': 'Mock and sandbox',
    teach: 'Teach what you know',
    languages: 'Your language',
    generators: 'Generators',
    versions: 'Versions',
  },
  'Contract check': {
    check: 'Check a server',
    'own-service': 'Your own service',
    rollout: 'In a company',
    rules: 'Rules',
    weights: 'Weights',
    safety: 'Safety',
  },
  'The contract': { unknowns: 'Open questions', changelog: 'Changes', 'contract-changes': 'All changes' },
} as const;

const generatedPages = ['index', 'names', 'rules', 'unknowns'];

/** @param guides the hand-written pages that exist; pages in `menuOrder` that do not exist are left out */
export function menuOf(groups: readonly TagGroup[], guides: readonly PageLink[]): Menu {
  const pageNames = new Set([...generatedPages, ...guides.map(({ path }) => path.replace(/\.html$/, ''))]);
  const menuPages = new Set(Object.values(menuOrder).flatMap((part) => Object.keys(part)));
  const otherGuides = guides.filter(({ path }) => !menuPages.has(path.replace(/\.html$/, '')));
  return {
    sections: Object.entries(menuOrder).map(([name, part]) => ({
      name,
      links: [
        ...Object.entries(part)
          .filter(([page]) => pageNames.has(page))
          .map(([page, title]) => ({ path: page === 'rules' ? rulesPage : `${page}.html`, title })),
        ...(name === 'Guides' ? otherGuides : []),
      ],
    })),
    groups: groups.map(({ tag, name, operations }) => ({
      tag,
      path: groupAddress(tag),
      title: name,
      operations: operations.map(({ operation, method }) => ({
        path: operationAddress(operation.operationId),
        title: operation.summary,
        method,
        standing: standingOf(operation),
      })),
    })),
  };
}

/** The pages of the reference that come before its groups. */
export const referenceLinks = [
  { path: 'operations.html', title: 'All operations' },
  { path: 'schemas.html', title: 'Schemas' },
  { path: 'reference.html', title: 'On one page' },
] as const satisfies readonly PageLink[];

/** The whole menu as a page, for narrow windows without scripts. */
export function menuPage({ sections, groups }: Menu): DocsPage {
  const linkList = (links: readonly PageLink[]): Block => ({
    list: links.map(({ path, title }) => [linkTo(path, title)]),
  });
  return {
    path: 'menu.html',
    title: 'Menu',
    description: 'All pages of the docs.',
    blocks: [
      { heading: ['Menu'], level: 1, id: 'menu-page' },
      ...sections.flatMap(({ name, links }) =>
        section(name, `menu-${name.toLowerCase().replaceAll(' ', '-')}`, [linkList(links)]),
      ),
      ...section('Reference', 'menu-reference', [linkList(referenceLinks)]),
      ...groups.flatMap(({ tag, title, operations }) =>
        section(title, `menu-${groupAnchor(tag)}`, [linkList(operations)], 3),
      ),
    ],
  };
}

/** Links in the footer: the interface in formats for programs and as plain text, and the third-party notices. */
export const otherFormats = [
  { path: 'openapi.yaml', title: 'openapi.yaml' },
  { path: 'openapi.json', title: 'openapi.json' },
  { path: 'reference.md', title: 'reference.md' },
  { path: 'llms.txt', title: 'llms.txt' },
  { path: noticesFile, title: 'Third-party notices' },
] as const satisfies readonly PageLink[];
