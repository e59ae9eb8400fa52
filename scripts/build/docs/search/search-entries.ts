import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { standingOf } from '../../../contract/standing.js';
import { operationAddress } from '../links/addresses.js';
import { outlineOf } from '../links/markdown-links.js';
import type { DocsPage } from '../pages/docs-page.js';
import { contentsOf, examplesOf } from '../pages/operation-blocks.js';
import { type Block, everyBlock, type Row, textOf } from '../text/blocks.js';
import { shortened } from '../text/markdown-text.js';
import type { Kind, SearchEntry } from './search-terms.js';

type Entry = Omit<SearchEntry, 'id'>;

/** Every place of the site that a search can find: pages, their sections, fields, questions, rules and changes. */
export function searchEntries(bundle: OpenApiDocument, pages: readonly DocsPage[]): SearchEntry[] {
  const operations = new Map(
    [...eachOperation(bundle)].map((place) => [operationAddress(place.operation.operationId), place]),
  );
  return pages
    .filter(({ path }) => path !== '404.html' && path !== 'quick-start.html')
    .flatMap((page): Entry[] => {
      const place = operations.get(page.path);
      if (!place) return entriesOf(page);
      const { operation, method, path } = place;
      const examples = contentsOf(bundle, operation).flatMap((content) => examplesOf(bundle, content));
      return [
        {
          kind: 'Operations',
          path: page.path,
          title: page.title,
          about: `${method.toUpperCase()} ${path}`,
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

function kindOf(path: string): Kind {
  if (path.startsWith('schemas')) return 'Schemas and fields';
  if (path.startsWith('operations')) return 'Operations';
  if (path.startsWith('rules')) return 'Rules';
  if (path.startsWith('unknowns')) return 'Open questions';
  return path.startsWith('changelog') ? 'Changes' : 'Guides';
}

/** A page and its sections; on the page of a schema, the schema and its fields. */
function entriesOf(page: DocsPage): Entry[] {
  const kind = kindOf(page.path);
  if (page.path.startsWith('schemas/')) return schemaEntries(page, kind);
  const [top, ...sections] = sectionsOf(page);
  const shown = sections.map(({ title, id, above, text }): Entry => {
    // The title of a question has its id below it, and the heading of a rule its sentence.
    const [first = ''] = text;
    const isProse = kind === 'Guides' || kind === 'Changes';
    const about = isProse ? [page.title, above].filter(Boolean).join(' · ') : shortened(first, longest);
    return { kind, path: `${page.path}#${id}`, title, about, names: isProse ? about : '', text: text.join(' ') };
  });
  const whole: Entry = {
    kind,
    path: page.path,
    title: page.title,
    about: shortened(page.description, longest),
    names: page.path.replace(/\.html$/, ''),
    text: [page.description, ...(top?.text ?? [])].join(' '),
  };
  return [whole, ...shown];
}

function schemaEntries(page: DocsPage, kind: Kind): Entry[] {
  const blocks = [...everyBlock(page.blocks)];
  const rows = blocks.flatMap((block): readonly Row[] => ('rows' in block ? block.rows : []));
  const described = blocks.flatMap((block) => ('description' in block ? [block.description] : []));
  const [about = page.description] = described;
  return [
    {
      kind,
      path: page.path,
      title: page.title,
      about: shortened(about, longest),
      names: '',
      text: described.join(' '),
    },
    ...rows.flatMap(({ id, cells: [name = [], ...others] }): Entry[] => {
      if (id === undefined) return [];
      const field = textOf(name);
      const facts = others.map(textOf).filter(Boolean);
      const about = shortened(`${page.title}: ${facts.join(', ')}`, longest);
      return [{ kind, path: `${page.path}#${id}`, title: field, about, names: page.title, text: facts.at(-1) ?? '' }];
    }),
  ];
}

interface Section {
  title: string;
  id: string;
  /** The title of the section that it is part of. */
  above: string | undefined;
  text: string[];
}

/** The sections of a page: what stands below each heading; the first is the page up to its second heading. */
function sectionsOf({ blocks }: DocsPage): Section[] {
  const sections: Section[] = [];
  let above: string | undefined;
  const add = (title: string, level: number, id: string, text: string[]): void => {
    sections.push({ title, id, above: level > 2 ? above : undefined, text });
    if (level === 2) above = title;
  };
  for (const block of everyBlock(blocks)) {
    if ('heading' in block) add(textOf(block.heading), block.level, block.id, []);
    else if ('markdown' in block) {
      const { headings } = outlineOf(block.markdown);
      for (const [index, { text, level, id, offset }] of headings.entries()) {
        const below = block.markdown.slice(offset, headings[index + 1]?.offset);
        add(text, level, id, [below.replace(/^.*\n/, '').replace(/\]\([^)\s]*\)/g, ']')]);
      }
    } else sections.at(-1)?.text.push(...textsOf(block));
  }
  return sections;
}

function textsOf(block: Block): string[] {
  if ('paragraph' in block) return [textOf(block.paragraph)];
  if ('description' in block) return [block.description];
  if ('list' in block) return block.list.map(textOf);
  if ('rows' in block) return block.rows.map(({ cells }) => cells.map(textOf).join(' '));
  return [];
}

/** A result shows no more of it. */
const longest = 110;
