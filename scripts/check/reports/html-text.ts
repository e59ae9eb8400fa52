import { escapeHtml, sanitizeLine } from '../../text/escape.js';

/** HTML that is safe to put into a page. */
export interface Html {
  readonly html: string;
}

type HtmlPart = Html | readonly Html[] | string | number;

/** A template that escapes its parts, except for HTML from this function. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return {
    html: strings
      .map((literal, index) => `${literal}${index < parts.length ? renderPart(parts[index] ?? '') : ''}`)
      .join(''),
  };
}

function renderPart(part: HtmlPart): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(sanitizeLine(String(part)));
  return 'html' in part ? part.html : part.map((each) => each.html).join('\n');
}

/** Stands for an omitted part of the page. */
export const nothing: Html = { html: '' };

/** The anchor of an operation's row; ids of other contracts may contain any character. */
export function anchorOf(operationId: string, index: number): string {
  return /^[A-Za-z][\w-]*$/.test(operationId) ? `operation-${operationId}` : `operation-${index}`;
}
