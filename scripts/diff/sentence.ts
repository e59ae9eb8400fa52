import { sanitize } from '../text/escape.js';
import { formatList } from '../text/numbers.js';
import type { ContractChange } from './change.js';

/** Maximum length of values in sentences; `before` and `after` have the whole values. */
const valueLength = 60;

/** A name from a document in backticks, on one line, without characters that a terminal or Markdown interprets. */
export function code(value: unknown, length = valueLength): string {
  const text = sanitize(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'), length).replaceAll(
    '`',
    "'",
  );
  return `\`${text.trim() === '' ? '(empty)' : text}\``;
}

/** Names in backticks: `a`, `b`. */
export function codes(values: readonly unknown[]): string {
  return formatList(
    values.map((value) => code(value)),
    12,
  );
}

/** Fills in the names in braces: a name in backticks stands for a value, other names for text that may be missing. */
export function fillSentence(sentence: string, names: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/(`?)\{(\w+)\}\1/g, (_, tick: string, name: string) =>
    tick === '' ? String(names[name] ?? '') : code(names[name]),
  );
}

/** For example ``gained `a` and lost `b` ``; empty if both lists have the same values. */
export function gainsAndLosses(before: readonly unknown[], after: readonly unknown[]): string {
  const textOf = (value: unknown): string | undefined => JSON.stringify(value);
  const [old, current] = [new Set(before.map(textOf)), new Set(after.map(textOf))];
  const gains = after.filter((value) => !old.has(textOf(value)));
  const losses = before.filter((value) => !current.has(textOf(value)));
  const parts = [gains.length > 0 ? `gained ${codes(gains)}` : '', losses.length > 0 ? `lost ${codes(losses)}` : ''];
  return parts.filter((text) => text !== '').join(' and ');
}

type RemarkedChange = Pick<ContractChange, 'effect' | 'stated' | 'witness' | 'isUndecided'>;

/** The sentence about a change. A change of names in code says so first, since it concerns no request. */
export function messageOf({ codeOnly, message }: Pick<ContractChange, 'codeOnly' | 'message'>): string {
  return codeOnly ? `Only a name in code: ${message.charAt(0).toLowerCase()}${message.slice(1)}` : message;
}

/** Remarks on a breaking change, for the end of its message: a space and parentheses, or an empty string. */
export function remarkOn({ effect, stated, witness, isUndecided }: RemarkedChange): string {
  if (effect !== 'breaking') return '';
  const state = witness?.allowedBy === 'old' ? 'was allowed' : 'is allowed now';
  const remarks = [
    ...(stated ? [] : ['This was inferred.']),
    ...(witness ? [`For example, ${code(JSON.stringify(witness.value), 100)} ${state}.`] : []),
    ...(isUndecided ? ['No example was found.'] : []),
  ];
  return remarks.length === 0 ? '' : ` (${remarks.join(' ')})`;
}

/** Splits a sentence into text and, in between, the names in backticks. */
export function pieces(message: string): { text: string; isCode: boolean }[] {
  return message
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
