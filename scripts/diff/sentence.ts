import { visible } from '../text/escape.js';

/** Values in sentences are cut at this length; `before` and `after` have the whole values. */
const valueLength = 60;

/** A name from a document in backticks, on one line, without characters that a terminal or Markdown interprets. */
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

/** ``gained `a` and lost `b` ``; empty if both lists are. */
export function gainedAndLost(gained: readonly unknown[], lost: readonly unknown[]): string {
  const told = [gained.length > 0 ? `gained ${codes(gained)}` : '', lost.length > 0 ? `lost ${codes(lost)}` : ''];
  return told.filter((text) => text !== '').join(' and ');
}

/** Splits a sentence into text and, in between, the names in backticks. */
export function pieces(message: string): { text: string; isCode: boolean }[] {
  return message
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
