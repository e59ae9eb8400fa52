import { readable } from '../../../text/escape.js';

/** Escapes plain text for use inside a line of Markdown. */
export function escapeMarkdown(text: string): string {
  return (
    text
      // After an exclamation mark a link is a picture; a number sign at the end of a heading is not part of its text.
      .replace(/[\\`*[\]<~]|&(?=#|\w)|!$|#(?=\s*$)/g, '\\$&')
      // Inside a word, an underscore has no meaning.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
  );
}

/** Escapes the start of a line, so that it does not become a list, quotation or heading. */
export function atLineStart(markdown: string): string {
  return markdown.replace(/^(?:[-+=#>]|\d{1,9}(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}

/** Escapes bars, which would end a table cell even inside a code span. */
export function tableCell(markdown: string): string {
  return markdown.replaceAll('|', '\\|');
}

/** A value with every line end, control character and direction mark shown as `\u…`. */
export function oneLine(text: string): string {
  return readable(text).replaceAll('\n', '\\u{a}');
}

/** The lines of a source text, safe to show. */
export function linesOf(source: string): string[] {
  return readable(source).replace(/\n+$/, '').split('\n');
}

/** The beginning of a text on one line, up to the last whole word, with `…` where something was left out. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most).replace(/\s+\S*$/, '')} …`;
}

/**
 * A function of a text that keeps its results, for texts that are rendered or read on several pages.
 *
 * @param most number of results after which it starts again, so that a long-lived process does not grow
 */
export function once<Result>(work: (text: string) => Result, most = 5000): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    if (known.size > most) known.clear();
    const made = work(text);
    known.set(text, made);
    return made;
  };
}
