import { codeBlock, codeSpan } from '../../text/markdown-text.js';
import type { Block, Inline, Line } from './blocks.js';
import { headingIds } from './heading-ids.js';
import { atLineStart, escapeMarkdown, linesOf, oneLine, tableCell } from './markdown-text.js';
import { proseToMarkdown, proseToMarkdownLine } from './prose.js';

/**
 * Renders the blocks of a page as Markdown. Links within the page use the heading ids that GitHub generates.
 *
 * @param root the path from the folder of the page to `generated/docs/`, with a slash at the end, or empty
 * @throws Error for a link to a heading that the page does not have
 */
export function blocksToMarkdown(blocks: readonly Block[], root = ''): string {
  const nextId = headingIds();
  const fragments = new Map<string, string>();
  for (const block of blocks) {
    if ('heading' in block) fragments.set(`#${block.id}`, `#${nextId(plainText(block.heading))}`);
  }
  const addressOf = (to: string): string => {
    if (!to.startsWith('#')) return root + to;
    const fragment = fragments.get(to);
    if (fragment === undefined)
      throw new Error(`The page has no heading with the id ${to}. Add it, or link to the page that has it.`);
    return fragment;
  };
  return `${blocks.map((block) => lines(block, addressOf).join('\n')).join('\n\n')}\n`;
}

type AddressOf = (to: string) => string;

function lines(block: Block, addressOf: AddressOf): string[] {
  if ('heading' in block) return [`${'#'.repeat(block.level)} ${line(block.heading, addressOf)}`];
  if ('paragraph' in block) return [atLineStart(line(block.paragraph, addressOf))];
  if ('description' in block) return [proseToMarkdown(block.description)];
  if ('list' in block) return block.list.map((item) => `- ${atLineStart(line(item, addressOf))}`);
  if ('source' in block) return codeBlock(block.language, linesOf(block.source));
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

/** The visible text of a line, from which GitHub generates the id of a heading. */
function plainText(parts: Line): string {
  return parts
    .map((part): string => {
      if (typeof part === 'string') return oneLine(part);
      if ('code' in part) return oneLine(part.code);
      if ('strong' in part) return oneLine(part.strong);
      if ('prose' in part) return part.prose;
      return 'standing' in part ? part.standing : plainText(part.text);
    })
    .join('');
}
