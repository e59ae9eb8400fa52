import { escapeCommands } from './escape.js';

/** Characters that a terminal draws two columns wide. */
const wideCharacterPattern = new RegExp(
  String.raw`[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3` +
    String.raw`\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]` +
    String.raw`|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]`,
  'u',
);
/** Marks that a terminal draws over the preceding character. */
const combiningMarkPattern = /\p{M}/u;

export function columnCountOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text)
    columns += combiningMarkPattern.test(character) ? 0 : wideCharacterPattern.test(character) ? 2 : 1;
  return columns;
}

/**
 * Wraps text at spaces into lines of at most `width` columns; only a word that is longer than a line is split. A log
 * command of a CI service at the beginning of a line is escaped, which makes the line slightly longer.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    for (const [index, part] of splitWord(word, width).entries()) {
      if (index === 0 && line !== '' && columnCountOf(line) + 1 + columnCountOf(part) <= width) {
        line += ` ${part}`;
        continue;
      }
      if (line !== '') lines.push(line);
      line = part;
    }
  }
  if (line !== '') lines.push(line);
  return lines.map(escapeCommands);
}

function splitWord(word: string, width: number): string[] {
  if (columnCountOf(word) <= width) return [word];
  const parts: string[] = [];
  let piece = '';
  let columns = 0;
  for (const character of word) {
    const characterWidth = columnCountOf(character);
    if (piece !== '' && columns + characterWidth > width) {
      parts.push(piece);
      piece = '';
      columns = 0;
    }
    piece += character;
    columns += characterWidth;
  }
  return [...parts, piece];
}

/**
 * Writes lines and a line break, wrapped to the width of a terminal; elsewhere, other programs may read the lines. A
 * line that begins with a space, such as a command to copy, stays whole.
 */
export function writeWrapped(
  stream: Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'columns'>>,
  text: string,
): void {
  const { columns = Infinity } = stream;
  const lines = text.split('\n').flatMap((line) => (/^\S/.test(line) ? wrap(line, columns) : [line]));
  stream.write(`${lines.join('\n')}\n`);
}

/** Wraps text, with a label before its first line; indents all other lines by the width of the label. */
export function wrapWithLabel(label: string, text: string, width: number): string[] {
  const indent = ' '.repeat(columnCountOf(label));
  const lines = wrap(text, Math.max(20, width - indent.length));
  return (lines.length > 0 ? lines : ['']).map((line, index) => `${index === 0 ? label : indent}${line}`.trimEnd());
}
