import { sanitizeCode, sanitizeDocs } from '../../../text/escape.js';

/** Escapes plain text for use inside a line of Markdown. */
export function escapeMarkdown(text: string): string {
  return (
    text
      // After `!`, a link would become a picture. A `#` at the end of a heading would be dropped.
      .replace(/[\\`*[\]<~]|&(?=#|\w)|!$|#(?=\s*$)/g, '\\$&')
      // Inside a word, an underscore has no meaning.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
  );
}

/** Escapes the start of a line, so that the line does not become a list, quotation or heading. */
export function escapeLineStart(markdown: string): string {
  return markdown.replace(/^(?:[-+=#>]|\d{1,9}(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}

/** Escapes bars, which would end a table cell even inside a code span. */
export function escapeCell(markdown: string): string {
  return markdown.replaceAll('|', '\\|');
}

/** A text on one line: every line break, control character and direction mark becomes a visible `\u{…}`. */
export function toOneLine(text: string): string {
  return sanitizeDocs(text).replaceAll('\n', '\\u{a}');
}

/** The lines of a source text. Characters that could hide or reorder text become visible escapes. */
export function sourceLines(source: string): string[] {
  return sanitizeCode(source).replace(/\n+$/, '').split('\n');
}

/** The beginning of a text on one line. A longer text is cut after a whole word, and ends with `…`. */
export function shorten(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength).replace(/\s+\S*$/, '')} …`;
}

/**
 * Caches the results of a function for texts that several pages show.
 *
 * @param maxSize the number of results after which the cache is emptied, so that a long-lived process does not grow
 */
export function memoize<Result>(compute: (text: string) => Result, maxSize = 5000): (text: string) => Result {
  const cache = new Map<string, Result>();
  return (text) => {
    const entry = cache.get(text);
    if (entry !== undefined) return entry;
    if (cache.size > maxSize) cache.clear();
    const result = compute(text);
    cache.set(text, result);
    return result;
  };
}
