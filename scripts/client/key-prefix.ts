import { failure } from './error.js';
import type { DirectoryClientOptions } from './types.js';

/**
 * Options of a client that sends `Authorization: <prefix> <key>`: the word and a space are added by `fetch`, after
 * everything that checks the key.
 *
 * @throws DirectoryRequestError `invalid-options` if the key begins with the word already
 */
export function withPrefix(prefix: string, options: DirectoryClientOptions): DirectoryClientOptions {
  const { apiKey, fetch = (request: Request) => globalThis.fetch(request) } = options ?? {};
  const checked = <Key>(key: Key): Key => {
    if (String(key).toLowerCase().startsWith(`${prefix} `.toLowerCase()))
      throw failure('invalid-options', `apiKey begins with "${prefix}", which the client adds. Remove it.`);
    return key;
  };
  // What is not a function is left for the client to refuse.
  if (typeof fetch !== 'function') return options;
  return {
    ...options,
    apiKey: typeof apiKey === 'function' ? async () => checked(await apiKey()) : checked(apiKey),
    fetch(request) {
      request.headers.set('Authorization', `${prefix} ${request.headers.get('Authorization')}`);
      return fetch(request);
    },
  };
}
