import { contractVersion } from '../../../generated/operation-table.js';
import type { Security } from '../../contract/security.js';
import type { SentRequest } from '../model/exchange.js';
import type { Key } from './key.js';

/** Returns the path and the headers of a request as sent, with the key. */
export function outgoingOf(
  request: SentRequest,
  security: Security,
  prefix: string,
  key: Key,
): { path: string; headers: string[] } {
  const { header, query } = key.show(request.key, security);
  const given = request.headers;
  const headers: string[] = [];
  if (given['accept'] === undefined) headers.push('accept', 'application/json, */*;q=0.1');
  if (given['accept-encoding'] === undefined) headers.push('accept-encoding', 'identity;q=1, *;q=0');
  if (given['user-agent'] === undefined) headers.push('user-agent', `directory-contract/${contractVersion}`);
  for (const name in given) {
    if (name !== header?.[0]) headers.push(name, given[name] as string);
  }
  if (header) headers.push(header[0], header[1]);
  const path = prefix + request.path;
  return { path: query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`, headers };
}
