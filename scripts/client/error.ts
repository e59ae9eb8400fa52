/**
 * Why a call brought no answer. The list is closed: a new code is a breaking change.
 *
 * - `invalid-options`: `createDirectoryClient` cannot work with what it was given (thrown at once, before any call).
 * - `invalid-id`: a path parameter cannot be one segment of a URL; nothing was sent.
 * - `invalid-request`: the arguments make no request, or a middleware of `raw` threw.
 * - `foreign-origin`: the request was for another origin than that of `baseUrl`; nothing was sent.
 * - `timeout`: no whole answer within `timeout` milliseconds. A write may have been applied.
 * - `aborted`: the caller's signal was aborted. A write may have been applied.
 * - `redirect`: the server answered with a redirect, which is never followed.
 * - `network`: no answer, or not a whole one: refused, reset, TLS, no HTTP. A write may have been applied.
 * - `too-large`: the body of the answer is over 64 MiB, decoded.
 * - `invalid-body`: a success (2xx) whose body is not JSON where JSON is documented. A write was most likely applied.
 */
export type DirectoryRequestErrorCode =
  | 'invalid-options'
  | 'invalid-id'
  | 'invalid-request'
  | 'foreign-origin'
  | 'timeout'
  | 'aborted'
  | 'redirect'
  | 'network'
  | 'too-large'
  | 'invalid-body';

/**
 * The one error that creating or using a client throws or rejects with. An HTTP status of any kind is no error but a
 * result with `ok: false`.
 *
 * `message` says what was expected, what was found, and what to do. `cause` is the underlying error, and is left out
 * where it could hold the key.
 */
export class DirectoryRequestError extends Error {
  override readonly name = 'DirectoryRequestError';
  declare readonly code: DirectoryRequestErrorCode;
  /** The operation that was called; undefined for calls through `raw` and for `invalid-options`. */
  declare readonly operationId?: string;

  constructor(code: DirectoryRequestErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Makes an error whose sentence says what was expected, what was found, and what to do.
 *
 * @param found with the advice behind it: `a redirect (302). Correct baseUrl`
 */
export const failure = (
  code: DirectoryRequestErrorCode,
  expected: string,
  found = 'another. Correct it',
  options?: ErrorOptions,
): DirectoryRequestError => new DirectoryRequestError(code, `Expected ${expected}; found ${found}.`, options);
