import type { MarkdownIt } from 'markdown-it';
import { headingIds, markdownParser, plainText } from '../text/markdown.js';
import { once } from '../text/markdown-text.js';

/** A link in a Markdown text. */
export interface MarkdownLink {
  href: string;
  /** Its position in characters, or the start of its block if the link is written with escapes. */
  offset: number;
}

/** A heading in a Markdown text. */
export interface MarkdownHeading {
  /** Without marks of emphasis and code. */
  text: string;
  /** 1 to 6. */
  level: number;
  id: string;
  offset: number;
}

/** The parts of a Markdown text that matter for links between pages. */
export interface MarkdownOutline {
  links: MarkdownLink[];
  headings: MarkdownHeading[];
  /** The text of the first paragraph, on one line. */
  beginning: string;
  /** Code fences without an end: the position and marks of each. */
  openFences: { offset: number; markup: string }[];
}

/** Reads links of any scheme: our own schemes need to be resolved, and the others need to be reported by name. */
const parser = withoutPlainText(markdownParser(() => true));

/** Several steps need the outline of a hand-written page. */
export const outlineOf = once(readOutline, 1000);

function readOutline(text: string): MarkdownOutline {
  const outline: MarkdownOutline = { links: [], headings: [], beginning: '', openFences: [] };
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const nextId = headingIds();
  const tokens = parser.parse(text, {});
  let [block, blockEnd, cursor] = [0, 0, 0];
  for (const [index, token] of tokens.entries()) {
    // Cells of a table have no position of their own, so the position of their row counts.
    if (token.map) [block, blockEnd] = token.map.map((line) => lines[line] ?? text.length) as [number, number];
    if (token.type === 'heading_open') {
      const words = plainText(tokens[index + 1]);
      outline.headings.push({ text: words, level: Number(token.tag.slice(1)), id: nextId(words), offset: block });
    }
    if (token.type === 'paragraph_open' && outline.beginning === '')
      outline.beginning = plainText(tokens[index + 1]).replace(/\s+/g, ' ');
    if (token.type === 'fence' && !isClosed(text.slice(block, blockEnd), token.markup)) {
      outline.openFences.push({ offset: block, markup: token.markup });
    }
    for (const child of token.children ?? []) {
      if (child.type !== 'link_open') continue;
      const href = String(child.attrGet('href') ?? '');
      const { offset = block, end = cursor } = findLink(text, href, Math.max(block, cursor), blockEnd);
      outline.links.push({ href, offset });
      cursor = end;
    }
  }
  return outline;
}

/** Makes a parser skip the text of blocks that have no part in an outline: most cells of tables, for one. */
function withoutPlainText(made: MarkdownIt): MarkdownIt {
  made.core.ruler.at('inline', ({ tokens, md, env }) => {
    const hasReferences = Object.keys((env as { references?: object }).references ?? {}).length > 0;
    for (const [index, { type, content, children }] of tokens.entries()) {
      if (type !== 'inline' || !children) continue;
      const isNamed = /^(?:heading|paragraph)_open$/.test(tokens[index - 1]?.type ?? '');
      // Without references, a link has one of these.
      if (isNamed || hasReferences || content.includes('](') || content.includes('<'))
        md.inline.parse(content, md, env, children);
    }
  });
  return made;
}

/**
 * A Markdown text with other addresses in its links.
 *
 * @throws Error for a link whose address is written with escapes, which cannot be found in the text
 */
export function relinked(text: string, addressOf: (href: string) => string): string {
  let made = '';
  let end = 0;
  for (const { href, offset } of outlineOf(text).links) {
    // Links by reference share one definition, which was replaced with the first of them.
    if (offset < end) continue;
    if (!text.startsWith(href, offset)) throw new Error(`The link to "${href}" is written with escapes.`);
    made += text.slice(end, offset) + addressOf(href);
    end = offset + href.length;
  }
  return made + text.slice(end);
}

function isClosed(block: string, markup: string): boolean {
  const [, ...below] = block.trimEnd().split('\n');
  const [, last] = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(below.at(-1) ?? '') ?? [];
  return last?.startsWith(markup) === true;
}

/** The position of a link in its block, or of its definition anywhere in the text. */
function findLink(text: string, href: string, from: number, to: number): { offset?: number; end?: number } {
  const written = href.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const inBlock = new RegExp(`(?<=\\]\\(\\s*<?|<)${written}(?=[>)\\s])`).exec(text.slice(from, to));
  if (inBlock) return { offset: from + inBlock.index, end: from + inBlock.index + href.length };
  const definition = new RegExp(`(?<=^ {0,3}\\[[^\\]\\n]+\\]:\\s*<?)${written}(?=[>\\s]|$)`, 'm').exec(text);
  return definition ? { offset: definition.index } : {};
}
