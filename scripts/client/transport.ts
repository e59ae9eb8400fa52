import { DirectoryRequestError } from './error.js';
import type { DirectoryRequestErrorCode } from './error.js';
import type { Settings } from './options.js';

/**
 * Wraps `fetch` into one exchange: the origin is checked, the key added, redirects are refused, and the answer is read
 * to its end under one deadline, so that what comes back holds its whole body.
 *
 * @returns a function that rejects with a `DirectoryRequestError`, from `foreign-origin` to `too-large`
 */
export function transport({ apiKey, fetch, isKeyFree, origin, timeout }: Settings) {
  const failure = (code: DirectoryRequestErrorCode, message: string, cause?: unknown) =>
    new DirectoryRequestError(code, `Expected ${message}`, cause && isKeyFree(cause) ? { cause } : undefined);

  const answer = `an answer of ${origin}, found `;

  async function exchange(request: Request): Promise<Response> {
    const response = await fetch(request);
    const { status, statusText, headers, body } = response;
    const reader = body?.getReader();
    const cancel = () => void reader?.cancel().catch(() => {});
    // A fetch that ignores its signal may still deliver, or go on delivering, when nobody waits any more.
    request.signal.addEventListener('abort', cancel);
    if (request.signal.aborted) cancel();
    // Browsers hide a redirect behind a response of type "opaqueredirect" and status 0.
    if (response.type === 'opaqueredirect' || response.redirected || (status > 299 && status < 400 && status !== 304)) {
      throw failure('redirect', `${answer}a redirect (${status}), which is never followed. Set baseUrl to its target.`);
    }
    const chunks: BlobPart[] = [];
    let size = 0;
    // Platforms without streams have no `body`.
    if (!reader) chunks.push(await response.arrayBuffer());
    for (let chunk; reader && !(chunk = await reader.read()).done; ) {
      chunks.push(chunk.value);
      // A hostile server could otherwise fill the memory before the deadline.
      if ((size += chunk.value.length) > 2 ** 26) throw failure('too-large', `${answer}more than 64 MiB. Ask for less.`);
    }
    return new Response([204, 205, 304].includes(status) ? null : new Blob(chunks), { status, statusText, headers });
  }

  return async (request: Request): Promise<Response> => {
    if (new URL(request.url).origin !== origin) {
      throw failure('foreign-origin', `a request for ${origin}, found another origin. Nothing was sent; use another client.`);
    }
    const { signal } = request;
    const stop = new AbortController();
    const headers = new Headers(request.headers);
    headers.set('Authorization', apiKey);
    const keyed = new Request(request, { headers, redirect: 'manual', signal: stop.signal });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let onAbort = () => {};
    return new Promise<Response>((resolve, reject) => {
      const fail = (error: Error) => {
        reject(error);
        stop.abort();
      };
      onAbort = () => fail(failure('aborted', `${answer}that the call was aborted by its signal.`, signal.reason));
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      timer = setTimeout(
        () => fail(failure('timeout', `${answer}no whole one within ${timeout} ms. Try later, or raise timeout.`)),
        timeout,
      );
      exchange(keyed).then(resolve, (error) => {
        if (error instanceof DirectoryRequestError) return fail(error);
        const { code, message } = error?.cause ?? {};
        const found = isKeyFree(error) ? `${error} (${code ?? message})` : 'an error that may hold the key';
        fail(failure('network', `${answer}${found}. Check address, network and server.`, error));
      });
    }).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
  };
}
