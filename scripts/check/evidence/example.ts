import { isObject } from '../../contract/json.js';
import { cut, list } from './words.js';

/** What could be a key, a token, an address or a number of a person, or an identifier. */
const personal: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#]*@)?([^\s/?#]*)[^\s]*/gi, '$1$2/…'],
  [/[^\s@<>"',;:/?&=]+(?:@|%40)[^\s@<>"',;:/?&=]+/gi, '[address]'],
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '[id]'],
  [/\b(bearer|basic|token|api-?key)\s+\S+/gi, '$1 [key]'],
  // Letters and digits mixed, as a word in a language never has them.
  [/(?=[\w+/~.-]*[0-9])(?=[\w+/~.-]*[a-z])[\w+~-]{12,}={0,2}/gi, '[…]'],
  [/[a-z0-9+_-]{24,}={0,2}/gi, '[…]'],
  [/\+?[0-9][0-9 ()-]{5,}[0-9]/g, '[…]'],
  [/[0-9]{6,}/g, '[…]'],
];

/** A day, or a moment of it: no person and no key, though it is made of digits. */
const moment = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.]{5,15}(?:Z|[+-][0-9:]{4,5})?)?$/i;

/** The most characters of a value that are looked at. */
const longest = 300;

/**
 * A value from a response as the example in a proposal: cut short, and without anything that could be a key, a token,
 * an address of a person or an identifier. Of an object it has only the names of the fields, of an array the number of
 * items.
 */
export function exampleOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '[1 item]' : `[${value.length} items]`;
  if (isObject(value)) return `{ ${list(Object.keys(value).slice(0, 20).map(withoutPersonal), 10)} }`;
  if (value === undefined) return '';
  return cut(withoutPersonal(String(value)));
}

function withoutPersonal(text: string): string {
  if (moment.test(text)) return text;
  return personal.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text.slice(0, longest));
}
