import createFetchClient from 'openapi-fetch';
import { callOperation, type SendCall, sendOver } from './call.js';
import { createError, mismatchText, ResponseError, toMissingListError } from './error.js';
import { guards } from './guard.js';
import { connect } from './options.js';
import { fillPath } from './path.js';
import { queryText } from './query.js';
import { type CallOptions, toResponse } from './transport.js';
import type {
  AnyCall,
  AnyResult,
  DirectoryClientOptions,
  FindItems,
  OperationRow,
  PageResult,
  RequestPage,
} from './types.js';

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
  const sendRequest = async (request: Request, callOptions: CallOptions = {}): Promise<Response> => {
    if (new URL(request.url).origin !== origin)
      throw createError('foreign-origin', mismatchText(`the origin ${origin}`, 'another one. Correct it'));
    const { method, signal } = request;
    // A body can be sent only once, so copy it if the call may be repeated. Reads have none.
    const toRequest = (init: RequestInit) => new Request(callOptions.idempotent ? request.clone() : request, init);
    return toResponse(await send({ method, toRequest }, { ...callOptions, signal }));
  };
  const fetchClient = createFetchClient({
    baseUrl: connection.baseUrl,
    headers: connection.headers,
    fetch: sendRequest,
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

  let sendCall = sendOver(connection);
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
    const method = (call: AnyCall = {}) => guard(callOperation(row, call, sendCall), operationId);
    const requestSuccess = async (call?: AnyCall): Promise<AnyResult> => {
      const result = await method(call);
      if (result.ok) return result;
      const { error, headers } = result;
      throw new ResponseError(
        operationId,
        lacksKey([error, headers]) ? result : { ...result, error: '', headers: new Headers() },
      );
    };
    client[operationId] = method;
    /** Finds the items in a result. The error is made here, so that it has the client's class and guard. */
    const readItems = async (result: AnyResult, findItems: FindItems): Promise<PageResult> => {
      const items = findItems(result.data);
      return items ? { ...result, items } : guard(Promise.reject(toMissingListError(result, operationId)), operationId);
    };
    // The queries for TanStack Query read a page at a time.
    const requestPage: RequestPage = async (call, findItems) => readItems(await requestSuccess(call), findItems);
    orThrow[operationId] = Object.assign(async (call?: AnyCall) => (await requestSuccess(call)).data, {
      requestPage,
      row,
    });
    if (row.method === 'get')
      pages[operationId] = async function* (call?: AnyCall) {
        yield* (await readItems(await method(call), (data) => Array.isArray(data) && data)).items;
      };
  }
  guards.set(client, guard);
  for (const part of [raw, pages, orThrow, client]) Object.freeze(part);
  return client;
}
