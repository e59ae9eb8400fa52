import createParser, { type MarkdownIt, type Token } from 'markdown-it';
import { escapeHtml } from '../../../text/escape.js';
import { anchorLink, codeHtml, focusAttributes } from './elements.js';

/**
 * Renders Markdown as safe HTML: HTML in the text is escaped, images are not loaded, and a link becomes plain text
 * unless its scheme is http, https or mailto. Headings have ids, and tables can be scrolled with the keyboard.
 * Consecutive code fences become tabs if each has a name after its language.
 */
export function markdownToHtml(text: string, addressOf: (href: string) => string = (href) => href): string {
  const tokens = parser.parse(text, {});
  const nextId = createHeadingIds();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', nextId(plainText(tokens[index + 1])));
    if (token.children) token.children = withSafeLinks(token.children, addressOf);
  }
  return parser.renderer.render(tokens, parser.options, {});
}

/** A Markdown parser that supports neither HTML nor images, and does not turn plain addresses into links. */
export function markdownParser(isLink: (href: string) => boolean): MarkdownIt {
  const instance = createParser({ html: false, linkify: false, typographer: false });
  instance.disable('image');
  instance.validateLink = isLink;
  return instance;
}

/** Whether a link is relative, or leads to a page or mailbox. Other schemes could run code or open programs. */
export function isSafeLink(href: string): boolean {
  const [scheme] = /^[^/?#]*:/.exec(href.replace(/[\p{C}\p{Z}]/gu, '').toLowerCase()) ?? [];
  return scheme === undefined || ['http:', 'https:', 'mailto:'].includes(scheme);
}

// The parser accepts every link, so that `addressOf` can resolve its own schemes. Unsafe links are removed afterwards.
const parser = markdownParser(() => true);
const { rules } = parser.renderer;
// Wrap each table in an element, so that wide tables can scroll.
rules['table_open'] = () => `<div class="table"${focusAttributes('Table')}><table>\n`;
rules['table_close'] = () => '</table></div>\n';
rules['heading_close'] = (tokens, index) => {
  const { tag = '' } = tokens[index] ?? {};
  const link = tag === 'h1' ? '' : anchorLink(String(tokens[index - 2]?.attrGet('id') ?? ''));
  return `${link}</${tag}>\n`;
};
rules['fence'] = (tokens, index) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  const [language = '', ...name] = info.trim().split(/\s+/);
  const html = `${codeHtml(content.trimEnd(), language)}\n`;
  if (name.length === 0) return html;
  const openingTag = isNamedFence(tokens[index - 1]) ? '' : '<div class="tabs" data-about="calls">\n';
  const closingTag = isNamedFence(tokens[index + 1]) ? '' : '</div>\n';
  const title = `<p><strong>${escapeHtml(name.join(' '))}</strong></p>\n`;
  return `${openingTag}<section>\n${title}${html}</section>\n${closingTag}`;
};

function isNamedFence(token: Token | undefined): boolean {
  return token?.type === 'fence' && /\S\s+\S/.test(token.info);
}

function withSafeLinks(inline: readonly Token[], addressOf: (href: string) => string): Token[] {
  let isLinkDropped = false;
  return inline.filter((token) => {
    if (token.type === 'link_close') return !isLinkDropped;
    if (token.type !== 'link_open') return true;
    const href = addressOf(String(token.attrGet('href') ?? ''));
    token.attrSet('href', href);
    isLinkDropped = !isSafeLink(href);
    return !isLinkDropped;
  });
}

/** The text of a heading or paragraph on one line. */
export function plainText(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

/** Creates heading ids as GitHub does, so that fragments work there, too. A repeated id gets a number. */
export function createHeadingIds(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let id = slug;
    for (let count = counts.get(slug) ?? 0; counts.has(id); id = `${slug}-${count}`) counts.set(slug, ++count);
    counts.set(id, 0);
    return id;
  };
}
