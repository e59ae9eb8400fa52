import type { Severity } from './finding.js';

/** One way in which an answer is other than it must be; a finding is made from those that are alike. */
export interface Deviation {
  rule: string;
  severity: Severity;
  /** JSON pointer into the body, with `*` for a position in an array. */
  pointer: string;
  message: string;
  expected: string;
  actual: string;
  /** JSON pointer of the fact in the contract. */
  contract: string;
}

/** A JSON pointer without the positions in arrays, so that the same mistake in each item is one finding. */
export function withoutPositions(pointer: string, value: unknown): string {
  let at: unknown = value;
  let result = '';
  for (const token of pointer.split('/').slice(1)) {
    const isItem = Array.isArray(at);
    result += isItem ? '/*' : `/${token}`;
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined;
  }
  return result;
}

/** A value as a short text for a message. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
