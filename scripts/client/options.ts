import { failure } from './error.js';
import { type CauseOf, causeWithout } from './secret.js';
import { type Fetch, transport } from './transport.js';
import type { DirectoryClientOptions } from './types.js';

/** Everything that a client needs of its options. */
export interface Connection {
  /** In its normal form. */
  readonly baseUrl: string;
  /** The transport, which adds the key. */
  readonly fetch: Fetch;
  readonly causeOf: CauseOf;
}

/**
 * Checks the options of a client. No message shows a value: options may be mixed up, and any could be the key.
 *
 * @throws DirectoryRequestError `invalid-options`
 */
export function readOptions(options: DirectoryClientOptions): Connection {
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
  expect(typeof apiKey === 'string' && !/[^ -~]|^ | $|^$/.test(apiKey), 'apiKey to be printable ASCII, trimmed');
  // For an invalid URL both are undefined, and the check below fails.
  const { href, origin } = (URL.canParse(baseUrl) && new URL(baseUrl)) as URL;
  expect(
    /^https:|^http:\/\/(localhost|127[.\d]+|\[::1])[:/]/.test(href) &&
      // The @ sign separates credentials; in a path it can be written as %40.
      !/[@?#]/.test(baseUrl),
    'baseUrl to be https (http on loopback) without @ ? #',
  );
  expect(timeout > 0 && timeout < 2 ** 31, 'timeout to be 1 ms to 24 days');
  expect(typeof fetch === 'function', 'fetch to be a function');
  const causeOf = causeWithout(apiKey);
  return { causeOf, baseUrl: href, fetch: transport(apiKey, fetch, causeOf, origin, timeout) };
}
