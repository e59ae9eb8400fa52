import { DirectoryRequestError, type DirectoryRequestErrorCode, failure, unlike } from './error.js';
import type { Key } from './key.js';

/** Sends a request. */
export type Fetch = (request: Request) => Promise<Response>;

/** How one call is sent. */
export interface Sending {
  /** Milliseconds for the whole call; that of the client by default. */
  readonly timeout?: number | undefined;
  /** Whether a write may be sent twice. */
  readonly idempotent?: boolean | undefined;
}

/** Everything that a transport needs. */
export interface Connecting {
  readonly key: Key;
  readonly fetch: Fetch;
  /** The origin that the key may go to. */
  readonly origin: string;
  readonly timeout: number;
  /** How often a read is sent again. */
  readonly retries: number;
}

/**
 * Wraps `fetch`: checks the origin, adds the key, rejects redirects, sends reads again, and reads the response to its
 * end, all before one deadline, so that the returned response holds its whole body.
 *
 * @returns a function that rejects with a `DirectoryRequestError`: `invalid-options`, `foreign-origin` to `too-large`
 */
export function transport(connecting: Connecting) {
  const { key, origin, timeout, retries } = connecting;
  const wrong = wrongFrom(origin);
  const attempt = attemptOf(connecting);

  /** Sends a request until its response or error is final: at most `again` times more, and never past the deadline. */
  const attempts = async (request: Request, signal: AbortSignal, again: number, deadline: number) => {
    for (let round = 0; ; round++) {
      const isLast = round === again;
      // The last attempt takes the body itself.
      const outcome = await attempt(isLast ? request : request.clone(), signal).catch((error) => {
        if (error.code !== 'network') throw error;
        return error as DirectoryRequestError;
      });
      const wait = isLast || signal.aborted ? Number.NaN : waitAfter(outcome, round);
      if (!(performance.now() + wait < deadline)) {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        signal.addEventListener('abort', () => clearTimeout(timer));
      });
    }
  };

  return async (request: Request, { timeout: limit = timeout, idempotent }: Sending = {}): Promise<Response> => {
    if (new URL(request.url).origin !== origin) {
      throw failure('foreign-origin', unlike(`the origin ${origin}`, 'another one. Correct it'));
    }
    const { signal, method } = request;
    const again = idempotent === true || /^(GET|HEAD)$/.test(method) ? retries : 0;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    return new Promise<Response>((resolve, reject) => {
      const onAbort = () => {
        const { reason } = signal;
        const isTimeout = reason?.name === 'TimeoutError';
        const found = isTimeout ? 'none before the signal timed out. Retry or raise it' : 'an abort';
        reject(wrong(isTimeout ? 'timeout' : 'aborted', found, key.causeOf(reason)));
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { signal: stop.signal });
      timer = setTimeout(() => reject(wrong('timeout', `none within ${limit} ms. Retry or raise timeout`)), limit);
      attempts(request, stop.signal, again, performance.now() + limit).then(resolve, reject);
    }).finally(() => {
      // Stops whatever is still running, and removes the listener.
      stop.abort();
      clearTimeout(timer);
    });
  };
}

/** Makes the errors about a response of an origin. */
const wrongFrom =
  (origin: string) =>
  (code: DirectoryRequestErrorCode, found: string, options?: ErrorOptions): DirectoryRequestError =>
    failure(code, unlike(`a response of ${origin}`, found), options);

/** Returns a function that sends a request once, with the key, and reads the response to its end. */
function attemptOf({ key, fetch, origin }: Connecting) {
  const wrong = wrongFrom(origin);

  const exchange = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    const { body, status } = response;
    // Browsers hide a redirect behind status 0.
    if (response.redirected || (!response.ok && status < 400 && status !== 304)) {
      await body?.cancel();
      throw wrong('redirect', `a redirect (${status}). Check baseUrl`);
    }
    const chunks: BlobPart[] = [];
    let size = 0;
    await body?.pipeTo(
      new WritableStream({
        write(chunk: Uint8Array<ArrayBuffer>) {
          chunks.push(chunk);
          size += chunk.length;
          // Without the limit, a hostile server could fill the memory before the deadline.
          if (size > 2 ** 26) throw wrong('too-large', 'over 64 MiB. Ask for less');
        },
      }),
      // The signal is passed on: a fetch that ignores it may still deliver data after the call has ended.
      { signal: request.signal },
    );
    // A response without bytes gets a null body: some statuses forbid even an empty one.
    return new Response(size ? new Blob(chunks) : null, response);
  };

  return async (request: Request, signal: AbortSignal): Promise<Response> => {
    const value = await key.ask();
    // A fetch that ignores the signal would still send the request.
    signal.throwIfAborted();
    const keyed = new Request(request, { redirect: 'manual', signal });
    keyed.headers.set('Authorization', value);
    return exchange(keyed).catch((error) => {
      if (error instanceof DirectoryRequestError) throw error;
      const options = key.causeOf(error);
      const cause = options.cause as { cause?: { code?: string } } | undefined;
      const found = cause?.cause?.code ?? cause?.cause ?? cause ?? 'an error that may hold the key';
      throw wrong('network', `${found}. Check baseUrl and server`, options);
    });
  };
}

/**
 * Milliseconds until a request may be sent again: those of `Retry-After` (RFC 9110 §10.2.3), else a short time that
 * grows, with jitter. NaN for a response that is final.
 */
function waitAfter(outcome: Response | Error, round: number): number {
  if (outcome instanceof Response) {
    if (outcome.status !== 429 && outcome.status !== 503) return Number.NaN;
    const after = outcome.headers.get('retry-after') ?? '';
    const wait = /^\d+$/.test(after) ? +after * 1000 : /GMT$/.test(after) ? Date.parse(after) - Date.now() : -1;
    if (wait >= 0) return wait;
  }
  return 200 * 2 ** round * (1 + Math.random());
}
