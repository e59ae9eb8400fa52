import { textOfPrefix } from '../../contract/key-prefix.js';
import { keyPrefixOf, type Security } from '../../contract/security.js';

/**
 * Credentials that differ from the right ones in one detail, as text with parts in braces. These parts stand for the
 * key and for strings made from it. Only the transport can fill them in; a `curl` line contains the variable of the key
 * instead.
 */
interface NearKeyText {
  /** Values for the header, parameter or cookie in which the contract expects the key; absent if none is sent there. */
  keyValues?: readonly string[];
  header?: readonly [name: string, value: string];
  /** Query parameters that the contract does not name. */
  query?: string;
}

/** Names of credentials that differ from the right ones in one detail. */
export type NearKey =
  | 'case-of-scheme'
  | 'two-spaces'
  | 'right-then-wrong'
  | 'wrong-then-right'
  | 'unknown-scheme'
  | 'in-cookie'
  | 'in-header'
  | 'in-authorization'
  | 'in-query'
  | 'longer'
  | 'shorter'
  | 'without-first'
  | 'with-word'
  | 'in-other-case'
  | 'other-end'
  | 'other-beginning';

/**
 * The key of a request. `other`: the right key of another identity. `prefixed`: the right key, but after a scheme
 * (such as `Bearer`) if the contract has no scheme, and without a scheme if it has one. Only the transport knows the
 * key itself.
 */
export type KeyUse = 'right' | 'other' | 'none' | 'empty' | 'wrong' | 'prefixed' | NearKey;

/** The text of each near key. `{before}`: the scheme before the key and a space, such as `Bearer `, or nothing. */
export const nearKeyTexts: Readonly<Record<NearKey, NearKeyText>> = {
  'case-of-scheme': { keyValues: ['{before-in-other-case}{key}'] },
  'two-spaces': { keyValues: ['{before} {key}'] },
  'right-then-wrong': { keyValues: ['{before}{key}', '{before}{wrong}'] },
  'wrong-then-right': { keyValues: ['{before}{wrong}', '{before}{key}'] },
  'unknown-scheme': { keyValues: ['Check {key}'] },
  'in-cookie': { header: ['cookie', 'api_key={key}; token={key}; access_token={key}'] },
  'in-header': { header: ['x-api-key', '{key}'] },
  'in-authorization': { header: ['authorization', 'Bearer {key}'] },
  'in-query': { query: 'api_key={key}&key={key}&token={key}&access_token={key}' },
  longer: { keyValues: ['{before}{key-longer}'] },
  shorter: { keyValues: ['{before}{key-without-end}'] },
  'without-first': { keyValues: ['{before}{key-without-first}'] },
  'with-word': { keyValues: ['{before}{key} x'] },
  'in-other-case': { keyValues: ['{before}{key-in-other-case}'] },
  'other-end': { keyValues: ['{before}{key-with-other-end}'] },
  'other-beginning': { keyValues: ['{before}{key-with-other-beginning}'] },
};

/** Returns the strings for `{before}` and `{before-in-other-case}`: the scheme before the key, such as `Bearer `. */
export function wordsBeforeKey(security: Security): Readonly<Record<string, string>> {
  const textBefore = textOfPrefix(security.kind === 'basic' ? 'Basic' : keyPrefixOf(security));
  return { before: textBefore, 'before-in-other-case': swapCase(textBefore) };
}

export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Returns the shell variable of the key; with `shellOperator`, the shell shortens the key, or changes its case. */
function keyVariable(shellOperator = ''): string {
  return `$\{DIRECTORY_API_KEY${shellOperator}}`;
}

const keyLength = keyVariable().replace('{', '{#');

/** For each part in braces, shell text that produces the part from the variable of the key. */
export const keyPartTexts = {
  key: keyVariable(),
  wrong: 'not-the-key',
  'key-longer': `${keyVariable()}x`,
  'key-without-end': keyVariable('%?'),
  'key-without-first': keyVariable('#?'),
  'key-in-other-case': keyVariable('~~'),
  'key-with-other-end': `${keyVariable(`:0:${keyLength}/2`)}not-the-key`,
  'key-with-other-beginning': `not-the-key${keyVariable(`:${keyLength}/2`)}`,
} as const;

export type KeyPart = keyof typeof keyPartTexts;

export function isNearKey(use: string): use is NearKey {
  return Object.hasOwn(nearKeyTexts, use);
}

/** Replaces each part in braces with the result of `fill`. */
export function replaceParts(text: string, fill: (part: string) => string): string {
  return text.replace(/\{([a-z-]+)\}/g, (_, part: string) => fill(part));
}

/** Returns the text before the key in a header: empty, a word and a space, or text such as `Token token=`. */
export function textBeforeKey(security: Security, use: KeyUse): string {
  const keyPrefix = keyPrefixOf(security);
  return textOfPrefix(use === 'prefixed' ? (keyPrefix === '' ? 'Bearer' : '') : keyPrefix);
}

/** The words that services commonly expect before a key, the most frequent first. */
const usualKeyPrefixes = ['Bearer', 'Token', 'Api-Key', 'ApiKey', 'Key'] as const;

/** Returns the text before the key in a header: a usual scheme, `Token token=`, or nothing; undefined if unusual. */
export function usualKeyPrefixIn(value: string): string | undefined {
  const [first = '', second, third] = value.trim().split(/\s+/);
  if (second === undefined) return first === '' ? undefined : '';
  const word = usualKeyPrefixes.find((keyPrefix) => keyPrefix.toLowerCase() === first.toLowerCase());
  if (word === undefined || third !== undefined || second.includes('"')) return undefined;
  return second.startsWith('token=') ? `${word} token=` : word;
}

/** Characters that a cookie may not contain (RFC 6265 §4.1.1). They are percent-encoded, which many servers decode. */
const forbiddenInCookieValue = /[\s",;\\]|[^!-~]/gu;
const forbiddenInCookieName = /[^!#$%&'*+.^_`|~\w-]/gu;

/** Returns `name=value` for a `Cookie` header. */
export function cookiePair(name: string, value: string): string {
  return `${cookieName(name)}=${cookieValue(value)}`;
}

export function cookieValue(value: string): string {
  return percentEncode(value, forbiddenInCookieValue);
}

export function cookieName(name: string): string {
  return percentEncode(name, forbiddenInCookieName);
}

function percentEncode(text: string, unsafePattern: RegExp): string {
  // A lone surrogate cannot be encoded. The Buffer replaces it with U+FFFD.
  const encode = (part: string): string => Buffer.from(part).toString('hex').toUpperCase().replace(/../g, '%$&');
  return Buffer.from(text).toString().replace(unsafePattern, encode);
}
