import { randomInt } from 'node:crypto';
import { UsageError } from '../../text/usage-error.js';
import type { Exchange, KeyUse, ReceivedResponse } from '../model/exchange.js';
import type { Security } from '../model/security.js';
import { searchesFor } from './key-forms.js';

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
  /**
   * Whether this key, or the wrong one that is sent in its place, stands in a text; always false for one under 8
   * characters.
   */
  leaks(text: string): boolean;
  /** The text with `[key]` for each of them. */
  redact(text: string): string;
  /**
   * The exchange as others may see it. Where the answer repeats one of them, `[key]` stands in place of each in its
   * headers and its body, so that whatever is made of it (a name, a cut text, a pointer, an id) holds no part of the
   * key.
   */
  cleaned(exchange: Exchange): Exchange;
  isLongEnoughToSearch: boolean;
}

/** What can be said of the key without having it. */
export type KeySearch = Pick<Key, 'leaks' | 'redact' | 'cleaned'>;

const variable = 'DIRECTORY_API_KEY';
const shortest = 8;

export const noKey: KeySearch = { leaks: () => false, redact: (text) => text, cleaned: (exchange) => exchange };

/**
 * The search for the key that is set; where none is, nothing is found.
 *
 * @throws UsageError where it is no text that a header can hold
 */
export function keyInUse(): KeySearch {
  return process.env[variable] ? readKey() : noKey;
}

let known: { value: string; key: Key } | undefined;

/**
 * The same object for the same key: whoever searches in this process knows the wrong key that is sent, and making the
 * patterns takes a few milliseconds.
 *
 * @throws UsageError without the key in its message, where the variable is missing or no text that a header can hold
 */
export function readKey(): Key {
  const value = process.env[variable];
  if (!value) {
    throw new UsageError(
      `Expected the key of the server in the environment variable ${variable}, found none. Set it, then try again.`,
    );
  }
  if (known?.value === value) return known.key;
  if (!/^[!-~]([ -~]*[!-~])?$/.test(value)) {
    throw new UsageError(
      `Expected ${variable} to be printable ASCII with no space at its ends, found something else. Check how ` +
        'it was set; a line break at its end is common.',
    );
  }
  known = { value, key: keyOf(value) };
  return known.key;
}

function keyOf(key: string): Key {
  const values: Record<KeyUse, string> = { right: key, none: '', empty: '', wrong: otherThan(key), prefixed: key };
  const isLongEnoughToSearch = key.length >= shortest;
  const searches = [values.right, values.wrong].flatMap(searchesFor);
  const any = new RegExp(searches.map(({ beginning }) => beginning.source).join('|'), 'i');
  // Hardly a text has even the beginning of one.
  const hasBeginning = (text: string): boolean => isLongEnoughToSearch && any.test(text);
  const redact = (text: string): string =>
    hasBeginning(text) ? searches.reduce((rest, each) => each.redact(rest), text) : text;
  const leaks = (text: string): boolean => hasBeginning(text) && searches.some((each) => each.isIn(text));
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
      const response = exchange.response && withoutKey(exchange.response, leaks, redact);
      return response ? { ...exchange, response, holdsKey: true } : exchange;
    },
    isLongEnoughToSearch,
  };
}

/** Undefined where the answer does not hold it. */
function withoutKey(
  { status, headers, bytes }: ReceivedResponse,
  leaks: Key['leaks'],
  redact: Key['redact'],
): ReceivedResponse | undefined {
  // The key is ASCII: byte by byte nothing else changes, also where the body is no text.
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const fields = Object.entries(headers);
  if (!leaks(body) && !fields.some(([name, value]) => leaks(name) || [value].flat().some(leaks))) return undefined;
  const shown = fields.map(
    ([name, value]) => [redact(name), typeof value === 'string' ? redact(value) : value.map(redact)] as const,
  );
  // Without a prototype, as before: no name is there but those that came.
  const own: ReceivedResponse['headers'] = Object.assign(Object.create(null), Object.fromEntries(shown));
  return { status, headers: own, bytes: Buffer.from(redact(body), 'latin1') };
}

/** What the characters of a wrong key are drawn from, by the kind of the right one. */
const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '+/'];
const hexadecimal = ['0123456789', 'abcdef', 'ABCDEF'];
const punctuation = '!#$%&*?@^~';

/**
 * A random key of the same form: as long, with the same kind of character at each place, and the same separators.
 * Servers log the keys that they refuse, so it shows nothing else of the right one.
 */
function otherThan(key: string): string {
  const kinds = /^[0-9a-f-]*$/i.test(key) ? hexadecimal : alphabets;
  const separators = /^[-_.: =]*$/.test(key) ? '' : '-_.: =';
  const drawn = (character: string): string => {
    if (separators.includes(character)) return character;
    const kind = kinds.find((each) => each.includes(character)) ?? punctuation;
    return kind.charAt(randomInt(kind.length));
  };
  for (;;) {
    const other = [...key].map(drawn).join('');
    if (other !== key) return other;
  }
}
