import { sanitize, sanitizeSentence } from './escape.js';

/**
 * Escapes a sentence for Markdown, even inside a table or HTML: each special character becomes an entity. HTML comments
 * break up text that GitHub would still turn into a link or a mention (`@name`, `://`, `www.`, `#1`).
 */
export function escapeProse(text: string): string {
  return escapeMarkdown(sanitizeSentence(text).trim());
}

/** A value in a `<code>` element, for tables and `<summary>`, where a code span cannot hold every character. */
export function toHtmlCode(text: string): string {
  return `<code>${escapeMarkdown(sanitize(text))}</code>`;
}

function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[!#$&*+<=>@[\\\]^_`{|}~]|:(?=\S)/g, (mark) => `&#${mark.charCodeAt(0)};`)
      .replace(/&#(?:64|58|35);/g, '$&<!-- -->')
      .replace(/\b(www)\./gi, '$1<!-- -->.')
      // At the beginning of a line, these characters would start a list or a rule.
      .replace(/^(?:-|\d+(?=[.)](?:\s|$)))/, (mark) => (mark === '-' ? '&#45;' : `${mark}<!-- -->`))
  );
}

/** A value as a code span, between more backticks than the value contains. Not for tables, where a bar would end it. */
export function toCode(text: string): string {
  return toCodeSpan(sanitize(text));
}

/** Like `toCode`, for text that is already safe to print. */
export function toCodeSpan(safeText: string): string {
  if (safeText.trim() === '') return '(empty)';
  const backticks = '`'.repeat(longestBacktickRun(safeText) + 1);
  const space = safeText.startsWith('`') || safeText.endsWith('`') || /^ .* $/.test(safeText) ? ' ' : '';
  return `${backticks}${space}${safeText}${space}${backticks}`;
}

export function toCodeBlock(language: string, lines: readonly string[]): string[] {
  const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestBacktickRun(line) + 1)));
  return [`${fence}${language}`, ...lines, fence];
}

function longestBacktickRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/**
 * The first line of a comment, by which a workflow finds its own earlier comment about the same subject. It has no
 * characters that could end the comment or a shell word.
 */
export function commentMarker(kind: string, ...subject: readonly string[]): string {
  const slugs = [kind, ...subject].map((text) => text.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60));
  return `<!-- ${slugs.join(' ')} -->`;
}
