import { contractVersion } from '../../../generated/operation-table.js';
import type { Security } from '../../contract/security.js';
import type { SentRequest } from '../model/exchange.js';
import type { Credentials } from './credentials.js';

/** Returns the path, the headers and the body of a request as sent, with the key and the headers of every request. */
export function outgoingOf(
  request: SentRequest,
  security: Security,
  prefix: string,
  { key, headers: always }: Pick<Credentials, 'key' | 'headers'>,
): { path: string; headers: string[]; body: string | Uint8Array | AsyncIterable<Uint8Array> | null } {
  const { headers: shown, query } = key.show(request.key, security);
  const { capitals = false, without = [], chunked = false } = request.writing ?? {};
  const given = request.headers;
  const headers: string[] = [];
  const add = (name: string, value: string): void => {
    if (!without.includes(name)) headers.push(capitals ? name.toUpperCase() : name, value);
  };
  if (given['accept'] === undefined) add('accept', 'application/json, */*;q=0.1');
  if (given['accept-encoding'] === undefined) add('accept-encoding', 'identity;q=1, *;q=0');
  const hasAgent = given['user-agent'] !== undefined || always.some(([name]) => name === 'user-agent');
  if (!hasAgent) add('user-agent', `directory-contract/${contractVersion}`);
  const isShown = (name: string): boolean => shown.some(([own]) => own === name);
  for (const [name, value] of always) if (given[name] === undefined && !isShown(name)) add(name, value);
  for (const name in given) if (!isShown(name)) add(name, given[name] as string);
  for (const [name, value] of shown) add(name, name === 'cookie' ? withCookies(given[name], value) : value);
  const path = prefix + request.path;
  const { body = null } = request;
  return {
    path: query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    body: chunked && body !== null ? inPieces(body) : body,
  };
}

/** A request has one `Cookie` header (RFC 6265 §5.4). */
function withCookies(given: string | undefined, shown: string): string {
  return given === undefined ? shown : `${given}; ${shown}`;
}

/** A body whose length is not announced; it can be sent again. */
function inPieces(body: string | Uint8Array): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(body);
  return {
    async *[Symbol.asyncIterator]() {
      yield bytes.subarray(0, Math.ceil(bytes.length / 2));
      yield bytes.subarray(Math.ceil(bytes.length / 2));
    },
  };
}
