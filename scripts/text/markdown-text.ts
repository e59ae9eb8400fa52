import { sentence, visible } from './escape.js';

/**
 * A sentence as Markdown text that is nothing but text, also in a table and in HTML: each mark that Markdown could obey
 * is written as an entity. Comments part what GitHub would make a link or a mention of after that (`@name`, `://`,
 * `www.`, `#1`).
 */
export function prose(text: string): string {
  return inert(sentence(text).trim());
}

/** A value as HTML, for a table or a `<summary>`, where a code span cannot hold everything. */
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

/** A value as a code span, in marks that are not in it. Not for a table, where a bar ends it. */
export function code(text: string): string {
  return codeSpan(visible(text));
}

/** Text that may be shown as a code span, in marks that are not in it. */
export function codeSpan(shown: string): string {
  if (shown.trim() === '') return '(empty)';
  const marks = '`'.repeat(longestRun(shown) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') || /^ .* $/.test(shown) ? ' ' : '';
  return `${marks}${space}${shown}${space}${marks}`;
}

/** Lines that may be shown as a code block, in a fence that is not in them. */
export function codeBlock(language: string, lines: readonly string[]): string[] {
  const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
  return [`${fence}${language}`, ...lines, fence];
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
