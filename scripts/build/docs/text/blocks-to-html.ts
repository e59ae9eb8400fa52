import { escapeHtml, sanitizeCode } from '../../../text/escape.js';
import { rootOf, samePageAnchorOf } from '../links/addresses.js';
import { type Block, everyBlock, type FoldedBlocks, type Inline, type Row, type TextLine, textOf } from './blocks.js';
import { allowLineBreaks, anchorLink, codeHtml, headingHtml, tableHtml } from './elements.js';
import { markdownToHtml } from './markdown.js';
import { toOneLine } from './markdown-text.js';
import { standingHtml, verbHtml } from './marks.js';
import { proseToHtml, proseToHtmlLine } from './prose.js';

/** Maps the target of a link to the address that the page's HTML uses for it. */
type AddressOf = (to: string) => string;

/** Renders blocks as HTML, with ids on headings and table rows. `path` is the page's path below `generated/docs/`. */
export function blocksToHtml(blocks: readonly Block[], path: string): string {
  const headingIds = new Set([...everyBlock(blocks)].flatMap((block) => ('heading' in block ? [block.id] : [])));
  const root = rootOf(path);
  const addressOf = (to: string): string => {
    if (/^(?:#|[a-z]+:)/.test(to)) return to;
    const anchor = samePageAnchorOf(to);
    return anchor !== undefined && headingIds.has(anchor) ? `#${anchor}` : root + to;
  };
  return renderBlocks(blocks, addressOf);
}

function renderBlocks(blocks: readonly Block[], addressOf: AddressOf): string {
  return blocks.map((block) => renderBlock(block, addressOf)).join('\n');
}

function renderBlock(block: Block, addressOf: AddressOf): string {
  if ('heading' in block) return headingHtml(block.level, block.id, lineToHtml(block.heading, addressOf));
  if ('paragraph' in block)
    return `<p${block.isQuiet ? ' class="quiet"' : ''}>${lineToHtml(block.paragraph, addressOf)}</p>`;
  if ('description' in block) return proseToHtml(block.description);
  if ('markdown' in block) return markdownToHtml(block.markdown, addressOf);
  if ('list' in block) {
    return `<ul>\n${block.list.map((item) => `<li>${lineToHtml(item, addressOf)}</li>`).join('\n')}\n</ul>`;
  }
  if ('cards' in block) {
    const items = block.cards.map(
      ({ to, title, text }) =>
        `<li><a href="${escapeHtml(addressOf(to))}"><strong>${escapeHtml(title)}</strong> ${escapeHtml(text)}</a></li>`,
    );
    return `<ul class="cards">\n${items.join('\n')}\n</ul>`;
  }
  if ('source' in block) return codeHtml(sanitizeCode(block.source).trimEnd(), block.language);
  if ('columns' in block) return renderTable(block.columns, block.rows, addressOf);
  if ('left' in block) {
    const parts = Object.entries({ left: block.left, right: block.right, below: block.below ?? [] })
      .filter(([, content]) => content.length > 0)
      .map(([name, content]) => `<div class="${name}">\n${renderBlocks(content, addressOf)}\n</div>\n`);
    return `<div class="pair">\n${parts.join('')}</div>`;
  }
  if ('tabs' in block) {
    const parts = [...block.tabs, ...(block.moreTabs ?? [])].map(
      (tab) => `<section>\n${renderBlocks(tab, addressOf)}\n</section>`,
    );
    return `<div class="tabs" data-about="${escapeHtml(block.about)}">\n${parts.join('\n')}\n</div>`;
  }
  if ('filterableBlocks' in block) {
    const html = renderSections(block.filterableBlocks, addressOf);
    return `<div class="filterable" data-about="${escapeHtml(block.about)}">\n${html}\n</div>`;
  }
  if ('tryOut' in block) {
    const id = escapeHtml(block.tryOut);
    return `<div class="try" data-operation="${id}" hidden><button type="button">Try it in a sandbox</button></div>`;
  }
  return block.html;
}

/** Puts each third-level heading into a section with the blocks below it, so that a filter can hide all of them. */
function renderSections(blocks: readonly Block[], addressOf: AddressOf): string {
  const sectionStarts = blocks.flatMap((block, index) => ('heading' in block && block.level <= 3 ? [index] : []));
  return sectionStarts
    .map((start, index) => {
      const part = blocks.slice(start, sectionStarts[index + 1]);
      const [first] = part;
      const html = renderBlocks(part, addressOf);
      return first && 'heading' in first && first.level === 3 ? `<section>\n${html}\n</section>` : html;
    })
    .join('\n');
}

function renderTable(columns: readonly string[], rows: readonly Row[], addressOf: AddressOf): string {
  const body = rows.map(({ id, cells: [first = [], ...otherLines], inside }) => {
    const name = lineToHtml(first, addressOf);
    const header = id === undefined ? `<th scope="row">${name}</th>` : headerCell(id, textOf(first), name);
    const cells = otherLines.map((otherLine) => lineToHtml(otherLine, addressOf));
    if (inside) cells.push(`${cells.pop() ?? ''}${renderFolded(inside, addressOf)}`);
    return `<tr>${header}${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const kind = rows.some(({ id }) => id !== undefined) ? 'fields' : '';
  return tableHtml(columns.map(escapeHtml), body, kind);
}

/** Browsers open the fold when a link leads to a part of it, or when they find a text in it. */
function renderFolded({ label, blocks, isOpen }: FoldedBlocks, addressOf: AddressOf): string {
  const summary = `<summary>${escapeHtml(label)}</summary>`;
  return `<details${isOpen ? ' open' : ''}>${summary}\n${renderBlocks(blocks, addressOf)}\n</details>`;
}

function headerCell(id: string, text: string, html: string): string {
  const safeId = escapeHtml(id);
  const label = html.includes('<a ') ? html + anchorLink(id, text) : `<a href="#${safeId}">${html}</a>`;
  return `<th scope="row" id="${safeId}">${label}</th>`;
}

function lineToHtml(parts: TextLine, addressOf: AddressOf): string {
  return parts.map((part) => renderInline(part, addressOf)).join('');
}

function renderInline(part: Inline, addressOf: AddressOf): string {
  if (typeof part === 'string') return escapeHtml(toOneLine(part));
  if ('code' in part) return `<code>${allowLineBreaks(escapeHtml(toOneLine(part.code)))}</code>`;
  if ('strong' in part) return `<strong>${escapeHtml(toOneLine(part.strong))}</strong>`;
  if ('prose' in part) return proseToHtmlLine(part.prose);
  if ('standing' in part) return standingHtml(part.standing, part.exception);
  if ('method' in part) return `${verbHtml(part.method)} <code class="path">${pathHtml(part.path)}</code>`;
  return `<a href="${escapeHtml(addressOf(part.to))}">${lineToHtml(part.text, addressOf)}</a>`;
}

/** A path may break after each slash. */
function pathHtml(path: string): string {
  return escapeHtml(toOneLine(path)).replaceAll('/', '/<wbr>');
}
