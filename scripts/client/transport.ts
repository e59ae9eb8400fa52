import { type DirectoryRequestError, type DirectoryRequestErrorCode, failure, isOwn, unlike } from './error.js';
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
  const wrong: Wrong = (code, found, cause) =>
    failure(code, unlike(`a response of ${origin}`, found), key.isFree(cause) ? cause : undefined);

  /** Sends a request until its response or error is final: at most `again` times more, and never past the deadline. */
  const attempts = async (
    request: Request,
    signal: AbortSignal,
    again: number,
    deadline: number,
    idempotent?: boolean,
  ) => {
    for (let round = 0; ; round++) {
      // A body can be sent once; reads have none.
      const outcome = await attempt(connecting, wrong, idempotent ? request.clone() : request, signal);
      const wait = waitAfter(outcome, round);
      if (round === again || signal.aborted || !(performance.now() + wait < deadline)) {
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
    let onAbort!: () => void;
    const call = new Promise<Response>((resolve, reject) => {
      onAbort = () => {
        const { reason } = signal;
        let isTimeout = false;
        try {
          isTimeout = reason.name === 'TimeoutError';
        } catch {
          // A reason may be null, or have a getter that throws.
        }
        const found = isTimeout ? 'none before the signal timed out. Retry or raise it' : 'an abort';
        reject(wrong(isTimeout ? 'timeout' : 'aborted', found, reason));
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      timer = setTimeout(() => reject(wrong('timeout', `none within ${limit} ms. Retry or raise timeout`)), limit);
      attempts(request, stop.signal, again, performance.now() + limit, idempotent).then(resolve, reject);
    });
    // After a response, which was read to its end, nothing is stopped: an abort takes longer than all else here.
    const settled = call.catch(() => stop.abort());
    void settled.then(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
    return call;
  };
}

/** Makes an error about a response of the server. */
type Wrong = (code: DirectoryRequestErrorCode, found: string, cause?: unknown) => DirectoryRequestError;

/** Sends a request once, with the key. @returns the whole response, or an error that another attempt may not have */
async function attempt({ key, fetch }: Connecting, wrong: Wrong, request: Request, signal: AbortSignal) {
  const value = await key.ask();
  // A fetch that ignores the signal would still send the request.
  signal.throwIfAborted();
  const keyed = new Request(request, { redirect: 'manual', signal });
  keyed.headers.set('Authorization', value);
  try {
    return await wholeOf(await fetch(keyed), wrong, signal);
  } catch (error) {
    // A custom fetch may use another client, which does not know this key.
    if (isOwn(error) && key.isFree(error.cause)) throw error;
    const cause = key.isFree(error) ? (error as { cause?: { code?: string } } | undefined) : undefined;
    const found = cause?.cause?.code ?? cause?.cause ?? cause ?? 'an error, which may hold the key';
    return wrong('network', `${String(found)}. Check baseUrl and server`, error);
  }
}

/** Reads a response to its end, unless it is a redirect. @returns a response that holds its whole body */
async function wholeOf(response: Response, wrong: Wrong, signal: AbortSignal): Promise<Response> {
  const { body, status } = response;
  const reader = body?.getReader();
  // Quiet, as a body that has failed cannot be cancelled.
  const cancel = () => reader?.cancel().catch(() => {});
  // A fetch that ignores the signal may still deliver data after the call has ended.
  signal.addEventListener('abort', cancel);
  // Browsers hide a redirect behind status 0.
  if (signal.aborted || response.redirected || (!response.ok && status < 400 && status !== 304)) {
    await cancel();
    throw wrong('redirect', `a redirect (${status}). Check baseUrl`);
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    chunks.push(read.value);
    size += read.value.length;
    // Without the limit, a hostile server could fill the memory before the deadline.
    if (size > 2 ** 26) {
      await cancel();
      throw wrong('too-large', 'over 64 MiB. Ask for less');
    }
  }
  // A fetch may give the same response again.
  reader?.releaseLock();
  // Some statuses forbid even an empty body. A Blob takes longer to read than a chunk.
  return new Response(chunks[1] ? new Blob(chunks) : size ? chunks[0] : null, response);
}

/**
 * Milliseconds until a request may be sent again: those of `Retry-After` (RFC 9110 §10.2.3), else a short time that
 * grows, with jitter. NaN for a response that is final.
 */
function waitAfter(outcome: Response | Error, round: number): number {
  if (outcome instanceof Response) {
    if (!/429|503/.test(String(outcome.status))) return Number.NaN;
    const after = outcome.headers.get('retry-after') ?? '';
    const wait = /^\d+$/.test(after) ? +after * 1000 : /GMT$/.test(after) ? Date.parse(after) - Date.now() : -1;
    if (wait >= 0) return wait;
  }
  return 200 * 2 ** round * (1 + Math.random());
}
