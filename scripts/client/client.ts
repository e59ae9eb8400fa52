import createFetchClient from 'openapi-fetch';
import { DirectoryRequestError, failure } from './error.js';
import { readOptions } from './options.js';
import { fillPath } from './path.js';
import type { AnyCall, AnyResult, DirectoryClientOptions, OperationRow } from './types.js';

/** A function of the openapi-fetch client without its types, which a table of operations cannot express. */
type Send = (...args: unknown[]) => Promise<{ data?: string; error?: unknown; response: Response }>;

/**
 * Makes a frozen client: one method for each row of the table, `raw`, the openapi-fetch client on the same transport,
 * and `pages`, which has a generator of items for each method that reads. Every method resolves with a `CallResult`,
 * and rejects only with a `DirectoryRequestError`.
 *
 * @throws DirectoryRequestError `invalid-options`
 */
export function buildClient(table: Readonly<Record<string, OperationRow>>, options: DirectoryClientOptions): object {
  const { causeOf, ...connection } = readOptions(options);
  const typed = createFetchClient({ ...connection, pathSerializer: fillPath });
  typed.use({
    // openapi-fetch ignores the template if a call has no path parameters at all.
    onRequest({ schemaPath, params }) {
      fillPath(schemaPath, params.path ?? {});
    },
  });
  const raw = typed as unknown as Record<string, Send>;

  /** Wraps foreign errors: the platform, openapi-fetch or a middleware may quote the arguments, and so the key. */
  const guarded = <Value>(running: Promise<Value>, operationId?: string): Promise<Value> =>
    running.catch((error) => {
      throw Object.assign(
        error instanceof DirectoryRequestError
          ? error
          : error instanceof SyntaxError
            ? // The message of a SyntaxError quotes the body.
              failure('invalid-body', 'a JSON body', 'other text. Check baseUrl and server')
            : failure('invalid-request', 'a valid call', 'an error. See cause', causeOf(error)),
        operationId && { operationId },
      );
    });

  for (const [name, send] of Object.entries(raw)) {
    if (/^[eu]/.test(name)) continue; // `use` and `eject` send nothing.
    raw[name] = async (...args) => guarded(send(...args));
  }

  const pages: Record<string, unknown> = {};
  const client: Record<string, unknown> = { raw, pages };
  for (const [operationId, { method, path: template, media }] of Object.entries(table)) {
    const send = async ({ path, query, body, headers, signal }: AnyCall = {}): Promise<AnyResult> => {
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
            ? // Without a body, this is a SyntaxError.
              JSON.parse(data!)
            : (data ?? '')
          : undefined,
        headers: received,
      };
    };
    client[operationId] = (call?: AnyCall) => guarded(send(call), operationId);
    if (method === 'get')
      pages[operationId] = async function* (call?: AnyCall) {
        yield* await guarded(
          send(call).then((result) => {
            if (Array.isArray(result.data)) return result.data;
            throw failure(
              result.ok ? 'invalid-body' : 'refused',
              `a list from ${operationId}`,
              `none (status ${result.status}). See cause`,
              causeOf(result),
            );
          }),
          operationId,
        );
      };
  }
  Object.freeze(raw);
  Object.freeze(pages);
  return Object.freeze(client);
}
