import { codeBlock, codeSpan } from '../../../text/markdown-text.js';
import { markdownTwin, ownAnchorOf, rootOf } from '../links/addresses.js';
import { relinked } from '../links/markdown-links.js';
import { type Block, everyBlock, type Inline, inside, type Line, textOf } from './blocks.js';
import { headingIds } from './markdown.js';
import { atLineStart, escapeMarkdown, linesOf, oneLine, tableCell } from './markdown-text.js';
import { proseToMarkdown, proseToMarkdownLine } from './prose.js';

/**
 * Renders the blocks of a page as Markdown. Links within the page use the heading ids that GitHub generates; links to
 * other pages lead to their Markdown, or to a place in their HTML.
 *
 * @param path of the page, relative to `generated/docs/`
 * @param formOf maps the page that a link leads to; by default to its Markdown
 * @throws Error for a link to a heading that the page does not have
 */
export function blocksToMarkdown(
  blocks: readonly Block[],
  path: string,
  formOf: (path: string) => string = markdownTwin,
): string {
  const nextId = headingIds();
  const fragments = new Map<string, string>();
  for (const block of everyBlock(blocks)) {
    if ('heading' in block) fragments.set(block.id, `#${nextId(textOf(block.heading))}`);
  }
  const root = rootOf(path);
  const addressOf = (to: string): string => {
    const own = fragments.get(ownAnchorOf(to) ?? '');
    if (own !== undefined) return own;
    if (to.startsWith('#'))
      throw new Error(`The page has no heading with the id ${to}. Add it, or link to the page that has it.`);
    if (/^[a-z]+:/.test(to)) return to;
    return root + (to.includes('#') ? to : formOf(to));
  };
  return `${linesOfAll(blocks, addressOf)}\n`;
}

type AddressOf = (to: string) => string;

function linesOfAll(blocks: readonly Block[], addressOf: AddressOf): string {
  return blocks
    .map((block) => lines(block, addressOf).join('\n'))
    .filter((text) => text !== '')
    .join('\n\n');
}

function lines(block: Block, addressOf: AddressOf): string[] {
  if ('heading' in block) return [`${'#'.repeat(block.level)} ${line(block.heading, addressOf)}`];
  if ('paragraph' in block) return [atLineStart(line(block.paragraph, addressOf))];
  if ('description' in block) return [proseToMarkdown(block.description)];
  if ('markdown' in block)
    return [relinked(block.markdown, (href) => (href.startsWith('#') ? href : addressOf(href))).trimEnd()];
  if ('list' in block) return block.list.map((item) => `- ${atLineStart(line(item, addressOf))}`);
  if ('source' in block) return codeBlock(block.language, linesOf(block.source));
  if (!('columns' in block)) return [linesOfAll(inside(block), addressOf)];
  const row = (cells: readonly string[]): string => `| ${cells.map(tableCell).join(' | ')} |`;
  return [
    row(block.columns),
    `|${'---|'.repeat(block.columns.length)}`,
    ...block.rows.map(({ cells }) => row(cells.map((cell) => line(cell, addressOf)))),
  ];
}

function line(parts: Line, addressOf: AddressOf): string {
  return parts.map((part) => inline(part, addressOf)).join('');
}

function inline(part: Inline, addressOf: AddressOf): string {
  if (typeof part === 'string') return escapeMarkdown(oneLine(part));
  if ('code' in part) return codeSpan(oneLine(part.code));
  if ('strong' in part) return `**${escapeMarkdown(oneLine(part.strong))}**`;
  if ('prose' in part) return proseToMarkdownLine(part.prose);
  if ('standing' in part) return `**${part.standing}**`;
  return `[${line(part.text, addressOf)}](${addressOf(part.to)})`;
}
