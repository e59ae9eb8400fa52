import type { Sandbox } from './sandbox.js';

type Responder = Pick<Sandbox, 'fetch'>;

/**
 * A `fetch` that never leaves the process, for tests that replace the global `fetch`: in Vitest,
 * `vi.stubGlobal('fetch', fetchOf(sandbox))`. Requests to any host go to the sandbox.
 */
export function fetchOf(sandbox: Responder): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    return sandbox.fetch(request);
  };
}

/** A resolver for Mock Service Worker: `http.all('https://directory.example.com/api/*', mswResolver(sandbox))`. */
export function mswResolver(sandbox: Responder): (info: { request: Request }) => Promise<Response> {
  return ({ request }) => sandbox.fetch(request);
}

/** The part of Playwright's `Route` that the handler uses. */
export interface InterceptedRoute {
  request(): {
    method(): string;
    url(): string;
    headers(): Record<string, string>;
    postDataBuffer(): Uint8Array | null;
  };
  /** The body is a `Buffer`. The type `never` fits Playwright's types, and does not need the types of Node.js. */
  fulfill(response: { status: number; headers: Record<string, string>; body: never }): Promise<void>;
}

/** Returns a route handler for Playwright: `page.route(/\/api\/directory\//, playwrightHandler(sandbox))`. */
export function playwrightHandler(sandbox: Responder): (route: InterceptedRoute) => Promise<void> {
  return async (route) => {
    const original = route.request();
    const method = original.method();
    const body = method === 'GET' || method === 'HEAD' ? null : original.postDataBuffer();
    const init = { method, headers: original.headers(), body: body as BodyInit | null };
    const response = await sandbox.fetch(new Request(original.url(), init));
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()) as never,
    });
  };
}
