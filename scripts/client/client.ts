import createFetchClient from 'openapi-fetch';
import { callOperation, type SendCall, sendOver } from './call.js';
import { createError, mismatchText, ResponseError, toMissingListError } from './error.js';
import { guards } from './guard.js';
import { connect } from './options.js';
import { fillPath } from './path.js';
import { queryText } from './query.js';
import { type CallOptions, toResponse } from './transport.js';
import type { AnyCall, AnyResult, DirectoryClientOptions, OperationRow, RequestPage } from './types.js';

/** A function of the openapi-fetch client, untyped, because a table of operations cannot express its types. */
type SendFunction = (...args: unknown[]) => Promise<{ data?: string; error?: unknown; response: Response }>;

/**
 * Creates a frozen client: one method for each row of the table; `raw`, the openapi-fetch client on the same transport;
 * `pages`, which has a generator of items for each method that reads; and `orThrow`, which has the same methods, but
 * they resolve with the data, and reject with a `DirectoryResponseError` too. Every method resolves with a
 * `CallResult`, and rejects only with a `DirectoryRequestError`.
 *
 * @throws DirectoryRequestError `invalid-options`
 */
export function buildClient(table: Readonly<Record<string, OperationRow>>, options: DirectoryClientOptions): object {
  const connection = connect(options);
  const { guard, lacksKey, send } = connection;
  const { origin } = new URL(connection.baseUrl);
  /** Sends a request of openapi-fetch. A call or a middleware may have chosen its URL, so check that first. */
  const sendRequest = async (request: Request, callOptions?: CallOptions): Promise<Response> => {
    if (new URL(request.url).origin !== origin)
      throw createError('foreign-origin', mismatchText(`the origin ${origin}`, 'another one. Correct it'));
    const { method, signal } = request;
    // A body can be sent only once, so copy it if the call may be repeated. Reads have none.
    const toRequest = (init: RequestInit) => new Request(callOptions?.idempotent ? request.clone() : request, init);
    return toResponse(await send({ method, toRequest }, { ...callOptions, signal }));
  };
  const fetchClient = createFetchClient({
    baseUrl: connection.baseUrl,
    headers: connection.headers,
    fetch: (request) => sendRequest(request),
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

  for (const [name, sendRaw] of Object.entries(raw)) {
    if (/^[eu]/.test(name)) continue; // `use` and `eject` send nothing.
    // An argument may have a getter that throws, so the call is made inside of a promise.
    raw[name] = (...args) => guard((async () => sendRaw(...args))());
  }

  const sendDirectly = sendOver(connection);
  let sendCall = sendDirectly;
  /** Sends a call through openapi-fetch, for middlewares. */
  const sendThroughRaw: SendCall = ({ method, path: template }, call) => {
    const { path, query, body, headers, signal } = call;
    return raw['request']!(method, template, {
      params: { path, query },
      querySerializer: () => queryText(call),
      body,
      headers: new Headers(headers),
      signal,
      parseAs: 'text',
      fetch: (request: Request) => sendRequest(request, call),
    });
  };
  const { use } = fetchClient;
  fetchClient.use = (...middlewares) => {
    sendCall = sendThroughRaw;
    use(...middlewares);
  };

  const pages: Record<string, unknown> = {};
  const orThrow: Record<string, unknown> = {};
  const client: Record<string, unknown> = { raw, pages, orThrow };
  for (const [operationId, row] of Object.entries(table)) {
    const start = (call: AnyCall = {}) => callOperation(row, call, sendCall);
    const method = (call?: AnyCall) => guard(start(call), operationId);
    const requestSuccess = async (call?: AnyCall): Promise<AnyResult> => {
      const result = await method(call);
      if (result.ok) return result;
      const hasKey = !lacksKey([result.error, result.headers]);
      throw new ResponseError(operationId, hasKey ? { ...result, error: '', headers: new Headers() } : result);
    };
    client[operationId] = method;
    const requestData = async (call?: AnyCall) => (await requestSuccess(call)).data;
    // The queries for TanStack Query read a page at a time. Errors are made here, so that they have the client's class.
    const requestPage: RequestPage = async (call, findItems) => {
      const result = await requestSuccess(call);
      const items = findItems(result.data);
      return items ? { ...result, items } : guard(Promise.reject(toMissingListError(result, operationId)), operationId);
    };
    orThrow[operationId] = Object.assign(requestData, { requestPage, row });
    if (row.method === 'get')
      pages[operationId] = async function* (call?: AnyCall) {
        yield* await guard(
          start(call).then((result) => {
            if (Array.isArray(result.data)) return result.data;
            throw toMissingListError(result, operationId);
          }),
          operationId,
        );
      };
  }
  for (const part of [raw, pages, orThrow]) Object.freeze(part);
  guards.set(client, guard);
  return Object.freeze(client);
}
