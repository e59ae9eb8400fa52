import { createHash } from 'node:crypto';
import { counted, grouped } from '../../text/numbers.js';

const longest = 80;

/** Shortens a text of any length. Copies it, because a slice would keep the whole text in memory. */
export function cut(text: string): string {
  return text.length > longest ? `${Buffer.from(text.slice(0, longest)).toString()}…` : text;
}

/** A short text that tells one body from another. */
export function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('base64').slice(0, 16);
}

/** Returns a name or a value for use in a sentence: in quotes if it has unusual characters. */
export function word(text: string): string {
  return /^[\w./+-]+$/.test(text) ? text : JSON.stringify(text);
}

/** Lists names, by default the first 40. */
export function list(names: readonly string[], limit = 40): string {
  const rest = names.length - limit;
  return `${names.slice(0, limit).map(word).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Lists words with their counts: `404 (12), 400 (3)`. */
export function tallied(entries: readonly (readonly [name: string, count: number])[], limit = 20): string {
  const rest = entries.length - limit;
  const named = entries.slice(0, limit).map(([name, count]) => `${word(name)} (${grouped(count)})`);
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** `1 response`, `1,204 responses`. */
export function count(amount: number, singular: string): string {
  return counted(amount, singular, plural(singular));
}

/** Returns the noun for a schema: `partner entry` for `PartnerEntry`. */
export function resourceName(schema: string): string {
  return schema.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(ch|sh|x)$/.test(noun)) return `${noun}es`;
  return /media|s$/.test(noun) ? noun : `${noun}s`;
}

/** `All 13 partner entries`, `The one partner entry`: the beginning of a sentence whose verb follows. */
export function each(amount: number, noun: string): string {
  return amount === 1 ? `The one ${noun}` : `All ${grouped(amount)} ${plural(noun)}`;
}

/** The verb for one or for many. */
export function verb(amount: number, one: string, many: string): string {
  return amount === 1 ? one : many;
}

/** Returns the sentences that apply; a false one is left out. */
export function withoutFalse(...sentences: (string | false)[]): string[] {
  return sentences.flatMap((sentence) => sentence || []);
}
