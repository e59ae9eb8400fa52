import { DirectoryRequestError, failure } from './error.js';
import type { CauseOf } from './secret.js';

/** Sends a request. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * Wraps `fetch`: checks the origin, adds the key, rejects redirects, and reads the response to its end before one
 * deadline, so that the returned response holds its whole body.
 *
 * @param origin the origin that the key may go to
 * @param timeout the deadline in milliseconds
 * @returns a function that rejects with a `DirectoryRequestError` of any code from `foreign-origin` to `too-large`
 */
export function transport(apiKey: string, fetch: Fetch, causeOf: CauseOf, origin: string, timeout: number): Fetch {
  const answer = `a response of ${origin}`;

  const exchange = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    const { body, status } = response;
    // Browsers hide a redirect behind status 0.
    if (response.redirected || (!response.ok && status < 400 && status !== 304)) {
      await body?.cancel();
      throw failure('redirect', answer, `a redirect (${status}). Check baseUrl`);
    }
    const chunks: BlobPart[] = [];
    let size = 0;
    await body?.pipeTo(
      new WritableStream({
        write(chunk: Uint8Array<ArrayBuffer>) {
          chunks.push(chunk);
          size += chunk.length;
          // Without the limit, a hostile server could fill the memory before the deadline.
          if (size > 2 ** 26) throw failure('too-large', answer, 'over 64 MiB. Ask for less');
        },
      }),
      // The signal is passed on: a fetch that ignores it may still deliver data after the call has ended.
      { signal: request.signal },
    );
    // A response without bytes gets a null body: some statuses forbid even an empty one.
    return new Response(size ? new Blob(chunks) : null, response);
  };

  return async (request) => {
    if (new URL(request.url).origin !== origin) {
      throw failure('foreign-origin', `the origin ${origin}`);
    }
    const { signal } = request;
    const stop = new AbortController();
    const keyed = new Request(request, { redirect: 'manual', signal: stop.signal });
    keyed.headers.set('Authorization', apiKey);
    let timer: ReturnType<typeof setTimeout> | undefined;
    return new Promise<Response>((resolve, reject) => {
      const onAbort = () => reject(failure('aborted', answer, 'an abort', causeOf(signal.reason)));
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { signal: stop.signal });
      timer = setTimeout(
        () => reject(failure('timeout', answer, `none within ${timeout} ms. Retry or raise timeout`)),
        timeout,
      );
      exchange(keyed).then(resolve, (error) => {
        const options = causeOf(error);
        const cause = options.cause as { cause?: { code?: string } } | undefined;
        const found = cause?.cause?.code ?? cause?.cause ?? cause ?? 'an error that may hold the key';
        const advice = `${found}. Check baseUrl and server`;
        reject(error instanceof DirectoryRequestError ? error : failure('network', answer, advice, options));
      });
    }).finally(() => {
      // Stops whatever is still running, and removes the listener.
      stop.abort();
      clearTimeout(timer);
    });
  };
}
