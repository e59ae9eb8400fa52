import {
  createError,
  type DirectoryRequestError,
  type DirectoryRequestErrorCode,
  isClientError,
  mismatchText,
} from './error.js';
import type { ClientKey } from './key.js';

export type Fetch = (request: Request) => Promise<Response>;

/** A request before the transport adds the key. */
export interface OutgoingRequest {
  readonly method: string;
  /** Makes the request of one attempt. */
  toRequest(init: RequestInit): Request;
}

/** A response that was read to its end. */
export interface WholeResponse {
  /** The response, whose own body is used up. */
  readonly response: Response;
  readonly chunks: readonly Uint8Array[];
}

/** Sends a request. It rejects with `invalid-options`, or with a code from `timeout` to `too-large`. */
export type SendRequest = (request: OutgoingRequest, options: CallOptions) => Promise<WholeResponse>;

/** A complete response, or an error that another attempt may avoid. */
type Outcome = (WholeResponse & { readonly error?: never }) | { readonly error: Error; readonly response?: never };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
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
 * Wraps `fetch`: adds the key, rejects redirects, sends reads again, and reads the response to its end, all before one
 * deadline. The caller checks that the request goes to the origin.
 */
export function wrapFetch({ key, fetch, origin, timeout, retries }: TransportSetup): SendRequest {
  const toError: ErrorFactory = (code, actual, cause) =>
    createError(code, mismatchText(`a response from ${origin}`, actual), key.lacksKey(cause) ? cause : undefined);

  /** Sends a request once, with the key. */
  const sendOnce = async (toRequest: OutgoingRequest['toRequest'], signal: AbortSignal): Promise<Outcome> => {
    const keyText = await key.read();
    // Check the signal first: a `fetch` that ignores it would still send the request.
    signal.throwIfAborted();
    const request = toRequest({ redirect: 'manual', signal });
    if (keyText) request.headers.set('Authorization', keyText);
    else request.headers.delete('Authorization');
    try {
      return await readWholeResponse(await fetch(request), toError, signal);
    } catch (error) {
      // A custom fetch may be another client of this kind, which does not know our key and may show it in its error.
      if (isClientError(error) && key.lacksKey(error.cause)) throw error;
      const cause = key.lacksKey(error) ? (error as { cause?: { code?: string } } | undefined) : undefined;
      const actual = cause?.cause?.code ?? cause?.cause ?? cause ?? 'an error, which may hold the key';
      return { error: toError('network', `${String(actual)}. Check baseUrl, and that the server runs`, error) };
    }
  };

  return async ({ method, toRequest }, { signal, timeout: limit = timeout, idempotent }) => {
    const maxRetries = idempotent === true || /^(GET|HEAD)$/.test(method) ? retries : 0;
    const exchange = new AbortController();

    /** Sends the request until its result is final: at most `maxRetries` more times, before the deadline. */
    const sendUntilFinal = async () => {
      const deadline = performance.now() + limit;
      for (let round = 0; ; round++) {
        const outcome = await sendOnce(toRequest, exchange.signal);
        const wait = retryDelay(outcome, round);
        if (round === maxRetries || exchange.signal.aborted || !(performance.now() + wait < deadline)) {
          if (outcome.error) throw outcome.error;
          return outcome;
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, wait);
          exchange.signal.addEventListener('abort', () => clearTimeout(timer));
        });
      }
    };

    let end!: (code: 'timeout' | 'aborted', actual: string, cause?: unknown) => void;
    const ended = new Promise<never>((_, reject) => {
      end = (...error) => reject(toError(...error));
    });
    const onAbort = (): void => {
      const { reason } = signal!;
      let code: 'timeout' | 'aborted' = 'aborted';
      try {
        if (reason.name === 'TimeoutError') code = 'timeout';
      } catch {
        // The reason may be null, or have a getter that throws.
      }
      end(code, 'an abort by its signal', reason);
    };
    signal?.addEventListener('abort', onAbort);
    const timer = setTimeout(() => end('timeout', `none within ${limit} ms. Retry, or raise timeout`), limit);
    try {
      if (signal?.aborted) onAbort();
      return await Promise.race([ended, sendUntilFinal()]);
    } catch (error) {
      // Abort only after an error: without one, the response has been read to its end, and an abort would take longer
      // than everything else here.
      exchange.abort();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  };
}

type ErrorFactory = (code: DirectoryRequestErrorCode, actual: string, cause?: unknown) => DirectoryRequestError;

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
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.length > 0) chunks.push(value);
    size += value.length;
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
  new Response(chunks.length > 0 ? new Blob(chunks as Uint8Array<ArrayBuffer>[]) : null, response);

/** The text of a body in UTF-8, without a byte order mark. */
export function toText(chunks: WholeResponse['chunks']): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

/**
 * Milliseconds until a retry: those of `Retry-After` (RFC 9110 §10.2.3), else a random time that grows with each round;
 * NaN if the request must not be sent again.
 */
function retryDelay({ response }: Outcome, round: number): number {
  if (response) {
    const { status, headers } = response;
    if (status !== 429 && status !== 503) return Number.NaN;
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
