import type { JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Fault, RequestContext } from '../behaviour/behaviour.js';
import { uuid } from '../behaviour/not-found.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import { entryOf, type Replacement, refusing, wrong } from './parts.js';

const brokenDown = (): Refusal => new Refusal(500, 'Internal Server Error');

/** Lets in some requests that a right server refuses. */
const lettingIn =
  (isLetIn: (request: Request) => boolean): Replacement =>
  ({ authenticate }) => ({
    authenticate(exchange) {
      if (!isLetIn(exchange.request)) authenticate(exchange);
    },
  });

const keyOf = (request: Request): string | null => request.headers.get('authorization');

/** Says what happens in place of 404, where a directory is there and has no such entry, nor has any other. */
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

/** The first entry of the directory is read in place of the unknown one; nothing is written to it. */
const somebodyElses: Replacement = (behaviour) => {
  const strangers = new WeakSet<RequestContext['parameters']>();
  const located = onUnknownEntry(both, (exchange) => {
    const [first] = exchange.store.list('PartnerEntry', exchange.parameters['directory_id']);
    if (!first) return behaviour.locate(exchange);
    exchange.parameters = { ...exchange.parameters, entry_id: first.id };
    strangers.add(exchange.parameters);
  })(behaviour);
  return {
    ...located,
    perform(call) {
      if (!strangers.has(call.parameters)) return behaviour.perform(call);
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
    // The record was begun from all parameters of the path, its own id among them.
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

/** Adds to the JSON of a refusal. */
const saying = (more: (exchange: RequestContext, response: SandboxResponse) => JsonObject): Replacement =>
  refusing((response, exchange) =>
    isObject(response.json) ? { ...response, json: { ...response.json, ...more(exchange, response) } } : response,
  );

const trace = [
  'RecordNotFound: no such record',
  '    at Repository.find (/srv/directory/src/repository.js:88:11)',
  '    at async handle (/srv/directory/src/server.js:41:20)',
].join('\n');

/** Requests that are to be refused for whom they come from or what they ask for. */
export const refusalFaults: readonly Fault[] = [
  wrong(
    'auth-ignored',
    'A request without a key is answered.',
    lettingIn((request) => keyOf(request) === null),
  ),

  wrong(
    'auth-ignored-on-patch',
    'An update without a key is answered.',
    lettingIn((request) => request.method === 'PATCH' && keyOf(request) === null),
  ),

  wrong(
    'auth-any-key',
    'Any key will do.',
    lettingIn((request) => Boolean(keyOf(request))),
  ),

  wrong(
    'auth-empty-key',
    'An empty key will do.',
    lettingIn((request) => keyOf(request) === ''),
  ),

  wrong('auth-500', 'A request without a key brings 500.', ({ authenticate }) => ({
    authenticate(exchange) {
      if (keyOf(exchange.request) === null) throw brokenDown();
      authenticate(exchange);
    },
  })),

  wrong('unknown-id-200', 'An unknown id gets another entry of the directory.', somebodyElses),

  wrong(
    'unknown-id-500',
    'An unknown id of an entry brings 500.',
    onUnknownEntry(both, () => {
      throw brokenDown();
    }),
  ),

  wrong(
    'unknown-id-400',
    'An update with an unknown id of an entry brings 400.',
    onUnknownEntry(['updatePartnerEntry'], () => {
      throw new Refusal(400, 'There is no such entry.');
    }),
  ),

  wrong('unknown-id-created', 'An update with an unknown id creates an entry.', created),

  wrong('unknown-directory-ignored', 'An update of an entry does not look at the directory in the path.', anyDirectory),

  wrong('bad-id-500', 'An id of an entry that is no UUID brings 500.', ({ locate }) => ({
    locate(exchange) {
      const id = exchange.parameters['entry_id'];
      if (id !== undefined && !uuid.test(id)) throw brokenDown();
      locate(exchange);
    },
  })),

  wrong(
    'stack-trace',
    'The body of a 404 holds a stack trace.',
    saying((_, { status }): JsonObject => (status === 404 ? { trace } : {})),
  ),

  wrong(
    'error-html',
    'Refusals are pages of HTML.',
    refusing(({ status, headers, json }) => {
      const detail = isObject(json) ? String(json['detail']) : '';
      const text =
        `<!DOCTYPE html>\n<html><body><h1>${status}</h1>` + `<p>${detail.replace(/[<>&]/g, ' ')}</p></body></html>\n`;
      return { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, text };
    }),
  ),

  wrong(
    'method-200',
    'PUT answers 200 where the path has no PUT.',
    refusing((response, { request }) => {
      const { allow: _, ...headers } = response.headers;
      return response.status === 405 && request.method === 'PUT' ? { status: 200, headers, json: {} } : response;
    }),
  ),

  wrong(
    'key-echoed',
    'The body of a refusal repeats the key that was sent.',
    saying(({ request }): JsonObject => {
      const authorization = keyOf(request);
      return authorization === null ? {} : { request: { method: request.method, headers: { authorization } } };
    }),
  ),
];
