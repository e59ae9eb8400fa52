import { escapeHtml, sanitizeLine } from '../../text/escape.js';

/** HTML that is safe to put into a page. */
export interface Html {
  readonly html: string;
}

type HtmlPart = Html | readonly Html[] | string | number;

/** Tag for HTML templates. It escapes the inserted values, except HTML that this tag has made. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { html: strings.map((literal, index) => literal + renderPart(parts[index] ?? '')).join('') };
}

function renderPart(part: HtmlPart): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(sanitizeLine(String(part)));
  return 'html' in part ? part.html : part.map((each) => each.html).join('\n');
}

/** The HTML for a part of the page that is left out. */
export const emptyHtml: Html = { html: '' };

/** Returns the anchor of an operation's row: by its id, or by its position if the id has special characters. */
export function anchorOf(operationId: string, index: number): string {
  return /^[A-Za-z][\w-]*$/.test(operationId) ? `operation-${operationId}` : `operation-${index}`;
}
