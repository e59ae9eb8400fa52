import { keyPrefixOf, type Security } from '../../contract/security.js';
import type { KeyUse } from './exchange.js';

/**
 * The text in a header before the key: empty, or a word and a space. Where the contract has a word, a `prefixed` key
 * comes without it, and with another one where it has none.
 */
export function beforeKey(security: Security, use: KeyUse): string {
  const own = keyPrefixOf(security);
  const word = use === 'prefixed' ? (own === '' ? 'Bearer' : '') : own;
  return word === '' ? '' : `${word} `;
}
