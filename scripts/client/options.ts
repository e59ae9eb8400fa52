import { isListedHost, isLoopback } from '../system/loopback.js';
import { createError, isClientError, kindOf } from './error.js';
import { checkHeaders } from './headers.js';
import { readKey } from './key.js';
import type { KeyFreeTest } from './secret.js';
import { type SendRequest, wrapFetch } from './transport.js';
import type { DirectoryClientOptions } from './types.js';

export interface ClientSetup {
  /** The base URL in its normal form, without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Headers;
  /** The transport, which adds the key. */
  readonly send: SendRequest;
  readonly lacksKey: KeyFreeTest;
}

/** Checks options. No message quotes a value: it could be the key. @throws DirectoryRequestError `invalid-options` */
export function readOptions(input: DirectoryClientOptions): ClientSetup {
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
    'This platform is too old. Use Node.js 20.19 or later, or a browser from 2024 or later.',
  );
  const url = readBaseUrl(options);
  const key = readKey(apiKey);
  assertOption(isValidTimeout(timeout), `timeout ${invalidTimeoutText}`);
  assertOption(Number.isInteger(retries) && retries >= 0 && retries < 10, 'retries is not a whole number from 0 to 9.');
  assertOption(typeof fetch === 'function', `fetch is ${kindOf(fetch)}. Pass a function, or leave it out.`);
  const setup = { key, fetch, origin: url.origin, timeout, retries };
  return {
    lacksKey: key.lacksKey,
    baseUrl: url.href.replace(/\/$/, ''),
    headers: readHeaders(options),
    send: wrapFetch(setup),
  };
}

function assertOption(condition: unknown, message: string): asserts condition {
  if (!condition) throw createError('invalid-options', message);
}

/** Whether a value is a number of milliseconds that a timer can wait. */
export const isValidTimeout = (value: unknown): boolean => typeof value === 'number' && value > 0 && value < 2 ** 31;

/** The end of a sentence about a value for which `isValidTimeout` is false. */
export const invalidTimeoutText = 'is not a number of milliseconds from 1 to 2147483647 (24 days).';

function readBaseUrl({ baseUrl, allowInsecure = [], apiKey }: DirectoryClientOptions): URL {
  assertOption(baseUrl, `baseUrl is ${kindOf(baseUrl)}. Set DIRECTORY_BASE_URL, or pass baseUrl.`);
  // In a page, a path begins at the origin of the page.
  const base = /^\/(?![/\\])/.test(baseUrl) && /^http/.test(globalThis.location?.origin) ? location.origin : undefined;
  assertOption(
    base || /^\s*(https?:|\w+:[/\\])/i.test(baseUrl),
    'baseUrl has no scheme. Begin it with https://; only in a page may it be a path.',
  );
  const url = (URL.canParse(baseUrl, base) ? new URL(baseUrl, base) : {}) as URL;
  assertOption(
    /^https?:$/.test(url.protocol),
    'baseUrl is not an https URL. Pass one such as https://directory.example.com.',
  );
  // Refuse @, which separates credentials; a path can contain it as %40.
  assertOption(!/[@?#]/.test(baseUrl), 'baseUrl contains @, ? or #. Pass only scheme, host and path.');
  assertOption(
    url.protocol === 'https:' || apiKey === false || isLoopback(url.hostname) || isListedHost(url, allowInsecure),
    `baseUrl uses plain http to another machine. Use https, or allow this host: allowInsecure: ['${url.host}'].`,
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
      : createError('invalid-options', 'headers has a name or a value that HTTP does not allow. Correct it.');
  }
}
