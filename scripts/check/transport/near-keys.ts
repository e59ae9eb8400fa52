import { randomInt } from 'node:crypto';
import type { Security } from '../../contract/security.js';
import {
  cookiePair,
  type KeyPart,
  type NearKey,
  nearKeyTexts,
  replaceParts,
  swapCase,
  wordsBeforeKey,
} from '../model/near-key.js';
import { decodeBase64, schemeOf } from './key-in-text.js';

/** Each character of a wrong key comes from the same alphabet as the character at its place in the right key. */
const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '+/'];
const hexadecimalAlphabets = ['0123456789', 'abcdef', 'ABCDEF'];
const punctuation = '!#$%&*?@^~';

/**
 * Returns a random key of the same form: it has the same length, the same kind of character at each position, the same
 * separators, and the same scheme and prefix, if there are any. Servers log the keys that they refuse, so it must
 * reveal nothing else about the right key.
 */
export function makeWrongKey(key: string): string {
  const scheme = schemeOf(key);
  const credentials = key.slice(scheme.length);
  if (scheme === '') return makeRandomKeyLike(key);
  // Only the values of parameters after the scheme are replaced; the names of the parameters stay.
  if (/^\w+ *= *"?[^\s="]/.test(credentials))
    return (
      scheme +
      credentials.replace(/(= *"?)([^\s",]+)/g, (_, start: string, value: string) => start + makeRandomKeyLike(value))
    );
  const userInfo = /^basic +$/i.test(scheme) ? decodeBase64(credentials) : '';
  if (userInfo.includes(':')) return scheme + btoa(makeRandomKeyLike(userInfo));
  // Several words are a passphrase, and its first word is not a scheme.
  return credentials.includes(' ') ? makeRandomKeyLike(key) : scheme + makeRandomKeyLike(credentials);
}

function makeRandomKeyLike(key: string): string {
  const kinds = /^[0-9a-f-]*$/i.test(key) ? hexadecimalAlphabets : alphabets;
  const separators = /^[-_.: =]*$/.test(key) ? '' : '-_.: =';
  const drawCharacter = (character: string): string => {
    if (separators.includes(character)) return character;
    const kind = kinds.find((kind) => kind.includes(character)) ?? punctuation;
    return kind.charAt(randomInt(kind.length));
  };
  const prefix = prefixOf(key);
  for (;;) {
    const wrongKey = prefix + [...key.slice(prefix.length)].map(drawCharacter).join('');
    if (wrongKey !== key) return wrongKey;
  }
}

/**
 * Returns the public prefix of a key, such as `sk_live_`, which names the kind of key. A wrong key keeps it, since many
 * servers refuse a key with another prefix without checking the rest. A prefix consists of short words before a longer
 * part that looks random; a passphrase has none.
 */
function prefixOf(key: string): string {
  const [prefix = ''] = /^(?:[A-Za-z]{2,10}[-_]){1,3}/.exec(key) ?? [];
  const rest = key.slice(prefix.length);
  return prefix.length <= 12 && rest.length >= Math.max(8, prefix.length) && /\d/.test(rest) ? prefix : '';
}

/** The headers or the query parameters with which a request authenticates its sender. */
export interface RequestAuth {
  /** The names are in lower case. */
  headers: readonly (readonly [name: string, value: string])[];
  /** `name=value`, percent-encoded. Several are joined with `&`. */
  query?: string;
}

/** Credentials that differ from the right ones in one detail, and the strings in them that were made from the key. */
interface NearKeyAuth {
  auth: RequestAuth;
  keyTexts: readonly string[];
}

/** Returns a function that makes credentials with a nearly right key, in the form that the contract expects. */
export function createNearKeyWriter(key: string, wrongKey: string): (use: NearKey, security: Security) => NearKeyAuth {
  const middle = Math.ceil(key.length / 2);
  const secret = key.slice(schemeOf(key).length);
  // A server may compare a hexadecimal key as a number, so such a key may still be right in the other letter case. It
  // must not be sent as a wrong key.
  const avoidRightKey = (candidate: string, isRightKey = candidate === key): string =>
    isRightKey ? wrongKey : candidate;
  const parts: Record<KeyPart, string> = {
    key,
    wrong: wrongKey,
    'key-longer': `${key}x`,
    'key-without-end': key.slice(0, -1),
    'key-without-first': key.slice(1),
    'key-in-other-case': avoidRightKey(swapCase(key), /^[0-9a-f-]*$/i.test(secret) || swapCase(secret) === secret),
    'key-with-other-end': avoidRightKey(key.slice(0, middle) + wrongKey.slice(middle)),
    'key-with-other-beginning': avoidRightKey(wrongKey.slice(0, middle) + key.slice(middle)),
  };
  return (use, security) => {
    const keyTexts: string[] = [];
    const words = wordsBeforeKey(security);
    const fillPart = (part: string): string => {
      const word = words[part];
      if (word !== undefined) return word;
      const value = parts[part as KeyPart];
      keyTexts.push(value);
      return security.kind === 'basic' ? btoa(value) : value;
    };
    const { keyValues = [], header, query } = nearKeyTexts[use];
    const { headers, query: ownQuery } = toRequestAuth(
      security.kind === 'basic' ? { kind: 'header', name: 'Authorization' } : security,
      keyValues.map((text) => replaceParts(text, fillPart)),
    );
    const queries = [
      ...(ownQuery === undefined ? [] : [ownQuery]),
      ...(query === undefined ? [] : [replaceParts(query, (part) => encodeURIComponent(fillPart(part)))]),
    ];
    const auth: RequestAuth = {
      headers: header ? [...headers, [header[0], replaceParts(header[1], fillPart)]] : headers,
      ...(queries.length > 0 && { query: queries.join('&') }),
    };
    return { auth, keyTexts };
  };
}

/** Puts credentials where the contract expects them: in a header, in the query, or in a cookie. */
export function toRequestAuth(security: Security, values: readonly string[]): RequestAuth {
  switch (security.kind) {
    case 'header':
    case 'bearer': {
      const name = security.kind === 'header' ? security.name.toLowerCase() : 'authorization';
      return { headers: values.map((value) => [name, value] as const) };
    }
    case 'query': {
      // A lone surrogate in a name cannot be encoded. The Buffer replaces it with U+FFFD.
      const name = encodeURIComponent(Buffer.from(security.name).toString());
      const query = values.map((value) => `${name}=${encodeURIComponent(value)}`).join('&');
      return { headers: [], ...(values.length > 0 && { query }) };
    }
    case 'cookie': {
      const pairs = values.map((value) => cookiePair(security.name, value));
      return { headers: pairs.length > 0 ? [['cookie', pairs.join('; ')]] : [] };
    }
    case 'basic':
      return { headers: values.map((value) => ['authorization', `Basic ${btoa(value)}`] as const) };
    case 'none':
      return { headers: [] };
  }
}
