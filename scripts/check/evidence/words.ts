import { createHash } from 'node:crypto';
import { formatCount, formatList, groupDigits } from '../../text/numbers.js';

const maxLength = 80;

/** Shortens a string of any length. Copies it, because a slice would keep the whole string in memory. */
export function shorten(text: string): string {
  return text.length > maxLength ? `${Buffer.from(text.slice(0, maxLength)).toString()}…` : text;
}

export function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('base64').slice(0, 16);
}

/** Returns a name or a value for use in a sentence: in quotes if it has unusual characters. */
export function wordText(text: string): string {
  return /^[\w./+-]+$/.test(text) ? text : JSON.stringify(text);
}

export function listText(names: readonly string[], limit = 40): string {
  return formatList(names.map(wordText), limit);
}

/** Lists words with their counts: `404 (12), 400 (3)`. */
export function tallyText(entries: readonly (readonly [name: string, count: number])[], limit = 20): string {
  const entriesText = entries.map(([name, count]) => `${wordText(name)} (${groupDigits(count)})`);
  return formatList(entriesText, limit);
}

/** Returns `1 response` or `1,204 responses`. */
export function countText(count: number, singular: string): string {
  return formatCount(count, singular, toPlural(singular));
}

/** Returns the noun for a schema: `partner entry` for `PartnerEntry`. */
export function resourceName(schema: string): string {
  return schema.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

export function toPlural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(ch|sh|x)$/.test(noun)) return `${noun}es`;
  return /media|s$/.test(noun) ? noun : `${noun}s`;
}

/** Returns `All 13 observed entries` or `The one observed entry`: the beginning of a sentence whose verb follows. */
export function allText(count: number, noun: string): string {
  return count === 1 ? `The one observed ${noun}` : `All ${groupDigits(count)} observed ${toPlural(noun)}`;
}

export function chooseVerb(count: number, singularForm: string, pluralForm: string): string {
  return count === 1 ? singularForm : pluralForm;
}

/** Counts how often each word occurs, for up to 50 different words. */
export class WordTally {
  readonly #counts = new Map<string, number>();
  total = 0;

  add(word: string | number): void {
    const key = shorten(String(word));
    const count = this.#counts.get(key);
    this.total += 1;
    if (count !== undefined || this.#counts.size < 50) this.#counts.set(key, (count ?? 0) + 1);
  }

  /** Returns the words by frequency, then by name. */
  entries(): [word: string, count: number][] {
    return [...this.#counts].sort(([a, often], [b, oftener]) => oftener - often || (a < b ? -1 : 1));
  }

  words(): string[] {
    return this.entries().map(([word]) => word);
  }
}

/** Counts the fields of similar objects: the first 5,000 objects, and 200 fields of each. */
export class FieldTally {
  readonly #counts = new Map<string, number>();
  count = 0;

  see(object: Readonly<Record<string, unknown>>): void {
    if (this.count >= 5000) return;
    this.count += 1;
    let visits = 0;
    for (const name in object) {
      if (++visits > 200) return;
      const key = shorten(name);
      const count = this.#counts.get(key);
      if (count !== undefined || this.#counts.size < 200) this.#counts.set(key, (count ?? 0) + 1);
    }
  }

  commonFields(): string[] {
    return [...this.#counts].filter(([, count]) => count === this.count).map(([name]) => name);
  }

  commonText(): string {
    return listText(this.commonFields()) || 'no field in common';
  }

  sometimes(): [name: string, count: number][] {
    return [...this.#counts].filter(([, count]) => count < this.count);
  }
}

/** Describes the fields that objects have, and names the fields that the contract does not list. */
export function shapeSentences(fields: FieldTally, noun: string, documentedNames?: readonly string[]): string[] {
  if (fields.count === 0) return [];
  const newNames = documentedNames ? fields.commonFields().filter((name) => !documentedNames.includes(name)) : [];
  const partialFields = fields.sometimes();
  const newText = newNames.length > 0 ? `; the contract does not list ${listText(newNames)}` : '';
  const partialText = partialFields.length > 0 ? `; some have ${tallyText(partialFields)}` : '';
  const subject = `${allText(fields.count, noun)} ${chooseVerb(fields.count, 'has', 'have')}`;
  return [`${subject} ${fields.commonText()}${newText}${partialText}.`];
}
