import { contractVersion } from '../../../generated/operation-table.js';
import type { Security } from '../../contract/security.js';
import type { SentRequest } from '../model/exchange.js';
import type { Key } from './key.js';

/** Returns the path, the headers and the body of a request as sent, with the key. */
export function outgoingOf(
  request: SentRequest,
  security: Security,
  prefix: string,
  key: Key,
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
  if (given['user-agent'] === undefined) add('user-agent', `directory-contract/${contractVersion}`);
  for (const name in given) {
    if (!shown.some(([own]) => own === name)) add(name, given[name] as string);
  }
  for (const [name, value] of shown) add(name, value);
  const path = prefix + request.path;
  const { body = null } = request;
  return {
    path: query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    body: chunked && body !== null ? inPieces(body) : body,
  };
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
