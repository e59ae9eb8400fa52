import type { Block } from '../text/blocks.js';

export interface PageLink {
  /** The path of the page relative to `generated/docs/`, such as `errors.html`; it can end with a fragment. */
  readonly path: string;
  /** Plain text. */
  readonly title: string;
}

/** A page of the docs, before `site-frame.ts` puts it in the frame of the site. */
export interface DocsPage extends PageLink {
  /** Plain text of one or two sentences, for lists of pages such as search results. */
  readonly description: string;
  /** The pages above this page in the hierarchy, outermost first, without the first page of the docs. */
  readonly parents?: readonly PageLink[];
  /** The tag whose operations the menu lists on this page. */
  readonly group?: string;
  /** Whether the content has two columns, so that a table of contents does not fit beside it. */
  readonly hasTwoColumns?: boolean;
  readonly blocks: readonly Block[];
}

export interface SiteFile {
  /** The path of the file relative to `generated/docs/`, with forward slashes. */
  path: string;
  text: string;
}
