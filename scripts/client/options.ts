import { failure } from './error.js';
import { causeWithout } from './secret.js';
import type { DirectoryClientOptions } from './types.js';

/** Validated options. */
export interface Settings extends Required<DirectoryClientOptions> {
  /** The origin that the key may go to. */
  readonly origin: string;
  /** Wraps a value as the cause of an error, unless it may hold the key. */
  readonly causeOf: (value: unknown) => ErrorOptions;
}

/**
 * Checks the options of a client. No message shows a value: options may be mixed up, and any could be the key.
 *
 * @returns the options, with defaults, and `baseUrl` in its normal form
 * @throws DirectoryRequestError `invalid-options`
 */
export function readOptions(options: DirectoryClientOptions): Settings {
  const {
    baseUrl,
    apiKey,
    timeout = 30_000,
    // Looked up at each call and called without `this`, as browsers require.
    fetch = (request: Request) => globalThis.fetch(request),
  } = options ?? {};
  const expect = (holds: unknown, expected: string) => {
    if (!holds) throw failure('invalid-options', expected);
  };
  expect(globalThis.Request && URL.canParse, 'Node.js 20.19+ or a browser of 2024+');
  // The platform would quote any other value in its error message, or the value would break out of its header line.
  expect(typeof apiKey === 'string' && /^[!-~]+( +[!-~]+)*$/.test(apiKey), 'apiKey to be printable ASCII, trimmed');
  // For an invalid URL both are undefined, and the check below fails.
  const { href, origin } = (URL.canParse(baseUrl) && new URL(baseUrl)) as URL;
  // The @ sign separates credentials; in a path it can be written as %40.
  expect(
    /^https?:\/\/[^@?#]+$/i.test(baseUrl) && /^https:|\/(localhost|127[.\d]+|\[::1])(:|$)/.test(origin),
    'baseUrl to be https (http on loopback) without @ ? #',
  );
  expect(timeout > 0 && timeout < 2 ** 31, 'timeout to be 1 ms to 24 days');
  expect(typeof fetch === 'function', 'fetch to be a function');
  return { baseUrl: href, apiKey, timeout, fetch, origin, causeOf: causeWithout(apiKey) };
}
