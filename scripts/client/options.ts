import { DirectoryRequestError } from './error.js';
import { keyFree } from './secret.js';
import type { DirectoryClientOptions } from './types.js';

/** Checked options. */
export interface Settings extends Required<DirectoryClientOptions> {
  /** The origin that the key may go to. */
  readonly origin: string;
  /** True for values that surely do not hold the key. */
  readonly isKeyFree: (value: unknown) => boolean;
}

/**
 * Checks the options of a client. No message shows a value: options may be mixed up, and any could be the key.
 *
 * @returns the options, with defaults; `baseUrl` in its normal form without a slash at the end
 * @throws DirectoryRequestError `invalid-options`
 */
export function readOptions(options: DirectoryClientOptions): Settings {
  const {
    baseUrl,
    apiKey,
    timeout = 30_000,
    // Looked up at each call, and called as a plain function: browsers want it so.
    fetch = (request: Request) => globalThis.fetch(request),
  } = options ?? {};
  const expect = (holds: unknown, expected: string) => {
    if (!holds) throw new DirectoryRequestError('invalid-options', `Expected ${expected}; found another value. Correct it.`);
  };
  // Anything else would be quoted by the platform in an error of its own, or break out of its header line.
  expect(
    typeof apiKey === 'string' && /^[!-~]([ -~]*[!-~])?$/.test(apiKey),
    'apiKey in printable ASCII, without spaces around it',
  );
  expect(
    /^https?:\/\/[^/\\?#@]+([/\\][^?#]*)?$/i.test(baseUrl) && URL.canParse(baseUrl),
    'baseUrl to be an http(s) URL without credentials, query and fragment',
  );
  const { protocol, hostname, origin, pathname } = new URL(baseUrl);
  expect(
    protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname),
    'baseUrl to be https, as plain http shows the key, except on loopback',
  );
  expect(timeout > 0 && timeout < 2 ** 31, 'timeout in milliseconds, from 1 to 2147483647');
  expect(typeof fetch === 'function', 'fetch to be a function');
  return { baseUrl: origin + pathname.replace(/\/+$/, ''), apiKey, timeout, fetch, origin, isKeyFree: keyFree(apiKey) };
}
