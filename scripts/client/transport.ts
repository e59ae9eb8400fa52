import {
  createError,
  type DirectoryRequestError,
  type DirectoryRequestErrorCode,
  isClientError,
  mismatchText,
} from './error.js';
import type { ClientKey } from './key.js';

export type Fetch = (request: Request) => Promise<Response>;

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
 * end, all before one deadline, so that the returned response holds its whole body.
 *
 * @returns a function that rejects with `invalid-options`, or with a code from `foreign-origin` to `too-large`
 */
export function wrapFetch(setup: TransportSetup) {
  const { key, origin, timeout, retries } = setup;
  const toError: ErrorFactory = (code, actual, cause) =>
    createError(code, mismatchText(`a response from ${origin}`, actual), key.lacksKey(cause) ? cause : undefined);

  /** Sends a request, and sends it again until its result is final: at most `maxRetries` times, before the deadline. */
  const sendWithRetries = async (
    request: Request,
    signal: AbortSignal,
    maxRetries: number,
    deadline: number,
    idempotent?: boolean,
  ) => {
    for (let round = 0; ; round++) {
      // A body can be sent only once, so the request is copied; reads have no body.
      const outcome = await sendOnce(setup, toError, idempotent ? request.clone() : request, signal);
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

  return async (request: Request, { timeout: limit = timeout, idempotent }: CallOptions = {}): Promise<Response> => {
    if (new URL(request.url).origin !== origin) {
      throw createError('foreign-origin', mismatchText(`the origin ${origin}`, 'another one. Correct it'));
    }
    const { signal, method } = request;
    const maxRetries = idempotent === true || /^(GET|HEAD)$/.test(method) ? retries : 0;
    const abortController = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let onAbort!: () => void;
    const call = new Promise<Response>((resolve, reject) => {
      onAbort = () => {
        const { reason } = signal;
        let isTimeout = false;
        try {
          isTimeout = reason.name === 'TimeoutError';
        } catch {
          // The reason may be null, or have a getter that throws.
        }
        const actualText = isTimeout ? 'none before the timeout. Retry, or allow more time' : 'an abort';
        reject(toError(isTimeout ? 'timeout' : 'aborted', actualText, reason));
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      timer = setTimeout(() => reject(toError('timeout', `none within ${limit} ms. Retry or raise timeout`)), limit);
      sendWithRetries(request, abortController.signal, maxRetries, performance.now() + limit, idempotent).then(
        resolve,
        reject,
      );
    });
    // Abort only after an error: without one, the response has been read to its end, and an abort would take longer
    // than everything else here.
    const completion = call.catch(() => abortController.abort());
    void completion.then(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
    return call;
  };
}

type ErrorFactory = (code: DirectoryRequestErrorCode, actual: string, cause?: unknown) => DirectoryRequestError;

/** Sends a request once, with the key. @returns the whole response, or an error that another attempt may avoid */
async function sendOnce({ key, fetch }: TransportSetup, toError: ErrorFactory, request: Request, signal: AbortSignal) {
  const keyText = await key.read();
  // Check the signal first: a `fetch` that ignores it would still send the request.
  signal.throwIfAborted();
  const requestWithKey = new Request(request, { redirect: 'manual', signal });
  requestWithKey.headers.set('Authorization', keyText);
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

/** Reads a response to its end, unless it is a redirect. @returns a response that holds its whole body */
async function readWholeResponse(response: Response, toError: ErrorFactory, signal: AbortSignal): Promise<Response> {
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
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let result = await reader?.read(); result?.done === false; result = await reader?.read()) {
    chunks.push(result.value);
    size += result.value.length;
    // Without the limit, a hostile server could fill the memory before the deadline.
    if (size > 2 ** 26) {
      await cancel();
      throw toError('too-large', 'over 64 MiB. Ask for less');
    }
  }
  // Release the reader, because a fetch may return the same response again.
  reader?.releaseLock();
  // Some statuses forbid even an empty body. A single chunk is used as it is, because reading a Blob takes longer.
  return new Response(chunks[1] ? new Blob(chunks) : size ? chunks[0] : null, response);
}

/**
 * Milliseconds until a retry: those of `Retry-After` (RFC 9110 §10.2.3), else a random time that grows with each round;
 * NaN if the request must not be sent again.
 */
function retryDelay(outcome: Response | Error, round: number): number {
  if (outcome instanceof Response) {
    if (!/429|503/.test(String(outcome.status))) return Number.NaN;
    const retryAfter = outcome.headers.get('retry-after') ?? '';
    const wait = /^\d+$/.test(retryAfter)
      ? +retryAfter * 1000
      : /GMT$/.test(retryAfter)
        ? Date.parse(retryAfter) - Date.now()
        : -1;
    if (wait >= 0) return wait;
  }
  return 200 * 2 ** round * (1 + Math.random());
}
