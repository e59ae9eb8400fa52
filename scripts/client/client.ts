import createFetchClient from 'openapi-fetch';
import { failure, kindOf, noList } from './error.js';
import { guards, guardWith } from './guard.js';
import { isTimeout, readOptions, timeoutRange } from './options.js';
import { queryText } from './query.js';
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
  const { isFree, fetch, ...connection } = readOptions(options);
  const guarded = guardWith(isFree);
  const typed = createFetchClient({
    ...connection,
    fetch: (request) => fetch(request),
    pathSerializer: fillPath,
    querySerializer: (query) => queryText({ query }),
  });
  typed.use({
    // openapi-fetch ignores the template if a call has no path parameters at all.
    onRequest({ schemaPath, params }) {
      fillPath(schemaPath, params.path ?? {});
    },
  });
  const raw = typed as unknown as Record<string, Send>;

  for (const [name, send] of Object.entries(raw)) {
    if (/^[eu]/.test(name)) continue; // `use` and `eject` send nothing.
    // An argument may have a getter that throws.
    raw[name] = (...args) => guarded((async () => send(...args))());
  }

  const pages: Record<string, unknown> = {};
  const client: Record<string, unknown> = { raw, pages };
  for (const [operationId, { method, path: template, media, needsBody }] of Object.entries(table)) {
    const send = async (call: AnyCall = {}): Promise<AnyResult> => {
      const { path, query, body, headers, signal, timeout, idempotent } = call;
      if (timeout !== undefined && !isTimeout(timeout)) throw failure('invalid-request', `timeout ${timeoutRange}`);
      // A path parameter that is missing as well is the first to be named.
      fillPath(template, path ?? {});
      if (needsBody && (body ?? null) === null)
        throw failure('invalid-request', `body is ${body === undefined ? 'missing' : kindOf(body)}.`);
      const { data, error, response } = await raw['request']!(method, template, {
        params: { path, query },
        querySerializer: () => queryText(call),
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
            throw noList(result, operationId);
          }),
          operationId,
        );
      };
  }
  Object.freeze(raw);
  Object.freeze(pages);
  guards.set(client, guarded);
  return Object.freeze(client);
}

/**
 * Fills the `{name}` parts of a path template (or of a URL that ends with one). A percent sign in a value is encoded
 * again: the server receives `%2F` as these three characters.
 *
 * @throws DirectoryRequestError `invalid-id` for a value that is missing, not a string, or not a single segment
 */
function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name];
    // URL parsers remove "." and ".." even when they are percent-encoded (URL Standard, "double-dot URL path
    // segment"), and many servers decode %2F before they route. Lone surrogates have no encoding.
    if (typeof value === 'string' && !/^\.{0,2}$|[/\\\p{Cc}\p{Cs}]/u.test(value)) return encodeURIComponent(value);
    throw failure(
      'invalid-id',
      value === undefined
        ? `path.${name} is missing.`
        : value && typeof value === 'string'
          ? `path.${name} is not one segment of a path. It may not be "." or "..", nor contain a slash.`
          : `path.${name} is ${kindOf(value)}. Pass the id as a string.`,
    );
  });
}
