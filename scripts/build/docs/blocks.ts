import type { Standing } from '../../contract/standing.js';

/**
 * The content of a page of the reference, independent of its format: `blocks-to-markdown.ts` and `blocks-to-html.ts`
 * render it, so that both formats have the same content.
 */
export type Block =
  | { readonly heading: Line; readonly level: 1 | 2 | 3 | 4 | 5; readonly id: string }
  | { readonly paragraph: Line }
  /** A description from the document: Markdown by its author, which may be untrusted. */
  | { readonly description: string }
  | { readonly list: readonly Line[] }
  | { readonly source: string; readonly language: string }
  | { readonly columns: readonly string[]; readonly rows: readonly Row[] };

/** A row of a table; the first cell is its name. In HTML, a row with an id can be linked to. */
export interface Row {
  readonly id?: string;
  readonly cells: readonly Line[];
}

export type Line = readonly Inline[];

/** A string is always plain text. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  /** A description from the document, on one line. */
  | { readonly prose: string }
  | { readonly standing: Standing }
  /** Leads to `#` with the id of a block of the same page, or to a path of the site with its fragment. */
  | { readonly to: string; readonly text: Line };

/** Joins lines, with the same text between them. */
export function joined(parts: readonly Line[], between: string): Line {
  return parts.flatMap((part, index) => (index === 0 ? part : [between, ...part]));
}
