import type { Sandbox } from './sandbox.js';

/** What an adapter needs of a sandbox. */
type Answering = Pick<Sandbox, 'fetch'>;

/**
 * A `fetch` that never leaves the process, for tests that replace the global one: in Vitest,
 * `vi.stubGlobal('fetch', fetchOf(sandbox))`. Every request goes to the sandbox, whatever its host.
 */
export function fetchOf(sandbox: Answering): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    return sandbox.fetch(request);
  };
}

/** A resolver of Mock Service Worker: `http.all('https://directory.example.com/api/*', mswResolver(sandbox))`. */
export function mswResolver(sandbox: Answering): (info: { request: Request }) => Promise<Response> {
  return ({ request }) => sandbox.fetch(request);
}

/** The part of a route of Playwright that the handler uses. */
export interface InterceptedRoute {
  request(): {
    method(): string;
    url(): string;
    headers(): Record<string, string>;
    postDataBuffer(): Uint8Array | null;
  };
  /**
   * The body is a `Buffer`; `never` fits its type in Playwright, and needs no types of Node.js from those who have
   * none.
   */
  fulfill(answer: { status: number; headers: Record<string, string>; body: never }): Promise<void>;
}

/** A handler of Playwright: `page.route(/\/api\/directory\//, playwrightHandler(sandbox))`. */
export function playwrightHandler(sandbox: Answering): (route: InterceptedRoute) => Promise<void> {
  return async (route) => {
    const asked = route.request();
    const method = asked.method();
    const body = method === 'GET' || method === 'HEAD' ? null : asked.postDataBuffer();
    const request = new Request(asked.url(), { method, headers: asked.headers(), body: body as BodyInit | null });
    const response = await sandbox.fetch(request);
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()) as never,
    });
  };
}
