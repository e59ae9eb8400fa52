import type { OpenApiDocument } from '../../contract/document.js';
import { keyPrefixOf, securityOf } from '../../contract/security.js';
import type { Bundle, OperationEntry } from './operations.js';

/**
 * The word before the key in the requests of a client; empty if it sends the key alone.
 *
 * @throws Error if operations differ, since a client has one key
 */
export function keyPrefix(bundle: Bundle, entries: readonly OperationEntry[]): string {
  const first = new Map<string, string>();
  for (const { id, operation } of entries) {
    const security = securityOf(bundle as OpenApiDocument, operation);
    const prefix = keyPrefixOf(security);
    if (security.kind !== 'none' && !first.has(prefix)) first.set(prefix, id);
  }
  const [one, other] = [...first].map(([prefix, id]) => `${id} has ${JSON.stringify(prefix)}`);
  if (other !== undefined)
    throw new Error(`Expected the same word before the key in all operations; ${one}, ${other}. Make them equal.`);
  return [...first.keys()][0] ?? '';
}
