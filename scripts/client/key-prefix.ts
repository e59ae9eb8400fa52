import { textOfPrefix } from '../contract/key-prefix.js';
import { createError } from './error.js';
import type { DirectoryClientOptions } from './types.js';

/**
 * Returns options for a client that sends `Authorization: <prefix> <key>`: `fetch` adds the prefix after all checks.
 *
 * @throws DirectoryRequestError `invalid-options` if the key already begins with the prefix
 */
export function withPrefix(prefix: string, options: DirectoryClientOptions): DirectoryClientOptions {
  const { apiKey, fetch = (request: Request) => globalThis.fetch(request) } = options ?? {};
  const prefixText = textOfPrefix(prefix);
  const check = (key: unknown): void => {
    if (String(key).toLowerCase().startsWith(prefixText.toLowerCase()))
      throw createError(
        'invalid-options',
        `apiKey begins with "${prefix}", which the client adds. Remove this prefix.`,
      );
  };
  // The client itself refuses a `fetch` that is not a function.
  if (typeof fetch !== 'function') return options;
  if (typeof apiKey !== 'function') check(apiKey);
  return {
    ...options,
    async fetch(request) {
      const key = request.headers.get('Authorization');
      if (key !== null) {
        // Check every key, because a function may return a different key for each request.
        check(key);
        request.headers.set('Authorization', `${prefixText}${key}`);
      }
      return fetch(request);
    },
  };
}
