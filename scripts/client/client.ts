import createFetchClient from 'openapi-fetch';
import { DirectoryRequestError, failure } from './error.js';
import { readOptions } from './options.js';
import { fillPath } from './path.js';
import { transport } from './transport.js';
import type { DirectoryClientOptions, OperationRow } from './types.js';

/** The argument of every method, before the types of an operation narrow it. */
interface Call {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly headers?: HeadersInit;
  readonly signal?: AbortSignal;
}

/** A function of the openapi-fetch client without its types, which a table of operations cannot express. */
type Send = (...args: unknown[]) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * Makes a frozen client: one method for each row of the table, and `raw`, the openapi-fetch client on the same
 * transport. Every method resolves with a `CallResult`, and rejects only with a `DirectoryRequestError`.
 *
 * @throws DirectoryRequestError `invalid-options`
 */
export function buildClient(table: Readonly<Record<string, OperationRow>>, options: DirectoryClientOptions): object {
  const settings = readOptions(options);
  const typed = createFetchClient({ baseUrl: settings.baseUrl, fetch: transport(settings), pathSerializer: fillPath });
  // openapi-fetch ignores the template if a call has no path parameters at all.
  typed.use({ onRequest: ({ schemaPath, params }) => void fillPath(schemaPath, params.path ?? {}) });
  const raw = typed as unknown as Record<string, Send>;

  /** Wraps foreign errors: the platform, openapi-fetch or a middleware may quote the arguments, and so the key. */
  const guarded = async <Value>(run: () => Promise<Value>, operationId?: string): Promise<Value> => {
    try {
      return await run();
    } catch (error) {
      throw Object.assign(
        error instanceof DirectoryRequestError
          ? error
          : error instanceof SyntaxError
            ? // The message of a SyntaxError quotes the body.
              failure('invalid-body', 'a JSON body', 'other text. Check baseUrl and server')
            : failure('invalid-request', 'a valid call', 'an error. See cause', settings.causeOf(error)),
        operationId && { operationId },
      );
    }
  };

  for (const [name, send] of Object.entries(raw)) {
    if (!/^[A-Zr]/.test(name)) continue; // `use` and `eject` send nothing.
    raw[name] = (...args) => guarded(() => send(...args));
  }

  const client: Record<string, unknown> = { raw: Object.freeze(raw) };
  for (const [operationId, { method, path: template, media }] of Object.entries(table)) {
    client[operationId] = ({ path, query, body, headers, signal }: Call = {}) =>
      guarded(async () => {
        const { data, error, response } = await raw['request']!(method, template, {
          params: { path, query },
          body,
          headers: new Headers(headers),
          signal,
          parseAs: 'text',
        });
        const { ok, status, headers: received } = response;
        if (!ok) return { ok, status, error: error ?? '', headers: received };
        return {
          ok,
          status,
          data: media
            ? /json/.test(media + received.get('content-type'))
              ? JSON.parse(`${data}`)
              : (data ?? '')
            : undefined,
          headers: received,
        };
      }, operationId);
  }
  return Object.freeze(client);
}
