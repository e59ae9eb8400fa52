import { UsageError } from '../../command.js';
import type { KeyUse } from '../exchange.js';
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
  isLongEnoughToSearch: boolean;
}

const variable = 'DIRECTORY_API_KEY';
const shortest = 8;

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
  const beginning = patternOf(forms.map((form) => form.slice(0, 5)));
  const leak = patternOf(forms);
  const leaks = new RegExp(leak, 'g');
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
    // The whole pattern is too long for the platform to make it fast; hardly a text has even the beginning.
    leaks: (text) => isLongEnoughToSearch && beginning.test(text) && leak.test(text),
    redact: (text) => (isLongEnoughToSearch && beginning.test(text) ? text.replace(leaks, '[key]') : text),
    isLongEnoughToSearch,
  };
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
  return [...[key, ...base64].map((text) => [...text].map(escapesOf)), [...key].map((character) => inHex(character.charCodeAt(0)))];
}

function patternOf(forms: readonly string[][]): RegExp {
  return new RegExp(forms.map((form) => form.join('')).join('|'));
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const urlSafe: Readonly<Record<string, string>> = { '+': '-', '/': '_' };

function escapesOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = inHex(code);
  const forms = [
    literal(character),
    // A text may be escaped more than once; without a bound, a long run of backslashes would take quadratic time.
    `%(?:25){0,4}${hex}`,
    `\\\\{1,8}(?:u00|x)${hex}`,
    `&(?:amp;){0,4}#(?:0{0,8}${code}|[xX]0{0,8}${hex});`,
  ];
  if (/\W/.test(character)) forms.push(`\\\\{1,8}${literal(character)}`);
  if (character === ' ') forms.push('\\+');
  const entity = entities[character];
  if (entity) forms.push(`&(?:amp;){0,4}${entity};`);
  const twin = urlSafe[character];
  if (twin) forms.push(twin);
  return `(?:${forms.join('|')})`;
}

function literal(character: string): string {
  return /\w/.test(character) ? character : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** Two digits, in either case. */
function inHex(code: number): string {
  return code.toString(16).padStart(2, '0').replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
