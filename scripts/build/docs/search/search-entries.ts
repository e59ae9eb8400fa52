import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { standingOf } from '../../../contract/standing.js';
import { operationAddress } from '../links/addresses.js';
import { outlineOf } from '../links/markdown-links.js';
import type { DocsPage } from '../pages/docs-page.js';
import { contentsOf, examplesOf } from '../pages/operation-blocks.js';
import { type Block, everyBlock, type Row, requestText, textOf } from '../text/blocks.js';
import { shorten } from '../text/markdown-text.js';
import type { ResultKind, SearchEntry } from './search-terms.js';

type EntryWithoutId = Omit<SearchEntry, 'id'>;

/** The entries that a search can find on the site: pages, their sections, fields, questions, rules and changes. */
export function searchEntries(bundle: OpenApiDocument, pages: readonly DocsPage[]): SearchEntry[] {
  const operations = new Map(
    [...eachOperation(bundle)].map((item) => [operationAddress(item.operation.operationId), item]),
  );
  return pages
    .filter(({ path }) => !['404.html', 'menu.html', 'quick-start.html'].includes(path))
    .flatMap((page): EntryWithoutId[] => {
      const item = operations.get(page.path);
      if (!item) return entriesOf(page);
      const { operation, method, path } = item;
      const examples = contentsOf(bundle, operation).flatMap((content) => examplesOf(bundle, content));
      return [
        {
          kind: 'Operations',
          path: page.path,
          title: page.title,
          about: requestText(item),
          ...(standingOf(operation) === 'stated' && { isStated: true }),
          names: `${operation.operationId} ${operation['x-source-name'] ?? ''}`,
          text: [
            path,
            method,
            operation.description,
            ...operation.tags,
            ...examples.map(({ summary }) => summary),
          ].join(' '),
        },
      ];
    })
    .map((entry, id) => ({ id, ...entry }));
}

function kindOf(path: string): ResultKind {
  if (path.startsWith('schemas')) return 'Schemas and fields';
  if (path.startsWith('operations')) return 'Operations';
  if (path.startsWith('rules')) return 'Rules';
  if (path.startsWith('unknowns')) return 'Open questions';
  return path.startsWith('changelog') ? 'Changes' : 'Guides';
}

/** The entries of a page and of its sections; for a schema's page, the entries of the schema and its fields. */
function entriesOf(page: DocsPage): EntryWithoutId[] {
  const kind = kindOf(page.path);
  if (page.path.startsWith('schemas/')) return schemaEntries(page, kind);
  const [topSection, ...sections] = sectionsOf(page);
  const sectionEntries = sections.map(({ title, id, parentTitle, text }): EntryWithoutId => {
    // The section of a question begins with its id; the section of a rule begins with a sentence about the rule.
    const [first = ''] = text;
    const isProse = kind === 'Guides' || kind === 'Changes';
    const about = isProse ? [page.title, parentTitle].filter(Boolean).join(' · ') : shorten(plainOf(first), maxLength);
    const names = isProse ? [about, ...optionsIn(text.join('\n'))] : [id].filter((name) => name !== title);
    return { kind, path: `${page.path}#${id}`, title, about, names: names.join(' '), text: text.join(' ') };
  });
  const pageEntry: EntryWithoutId = {
    kind,
    path: page.path,
    title: page.title,
    about: shorten(page.description, maxLength),
    names: page.path.replace(/\.html$/, ''),
    text: [page.description, ...(topSection?.text ?? [])].join(' '),
  };
  return [pageEntry, ...sectionEntries];
}

function schemaEntries(page: DocsPage, kind: ResultKind): EntryWithoutId[] {
  const blocks = [...everyBlock(page.blocks)];
  const rows = blocks.flatMap((block): readonly Row[] => ('rows' in block ? block.rows : []));
  const descriptions = blocks.flatMap((block) => ('description' in block ? [block.description] : []));
  const [about = page.description] = descriptions;
  return [
    {
      kind,
      path: page.path,
      title: page.title,
      about: shorten(plainOf(about), maxLength),
      names: '',
      text: descriptions.join(' '),
    },
    ...rows.flatMap(({ id, cells: [name = [], ...otherLines] }): EntryWithoutId[] => {
      if (id === undefined) return [];
      const field = textOf(name);
      const facts = otherLines.map(textOf).filter(Boolean);
      const about = shorten(plainOf(`${page.title}: ${facts.join(', ')}`), maxLength);
      return [{ kind, path: `${page.path}#${id}`, title: field, about, names: page.title, text: facts.at(-1) ?? '' }];
    }),
  ];
}

interface Section {
  title: string;
  id: string;
  parentTitle: string | undefined;
  text: string[];
}

/** The sections of a page: each heading with the text below it, up to the next heading. */
function sectionsOf({ blocks }: DocsPage): Section[] {
  const sections: Section[] = [];
  let parentTitle: string | undefined;
  const add = (title: string, level: number, id: string, text: string[]): void => {
    sections.push({ title, id, parentTitle: level > 2 ? parentTitle : undefined, text });
    if (level === 2) parentTitle = title;
  };
  for (const block of everyBlock(blocks)) {
    if ('heading' in block) add(plainOf(textOf(block.heading)), block.level, block.id, []);
    else if ('markdown' in block) {
      const { headings } = outlineOf(block.markdown);
      sections.at(-1)?.text.push(withoutAddresses(block.markdown.slice(0, headings[0]?.offset)));
      for (const [index, { text, level, id, offset }] of headings.entries()) {
        const sectionText = block.markdown.slice(offset, headings[index + 1]?.offset);
        add(text, level, id, [withoutAddresses(sectionText.replace(/^.*\n/, ''))]);
      }
    } else sections.at(-1)?.text.push(...textsOf(block));
  }
  return sections;
}

/** The first paragraph of Markdown, without its marks, which a result would show. */
function plainOf(markdown: string): string {
  return outlineOf(markdown).firstParagraph || markdown;
}

/** Markdown without the addresses of its links. */
function withoutAddresses(markdown: string): string {
  return markdown.replace(/\]\([^)\s]*\)/g, ']');
}

/** The options that a table or a list explains: they are in its first column, or begin its items. */
function optionsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^(?:\||[-*] )\W*?(--[a-z][a-z-]*)/gm)].map(([, option = '']) => option);
}

function textsOf(block: Block): string[] {
  if ('paragraph' in block) return [textOf(block.paragraph)];
  if ('description' in block) return [block.description];
  if ('list' in block) return block.list.map(textOf);
  if ('rows' in block) return block.rows.map(({ cells }) => cells.map(textOf).join(' '));
  return [];
}

/** The maximum number of characters of a text in a search result. */
const maxLength = 110;
