import type { Standing } from '../../contract/standing.js';

/**
 * What a page of the reference says, apart from how it is written down: `blocks-to-markdown.ts` and `blocks-to-html.ts`
 * make the two forms of it, so that both say the same.
 */
export type Block =
  | { readonly heading: Line; readonly level: 1 | 2 | 3 | 4 | 5; readonly id: string }
  | { readonly paragraph: Line }
  /** A description of the document: Markdown that others may have written. */
  | { readonly description: string }
  | { readonly list: readonly Line[] }
  | { readonly source: string; readonly language: string }
  | { readonly columns: readonly string[]; readonly rows: readonly Row[] };

/** A row of a table; the first cell names it. One with an id can be linked to in HTML. */
export interface Row {
  readonly id?: string;
  readonly cells: readonly Line[];
}

export type Line = readonly Inline[];

/** A string is plain text, whatever it holds. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  /** A description of the document, on one line. */
  | { readonly prose: string }
  | { readonly standing: Standing }
  /** To `#` with the id of a block of the same page, or to a path of the site with its fragment. */
  | { readonly to: string; readonly text: Line };

/** The parts of a line with the same text between each two. */
export function joined(parts: readonly Line[], between: string): Line {
  return parts.flatMap((part, index) => (index === 0 ? part : [between, ...part]));
}
