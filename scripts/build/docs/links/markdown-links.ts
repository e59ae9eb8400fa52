import type { MarkdownIt } from 'markdown-it';
import { createHeadingIds, markdownParser, plainText } from '../text/markdown.js';
import { memoize } from '../text/markdown-text.js';

export interface MarkdownLink {
  href: string;
  /** The offset of the link's address in the text; the start of its block if the address is written with escapes. */
  offset: number;
}

export interface MarkdownHeading {
  /** The text without Markdown's marks for emphasis and code. */
  text: string;
  /** The level, from 1 (the title) to 6. */
  level: number;
  id: string;
  offset: number;
}

/** The parts of a Markdown text that matter for links between pages. */
export interface MarkdownOutline {
  links: MarkdownLink[];
  headings: MarkdownHeading[];
  /** The text of the first paragraph, on one line. */
  firstParagraph: string;
  /** Code fences that are never closed: the offset and the opening characters of each. */
  unclosedFences: { offset: number; markup: string }[];
}

/** Accepts links of any scheme: later steps resolve schemes such as `operation:`, and report unknown ones by name. */
const parser = skipPlainText(markdownParser(() => true));

/** Reads the outline of a text. Several steps need the outline of the same text, so results are cached. */
export const outlineOf = memoize(readOutline, 1000);

function readOutline(text: string): MarkdownOutline {
  const outline: MarkdownOutline = { links: [], headings: [], firstParagraph: '', unclosedFences: [] };
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const toHeadingId = createHeadingIds();
  const tokens = parser.parse(text, {});
  let [blockStart, blockEnd, cursor] = [0, 0, 0];
  for (const [index, token] of tokens.entries()) {
    // The parser gives no position for a table cell, so its links get the position of the row.
    if (token.map)
      [blockStart, blockEnd] = token.map.map((line) => lineStarts[line] ?? text.length) as [number, number];
    if (token.type === 'heading_open') {
      const headingText = plainText(tokens[index + 1]);
      outline.headings.push({
        text: headingText,
        level: Number(token.tag.slice(1)),
        id: toHeadingId(headingText),
        offset: blockStart,
      });
    }
    if (token.type === 'paragraph_open' && outline.firstParagraph === '')
      outline.firstParagraph = plainText(tokens[index + 1]).replace(/\s+/g, ' ');
    if (token.type === 'fence' && !isFenceClosed(text.slice(blockStart, blockEnd), token.markup)) {
      outline.unclosedFences.push({ offset: blockStart, markup: token.markup });
    }
    for (const child of token.children ?? []) {
      if (child.type !== 'link_open') continue;
      const href = String(child.attrGet('href') ?? '');
      const { offset = blockStart, end = cursor } = findLink(text, href, Math.max(blockStart, cursor), blockEnd);
      outline.links.push({ href, offset });
      cursor = end;
    }
  }
  return outline;
}

/** Makes a parser skip blocks that do not matter to an outline, such as most table cells. */
function skipPlainText(instance: MarkdownIt): MarkdownIt {
  instance.core.ruler.at('inline', ({ tokens, md, env }) => {
    const hasReferences = Object.keys((env as { references?: object }).references ?? {}).length > 0;
    for (const [index, { type, content, children }] of tokens.entries()) {
      if (type !== 'inline' || !children) continue;
      const isTextNeeded = /^(?:heading|paragraph)_open$/.test(tokens[index - 1]?.type ?? '');
      // Every link contains one of these marks, unless the text has link definitions.
      if (isTextNeeded || hasReferences || content.includes('](') || content.includes('<'))
        md.inline.parse(content, md, env, children);
    }
  });
  return instance;
}

/** Replaces the addresses of links. @throws Error for an address with escapes, which cannot be located in the text */
export function replaceLinks(text: string, addressOf: (href: string) => string): string {
  let result = '';
  let end = 0;
  for (const { href, offset } of outlineOf(text).links) {
    // Several links can share one definition, which was replaced for the first of these links.
    if (offset < end) continue;
    if (!text.startsWith(href, offset))
      throw new Error(`Expected the link address "${href}" without escapes. Write it without backslashes or entities.`);
    result += text.slice(end, offset) + addressOf(href);
    end = offset + href.length;
  }
  return result + text.slice(end);
}

function isFenceClosed(block: string, markup: string): boolean {
  const [, ...lines] = block.trimEnd().split('\n');
  const [, last] = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(lines.at(-1) ?? '') ?? [];
  return last?.startsWith(markup) === true;
}

/** The position of a link's address: in the link's own block, or in a link definition anywhere in the text. */
function findLink(text: string, href: string, from: number, to: number): { offset?: number; end?: number } {
  const escapedHref = href.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const blockMatch = new RegExp(`(?<=\\]\\(\\s*<?|<)${escapedHref}(?=[>)\\s])`).exec(text.slice(from, to));
  if (blockMatch) return { offset: from + blockMatch.index, end: from + blockMatch.index + href.length };
  const definitionMatch = new RegExp(`(?<=^ {0,3}\\[[^\\]\\n]+\\]:\\s*<?)${escapedHref}(?=[>\\s]|$)`, 'm').exec(text);
  return definitionMatch ? { offset: definitionMatch.index } : {};
}
