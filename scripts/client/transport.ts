import {
  createError,
  type DirectoryRequestError,
  type DirectoryRequestErrorCode,
  isClientError,
  mismatchText,
} from './error.js';
import type { ClientKey } from './key.js';

export type Fetch = (request: Request) => Promise<Response>;

/** A request before the transport adds the key. A `Request` is also one. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: BodyInit | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** A response that was read to its end. */
export interface WholeResponse {
  /** The response, whose own body is used up. */
  readonly response: Response;
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
}

/** Sends a request. It rejects with `invalid-options`, or with a code from `foreign-origin` to `too-large`. */
export type SendRequest = (request: OutgoingRequest, options?: CallOptions) => Promise<WholeResponse>;

export interface CallOptions {
  /** Milliseconds for the whole call; the client's `timeout` by default. */
  readonly timeout?: number | undefined;
  /** Whether a write may be sent again after a failure, like a read. */
  readonly idempotent?: boolean | undefined;
}

export interface TransportSetup {
  readonly key: ClientKey;
  readonly fetch: Fetch;
  /** The origin that the key may go to. */
  readonly origin: string;
  readonly timeout: number;
  /** Maximum number of times that a read is sent again. */
  readonly retries: number;
}

/**
 * Wraps `fetch`: checks the origin, adds the key, rejects redirects, sends reads again, and reads the response to its
 * end, all before one deadline.
 */
export function wrapFetch(setup: TransportSetup): SendRequest {
  const { key, origin, timeout, retries } = setup;
  const toError: ErrorFactory = (code, actual, cause) =>
    createError(code, mismatchText(`a response from ${origin}`, actual), key.lacksKey(cause) ? cause : undefined);

  /** Sends a request, and sends it again until its result is final: at most `maxRetries` times, before the deadline. */
  const sendWithRetries = async (
    request: OutgoingRequest,
    signal: AbortSignal,
    maxRetries: number,
    deadline: number,
  ) => {
    for (let round = 0; ; round++) {
      // The body of a `Request` can be sent only once, so copy it; reads have no body.
      const attempt = maxRetries && request instanceof Request ? request.clone() : request;
      const outcome = await sendOnce(setup, toError, attempt, signal);
      const wait = retryDelay(outcome, round);
      if (round === maxRetries || signal.aborted || !(performance.now() + wait < deadline)) {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        signal.addEventListener('abort', () => clearTimeout(timer));
      });
    }
  };

  return async (request, { timeout: limit = timeout, idempotent } = {}) => {
    if (new URL(request.url).origin !== origin) {
      throw createError('foreign-origin', mismatchText(`the origin ${origin}`, 'another one. Correct it'));
    }
    const { signal, method } = request;
    const maxRetries = idempotent === true || /^(GET|HEAD)$/.test(method) ? retries : 0;
    const exchange = new AbortController();
    let end!: (code: 'timeout' | 'aborted', actual: string, cause?: unknown) => void;
    const onAbort = (): void => {
      const { reason } = signal!;
      let isTimeout = false;
      try {
        isTimeout = reason.name === 'TimeoutError';
      } catch {
        // The reason may be null, or have a getter that throws.
      }
      if (isTimeout) end('timeout', 'none before the timeout. Retry, or raise timeout', reason);
      else end('aborted', 'an abort', reason);
    };
    const ended = new Promise<never>((_, reject) => {
      end = (...error) => reject(toError(...error));
    });
    const timer = setTimeout(() => end('timeout', `none within ${limit} ms. Retry, or raise timeout`), limit);
    try {
      signal?.addEventListener('abort', onAbort);
      if (signal?.aborted) onAbort();
      const deadline = performance.now() + limit;
      return await Promise.race([ended, sendWithRetries(request, exchange.signal, maxRetries, deadline)]);
    } catch (error) {
      // Abort only after an error: without one, the response has been read to its end, and an abort would take longer
      // than everything else here.
      exchange.abort();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener?.('abort', onAbort);
    }
  };
}

type ErrorFactory = (code: DirectoryRequestErrorCode, actual: string, cause?: unknown) => DirectoryRequestError;

/** Sends a request once, with the key. @returns the whole response, or an error that another attempt may avoid */
async function sendOnce(
  { key, fetch }: TransportSetup,
  toError: ErrorFactory,
  request: OutgoingRequest,
  signal: AbortSignal,
) {
  const keyText = await key.read();
  // Check the signal first: a `fetch` that ignores it would still send the request.
  signal.throwIfAborted();
  const init: RequestInit = { redirect: 'manual', signal };
  const requestWithKey =
    request instanceof Request ? new Request(request, init) : new Request(request.url, { ...request, ...init });
  if (keyText) requestWithKey.headers.set('Authorization', keyText);
  else requestWithKey.headers.delete('Authorization');
  try {
    return await readWholeResponse(await fetch(requestWithKey), toError, signal);
  } catch (error) {
    // A custom fetch may be another client of this kind, which does not know our key and may show it in its error.
    if (isClientError(error) && key.lacksKey(error.cause)) throw error;
    const cause = key.lacksKey(error) ? (error as { cause?: { code?: string } } | undefined) : undefined;
    const actual = cause?.cause?.code ?? cause?.cause ?? cause ?? 'an error, which may hold the key';
    return toError('network', `${String(actual)}. Check baseUrl, and whether the server is running`, error);
  }
}

/** Reads a response to its end. @throws DirectoryRequestError `redirect`, `too-large` */
async function readWholeResponse(
  response: Response,
  toError: ErrorFactory,
  signal: AbortSignal,
): Promise<WholeResponse> {
  const { body, status } = response;
  const reader = body?.getReader();
  // Ignore errors, because a body that has failed cannot be cancelled.
  const cancel = () => reader?.cancel().catch(() => {});
  // A fetch that ignores the signal may still deliver data after the call has ended.
  signal.addEventListener('abort', cancel);
  // Browsers hide a redirect behind status 0.
  if (signal.aborted || response.redirected || (!response.ok && status < 400 && status !== 304)) {
    await cancel();
    throw toError('redirect', `a redirect (${status}). Check baseUrl`);
  }
  // HTTP has no such status (RFC 9110 §15), so this is no HTTP response.
  if (status > 599) throw new RangeError(`status ${status}`);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let result = await reader?.read(); result?.done === false; result = await reader?.read()) {
    if (result.value.length > 0) chunks.push(result.value);
    size += result.value.length;
    // Without the limit, a hostile server could fill the memory before the deadline.
    if (size > 2 ** 26) {
      await cancel();
      throw toError('too-large', 'over 64 MiB. Ask for less');
    }
  }
  // Release the reader, because a fetch may return the same response again.
  reader?.releaseLock();
  return { response, chunks };
}

/** Makes a `Response` with a body that can be read. */
export const toResponse = ({ response, chunks }: WholeResponse): Response =>
  // Some statuses forbid even an empty body.
  new Response(chunks.length > 0 ? new Blob([...chunks]) : null, response);

/** The text of a body in UTF-8, without a byte order mark. */
export function toText({ chunks }: WholeResponse): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

/**
 * Milliseconds until a retry: those of `Retry-After` (RFC 9110 §10.2.3), else a random time that grows with each round;
 * NaN if the request must not be sent again.
 */
function retryDelay(outcome: WholeResponse | Error, round: number): number {
  if (!(outcome instanceof Error)) {
    const { status, headers } = outcome.response;
    if (!/429|503/.test(String(status))) return Number.NaN;
    const retryAfter = headers.get('retry-after') ?? '';
    const wait = /^\d+$/.test(retryAfter)
      ? +retryAfter * 1000
      : /GMT$/.test(retryAfter)
        ? Date.parse(retryAfter) - Date.now()
        : -1;
    if (wait >= 0) return wait;
  }
  return 200 * 2 ** round * (1 + Math.random());
}
