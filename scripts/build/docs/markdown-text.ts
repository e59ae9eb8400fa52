import { visible } from '../../text/problem.js';

/** Text as Markdown that is nothing but text, inside of a line. */
export function escapeMarkdown(text: string): string {
  return (
    text
      // Behind an exclamation mark a link is a picture; at the end of a heading a number sign is none of its text.
      .replace(/[\\`*[\]<~]|&(?=#|\w)|!$|#(?=\s*$)/g, '\\$&')
      // Inside of a name an underscore is one.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
  );
}

/** A line that makes no list, quotation or heading by what it begins with. */
export function atLineStart(markdown: string): string {
  return markdown.replace(/^(?:[-+=#>]|\d{1,9}(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}

/** A cell of a table, which a bar would end, even in a code span. */
export function tableCell(markdown: string): string {
  return markdown.replaceAll('|', '\\|');
}

/** A value with every line end, control character and mark of direction shown as `\u…`. */
export function oneLine(text: string): string {
  return visible(text).replaceAll('\n', '\\u000a');
}

/** The lines of a source, as they may be shown. */
export function linesOf(source: string): string[] {
  return visible(source).replace(/\n+$/, '').split('\n');
}
