import { markup, whole } from '../../text/escape.js';

/** HTML that is safe to put into a page as it is. */
export interface Html {
  readonly html: string;
}

type Part = Html | readonly Html[] | string | number;

/** A template whose parts are text, and inert, unless they are HTML that was made here. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return {
    html: strings.map((fixed, index) => `${fixed}${index < parts.length ? written(parts[index] ?? '') : ''}`).join(''),
  };
}

function written(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return markup(whole(String(part)));
  return 'html' in part ? part.html : part.map((each) => each.html).join('\n');
}

/** What a part of the page is left out as. */
export const nothing: Html = { html: '' };

/** The anchor of an operation's row; ids of foreign contracts can hold anything. */
export function anchorOf(operationId: string, index: number): string {
  return /^[A-Za-z][\w-]*$/.test(operationId) ? `operation-${operationId}` : `operation-${index}`;
}
