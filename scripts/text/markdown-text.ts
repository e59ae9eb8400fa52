import { sentence, visible } from './escape.js';

/**
 * Escapes a sentence for Markdown, also in a table or in HTML: each character with a meaning becomes an entity. HTML
 * comments break up what GitHub would still make a link or a mention (`@name`, `://`, `www.`, `#1`).
 */
export function prose(text: string): string {
  return inert(sentence(text).trim());
}

/** A value as HTML code, for tables and `<summary>`, in which a code span cannot hold every character. */
export function htmlCode(text: string): string {
  return `<code>${inert(visible(text))}</code>`;
}

function inert(text: string): string {
  return (
    text
      .replace(/[!#$&*+<=>@[\\\]^_`{|}~]|:(?=\S)/g, (mark) => `&#${mark.charCodeAt(0)};`)
      .replace(/&#(?:64|58|35);/g, '$&<!-- -->')
      .replace(/\b(www)\./gi, '$1<!-- -->.')
      // At the beginning of a line these make a list or a rule.
      .replace(/^(?:-|\d+(?=[.)](?:\s|$)))/, (mark) => (mark === '-' ? '&#45;' : `${mark}<!-- -->`))
  );
}

/** A value as a code span, with more backticks than the value has. Not for tables, where a bar would end it. */
export function code(text: string): string {
  return codeSpan(visible(text));
}

/** The same for text that is already safe to print. */
export function codeSpan(shown: string): string {
  if (shown.trim() === '') return '(empty)';
  const marks = '`'.repeat(longestRun(shown) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') || /^ .* $/.test(shown) ? ' ' : '';
  return `${marks}${space}${shown}${space}${marks}`;
}

/** Safe lines as a code block, with a longer fence than any in the lines. */
export function codeBlock(language: string, lines: readonly string[]): string[] {
  const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
  return [`${fence}${language}`, ...lines, fence];
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
