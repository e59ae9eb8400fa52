import { counted, grouped } from '../../text/numbers.js';

const longest = 80;

/** A text that may be of any length, short enough to keep. The copy is real: a slice would hold on to the whole. */
export function cut(text: string): string {
  return text.length > longest ? `${Buffer.from(text.slice(0, longest)).toString()}…` : text;
}

/** A name or a value as a word of a sentence: in quotes where it is not plain. */
export function word(text: string): string {
  return /^[\w./+-]+$/.test(text) ? text : JSON.stringify(text);
}

/** Names one after another, the first 40 of them. */
export function list(names: readonly string[], limit = 40): string {
  const rest = names.length - limit;
  return `${names.slice(0, limit).map(word).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Words with how often each came: `404 (12), 400 (3)`. */
export function tallied(entries: readonly (readonly [name: string, count: number])[], limit = 20): string {
  const rest = entries.length - limit;
  const named = entries.slice(0, limit).map(([name, count]) => `${word(name)} (${grouped(count)})`);
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** `1 answer`, `1,204 answers`. */
export function count(amount: number, singular: string): string {
  return counted(amount, singular, plural(singular));
}

/** What things of a schema are called: `PartnerEntry` gives `partner entry`. */
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

/** The sentences that there is something to say with. */
export function said(...sentences: (string | false)[]): string[] {
  return sentences.flatMap((sentence) => sentence || []);
}
