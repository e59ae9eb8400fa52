import { DirectoryRequestError, failure } from './error.js';
import type { Settings } from './options.js';

/**
 * Wraps `fetch` into one exchange: the origin is checked, the key added, redirects are refused, and the answer is read
 * to its end under one deadline, so that what comes back holds its whole body.
 *
 * @returns a function that rejects with a `DirectoryRequestError`, from `foreign-origin` to `too-large`
 */
export function transport({ apiKey, fetch, causeOf, origin, timeout }: Settings) {
  const answer = `an answer of ${origin}`;

  async function exchange(request: Request): Promise<Response> {
    const response = await fetch(request);
    const { body, status } = response;
    // Browsers hide a redirect behind status 0.
    if (response.redirected || (!response.ok && status < 400 && status !== 304)) {
      await body?.cancel();
      throw failure('redirect', answer, `a redirect (${status}). Correct baseUrl`);
    }
    const chunks: BlobPart[] = [];
    let size = 0;
    const whole = new WritableStream({
      write(chunk: Uint8Array<ArrayBuffer>) {
        chunks.push(chunk);
        size += chunk.length;
        // A hostile server could otherwise fill the memory before the deadline.
        if (size > 2 ** 26) throw failure('too-large', answer, 'over 64 MiB. Ask for less');
      },
    });
    // The signal, too: a fetch that ignores it may still deliver, or go on delivering, when nobody waits any more.
    await body?.pipeTo(whole, { signal: request.signal });
    // Null where there is nothing: some statuses forbid even an empty body.
    return new Response(size ? new Blob(chunks) : null, response);
  }

  return async (request: Request): Promise<Response> => {
    if (new URL(request.url).origin !== origin) {
      throw failure('foreign-origin', `the origin ${origin}`);
    }
    const { signal } = request;
    const stop = new AbortController();
    const keyed = new Request(request, { redirect: 'manual', signal: stop.signal });
    keyed.headers.set('Authorization', apiKey);
    let timer: ReturnType<typeof setTimeout> | undefined;
    return new Promise<Response>((resolve, reject) => {
      const onAbort = () =>
        reject(failure('aborted', answer, 'the signal aborted. Call again', causeOf(signal.reason)));
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { signal: stop.signal });
      timer = setTimeout(
        () => reject(failure('timeout', answer, `none within ${timeout} ms. Call again or raise timeout`)),
        timeout,
      );
      exchange(keyed).then(resolve, (error) => {
        if (error instanceof DirectoryRequestError) return reject(error);
        const options = causeOf(error);
        const found = options.cause ? (error?.cause?.code ?? error?.cause ?? error) : 'an error that may hold the key';
        reject(failure('network', answer, `${found}. Check address and server`, options));
      });
    }).finally(() => {
      // Ends what may still be going on, and takes the listener away.
      stop.abort();
      clearTimeout(timer);
    });
  };
}
