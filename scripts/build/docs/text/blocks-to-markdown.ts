import { toCodeBlock, toCodeSpan } from '../../../text/markdown-text.js';
import { markdownPath, rootOf, samePageAnchorOf } from '../links/addresses.js';
import { replaceLinks } from '../links/markdown-links.js';
import {
  type Block,
  childBlocks,
  everyBlock,
  type Inline,
  linkTo,
  requestText,
  type TextLine,
  textOf,
} from './blocks.js';
import { createHeadingIds } from './markdown.js';
import { escapeCell, escapeLineStart, escapeMarkdown, sourceLines, toOneLine } from './markdown-text.js';
import { proseToMarkdown, proseToMarkdownLine } from './prose.js';

/**
 * Renders the blocks of a page as Markdown. Links within the page use the heading ids that GitHub generates; links to
 * other pages lead to their Markdown file, but links to a place in another page lead to its HTML file.
 *
 * @param path the path of the page, relative to `generated/docs/`
 * @param mapPath maps the path of another page to its file for links; by default its Markdown file
 * @throws Error for a link to a heading that the page does not have
 */
export function blocksToMarkdown(
  blocks: readonly Block[],
  path: string,
  mapPath: (path: string) => string = markdownPath,
): string {
  const nextId = createHeadingIds();
  const fragments = new Map<string, string>();
  for (const block of everyBlock(blocks)) {
    if ('heading' in block) fragments.set(block.id, `#${nextId(textOf(block.heading))}`);
  }
  const root = rootOf(path);
  const addressOf = (to: string): string => {
    const fragment = fragments.get(samePageAnchorOf(to) ?? '');
    if (fragment !== undefined) return fragment;
    if (to.startsWith('#'))
      throw new Error(`The page has no heading with the id ${to}. Add it, or link to the page that has it.`);
    if (/^[a-z]+:/.test(to)) return to;
    return root + (to.includes('#') ? to : mapPath(to));
  };
  return `${renderBlocks(blocks, addressOf)}\n`;
}

type AddressOf = (to: string) => string;

function renderBlocks(blocks: readonly Block[], addressOf: AddressOf): string {
  return blocks
    .map((block) => blockLines(block, addressOf).join('\n'))
    .filter((text) => text !== '')
    .join('\n\n');
}

function blockLines(block: Block, addressOf: AddressOf): string[] {
  if ('heading' in block) return [`${'#'.repeat(block.level)} ${renderLine(block.heading, addressOf)}`];
  if ('paragraph' in block) return [escapeLineStart(renderLine(block.paragraph, addressOf))];
  if ('description' in block) return [proseToMarkdown(block.description)];
  if ('markdown' in block)
    return [replaceLinks(block.markdown, (href) => (href.startsWith('#') ? href : addressOf(href))).trimEnd()];
  if ('list' in block) return block.list.map((item) => `- ${escapeLineStart(renderLine(item, addressOf))}`);
  if ('cards' in block)
    return block.cards.map(({ to, title, text }) => `- ${renderLine([linkTo(to, title), ` ${text}`], addressOf)}`);
  if ('source' in block) return toCodeBlock(block.language, sourceLines(block.source));
  if (!('columns' in block)) return [renderBlocks(childBlocks(block), addressOf)];
  const renderRow = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  const inner = childBlocks(block);
  return [
    renderRow(block.columns),
    `|${'---|'.repeat(block.columns.length)}`,
    ...block.rows.map(({ cells }) => renderRow(cells.map((cell) => renderLine(cell, addressOf)))),
    ...(inner.length === 0 ? [] : ['', renderBlocks(inner, addressOf)]),
  ];
}

function renderLine(parts: TextLine, addressOf: AddressOf): string {
  return parts.map((part) => renderInline(part, addressOf)).join('');
}

function renderInline(part: Inline, addressOf: AddressOf): string {
  if (typeof part === 'string') return escapeMarkdown(toOneLine(part));
  if ('code' in part) return toCodeSpan(toOneLine(part.code));
  if ('strong' in part) return `**${escapeMarkdown(toOneLine(part.strong))}**`;
  if ('prose' in part) return proseToMarkdownLine(part.prose);
  if ('standing' in part) return `**${part.standing}**${part.exception ?? ''}`;
  if ('method' in part) return toCodeSpan(toOneLine(requestText(part)));
  return `[${renderLine(part.text, addressOf)}](${addressOf(part.to)})`;
}
