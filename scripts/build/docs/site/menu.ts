import { rulesPage } from '../../../check/model/rules/rule-text.js';
import { type Standing, standingOf } from '../../../contract/standing.js';
import { groupAddress, operationAddress } from '../links/addresses.js';
import { noticesFile } from '../notices/notices.js';
import type { PageLink } from '../pages/docs-page.js';
import type { TagGroup } from '../reference/reference-blocks.js';

export interface MenuSection {
  readonly name: string;
  readonly links: readonly PageLink[];
}

export interface MenuGroup extends PageLink {
  readonly tag: string;
  /** The operations of the group, which the menu lists only on the pages of the group. */
  readonly operations: readonly (PageLink & { readonly standing: Standing })[];
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
      operations: operations.map(({ operation }) => ({
        path: operationAddress(operation.operationId),
        title: operation.summary,
        standing: standingOf(operation),
      })),
    })),
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
