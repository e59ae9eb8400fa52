import { createError, kindOf } from './error.js';
import type { CallGuard } from './guard.js';
import { checkHeaders } from './headers.js';
import { fillPath } from './path.js';
import { queryText } from './query.js';
import type { KeyFreeTest } from './secret.js';
import { checkTimeout } from './timeout.js';
import { type SendRequest, toText } from './transport.js';
import type { AnyCall, AnyResult, OperationRow } from './types.js';

/** Everything that the calls of a client share. */
export interface ClientConnection {
  /** The base URL in its normal form, without a slash at its end. */
  readonly baseUrl: string;
  /** The headers of every call. */
  readonly headers: Headers;
  /** The transport, which adds the key. */
  readonly send: SendRequest;
  readonly guard: CallGuard;
  readonly lacksKey: KeyFreeTest;
}

/** The parts of an operation's row that a call needs. */
export type CallRow = Pick<OperationRow, 'method' | 'path' | 'media'> &
  Partial<Pick<OperationRow, 'needsBody' | 'mayBeEmpty'>>;

/** A response, and the text of its body. If it is not a success, its error. */
export interface CallResponse {
  readonly response: Pick<Response, 'ok' | 'status' | 'headers'>;
  readonly data?: string | undefined;
  readonly error?: unknown;
}

/** Sends a call whose arguments were checked. `path` is that of the row, filled. */
export type SendCall = (row: CallRow, call: AnyCall, path: string) => Promise<CallResponse>;

/** Calls an operation. It rejects with an error of any kind, which the guard of the connection replaces. */
export async function callOperation(row: CallRow, call: AnyCall, sendCall: SendCall): Promise<AnyResult> {
  const { body, timeout } = call;
  if (timeout !== undefined) checkTimeout(timeout, 'invalid-request');
  // Fill the path first, so that a missing path parameter is named before a missing body.
  const path = fillPath(row.path, call.path ?? {});
  if (row.needsBody && (body ?? null) === null) throw createError('invalid-request', `body is ${kindOf(body)}.`);
  checkHeaders(call.headers, 'invalid-request');
  const { data = '', error, response } = await sendCall(row, call, path);
  const { ok, status, headers } = response;
  const isEmpty = !row.media || (!data && row.mayBeEmpty);
  // Without a body, `JSON.parse` throws a SyntaxError, which becomes `invalid-body`.
  const parse = /json/.test(`${row.media}${headers.get('content-type')}`) ? JSON.parse : String;
  return {
    ok,
    status,
    ...(ok ? { data: isEmpty ? undefined : parse(data) } : { error: error ?? '' }),
    headers,
  };
}

/** Returns a function that sends calls over a connection. */
export const sendOver =
  ({ baseUrl, headers: sharedHeaders, send }: ClientConnection): SendCall =>
  async (row, call, path) => {
    const query = queryText(call);
    const headers = new Headers(sharedHeaders);
    for (const [name, value] of new Headers(call.headers)) headers.set(name, value);
    let body = call.body as BodyInit | undefined;
    // The platform itself sets the media type of a form with files, which has a boundary.
    if (body !== undefined && !(body instanceof FormData)) {
      const media = headers.get('Content-Type') ?? 'application/json';
      headers.set('Content-Type', media);
      body = /urlencoded/.test(media) ? new URLSearchParams(body as never) : JSON.stringify(body);
    }
    const url = `${baseUrl}${path}${query && '?'}${query}`;
    const method = row.method.toUpperCase();
    // Without a body, the value is undefined, which the platform accepts, but not its type.
    const toRequest = (init: RequestInit) => new Request(url, { method, headers, body: body!, ...init });
    const { response, chunks } = await send({ method, toRequest }, call);
    const text = toText(chunks);
    let error: unknown = text;
    try {
      if (!response.ok) error = JSON.parse(text);
    } catch {
      // The error is a string.
    }
    return { response, data: text, error };
  };
