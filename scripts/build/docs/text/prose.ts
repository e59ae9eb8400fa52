import type { Token } from 'markdown-it';
import { readable } from '../../../text/escape.js';
import { codeBlock, codeSpan } from '../../../text/markdown-text.js';
import { isSafeLink, markdownParser } from './markdown.js';
import { atLineStart, escapeMarkdown, linesOf, once, oneLine } from './markdown-text.js';

/**
 * Descriptions in the document are Markdown that may be untrusted. They are parsed and rendered again, so that every
 * construct is closed at its end: none of their HTML, headings, tables and references affects the page around them.
 * Paragraphs, lists, quotations, code, emphasis and links to the web remain.
 */
const parser = markdownParser((href) => isSafeLink(href) && /^[a-z]+:/i.test(href));
parser.disable(['heading', 'lheading', 'hr', 'table', 'reference']);

// The description of a field is on the page of each operation that sends or shows it.

/** Renders a description as blocks of HTML. */
export const proseToHtml = once((text) => parser.renderer.render(parse(text), parser.options, {}).trimEnd());

/** Renders a description as HTML on one line. */
export const proseToHtmlLine = once((text) => parser.renderer.renderInline(line(text), parser.options, {}));

/** Renders a description as lines of Markdown. */
export const proseToMarkdown = once((text) => blocks(parse(text)).join('\n'));

/** Renders a description as Markdown on one line. */
export const proseToMarkdownLine = once((text) => inline(line(text)).trim());

function parse(text: string): Token[] {
  return parser.parse(readable(text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ')), {});
}

/** All text of a description, joined into one line. */
function line(text: string): Token[] {
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

/** The lines of sibling blocks, with an empty line between blocks. */
function blocks(tokens: readonly Token[]): string[] {
  const written: string[][] = [];
  for (let start = 0; start < tokens.length; ) {
    const end = endOf(tokens, start);
    written.push(block(tokens.slice(start, end + 1)));
    start = end + 1;
  }
  const isItem = tokens[0]?.type === 'list_item_open';
  return written.flatMap((lines, index) => (index === 0 || isItem ? lines : ['', ...lines]));
}

function block(tokens: readonly Token[]): string[] {
  const [first] = tokens;
  const inside = tokens.slice(1, -1);
  switch (first?.type) {
    case 'fence':
    case 'code_block':
      return codeBlock(/^[\w-]*/.exec(first.info)?.[0] ?? '', linesOf(first.content));
    case 'paragraph_open':
      return [atLineStart(inline(inside[0]?.children ?? []).trim())];
    case 'blockquote_open':
      return blocks(inside).map((each) => `> ${each}`.trimEnd());
    case 'list_item_open': {
      const marker = first.info === '' ? '- ' : `${first.info}${first.markup} `;
      return blocks(inside).map((each, index) =>
        index === 0 ? marker + each : each && ' '.repeat(marker.length) + each,
      );
    }
    default:
      return blocks(inside);
  }
}

function endOf(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    depth += tokens[at]?.nesting ?? 0;
    if (depth <= 0) return at;
  }
  return tokens.length - 1;
}

function inline(tokens: readonly Token[]): string {
  const links: string[] = [];
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'text':
          return escapeMarkdown(token.content);
        case 'code_inline':
          return codeSpan(oneLine(token.content));
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
