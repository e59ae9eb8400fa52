import createFetchClient from 'openapi-fetch';
import { DirectoryRequestError, failure, kindOf, noList, unlike } from './error.js';
import { isTimeout, readOptions, timeoutRange } from './options.js';
import { fillPath } from './path.js';
import { encodedName, wholeQuery } from './query.js';
import { causesOf } from './secret.js';
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
  const { causeOf, fetch, ...connection } = readOptions(options);
  const typed = createFetchClient({ ...connection, fetch: (request) => fetch(request), pathSerializer: fillPath });
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
              failure('invalid-body', unlike('a JSON body', 'other text. Check baseUrl and server'))
            : failure('invalid-request', 'The call is not valid, or a middleware threw. See cause.', causeOf(error)),
        operationId && { operationId },
      );
    });

  for (const [name, send] of Object.entries(raw)) {
    if (/^[eu]/.test(name)) continue; // `use` and `eject` send nothing.
    raw[name] = async (...args) => guarded(send(...args));
  }

  const pages: Record<string, unknown> = {};
  const client: Record<string, unknown> = { raw, pages };
  for (const [operationId, { method, path: template, media, needsBody }] of Object.entries(table)) {
    const send = async (call: AnyCall = {}): Promise<AnyResult> => {
      const { path, body, headers, signal, timeout, idempotent } = call;
      if (timeout !== undefined && !isTimeout(timeout)) throw failure('invalid-request', `timeout ${timeoutRange}`);
      const query = wholeQuery(call, encodedName);
      // A path parameter that is missing as well is the first to be named.
      fillPath(template, path ?? {});
      if (needsBody && (body ?? null) === null)
        throw failure('invalid-request', `body is ${body === undefined ? 'missing' : kindOf(body)}.`);
      const { data, error, response } = await raw['request']!(method, template, {
        params: { path, query },
        body,
        headers: new Headers(headers),
        signal,
        parseAs: 'text',
        fetch: (request: Request) => fetch(request, { timeout, idempotent }),
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
            throw noList(result, operationId, causeOf(result));
          }),
          operationId,
        );
      };
  }
  Object.freeze(raw);
  Object.freeze(pages);
  causesOf.set(client, causeOf);
  return Object.freeze(client);
}
