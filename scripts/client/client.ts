import createFetchClient from 'openapi-fetch';
import { createError, kindOf, toMissingListError } from './error.js';
import { createGuard, guards } from './guard.js';
import { checkHeaders } from './headers.js';
import { invalidTimeoutText, isValidTimeout, readOptions } from './options.js';
import { queryText } from './query.js';
import type { AnyCall, AnyResult, DirectoryClientOptions, OperationRow } from './types.js';

/** A function of the openapi-fetch client, without its types: a table of operations cannot express them. */
type SendFunction = (...args: unknown[]) => Promise<{ data?: string; error?: unknown; response: Response }>;

/**
 * Makes a frozen client: one method for each row of the table, `raw`, the openapi-fetch client on the same transport,
 * and `pages`, which has a generator of items for each method that reads. Every method resolves with a `CallResult`,
 * and rejects only with a `DirectoryRequestError`.
 *
 * @throws DirectoryRequestError `invalid-options`
 */
export function buildClient(table: Readonly<Record<string, OperationRow>>, options: DirectoryClientOptions): object {
  const { lacksKey, fetch, ...connection } = readOptions(options);
  const guard = createGuard(lacksKey);
  const fetchClient = createFetchClient({
    ...connection,
    fetch: (request) => fetch(request),
    pathSerializer: fillPath,
    querySerializer: (query) => queryText({ query }),
  });
  fetchClient.use({
    // openapi-fetch fills the path template only if a call has path parameters, so find missing ones here.
    onRequest({ schemaPath, params }) {
      fillPath(schemaPath, params.path ?? {});
    },
  });
  const raw = fetchClient as unknown as Record<string, SendFunction>;

  for (const [name, send] of Object.entries(raw)) {
    if (/^[eu]/.test(name)) continue; // `use` and `eject` send nothing.
    // An argument may have a getter that throws, so the call is made inside of a promise.
    raw[name] = (...args) => guard((async () => send(...args))());
  }

  const pages: Record<string, unknown> = {};
  const client: Record<string, unknown> = { raw, pages };
  for (const [operationId, { method, path: template, media, needsBody, mayBeEmpty }] of Object.entries(table)) {
    const send = async (call: AnyCall = {}): Promise<AnyResult> => {
      const { path, query, body, headers, signal, timeout, idempotent } = call;
      if (timeout !== undefined && !isValidTimeout(timeout))
        throw createError('invalid-request', `timeout ${invalidTimeoutText}`);
      // Check the path first, so that a missing path parameter is named before a missing body.
      fillPath(template, path ?? {});
      if (needsBody && (body ?? null) === null)
        throw createError('invalid-request', `body is ${body === undefined ? 'missing' : kindOf(body)}.`);
      const { data, error, response } = await raw['request']!(method, template, {
        params: { path, query },
        querySerializer: () => queryText(call),
        body,
        headers: new Headers(checkHeaders(headers, 'invalid-request')),
        signal,
        parseAs: 'text',
        fetch: (request: Request) => fetch(request, { timeout, idempotent }),
      });
      const { ok, status, headers: responseHeaders } = response;
      if (!ok) return { ok, status, error: error ?? '', headers: responseHeaders };
      return {
        ok,
        status,
        data:
          media && (data || !mayBeEmpty)
            ? /json/.test(media + responseHeaders.get('content-type'))
              ? // Without a body, `JSON.parse` throws a SyntaxError, which becomes `invalid-body`.
                JSON.parse(data!)
              : (data ?? '')
            : undefined,
        headers: responseHeaders,
      };
    };
    client[operationId] = (call?: AnyCall) => guard(send(call), operationId);
    if (method === 'get')
      pages[operationId] = async function* (call?: AnyCall) {
        yield* await guard(
          send(call).then((result) => {
            if (Array.isArray(result.data)) return result.data;
            throw toMissingListError(result, operationId);
          }),
          operationId,
        );
      };
  }
  Object.freeze(raw);
  Object.freeze(pages);
  guards.set(client, guard);
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
    throw createError(
      'invalid-id',
      value === undefined
        ? `path.${name} is missing.`
        : value && typeof value === 'string'
          ? `path.${name} is not one segment of a path. It must not be "." or "..", or contain a slash, backslash or ` +
            'control character.'
          : `path.${name} is ${kindOf(value)}. Pass the id as a string.`,
    );
  });
}
