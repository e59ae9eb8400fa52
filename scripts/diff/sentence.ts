import { visible } from '../text/escape.js';

/** Values in sentences are cut here; the whole ones are in `before` and `after`. */
const valueLength = 60;

/** A name from a document in backticks, on one line, and without what a terminal, a log or the backticks would obey. */
export function code(value: unknown, length = valueLength): string {
  const text = visible(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'), length).replaceAll(
    '`',
    "'",
  );
  return `\`${text.trim() === '' ? '(empty)' : text}\``;
}

/** `a`, `b`: names in backticks. */
export function codes(values: readonly unknown[]): string {
  const shown = values
    .slice(0, 12)
    .map((value) => code(value))
    .join(', ');
  return values.length > 12 ? `${shown} and ${values.length - 12} more` : shown;
}

/** gained `a` and lost `b`; empty where neither. */
export function gainedAndLost(gained: readonly unknown[], lost: readonly unknown[]): string {
  const told = [gained.length > 0 ? `gained ${codes(gained)}` : '', lost.length > 0 ? `lost ${codes(lost)}` : ''];
  return told.filter((text) => text !== '').join(' and ');
}

/** A sentence in its pieces: text and, in between, what stood in backticks. */
export function pieces(message: string): { text: string; isCode: boolean }[] {
  return message
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
