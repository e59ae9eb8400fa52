import { isListedHost, isLoopback } from '../system/loopback.js';
import type { ClientConnection } from './call.js';
import { assertOption, createError, isClientError, kindOf } from './error.js';
import { createGuard } from './guard.js';
import { checkHeaders } from './headers.js';
import { readKey } from './key.js';
import { checkTimeout } from './timeout.js';
import { wrapFetch } from './transport.js';
import type { DirectoryClientOptions } from './types.js';

/** Checks options. No message quotes a value: it could be the key. @throws DirectoryRequestError `invalid-options` */
export function connect(input: DirectoryClientOptions): ClientConnection {
  const options = input ?? ({} as DirectoryClientOptions);
  const {
    apiKey,
    timeout = 30_000,
    retries = 2,
    // Look up `fetch` at each call, and call it without `this`, as browsers require.
    fetch = (request: Request) => globalThis.fetch(request),
  } = options;
  assertOption(
    globalThis.Request && URL.canParse,
    'This platform is too old. Use at least Node.js 20.19 or a browser from 2024.',
  );
  const url = readBaseUrl(options);
  const key = readKey(apiKey);
  checkTimeout(timeout, 'invalid-options');
  assertOption(Number.isInteger(retries) && retries >= 0 && retries < 10, 'retries is not an integer from 0 to 9.');
  assertOption(typeof fetch === 'function', `fetch is ${kindOf(fetch)}. Pass a function, or leave it out.`);
  const { lacksKey } = key;
  return {
    lacksKey,
    guard: createGuard(lacksKey),
    baseUrl: url.href.replace(/\/$/, ''),
    headers: readHeaders(options),
    send: wrapFetch({ key, fetch, origin: url.origin, timeout, retries }),
  };
}

function readBaseUrl({ baseUrl, allowInsecure = [], apiKey }: DirectoryClientOptions): URL {
  assertOption(baseUrl, `baseUrl is ${kindOf(baseUrl)}. Set DIRECTORY_BASE_URL, or pass baseUrl.`);
  // In a page, a path begins at the origin of the page.
  const base = /^\/(?![/\\])/.test(baseUrl) ? globalThis.location?.origin : undefined;
  const url = (URL.canParse(baseUrl, base) ? new URL(baseUrl, base) : {}) as URL;
  assertOption(/^https?:$/.test(url.protocol), 'baseUrl is neither an https:// URL nor, in a page, a path.');
  // Refuse @, which separates credentials; a path can contain it as %40.
  assertOption(!/[@?#]/.test(baseUrl), 'baseUrl contains @, ? or #. Leave them out.');
  assertOption(
    url.protocol === 'https:' || apiKey === false || isLoopback(url.hostname) || isListedHost(url, allowInsecure),
    `baseUrl uses plain http to another machine. Use https, or pass allowInsecure: ['${url.host}'].`,
  );
  return url;
}

function readHeaders({ headers }: DirectoryClientOptions): Headers {
  try {
    const copy = new Headers(checkHeaders(headers, 'invalid-options'));
    // The transport sets its own Authorization header.
    copy.delete('Authorization');
    return copy;
  } catch (error) {
    // Do not pass on the platform's error, which quotes the value.
    throw isClientError(error)
      ? error
      : createError('invalid-options', 'headers has a name or value that HTTP forbids.');
  }
}
