import type { AnyResult } from './types.js';

/**
 * The reason why a call brought no response. The list is closed: a new code is a breaking change.
 *
 * - `invalid-options`: the options of `createDirectoryClient` are not usable (thrown at once, before any call). With a
 *   function `apiKey` that throws, or returns no usable key, the call rejects; that request was not sent.
 * - `invalid-id`: a path parameter is not exactly one segment of a URL; nothing was sent.
 * - `invalid-request`: the arguments do not make a valid request, or a middleware of `raw` threw.
 * - `foreign-origin`: the request was for an origin different from that of `baseUrl`; nothing was sent.
 * - `timeout`: no complete response within `timeout` milliseconds, or before a signal of `AbortSignal.timeout()`. A
 *   write may have been applied.
 * - `aborted`: the caller's signal was aborted. A write may have been applied.
 * - `redirect`: the server responded with a redirect, which the client never follows.
 * - `network`: no complete response: connection refused or reset, TLS error, no HTTP. A write may have been applied.
 * - `too-large`: the decoded body of the response is over 64 MiB.
 * - `invalid-body`: a success (2xx) whose body is not JSON although JSON is documented. A write was probably applied.
 *   In `pages` also a body without a list, a page that repeats one before, the last of `emptyPages` pages without an
 *   item, an address of the next page with more than 8192 characters, and items that are nested too deep to compare.
 * - `refused`: in `pages` only, a response that is not a success (2xx). `cause` is the result of the call,
 *   `{ ok: false, status, error, headers }`, with the header `Retry-After` if the server sent one.
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
  | 'invalid-body'
  | 'refused';

/**
 * The error that creating or using a client throws or rejects with. An HTTP status of any kind is not an error but a
 * result with `ok: false`, except in `pages`, where it has the code `refused`, and in `orThrow`, which rejects with a
 * `DirectoryResponseError`.
 *
 * `message` gives the expected value, the actual one, and advice. `cause` is the underlying error; it is left out
 * if it could hold the key.
 */
export class DirectoryRequestError extends Error {
  override readonly name = 'DirectoryRequestError';
  /** The reason, such as `timeout` or `network`; {@link DirectoryRequestErrorCode} explains each code. */
  declare readonly code: DirectoryRequestErrorCode;
  /** The operation that was called; undefined for calls through `raw` and for `invalid-options`. */
  declare readonly operationId?: string;

  constructor(code: DirectoryRequestErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * The error of `client.orThrow` for a response that is not a success (2xx). Its members are those of the result of the
 * method. `error` is the JSON value of the body, or its text; it and `headers` are empty if they could hold the key.
 */
export class ResponseError<Failure = unknown> extends Error {
  override readonly name = 'DirectoryResponseError';
  /** The HTTP status: 4xx, 5xx or 304. */
  declare readonly status: number;
  declare readonly error: Failure | string;
  declare readonly headers: Headers;
  /** The operation that was called. */
  declare readonly operationId: string;

  constructor(operationId: string, { status, error, headers }: AnyResult) {
    super(mismatchText(`a success from ${operationId}`, `the status ${status}. See error.error`));
    Object.assign(this, { status, error, headers, operationId });
  }
}

const clientErrors = /* @__PURE__ */ new WeakSet<object>();

/** Creates an error. Its message must not quote values from callers, because any value could be the key. */
export function createError(code: DirectoryRequestErrorCode, message: string, cause?: unknown): DirectoryRequestError {
  const error = new DirectoryRequestError(code, message, cause === undefined ? cause : { cause });
  clientErrors.add(error);
  return error;
}

/** @throws DirectoryRequestError `invalid-options` with this message, unless the condition holds */
export function assertOption(condition: unknown, message: string): asserts condition {
  if (!condition) throw createError('invalid-options', message);
}

/** Whether an error is from `createError`: other code may create one of this class with the key in its message. */
export const isClientError = (error: unknown): error is DirectoryRequestError => clientErrors.has(error as object);

/** Writes the sentence about an unexpected value. `actual` may end with advice: `a redirect (302). Check baseUrl`. */
export const mismatchText = (expected: string, actual: string): string => `Expected ${expected}; found ${actual}.`;

/** Describes a value that was not expected: `undefined`, `null`, `empty`, `a list`, `an object`. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (value === '') return 'empty';
  if (typeof value !== 'object') return `a ${typeof value}`;
  return Symbol.iterator in value ? 'a list' : 'an object';
}

/** Creates the error for a result without the list that a generator needs. Its cause may contain the key. */
export const toMissingListError = (
  result: { readonly ok: boolean; readonly status: number },
  source: string,
): DirectoryRequestError =>
  createError(
    result.ok ? 'invalid-body' : 'refused',
    mismatchText(`a list from ${source}`, `none (status ${result.status}). See error.cause`),
    result,
  );
