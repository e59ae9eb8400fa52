import type { JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Fault, RequestContext } from '../behaviour/behaviour.js';
import { uuid } from '../behaviour/parameters.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import { entryOf, internalError, type Replacement, refusing, wrong } from './parts.js';

/** Accepts some requests that a correct server refuses. */
const accepting =
  (isAccepted: (request: Request) => boolean): Replacement =>
  ({ authenticate }) => ({
    authenticate(exchange) {
      if (!isAccepted(exchange.request)) authenticate(exchange);
    },
  });

const keyOf = (request: Request): string | null => request.headers.get('authorization');

/** Each with the requests that it accepts although their key is wrong. */
const lenient: readonly [name: string, about: string, isAccepted: (request: Request) => boolean][] = [
  ['auth-ignored', 'The server accepts a request without a key.', (request) => keyOf(request) === null],
  [
    'auth-ignored-on-patch',
    'The server accepts an update without a key.',
    (request) => request.method === 'PATCH' && keyOf(request) === null,
  ],
  ['auth-any-key', 'The server accepts any key that is not empty.', (request) => Boolean(keyOf(request))],
  ['auth-empty-key', 'The server accepts an empty key.', (request) => keyOf(request) === ''],
];

/** Replaces the 404 for an entry that exists in no directory, in a directory that exists. */
const onUnknownEntry =
  (operationIds: readonly string[], instead: (exchange: RequestContext) => void): Replacement =>
  ({ locate }) => ({
    locate(exchange) {
      const { operation, parameters, store } = exchange;
      const isUnknown =
        uuid.test(parameters['entry_id'] ?? '') &&
        store.get('Directory', parameters['directory_id'] ?? '') !== undefined &&
        entryOf(store, parameters) === undefined;
      if (isUnknown && operationIds.includes(operation?.id ?? '')) instead(exchange);
      else locate(exchange);
    },
  });

const both = ['getPartnerEntry', 'updatePartnerEntry'];

/** Reads the first entry of the directory in place of the unknown one; an update writes nothing. */
const anotherEntry: Replacement = (behaviour) => {
  const substituted = new WeakSet<RequestContext['parameters']>();
  const located = onUnknownEntry(both, (exchange) => {
    const [first] = exchange.store.list('PartnerEntry', exchange.parameters['directory_id']);
    if (!first) return behaviour.locate(exchange);
    exchange.parameters = { ...exchange.parameters, entry_id: first.id };
    substituted.add(exchange.parameters);
  })(behaviour);
  return {
    ...located,
    perform(call) {
      if (!substituted.has(call.parameters)) return behaviour.perform(call);
      const { show } = behaviour.perform(call.operation.takesBody ? { ...call, body: {} } : call);
      return { changes: [], show };
    },
  };
};

const created: Replacement = (behaviour) => ({
  ...onUnknownEntry(['updatePartnerEntry'], () => undefined)(behaviour),
  perform(call) {
    const outcome = behaviour.perform(call);
    const [put] = outcome.changes;
    if (call.operation.id !== 'updatePartnerEntry' || entryOf(call.store, call.parameters) || put?.[0] !== 'put')
      return outcome;
    // The record was created with all parameters of the path as parents, including its own id.
    const { entry_id: _, ...parents } = call.parameters;
    const record = { ...put[2], parents };
    return { changes: [['put', put[1], record]], show: () => call.present('PartnerEntry', record) };
  },
});

const anyDirectory: Replacement = ({ locate }) => ({
  locate(exchange) {
    const entry =
      exchange.operation?.id === 'updatePartnerEntry' ? entryOf(exchange.store, exchange.parameters) : undefined;
    if (entry) exchange.parameters = { ...exchange.parameters, directory_id: entry.parents['directory_id'] ?? '' };
    locate(exchange);
  },
});

/** Adds to the JSON of an error response. */
const addingToErrors = (more: (exchange: RequestContext, response: SandboxResponse) => JsonObject): Replacement =>
  refusing((response, exchange) =>
    isObject(response.json) ? { ...response, json: { ...response.json, ...more(exchange, response) } } : response,
  );

const trace = [
  'RecordNotFound: no such record',
  '    at Repository.find (/srv/directory/src/repository.js:88:11)',
  '    at async handle (/srv/directory/src/server.js:41:20)',
].join('\n');

/** Requests that a correct server refuses because of their key or their path. */
export const refusalFaults: readonly Fault[] = [
  ...lenient.map(([name, about, isAccepted]) => wrong(name, about, accepting(isAccepted))),

  wrong('auth-500', 'The server returns 500 for a request without a key.', ({ authenticate }) => ({
    authenticate(exchange) {
      if (keyOf(exchange.request) === null) throw internalError();
      authenticate(exchange);
    },
  })),

  wrong('unknown-id-200', 'For an unknown entry id, the server returns another entry of the directory.', anotherEntry),

  wrong(
    'unknown-id-500',
    'The server returns 500 for an unknown entry id.',
    onUnknownEntry(both, () => {
      throw internalError();
    }),
  ),

  wrong(
    'unknown-id-400',
    'The server returns 400 for an update with an unknown entry id.',
    onUnknownEntry(['updatePartnerEntry'], () => {
      throw new Refusal(400, 'This entry does not exist.');
    }),
  ),

  wrong('unknown-id-created', 'An update with an unknown entry id creates an entry.', created),

  wrong('unknown-directory-ignored', 'An update of an entry ignores the directory in the path.', anyDirectory),

  wrong('bad-id-500', 'The server returns 500 for an entry id that is not a UUID.', ({ locate }) => ({
    locate(exchange) {
      const id = exchange.parameters['entry_id'];
      if (id !== undefined && !uuid.test(id)) throw internalError();
      locate(exchange);
    },
  })),

  wrong(
    'stack-trace',
    'The body of a 404 contains a stack trace.',
    addingToErrors((_, { status }): JsonObject => (status === 404 ? { trace } : {})),
  ),

  wrong(
    'error-html',
    'The body of every error response is an HTML page.',
    refusing(({ status, headers, json }) => {
      const detail = isObject(json) ? String(json['detail']) : '';
      const text =
        `<!DOCTYPE html>\n<html><body><h1>${status}</h1>` + `<p>${detail.replace(/[<>&]/g, ' ')}</p></body></html>\n`;
      return { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, text };
    }),
  ),

  wrong(
    'method-200',
    'PUT returns 200 on a path that has no PUT.',
    refusing((response, { request }) => {
      const { allow: _, ...headers } = response.headers;
      return response.status === 405 && request.method === 'PUT' ? { status: 200, headers, json: {} } : response;
    }),
  ),

  wrong(
    'key-echoed',
    'The body of an error response repeats the API key of the request.',
    addingToErrors(({ request }): JsonObject => {
      const authorization = keyOf(request);
      return authorization === null ? {} : { request: { method: request.method, headers: { authorization } } };
    }),
  ),
];
