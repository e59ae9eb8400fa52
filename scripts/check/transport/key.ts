import { UsageError } from '../../command.js';
import type { Answer, Exchange, KeyUse } from '../exchange.js';
import type { Security } from '../operations.js';

/** What a request carries so that the server knows who sends it. */
export interface ShownKey {
  /** Name in lower case, and value. */
  header?: readonly [name: string, value: string];
  /** `name=value`, percent-encoded. */
  query?: string;
}

/** The key, which nobody gets to see: it can be shown to the server, and searched for in texts. */
export interface Key {
  show(use: KeyUse, security: Security): ShownKey;
  /** Whether this key, or the wrong one that is sent in its place, stands in a text; always false for one under 8 characters. */
  leaks(text: string): boolean;
  /** The text with `[key]` for each of them. */
  redact(text: string): string;
  /**
   * The exchange as others may see it. Where the answer repeats one of them, `[key]` stands in place of each in its headers
   * and its body, so that whatever is made of it (a name, a cut text, a pointer, an id) holds no part of the key.
   */
  cleaned(exchange: Exchange): Exchange;
  isLongEnoughToSearch: boolean;
}

/** What can be said of the key without having it. */
export type KeySearch = Pick<Key, 'leaks' | 'redact' | 'cleaned'>;

const variable = 'DIRECTORY_API_KEY';
const shortest = 8;
/** Characters of a key, in any form, that are looked for first. */
const beginning = 5;

export const noKey: KeySearch = { leaks: () => false, redact: (text) => text, cleaned: (exchange) => exchange };

/**
 * The search for the key that is set; where none is, nothing is found.
 *
 * @throws UsageError where it is no text that a header can hold
 */
export function keyInUse(): KeySearch {
  const value = process.env[variable];
  if (!value) return noKey;
  // Making the patterns takes a few milliseconds, and every argument and every text of a person is searched.
  if (known?.value !== value) known = { value, search: readKey() };
  return known.search;
}

let known: { value: string; search: KeySearch } | undefined;

/** @throws UsageError without the key in its message, where the variable is missing or no text that a header can hold */
export function readKey(): Key {
  const key = process.env[variable];
  if (!key) {
    throw new UsageError(`Expected the key of the server in the environment variable ${variable}, found none. Set it, then try again.`);
  }
  if (!/^[!-~]([ -~]*[!-~])?$/.test(key)) {
    throw new UsageError(
      `Expected ${variable} to be printable ASCII with no space at its ends, found something else. Check how it was set; ` +
        'a line break at its end is common.',
    );
  }
  const values: Record<KeyUse, string> = { right: key, none: '', empty: '', wrong: otherThan(key), prefixed: key };
  const isLongEnoughToSearch = key.length >= shortest;
  const forms = [values.right, values.wrong].flatMap(formsOf);
  const any = patternOf(forms.map((form) => form.slice(0, beginning)));
  const each = forms.map((form) => ({ begin: patternOf([form.slice(0, beginning)]), whole: patternOf([form], 'g') }));
  // Whole patterns are long, and take the platform a while at first; hardly a text has even the beginning of one.
  const hasBeginning = (text: string): boolean => isLongEnoughToSearch && any.test(text);
  const redact = (text: string): string =>
    hasBeginning(text) ? each.reduce((rest, { begin, whole }) => (begin.test(rest) ? rest.replace(whole, '[key]') : rest), text) : text;
  const leaks = (text: string): boolean => hasBeginning(text) && each.some(({ begin, whole }) => begin.test(text) && text.search(whole) >= 0);
  return {
    show(use, security) {
      const value = values[use];
      if (use === 'none') return {};
      switch (security.kind) {
        case 'header':
          return { header: [security.name.toLowerCase(), use === 'prefixed' ? `Bearer ${value}` : value] };
        case 'query':
          // A name with half a surrogate pair cannot be encoded; a buffer mends it.
          return { query: `${encodeURIComponent(Buffer.from(security.name).toString())}=${encodeURIComponent(value)}` };
        case 'bearer':
          return { header: ['authorization', use === 'prefixed' ? value : `Bearer ${value}`] };
        case 'basic':
          return { header: ['authorization', `Basic ${btoa(value)}`] };
        case 'none':
          return {};
      }
    },
    leaks,
    redact,
    cleaned(exchange) {
      const answer = exchange.answer && withoutKey(exchange.answer, leaks, redact);
      return answer ? { ...exchange, answer, holdsKey: true } : exchange;
    },
    isLongEnoughToSearch,
  };
}

/** Undefined where the answer does not hold it. */
function withoutKey({ status, headers, bytes }: Answer, leaks: Key['leaks'], redact: Key['redact']): Answer | undefined {
  // The key is ASCII: byte by byte nothing else changes, also where the body is no text.
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const fields = Object.entries(headers);
  if (!leaks(body) && !fields.some(([name, value]) => leaks(name) || [value].flat().some(leaks))) return undefined;
  const shown = fields.map(([name, value]) => [redact(name), typeof value === 'string' ? redact(value) : value.map(redact)] as const);
  // Without a prototype, as before: no name is there but those that came.
  const own: Answer['headers'] = Object.assign(Object.create(null), Object.fromEntries(shown));
  return { status, headers: own, bytes: Buffer.from(redact(body), 'latin1') };
}

/** A key of the same length and alphabet: each letter and digit is followed by the next of its kind. */
function otherThan(key: string): string {
  const next = (from: number, to: number) => (character: string) => {
    const code = character.charCodeAt(0);
    return String.fromCharCode(code === to ? from : code + 1);
  };
  const other = key.replace(/[a-z]/g, next(97, 122)).replace(/[A-Z]/g, next(65, 90)).replace(/[0-9]/g, next(48, 57));
  return other === key ? key.replace(/[!-~]/g, next(33, 126)) : other;
}

/** What a key looks like in other encodings: for each of them its characters, as patterns. */
function formsOf(key: string): string[][] {
  const base64 = [0, 1, 2].map((shift) => {
    const bits = btoa(' '.repeat(shift) + key).replace(/=+$/, '');
    // Characters that depend on the neighbours of the key as well are cut off, at both ends.
    return bits.slice(shift && shift + 1, (key.length + shift) % 3 === 0 ? undefined : -1);
  });
  // Letters and digits of base64 are escaped by nobody.
  const inBase64 = base64.map((text) => [...text].map((character) => (/\w/.test(character) ? character : escapesOf(character))));
  return [[...key].map(escapesOf), ...inBase64, [...key].map((character) => inHex(character.charCodeAt(0)))];
}

/** In either case: names of headers and media types come in small letters. */
function patternOf(forms: readonly string[][], flag = ''): RegExp {
  return new RegExp(forms.map((form) => form.join('')).join('|'), `i${flag}`);
}

/** Names of HTML for printable ASCII, between bars where there are more. */
const entities: Readonly<Record<string, string>> = {
  '!': 'excl', '"': 'quot', '#': 'num', $: 'dollar', '%': 'percnt', '&': 'amp', "'": 'apos', '(': 'lpar', ')': 'rpar',
  '*': 'ast|midast', '+': 'plus', ',': 'comma', '.': 'period', '/': 'sol', ':': 'colon', ';': 'semi', '<': 'lt',
  '=': 'equals', '>': 'gt', '?': 'quest', '@': 'commat', '[': 'lsqb|lbrack', '\\': 'bsol', ']': 'rsqb|rbrack', '^': 'Hat',
  _: 'lowbar|UnderBar', '`': 'grave|DiacriticalGrave', '{': 'lcub|lbrace', '|': 'verbar|vert|VerticalLine', '}': 'rcub|rbrace',
};
const urlSafe: Readonly<Record<string, string>> = { '+': '-', '/': '_' };
/** RFC 6901 §3. */
const inPointers: Readonly<Record<string, string>> = { '~': '~0', '/': '~1' };

function escapesOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = inHex(code);
  const forms = [
    literal(character),
    // A text may be escaped more than once; without a bound, a long run of backslashes would take quadratic time.
    `%(?:25){0,4}${hex}`,
    `\\\\{1,8}(?:(?:u00|x)${hex}|u\\{0{0,4}${hex}\\})`,
    // Reports in Markdown part some of these from what follows.
    `&(?:amp;){0,4}#(?:0{0,8}${code}|x0{0,8}${hex});?(?:<!-- -->)?`,
  ];
  if (/\W/.test(character)) forms.push(`\\\\{1,8}${literal(character)}`);
  if (character === ' ') forms.push('\\+');
  // SARIF doubles braces; in quotes of a shell a quote ends them and begins them again.
  if (/[{}]/.test(character)) forms.push(literal(character).repeat(2));
  if (character === "'") forms.push(`'\\\\''`);
  const entity = entities[character];
  if (entity) forms.push(`&(?:amp;){0,4}(?:${entity});`);
  for (const form of [urlSafe[character], inPointers[character]]) if (form) forms.push(form);
  return `(?:${forms.join('|')})`;
}

function literal(character: string): string {
  return /\w/.test(character) ? character : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function inHex(code: number): string {
  return code.toString(16).padStart(2, '0');
}
