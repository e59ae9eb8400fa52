import { markup } from '../../text/escape.js';
import { visible } from '../../text/problem.js';
import type { Block, Inline, Line, Row } from './blocks.js';
import { oneLine } from './markdown-text.js';
import { proseToHtml, proseToHtmlLine } from './prose.js';

/** Renders the blocks of a page as HTML. Headings and rows have the ids of their blocks. */
export function blocksToHtml(blocks: readonly Block[]): string {
  return blocks.map(element).join('\n');
}

function element(block: Block): string {
  if ('heading' in block) {
    return `<h${block.level} id="${markup(block.id)}">${lineToHtml(block.heading)}</h${block.level}>`;
  }
  if ('paragraph' in block) return `<p>${lineToHtml(block.paragraph)}</p>`;
  if ('description' in block) return proseToHtml(block.description);
  if ('list' in block) return `<ul>\n${block.list.map((item) => `<li>${lineToHtml(item)}</li>`).join('\n')}\n</ul>`;
  if ('source' in block) return `<pre><code>${markup(visible(block.source).trimEnd())}</code></pre>`;
  return table(block.columns, block.rows);
}

function table(columns: readonly string[], rows: readonly Row[]): string {
  const head = columns.map((column) => `<th scope="col">${markup(column)}</th>`).join('');
  const body = rows.map(({ id, cells: [first = [], ...others] }) => {
    const name = id === undefined ? `<th scope="row">${lineToHtml(first)}</th>` : linked(id, first);
    return `<tr>${name}${others.map((cell) => `<td>${lineToHtml(cell)}</td>`).join('')}</tr>`;
  });
  const isLinkable = rows.some(({ id }) => id !== undefined);
  const html = `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
  // Scrollable content must be reachable by keyboard: by a link inside it, or by itself.
  const focus = html.includes('<a ') ? '' : ' role="group" aria-label="Table" tabindex="0"';
  return `<div class="table${isLinkable ? ' fields' : ''}"${focus}>${html}</div>`;
}

function linked(id: string, first: Line): string {
  const escaped = markup(id);
  return `<th scope="row" id="${escaped}"><a href="#${escaped}">${lineToHtml(first)}</a></th>`;
}

/** One line of text as HTML. */
export function lineToHtml(parts: Line): string {
  return parts.map(inline).join('');
}

function inline(part: Inline): string {
  if (typeof part === 'string') return markup(oneLine(part));
  if ('code' in part) return `<code>${markup(oneLine(part.code))}</code>`;
  if ('strong' in part) return `<strong>${markup(oneLine(part.strong))}</strong>`;
  if ('prose' in part) return proseToHtmlLine(part.prose);
  if ('standing' in part) return `<span class="standing ${part.standing}">${part.standing}</span>`;
  return `<a href="${markup(part.to)}">${lineToHtml(part.text)}</a>`;
}
