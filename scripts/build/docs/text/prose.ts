import type { Token } from 'markdown-it';
import { sanitizeDocs } from '../../../text/escape.js';
import { toCodeBlock, toCodeSpan } from '../../../text/markdown-text.js';
import { isSafeLink, markdownParser } from './markdown.js';
import { escapeLineStart, escapeMarkdown, memoize, sourceLines, toOneLine } from './markdown-text.js';

/**
 * The parser of descriptions in the document, which can be untrusted Markdown. Parsing and re-rendering closes each
 * construct, so that no HTML, heading, table or reference affects the rest of the page. Paragraphs, lists, quotations,
 * code, emphasis and web links remain.
 */
const parser = markdownParser((href) => isSafeLink(href) && /^[a-z]+:/i.test(href));
parser.disable(['heading', 'lheading', 'hr', 'table', 'reference']);

// Cache results, since many operation pages repeat the description of the same field.

export const proseToHtml = memoize((text) => parser.renderer.render(parse(text), parser.options, {}).trimEnd());

export const proseToHtmlLine = memoize((text) => parser.renderer.renderInline(lineTokens(text), parser.options, {}));

export const proseToMarkdown = memoize((text) => blockLines(parse(text)).join('\n'));

export const proseToMarkdownLine = memoize((text) => renderInline(lineTokens(text)).trim());

function parse(text: string): Token[] {
  return parser.parse(sanitizeDocs(text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ')), {});
}

/** The inline tokens of a whole description, joined into one line. */
function lineTokens(text: string): Token[] {
  const [space] = parser.parseInline(' ', {})[0]?.children ?? [];
  const parts = parse(text).flatMap((token): Token[][] => {
    if (token.type === 'inline') return [token.children ?? []];
    if (token.type !== 'fence' && token.type !== 'code_block') return [];
    return [
      [Object.assign(token, { type: 'code_inline', tag: 'code', content: token.content.trim().replace(/\s+/g, ' ') })],
    ];
  });
  return parts.flatMap((part, index) => (index === 0 || !space ? part : [space, ...part]));
}

/** The Markdown lines of sibling blocks, with an empty line between blocks. */
function blockLines(tokens: readonly Token[]): string[] {
  const results: string[][] = [];
  for (let start = 0; start < tokens.length; ) {
    const end = findBlockEnd(tokens, start);
    results.push(renderBlock(tokens.slice(start, end + 1)));
    start = end + 1;
  }
  const isListItem = tokens[0]?.type === 'list_item_open';
  return results.flatMap((lines, index) => (index === 0 || isListItem ? lines : ['', ...lines]));
}

function renderBlock(tokens: readonly Token[]): string[] {
  const [first] = tokens;
  const innerTokens = tokens.slice(1, -1);
  switch (first?.type) {
    case 'fence':
    case 'code_block':
      return toCodeBlock(/^[\w-]*/.exec(first.info)?.[0] ?? '', sourceLines(first.content));
    case 'paragraph_open':
      return [escapeLineStart(renderInline(innerTokens[0]?.children ?? []).trim())];
    case 'blockquote_open':
      return blockLines(innerTokens).map((text) => `> ${text}`.trimEnd());
    case 'list_item_open': {
      const marker = first.info === '' ? '- ' : `${first.info}${first.markup} `;
      return blockLines(innerTokens).map((text, index) =>
        index === 0 ? marker + text : text && ' '.repeat(marker.length) + text,
      );
    }
    default:
      return blockLines(innerTokens);
  }
}

function findBlockEnd(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth <= 0) return index;
  }
  return tokens.length - 1;
}

function renderInline(tokens: readonly Token[]): string {
  const links: string[] = [];
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'text':
          return escapeMarkdown(token.content);
        case 'code_inline':
          return toCodeSpan(toOneLine(token.content));
        case 'strong_open':
        case 'strong_close':
        case 'em_open':
        case 'em_close':
        case 's_open':
        case 's_close':
          return token.markup.replaceAll('_', '*');
        case 'link_open':
          links.push(String(token.attrGet('href') ?? ''));
          return '[';
        case 'link_close':
          return `](${(links.pop() ?? '').replace(/[()]|&(?=#|\w)/g, '\\$&')})`;
        default:
          return ' ';
      }
    })
    .join('');
}
