import { plainHeading } from '../links/markdown-links.js';
import { headingIds } from '../text/markdown.js';

/** What a Markdown text has for certain, found without reading all of it. */
export interface CertainOutline {
  /** The addresses of all links; code may contain more that look like one. */
  hrefs: readonly string[];
  /** The ids of headings. */
  ids: ReadonlySet<string>;
}

/**
 * Links and headings of a Markdown text as the build writes it. Most pages have only right links, and this proves it in
 * a fraction of the time that a parser takes; it leaves everything unusual to the parser.
 *
 * @returns undefined if the text may have links or headings of another form
 */
export function certainOutline(text: string): CertainOutline | undefined {
  if (unusual.some((form) => form.test(text))) return undefined;
  const hrefs: string[] = [];
  for (const { index } of text.matchAll(/\]\(/g)) {
    simpleTarget.lastIndex = index;
    const [, href] = simpleTarget.exec(text) ?? [];
    if (href === undefined) return undefined;
    hrefs.push(href);
  }
  const ids = new Set<string>();
  const nextId = headingIds();
  let fence = '';
  for (const [line] of text.matchAll(/^(?:#{1,6} |`{3}|~{3}).*/gm)) {
    const [marks = ''] = /^(?:`+|~+)/.exec(line) ?? [];
    if (fence !== '') {
      if (marks.startsWith(fence) && line.trimEnd() === marks) fence = '';
    } else if (marks !== '') fence = marks;
    else ids.add(nextId(plainHeading(line)));
  }
  return { hrefs, ids };
}

const unusual = [
  // The definition of a reference, or something that looks like one.
  /\]:/,
  // An address in angle brackets.
  /<(?:[a-z][a-z\d+.-]*:|[^\s<>]*@)/i,
  // A fence inside a list or a quotation.
  /^[ \t>*+\-\d.)]+(?:`{3}|~{3})/m,
  // Code in a line that begins like a fence.
  /^`{3}[^\n]*[^`\n]`/m,
  // Line ends that are one for either this reader or the parser.
  /[\r\u2028\u2029]/,
];

/** A target without a title, and without characters that a parser would decode or encode. */
const simpleTarget = /\]\(([\w./#:?=+~-]*)\)/y;
