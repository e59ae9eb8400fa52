import { isObject } from '../../contract/json.js';

const longest = 60;

/** What must not be repeated, and the word that stands for it. */
const address = /[^\s@<>"',;:]+@[^\s@<>"',;:]+/g;
const identifier = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;
const personal: readonly (readonly [form: RegExp, word: string])[] = [
  [address, '[address]'],
  [identifier, '[id]'],
  // Keys, tokens, digests: long, and more than letters.
  [/(?:(?=[\w+=~-]*\d)[\w+=~-]{20,}|[\w+=~-]{24,})(?:\.[\w+=~-]+)*/g, '[token]'],
  [/\+?\d[\d ()./-]{7,}\d/g, '[number]'],
  [/\d{6,}/g, '[number]'],
];

/** A time is neither a person nor an identifier. */
const time = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** A value as text for people: cut short, without keys, tokens, addresses of persons and identifiers. */
export function exampleOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length} ${value.length === 1 ? 'item' : 'items'}]`;
  if (isObject(value)) return short(`{ ${Object.keys(value).slice(0, 8).map(withoutPersonal).join(', ')} }`);
  return short(typeof value === 'string' ? withoutPersonal(withoutPath(value)) : withoutPersonal(String(value)));
}

/** Whether a name is a datum rather than a word: an identifier, an address, a token. */
export function isDatum(name: string): boolean {
  return name.search(address) >= 0 || name.search(identifier) >= 0 || /\d{6,}|(?=[a-z]*\d)[a-z\d+/=]{20,}/i.test(name);
}

function withoutPersonal(text: string): string {
  const beginning = text.slice(0, 500);
  if (time.test(beginning)) return text;
  return personal.reduce((shown, [form, word]) => shown.replace(form, word), beginning);
}

/** An address without what may name a person or a resource. */
function withoutPath(text: string): string {
  const [, origin] = /^([a-z][a-z0-9+.-]*:\/\/)[^\s]*$/i.exec(text) ?? [];
  return origin === undefined ? text : `${origin}…`;
}

/** Copies the text, because a slice would keep the whole one in memory. */
function short(text: string): string {
  return text.length > longest ? `${Buffer.from(text.slice(0, longest)).toString()}…` : Buffer.from(text).toString();
}
