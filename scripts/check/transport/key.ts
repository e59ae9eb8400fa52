import type { Security } from '../../contract/security.js';
import { UsageError } from '../../text/usage-error.js';
import type { Exchange, ReceivedResponse } from '../model/exchange.js';
import { beforeKey, isNearKey, type KeyUse } from '../model/near-key.js';
import { SecretSearch, secretParts } from './key-in-text.js';
import { nearKeysOf, type ShownKey, shownIn, wrongKeyFor } from './near-keys.js';

/** The key. Other code cannot read it, but only show it to the server or search for it in texts. */
export interface Key {
  show(use: KeyUse, security: Security): ShownKey;
  /** Whether a text contains this key, or the wrong key sent in its place; always false for keys under 8 characters. */
  leaks(text: string): boolean;
  /** Returns the text with `[key]` in place of each of them. */
  redact(text: string): string;
  /**
   * Returns the exchange for other code. If the response repeats a key, `[key]` replaces it in headers and body, so
   * that nothing made from the response (a name, a cut text, a pointer, an id) contains a part of the key.
   */
  cleaned(exchange: Exchange): Exchange;
  isLongEnoughToSearch: boolean;
}

/** The part of a key that does not reveal it. */
export type KeySearch = Pick<Key, 'leaks' | 'redact' | 'cleaned'>;

export const keyVariable = 'DIRECTORY_API_KEY';

/** Shorter keys occur in many texts by chance. */
export const shortest = 8;

export const noKey: KeySearch = { leaks: () => false, redact: (text) => text, cleaned: (exchange) => exchange };

/** In place of the key, where no operation wants one. */
export const absentKey: Key = { ...noKey, show: () => ({ headers: [] }), isLongEnoughToSearch: true };

/**
 * Returns the search for the current key, and for everything else that this process holds; without any, it finds
 * nothing.
 *
 * @throws UsageError if a header cannot contain the key
 */
export function keyInUse(): KeySearch {
  return together([...(process.env[keyVariable] ? [readKey()] : []), ...held.values()]);
}

let known: { value: string; key: Key } | undefined;

/** Keys that a command has printed, and values of other headers. */
const held = new Map<string, KeySearch>();

/**
 * Returns the same object for the same key: every search in this process must know the wrong key that was sent, and
 * building the patterns takes a few milliseconds.
 *
 * @throws UsageError, without the key in its message, if the variable is missing or a header cannot contain its value
 */
export function readKey(): Key {
  const value = process.env[keyVariable];
  if (!value) {
    throw new UsageError(
      `The environment variable ${keyVariable} is not set. Set it to the key of the server, then try again.`,
    );
  }
  if (known?.value === value) return known.key;
  if (!isSendableValue(value)) {
    throw new UsageError(
      `${keyVariable} must be printable ASCII without leading or trailing spaces, but it is not. Check how it was ` +
        'set; a line break at its end is common.',
    );
  }
  known = { value, key: keyOf(value) };
  return known.key;
}

/** Whether a header can contain a text: printable ASCII without spaces at its ends. */
export function isSendableValue(value: string): boolean {
  return /^[!-~]([ -~]*[!-~])?$/.test(value);
}

/** Holds a key that a command has printed: it stays in every search until this process ends. */
export function heldKey(value: string): Key {
  const before = held.get(`key ${value}`) as Key | undefined;
  const key = before ?? keyOf(value);
  held.set(`key ${value}`, key);
  return key;
}

/** The words of a header's value: they occur in many texts by chance. */
const word = /^[A-Za-z]{1,15}$/;

/**
 * Holds the value of another header: it stays in every search until this process ends. A response that contains it is
 * judged as it is, since it may be the name of a tenant, so that messages may quote a part of it.
 *
 * @returns undefined if the value is too short, or a single word, so that no search for it would help
 */
export function heldValue(value: string): KeySearch | undefined {
  if (value.length < shortest || word.test(value)) return undefined;
  const parts = secretParts(value, shortest).filter((part) => !word.test(part));
  const search = new SecretSearch(parts, true);
  const found = {
    ...noKey,
    leaks: (text: string) => search.isIn(text),
    redact: (text: string) => search.redact(text),
  };
  held.set(`value ${value}`, found);
  return found;
}

export function together(searches: readonly KeySearch[]): KeySearch {
  const [first = noKey, ...others] = searches;
  if (others.length === 0) return first;
  return {
    leaks: (text) => searches.some((each) => each.leaks(text)),
    redact: (text) => searches.reduce((rest, each) => each.redact(rest), text),
    cleaned: (exchange) => searches.reduce((rest, each) => each.cleaned(rest), exchange),
  };
}

function keyOf(key: string): Key {
  const values = { right: key, none: '', empty: '', wrong: wrongKeyFor(key), prefixed: key };
  const near = nearKeysOf(key, values.wrong);
  const isLongEnoughToSearch = key.length >= shortest;
  const partsOf = (value: string, security?: Security): string[] =>
    secretParts(security?.kind === 'basic' ? `Basic ${btoa(value)}` : value, shortest);
  const sent = [values.right, values.wrong].flatMap((value) => partsOf(value));
  const usual = new SecretSearch(sent);
  const all = new SecretSearch(sent);
  const leaks = (text: string): boolean => isLongEnoughToSearch && all.isIn(text);
  const redact = (text: string): string => (isLongEnoughToSearch ? all.redact(text) : text);
  return {
    show(use, security) {
      if (use === 'none') return { headers: [] };
      if (isNearKey(use)) {
        const { made, shown } = near(use, security);
        if (isLongEnoughToSearch) for (const each of made) for (const part of partsOf(each, security)) all.add(part);
        return shown;
      }
      // Only here it shows that the part after a colon is a password.
      if (isLongEnoughToSearch && security.kind === 'basic')
        for (const part of partsOf(key, security)) for (const search of [usual, all]) search.add(part);
      return shownIn(security, [beforeKey(security, use) + values[use]]);
    },
    leaks,
    redact,
    cleaned(exchange) {
      if (!exchange.response || !isLongEnoughToSearch) return exchange;
      // Searching every response for what is made of the key takes long; all that leaves the run is searched for it.
      const response = cleanedResponse(exchange.response, isNearKey(exchange.request.key) ? all : usual);
      return response ? { ...exchange, response, holdsKey: true } : exchange;
    },
    isLongEnoughToSearch,
  };
}

/** Returns the response without the key; undefined if it does not contain the key. */
function cleanedResponse(
  { status, headers, bytes }: ReceivedResponse,
  search: SecretSearch,
): ReceivedResponse | undefined {
  const leaks = (text: string): boolean => search.isIn(text);
  const redact = (text: string): string => search.redact(text);
  // The key is ASCII, so replacing it byte by byte changes nothing else, even in a binary body.
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const fields = Object.entries(headers);
  if (!leaks(body) && !fields.some(([name, value]) => leaks(name) || [value].flat().some(leaks))) return undefined;
  const shown = fields.map(
    ([name, value]) => [redact(name), typeof value === 'string' ? redact(value) : value.map(redact)] as const,
  );
  // Without a prototype, as before: it has only the names of received headers.
  const own: ReceivedResponse['headers'] = Object.assign(Object.create(null), Object.fromEntries(shown));
  return { status, headers: own, bytes: Buffer.from(redact(body), 'latin1') };
}

/** Returns the search for the key; undefined if its value is invalid, so that no search for it is possible. */
function search(): KeySearch | undefined {
  try {
    return keyInUse();
  } catch {
    return undefined;
  }
}

/**
 * Whether a text from the user contains the key, in any encoding; a key under 8 characters, or such a part of
 * it after a scheme, is found only if it is a whole value.
 */
export function holdsKey(text: string): boolean {
  const key = process.env['DIRECTORY_API_KEY'];
  if (!key) return false;
  const isIn = (part: string): boolean =>
    part.length < shortest ? text === part || text.endsWith(`=${part}`) : text.includes(part);
  return secretParts(key, 1).some(isIn) || (key.length >= shortest && search()?.leaks(text) === true);
}

/** The message in place of a text that contains the key. */
export function keyRefusal(where: string): string {
  return `The key is in ${where}, where others can read it. Remove it there, and set it in DIRECTORY_API_KEY only.`;
}

/** @throws UsageError if the text contains the key, without the text */
export function refuseKey(text: string, where: string): void {
  if (holdsKey(text)) throw new UsageError(keyRefusal(where));
}

/** Replaces the key, and all else that is held, in any encoding, by `[key]` in a message that may quote a file. */
export function withoutKey(text: string): string {
  const found = search();
  if (found) return found.redact(text);
  const key = process.env['DIRECTORY_API_KEY']?.trim() ?? '';
  const parts = key.length < shortest ? [] : secretParts(key, shortest);
  return parts.reduce((rest, part) => rest.replaceAll(part, '[key]'), text);
}
