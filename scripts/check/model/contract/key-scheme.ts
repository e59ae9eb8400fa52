import { keyPrefixOf, type Security } from '../../../contract/security.js';
import type { KeyUse } from '../exchange.js';

/**
 * The text in a header before the key: empty, or a word and a space. Where the contract has a word, a `prefixed` key
 * comes without it, and with another one where it has none.
 */
export function beforeKey(security: Security, use: KeyUse): string {
  const own = keyPrefixOf(security);
  const word = use === 'prefixed' ? (own === '' ? 'Bearer' : '') : own;
  return word === '' ? '' : `${word} `;
}

/** The words that services want before a key, the most frequent first. */
export const usualWords = ['Bearer', 'Token', 'Api-Key', 'ApiKey', 'Key'] as const;

/** The usual word before a key in a header; empty for a key alone, and undefined for anything else. */
export function usualWordIn(value: string): string | undefined {
  const [first = '', second, third] = value.trim().split(/\s+/);
  if (second === undefined) return first === '' ? undefined : '';
  const word = usualWords.find((each) => each.toLowerCase() === first.toLowerCase());
  return third === undefined ? word : undefined;
}
