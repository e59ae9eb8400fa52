import type { Method } from '../../../contract/document.js';
import type { Standing } from '../../../contract/standing.js';
import { toOneLine } from './markdown-text.js';

/** A part of a page. `blocks-to-html.ts` and `blocks-to-markdown.ts` render the same blocks with equal content. */
export type Block =
  | { readonly heading: TextLine; readonly level: 1 | 2 | 3 | 4 | 5; readonly id: string }
  /** A paragraph; a quiet one has facts that most readers skip. */
  | { readonly paragraph: TextLine; readonly isQuiet?: true }
  /** A description from the document: Markdown by its author, which may be untrusted. */
  | { readonly description: string }
  /** Hand-written Markdown, whose links lead to paths of the site. */
  | { readonly markdown: string }
  | { readonly list: readonly TextLine[] }
  /** Links to the next pages to read, each with a sentence. */
  | { readonly cards: readonly Card[] }
  | { readonly source: string; readonly language: string }
  | { readonly columns: readonly string[]; readonly rows: readonly Row[] }
  /** Two columns, with `below` under the left one. On a narrow page the order is `left`, `right`, `below`. */
  | { readonly left: readonly Block[]; readonly right: readonly Block[]; readonly below?: readonly Block[] }
  /**
   * Alternatives of which a browser shows one at a time: each begins with a heading. Pages share the choice. `moreTabs`
   * are in HTML only.
   */
  | { readonly tabs: Tabs; readonly moreTabs?: Tabs; readonly about: string }
  /** A part with a search field in HTML, such as a long list of sections. */
  | { readonly filterableBlocks: readonly Block[]; readonly about: string }
  /** A console for the operation, in HTML only. */
  | { readonly tryOut: string }
  /** Safe HTML, such as a picture. In Markdown, the equivalent `textBlocks` replace it. */
  | { readonly html: string; readonly textBlocks: readonly Block[] };

export interface Card {
  readonly to: string;
  readonly title: string;
  readonly text: string;
}

type Tabs = readonly (readonly Block[])[];

/** A row of a table; its first cell is its name. In HTML, links can lead to a row that has an id. */
export interface Row {
  readonly id?: string;
  readonly cells: readonly TextLine[];
  /** More about the row, such as the fields of an object. */
  readonly inside?: FoldedBlocks;
}

/** Blocks that begin with a heading. HTML shows them folded below their label; in Markdown, they follow the table. */
export interface FoldedBlocks {
  readonly label: string;
  readonly blocks: readonly Block[];
  readonly isOpen: boolean;
}

export type TextLine = readonly Inline[];

/** A part of a line. A string is always plain text. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  /** A description from the document, on one line. */
  | { readonly prose: string }
  /** A level of certainty, perhaps with words that limit it. */
  | { readonly standing: Standing; readonly exception?: string }
  /** The method and the path of an operation. */
  | { readonly method: Method; readonly path: string }
  /** A link: `to` is `#` and the id of a block in the same page, or a path of the site, perhaps with a fragment. */
  | { readonly to: string; readonly text: TextLine };

/** A heading with the blocks below it; an empty list if there are no blocks. */
export function section(title: string, id: string, blocks: readonly Block[], level: 2 | 3 | 4 = 2): Block[] {
  return blocks.length === 0 ? [] : [{ heading: [title], level, id }, ...blocks];
}

export function joinParts(parts: readonly (TextLine | Inline)[], separator = ', '): TextLine {
  return parts.flatMap((part, index) => [...(index === 0 ? [] : [separator]), ...[part].flat()]);
}

/** A link to a path of the site. By default, its text is the path. */
export function linkTo(to: string, text = to): Inline {
  return { to, text: [text] };
}

/** All blocks of a page in reading order, including blocks inside other blocks. */
export function* everyBlock(blocks: readonly Block[]): Iterable<Block> {
  for (const block of blocks) {
    yield block;
    yield* everyBlock(childBlocks(block));
  }
}

export function childBlocks(block: Block): readonly Block[] {
  if ('left' in block) return [...block.left, ...block.right, ...(block.below ?? [])];
  if ('tabs' in block) return block.tabs.flat();
  if ('filterableBlocks' in block) return block.filterableBlocks;
  if ('rows' in block) return block.rows.flatMap(({ inside }) => inside?.blocks ?? []);
  return 'html' in block ? block.textBlocks : [];
}

/** A method and a path as text, such as `PATCH /entries/{entry_id}`. */
export function requestText({ method, path }: { readonly method: Method; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The visible text of a line, without formatting. */
export function textOf(line: TextLine): string {
  return line
    .map((part): string => {
      if (typeof part === 'string') return toOneLine(part);
      if ('code' in part) return toOneLine(part.code);
      if ('strong' in part) return toOneLine(part.strong);
      if ('prose' in part) return part.prose;
      if ('method' in part) return toOneLine(requestText(part));
      return 'standing' in part ? `${part.standing}${part.exception ?? ''}` : textOf(part.text);
    })
    .join('');
}
