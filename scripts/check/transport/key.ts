import type { Security } from '../../contract/security.js';
import { UsageError } from '../../text/usage-error.js';
import type { Exchange, ExchangeResponse } from '../model/exchange.js';
import { isNearKey, type KeyUse, textBeforeKey } from '../model/near-key.js';
import { SecretSearch, secretPartsOf } from './key-in-text.js';
import { createNearKeyWriter, makeWrongKey, type RequestAuth, toRequestAuth } from './near-keys.js';

/** The API key. Other code cannot read it; it can only send the key to the server, or search for it in strings. */
export interface ApiKey {
  toRequestAuth(use: KeyUse, security: Security): RequestAuth;
  /** Whether a string contains this key, or the wrong key sent instead; always false for keys under 8 characters. */
  isKeyIn(text: string): boolean;
  /** Returns the text with `[key]` in place of each such key. */
  redact(text: string): string;
  /**
   * Returns the exchange as other code may see it: `[key]` replaces any key in the headers and body of the response. So
   * no string that is made from the response (a name, a shortened string, a pointer, an id) contains a part of the key.
   */
  clean(exchange: Exchange): Exchange;
  isSearchable: boolean;
}

/** The functions of a key that do not reveal it. */
export type KeySearch = Pick<ApiKey, 'isKeyIn' | 'redact' | 'clean'>;

export const keyVariable = 'DIRECTORY_API_KEY';

/** The variable with the key of another identity. A run without disposable writes never sends this key. */
export const otherKeyVariable = 'DIRECTORY_OTHER_API_KEY';

/** Minimum length of a key to search for. Shorter keys occur in many strings by chance. */
export const minKeyLength = 8;

export const emptySearch: KeySearch = { isKeyIn: () => false, redact: (text) => text, clean: (exchange) => exchange };

/** Stands in for the key if no operation needs one. */
export const absentKey: ApiKey = { ...emptySearch, toRequestAuth: () => ({ headers: [] }), isSearchable: true };

/**
 * Returns a search for the current key and all other secrets that this process holds. If it holds none, the search
 * finds nothing.
 *
 * @throws UsageError if a header cannot contain the key
 */
export function getKeySearch(): KeySearch {
  // An invalid value is never sent, and only a run that needs the other key refuses it.
  if (isSendableValue(process.env[otherKeyVariable] ?? '')) readOtherKey();
  return combineSearches([...(process.env[keyVariable] ? [readKey()] : []), ...registeredSearches.values()]);
}

let cachedKey: { value: string; key: ApiKey } | undefined;

/** Searches for the keys that a command has printed, and for the values of the user's headers. */
const registeredSearches = new Map<string, KeySearch>();

/** Whether this process holds secrets besides the key in its environment variable. */
export function hasRegisteredSecrets(): boolean {
  return registeredSearches.size > 0;
}

/**
 * Reads the key from its environment variable. The same key always gives the same object, because every search in this
 * process must know the wrong key that was sent, and building the patterns takes a few milliseconds.
 *
 * @throws UsageError, without the key in its message, if the variable is missing or a header cannot contain its value
 */
export function readKey(): ApiKey {
  const value = process.env[keyVariable];
  if (!value) {
    throw new UsageError(
      `The environment variable ${keyVariable} is not set. Set it to your API key for the server, then try again.`,
    );
  }
  if (cachedKey?.value === value) return cachedKey.key;
  if (!isSendableValue(value)) throw unsendableKeyError(keyVariable);
  cachedKey = { value, key: keyOf(value) };
  return cachedKey.key;
}

function unsendableKeyError(variable: string): UsageError {
  return new UsageError(
    `The value of ${variable} cannot be sent. Expected printable ASCII without leading or trailing spaces. ` +
      'Check how the variable was set. A common mistake is a line break at the end of the value.',
  );
}

/** Reads the key of another identity from its environment variable; undefined without it. @throws like `readKey` */
export function readOtherKey(): ApiKey | undefined {
  const value = process.env[otherKeyVariable];
  if (value && !isSendableValue(value)) throw unsendableKeyError(otherKeyVariable);
  return value ? registerKey(value) : undefined;
}

export function areSameKeys(a: ApiKey, b: ApiKey): boolean {
  const [value, otherValue] = [a, b].map(
    (key) => key.toRequestAuth('right', { kind: 'header', name: 'key' }).headers[0]?.[1],
  );
  return value === otherValue;
}

/** Whether a string can be the value of a header: printable ASCII without spaces at its ends. */
export function isSendableValue(value: string): boolean {
  return /^[!-~]([ -~]*[!-~])?$/.test(value);
}

/** Registers a key that a command has printed: all searches look for it until this process ends. */
export function registerKey(value: string): ApiKey {
  const existingKey = registeredSearches.get(`key ${value}`) as ApiKey | undefined;
  const key = existingKey ?? keyOf(value);
  registeredSearches.set(`key ${value}`, key);
  return key;
}

/** Matches a single plain word, which occurs in many strings by chance. */
const singleWordPattern = /^[A-Za-z]{1,15}$/;

/**
 * Registers the value of a header from the user: all searches look for it until this process ends. Responses that
 * contain the value are judged unchanged, since it may be public text such as the name of a tenant. Messages may
 * therefore quote a part of it.
 *
 * @returns undefined if the value is too short or a single word, since such a string occurs by chance
 */
export function registerSecretValue(value: string): KeySearch | undefined {
  if (value.length < minKeyLength || singleWordPattern.test(value)) return undefined;
  const parts = secretPartsOf(value, minKeyLength).filter((part) => !singleWordPattern.test(part));
  const search = new SecretSearch(parts, true);
  const valueSearch = {
    ...emptySearch,
    isKeyIn: (text: string) => search.hasMatch(text),
    redact: (text: string) => search.redact(text),
  };
  registeredSearches.set(`value ${value}`, valueSearch);
  return valueSearch;
}

export function combineSearches(searches: readonly KeySearch[]): KeySearch {
  const [first = emptySearch, ...otherSearches] = searches;
  if (otherSearches.length === 0) return first;
  return {
    isKeyIn: (text) => searches.some((search) => search.isKeyIn(text)),
    redact: (text) => searches.reduce((result, search) => search.redact(result), text),
    clean: (exchange) => searches.reduce((rest, search) => search.clean(rest), exchange),
  };
}

function keyOf(key: string): ApiKey {
  const values = { right: key, other: key, none: '', empty: '', wrong: makeWrongKey(key), prefixed: key };
  const writeNearKey = createNearKeyWriter(key, values.wrong);
  const isSearchable = key.length >= minKeyLength;
  const partsOf = (value: string, security?: Security): string[] =>
    secretPartsOf(security?.kind === 'basic' ? `Basic ${btoa(value)}` : value, minKeyLength);
  const secretTexts = [values.right, values.wrong].flatMap((value) => partsOf(value));
  const searchWithoutNearKeys = new SecretSearch(secretTexts);
  const fullSearch = new SecretSearch(secretTexts);
  const isKeyIn = (text: string): boolean => isSearchable && fullSearch.hasMatch(text);
  const redact = (text: string): string => (isSearchable ? fullSearch.redact(text) : text);
  return {
    toRequestAuth(use, security) {
      if (use === 'none') return { headers: [] };
      if (isNearKey(use)) {
        const { keyTexts, auth } = writeNearKey(use, security);
        if (isSearchable) for (const each of keyTexts) for (const part of partsOf(each, security)) fullSearch.add(part);
        return auth;
      }
      // Only this call says that the scheme is `basic`, so that the text after the colon is a secret password.
      if (isSearchable && security.kind === 'basic')
        for (const part of partsOf(key, security))
          for (const search of [searchWithoutNearKeys, fullSearch]) search.add(part);
      return toRequestAuth(security, [textBeforeKey(security, use) + values[use]]);
    },
    isKeyIn,
    redact,
    clean(exchange) {
      if (!exchange.response || !isSearchable) return exchange;
      // Searching all responses for nearly right keys is slow. So only text that leaves the run is searched for them.
      const search = isNearKey(exchange.request.key) ? fullSearch : searchWithoutNearKeys;
      const response = cleanResponse(exchange.response, search);
      return response ? { ...exchange, response, repeatsKey: true } : exchange;
    },
    isSearchable,
  };
}

/** Returns the response with `[key]` in place of the key; undefined if it does not contain the key. */
function cleanResponse(response: ExchangeResponse, search: SecretSearch): ExchangeResponse | undefined {
  const { headers, bytes } = response;
  const isKeyIn = (text: string): boolean => search.hasMatch(text);
  const redact = (text: string): string => search.redact(text);
  // The key is ASCII, so replacing it byte by byte changes nothing else, even in a binary body.
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const headerEntries = Object.entries(headers);
  if (!isKeyIn(body) && !headerEntries.some(([name, value]) => isKeyIn(name) || [value].flat().some(isKeyIn)))
    return undefined;
  const cleanEntries = headerEntries.map(
    ([name, value]) => [redact(name), typeof value === 'string' ? redact(value) : value.map(redact)] as const,
  );
  // The object has no prototype, like the original, so that its only properties are the received headers.
  const newHeaders: ExchangeResponse['headers'] = Object.assign(Object.create(null), Object.fromEntries(cleanEntries));
  return { ...response, headers: newHeaders, bytes: Buffer.from(redact(body), 'latin1') };
}

/** Like `getKeySearch`, but returns undefined if the environment variable of the key has an invalid value. */
export function tryKeySearch(): KeySearch | undefined {
  try {
    return getKeySearch();
  } catch {
    return undefined;
  }
}

/**
 * Whether a string from the user contains the key, in any encoding. A key of fewer than 8 characters, or a part of that
 * length after an auth scheme (`Bearer`), is found only if it is the whole text, or follows a `=` at its end.
 */
export function hasKeyInText(text: string): boolean {
  const isInText = (part: string): boolean =>
    part.length < minKeyLength ? text === part || text.endsWith(`=${part}`) : text.includes(part);
  return [keyVariable, otherKeyVariable].some((variable) => {
    const key = process.env[variable];
    if (!key) return false;
    const isLong = key.length >= minKeyLength;
    return secretPartsOf(key, 1).some(isInText) || (isLong && tryKeySearch()?.isKeyIn(text) === true);
  });
}

export function exposedKeyMessage(place: string): string {
  const variables = process.env[otherKeyVariable] ? `${keyVariable} or ${otherKeyVariable}` : keyVariable;
  const advice = `Remove the key from there, and set it only in ${variables}.`;
  return `The key is in ${place}, where others can read it. ${advice}`;
}

/** @throws UsageError, without the text in its message, if the text contains the key */
export function refuseTextWithKey(text: string, place: string): void {
  if (hasKeyInText(text)) throw new UsageError(exposedKeyMessage(place));
}

/** Returns a message, which may quote a file, with `[key]` in place of all secrets of this process in any encoding. */
export function withoutKey(text: string): string {
  const keySearch = tryKeySearch();
  if (keySearch) return keySearch.redact(text);
  const keys = [keyVariable, otherKeyVariable].map((variable) => process.env[variable]?.trim() ?? '');
  const parts = keys.flatMap((key) => (key.length < minKeyLength ? [] : secretPartsOf(key, minKeyLength)));
  return parts.reduce((rest, part) => rest.replaceAll(part, '[key]'), text);
}
