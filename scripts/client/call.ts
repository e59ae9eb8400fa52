import { createError, kindOf } from './error.js';
import { type CallGuard, createGuard } from './guard.js';
import { checkHeaders } from './headers.js';
import { invalidTimeoutText, isValidTimeout, readOptions } from './options.js';
import { fillPath } from './path.js';
import { queryText } from './query.js';
import type { KeyFreeTest } from './secret.js';
import { type CallOptions, type SendRequest, toText } from './transport.js';
import type { AnyCall, AnyResult, DirectoryClientOptions, OperationRow } from './types.js';

/** Everything that the calls of a client share. */
export interface ClientConnection {
  /** The base URL, without a slash at its end. */
  readonly baseUrl: string;
  /** The headers of every call. */
  readonly headers: Headers;
  readonly send: SendRequest;
  readonly guard: CallGuard;
  readonly lacksKey: KeyFreeTest;
}

/** Checks options. @throws DirectoryRequestError `invalid-options` */
export function connect(options: DirectoryClientOptions): ClientConnection {
  const connection = readOptions(options);
  return { ...connection, guard: createGuard(connection.lacksKey) };
}

/** The parts of an operation's row that a call needs. */
export type CallRow = Pick<OperationRow, 'method' | 'path' | 'media' | 'needsBody' | 'mayBeEmpty'>;

/** A response, and the text of its body if it is a success, else its error. */
export interface CallResponse {
  readonly response: Pick<Response, 'ok' | 'status' | 'headers'>;
  readonly data?: string | undefined;
  readonly error?: unknown;
}

/** Sends a call whose arguments were checked. */
export type SendCall = (row: CallRow, call: AnyCall, options: CallOptions) => Promise<CallResponse>;

/** Calls an operation. It rejects with an error of any kind, which the guard of the connection replaces. */
export async function callOperation(row: CallRow, call: AnyCall, sendCall: SendCall): Promise<AnyResult> {
  const { path, body, timeout, idempotent } = call;
  if (timeout !== undefined && !isValidTimeout(timeout))
    throw createError('invalid-request', `timeout ${invalidTimeoutText}`);
  // Check the path first, so that a missing path parameter is named before a missing body.
  fillPath(row.path, path ?? {});
  if (row.needsBody && (body ?? null) === null)
    throw createError('invalid-request', `body is ${body === undefined ? 'missing' : kindOf(body)}.`);
  checkHeaders(call.headers, 'invalid-request');
  const { data, error, response } = await sendCall(row, call, { timeout, idempotent });
  const { ok, status, headers } = response;
  if (!ok) return { ok, status, error: error ?? '', headers };
  const isEmpty = !row.media || (!data && row.mayBeEmpty);
  return {
    ok,
    status,
    data: isEmpty
      ? undefined
      : /json/.test(row.media + headers.get('content-type'))
        ? // Without a body, `JSON.parse` throws a SyntaxError, which becomes `invalid-body`.
          JSON.parse(data ?? '')
        : (data ?? ''),
    headers,
  };
}

/** Returns a function that sends calls over a connection. */
export const sendOver =
  ({ baseUrl, headers: sharedHeaders, send }: ClientConnection): SendCall =>
  async ({ method, path }, call, options) => {
    const query = queryText(call);
    const headers = new Headers(sharedHeaders);
    for (const [name, value] of new Headers(call.headers)) headers.set(name, value);
    let body = call.body as BodyInit | undefined;
    // The platform itself sets the media type of a form with files, which has a boundary.
    if (body !== undefined && !(body instanceof FormData)) {
      if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
      body = /urlencoded/.test(headers.get('Content-Type')!)
        ? new URLSearchParams(body as never)
        : JSON.stringify(body);
    }
    const whole = await send(
      {
        url: `${baseUrl}${fillPath(path, call.path ?? {})}${query && '?'}${query}`,
        method: method.toUpperCase(),
        headers,
        body,
        signal: call.signal,
      },
      options,
    );
    const { response } = whole;
    const text = toText(whole);
    return response.ok ? { response, data: text } : { response, error: parseOrKeep(text) };
  };

/** The JSON value of a text, or the text if it is not JSON. */
function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
