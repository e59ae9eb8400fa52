import createParser, { type MarkdownIt, type Token } from 'markdown-it';
import { headingIds } from './heading-ids.js';

/**
 * Markdown as HTML that can stand in a page as it is. HTML in the text is text; no picture is loaded; of a link whose
 * scheme is none of http, https and mailto only the text stays. Headings have ids, and a table can be scrolled with the
 * keyboard.
 *
 * @param addressOf the address of each link in the page, from the one in the text; the same by default
 */
export function markdownToHtml(text: string, addressOf: (href: string) => string = (href) => href): string {
  const tokens = parser.parse(text, {});
  const ids = headingIds();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', ids(plainText(tokens[index + 1])));
    if (token.children) token.children = withSafeLinks(token.children, addressOf);
  }
  return parser.renderer.render(tokens, parser.options, {});
}

/** A parser that knows neither HTML nor pictures, and makes no link of what only looks like an address. */
export function markdownParser(isLink: (href: string) => boolean): MarkdownIt {
  const made = createParser({ html: false, linkify: false, typographer: false });
  made.disable('image');
  made.validateLink = isLink;
  return made;
}

/** Whether a link leads to a page or a mailbox; other schemes run something, or open what no reader expects. */
export function isSafeLink(href: string): boolean {
  const [scheme] = /^[^/?#]*:/.exec(href.replace(/[\p{C}\p{Z}]/gu, '').toLowerCase()) ?? [];
  return scheme === undefined || ['http:', 'https:', 'mailto:'].includes(scheme);
}

// Every link is read, so that `addressOf` can give a meaning to schemes of its own; what is unsafe then is taken away.
const parser = markdownParser(() => true);
// Wide tables are scrolled inside of the page; where there is no link in it, only what takes the focus can be.
parser.renderer.rules['table_open'] = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
parser.renderer.rules['table_close'] = () => '</table></div>\n';

function withSafeLinks(inline: readonly Token[], addressOf: (href: string) => string): Token[] {
  let isDropped = false;
  return inline.filter((token) => {
    if (token.type === 'link_close') return !isDropped;
    if (token.type !== 'link_open') return true;
    const href = addressOf(String(token.attrGet('href') ?? ''));
    token.attrSet('href', href);
    isDropped = !isSafeLink(href);
    return !isDropped;
  });
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join('');
}
