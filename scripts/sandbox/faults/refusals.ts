import { isObject, type Json, type JsonObject, parseJson } from '../../contract/json.js';
import type { Behaviour, RequestContext } from '../behaviour/behaviour.js';
import { uuidPattern } from '../behaviour/parameters.js';
import { bodyObject } from '../model/call.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import {
  type BehaviourChange,
  editErrorResponses,
  editResources,
  entryInPath,
  internalError,
  omitFields,
  toFaults,
} from './parts.js';

/** Accepts requests for which `isAccepted` returns true, even if a correct server would refuse their key. */
const acceptKeys =
  (isAccepted: (request: Request) => boolean): BehaviourChange =>
  ({ authenticate }) => ({
    authenticate(exchange) {
      if (!isAccepted(exchange.request)) authenticate(exchange);
    },
  });

const keyOf = (request: Request): string | null => request.headers.get('authorization');

/** Replaces the 404 for an unknown entry: the directory in the path exists, but no directory has this entry. */
const handleUnknownEntry =
  (operationIds: readonly string[], handle: (exchange: RequestContext) => void): BehaviourChange =>
  ({ locateResource: locate }) => ({
    locateResource(exchange) {
      const { operation, parameters, store } = exchange;
      const isUnknownEntry =
        uuidPattern.test(parameters['entry_id'] ?? '') &&
        store.get('Directory', parameters['directory_id'] ?? '') !== undefined &&
        entryInPath(store, parameters) === undefined;
      if (isUnknownEntry && operationIds.includes(operation?.id ?? '')) handle(exchange);
      else locate(exchange);
    },
  });

const entryOperations = ['getPartnerEntry', 'updatePartnerEntry'];

/** Returns the first entry of the directory instead of a 404 for an unknown entry; an update writes nothing. */
const readFirstEntry: BehaviourChange = (behaviour) => {
  const substitutedParameters = new WeakSet<RequestContext['parameters']>();
  const locateStep = handleUnknownEntry(entryOperations, (exchange) => {
    const [first] = exchange.store.list('PartnerEntry', exchange.parameters['directory_id']);
    if (!first) return behaviour.locateResource(exchange);
    exchange.parameters = { ...exchange.parameters, entry_id: first.id };
    substitutedParameters.add(exchange.parameters);
  })(behaviour);
  return {
    ...locateStep,
    perform(call) {
      if (!substitutedParameters.has(call.parameters)) return behaviour.perform(call);
      const { toBody } = behaviour.perform(call.operation.takesBody ? { ...call, body: {} } : call);
      return { changes: [], toBody };
    },
  };
};

const createUnknownEntry: BehaviourChange = (behaviour) => ({
  ...handleUnknownEntry(['updatePartnerEntry'], () => undefined)(behaviour),
  perform(call) {
    const outcome = behaviour.perform(call);
    const [firstChange] = outcome.changes;
    const isUnknownEntry = !entryInPath(call.store, call.parameters);
    if (call.operation.id !== 'updatePartnerEntry' || !isUnknownEntry || firstChange?.[0] !== 'put') return outcome;
    // Remove the record's own id from its parents, which are all path parameters.
    const { entry_id: _, ...parents } = call.parameters;
    const record = { ...firstChange[2], parents };
    return { changes: [['put', firstChange[1], record]], toBody: () => call.present('PartnerEntry', record) };
  },
});

const ignoreDirectory: BehaviourChange = ({ locateResource: locate }) => ({
  locateResource(exchange) {
    const entry =
      exchange.operation?.id === 'updatePartnerEntry' ? entryInPath(exchange.store, exchange.parameters) : undefined;
    if (entry) exchange.parameters = { ...exchange.parameters, directory_id: entry.parents['directory_id'] ?? '' };
    locate(exchange);
  },
});

const addToErrors = (
  membersFor: (exchange: RequestContext, response: SandboxResponse) => JsonObject,
): BehaviourChange =>
  editErrorResponses((response, exchange) =>
    isObject(response.json) ? { ...response, json: { ...response.json, ...membersFor(exchange, response) } } : response,
  );

const stackTrace = [
  'RecordNotFound: no such record',
  '    at Repository.find (/srv/directory/src/repository.js:88:11)',
  '    at async handle (/srv/directory/src/server.js:41:20)',
].join('\n');

export const refusalFaults = toFaults({
  'auth-ignored': ['The server accepts a request without a key.', acceptKeys((request) => keyOf(request) === null)],
  'auth-ignored-on-patch': [
    'The server accepts an update without a key.',
    acceptKeys((request) => request.method === 'PATCH' && keyOf(request) === null),
  ],
  'auth-any-key': ['The server accepts any key that is not empty.', acceptKeys((request) => Boolean(keyOf(request)))],
  'auth-empty-key': ['The server accepts an empty key.', acceptKeys((request) => keyOf(request) === '')],
  'auth-500': [
    'The server returns 500 for a request without a key.',
    ({ authenticate }) => ({
      authenticate(exchange) {
        if (keyOf(exchange.request) === null) throw internalError();
        authenticate(exchange);
      },
    }),
  ],
  'unknown-id-200': ['For an unknown entry id, the server returns an existing entry of the directory.', readFirstEntry],
  'unknown-id-500': [
    'The server returns 500 for an unknown entry id.',
    handleUnknownEntry(entryOperations, () => {
      throw internalError();
    }),
  ],
  'unknown-id-400': [
    'The server returns 400 for an update with an unknown entry id.',
    handleUnknownEntry(['updatePartnerEntry'], () => {
      throw new Refusal(400, 'This entry does not exist.');
    }),
  ],
  'unknown-id-created': ['An update with an unknown entry id creates an entry.', createUnknownEntry],
  'unknown-directory-ignored': ['An update of an entry ignores the directory in the path.', ignoreDirectory],
  'bad-id-500': [
    'The server returns 500 for an entry id that is not a UUID.',
    ({ locateResource: locate }) => ({
      locateResource(exchange) {
        const id = exchange.parameters['entry_id'];
        if (id !== undefined && !uuidPattern.test(id)) throw internalError();
        locate(exchange);
      },
    }),
  ],
  'stack-trace': [
    'The body of a 404 contains a stack trace.',
    addToErrors((_, { status }): JsonObject => (status === 404 ? { trace: stackTrace } : {})),
  ],
  'error-html': [
    'The body of every error response is an HTML page.',
    editErrorResponses(({ status, headers, json }) => {
      const detail = isObject(json) ? String(json['detail']) : '';
      const body = `<h1>${status}</h1><p>${detail.replace(/[<>&]/g, ' ')}</p>`;
      const text = `<!DOCTYPE html>\n<html><body>${body}</body></html>\n`;
      return { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, text };
    }),
  ],
  'method-200': [
    'PUT returns 200 on a path that does not support PUT.',
    editErrorResponses((response, { request }) => {
      const { allow: _, ...headers } = response.headers;
      return response.status === 405 && request.method === 'PUT' ? { status: 200, headers, json: {} } : response;
    }),
  ],
  'key-echoed': [
    'The body of an error response repeats the API key of the request.',
    addToErrors(({ request }): JsonObject => {
      const authorization = keyOf(request);
      return authorization === null ? {} : { request: { method: request.method, headers: { authorization } } };
    }),
  ],
});

function isMalformedJson(text: string): boolean {
  return parseJson(text) === undefined;
}

/** Parses the body before the path is checked, so that the error does not depend on the resource in the path. */
const parseBodyBeforePath: BehaviourChange = (behaviour) => {
  const texts = new WeakMap<Request, Promise<string>>();
  return {
    async handleArrival(exchange) {
      await behaviour.handleArrival(exchange);
      if (!exchange.operation?.takesBody) return;
      const text = behaviour.readText(exchange);
      texts.set(exchange.request, text);
      // A later step refuses a body that cannot be read.
      if (isMalformedJson(await text.catch(() => '{}'))) throw internalError();
    },
    readText: (exchange) => texts.get(exchange.request) ?? behaviour.readText(exchange),
  };
};

const refuseFilter =
  (status: number, detail: string): BehaviourChange =>
  ({ parse }) => ({
    parse(exchange, text) {
      if (exchange.operation?.id === 'updateFilter' && isMalformedJson(text)) throw new Refusal(status, detail);
      return parse(exchange, text);
    },
  });

/** Stores and returns any value of one field in an update of an entry; a correct server would refuse invalid values. */
const acceptAnyFieldValue =
  (field: string, responseField: string): BehaviourChange =>
  ({ judgeRequest, judgeOutcome }) => {
    const isUpdate = (id: string): boolean => id === 'updatePartnerEntry';
    return {
      judgeRequest: (operation, body) =>
        judgeRequest(operation, isUpdate(operation.id) && isObject(body) ? omitFields(body, field) : body),
      judgeOutcome: (id, resource) =>
        judgeOutcome(id, isUpdate(id) && isObject(resource) ? omitFields(resource, responseField) : resource),
      judgesResponses: false,
    };
  };

/** Looks up the tier only if it is a UUID; any other string is stored as the tier of the entry. */
const acceptTier: BehaviourChange = (behaviour) => {
  const isTierName = (tier: Json | undefined): tier is string => typeof tier === 'string' && !uuidPattern.test(tier);
  const acceptingBehaviour = acceptAnyFieldValue('tier', 'tier')(behaviour);
  const judgeRequest: Behaviour['judgeRequest'] = (operation, body) =>
    isObject(body) && isTierName(body['tier'])
      ? (acceptingBehaviour.judgeRequest?.(operation, body) ?? [])
      : behaviour.judgeRequest(operation, body);
  return {
    ...acceptingBehaviour,
    judgeRequest,
    perform(call) {
      const { tier } = bodyObject(call);
      if (call.operation.id !== 'updatePartnerEntry' || !isTierName(tier)) return behaviour.perform(call);
      const { changes, toBody } = behaviour.perform({ ...call, body: omitFields(bodyObject(call), 'tier') });
      return {
        changes: changes.map((change) =>
          change[0] === 'put' ? ['put', change[1], { ...change[2], hidden: { ...change[2].hidden, tier } }] : change,
        ),
        toBody,
      };
    },
    ...editResources('PartnerEntry', (entry, { store }) => {
      const tier = store.get('PartnerEntry', String(entry['id']))?.hidden?.['tier'];
      return isTierName(tier) ? { ...entry, tier: { id: tier } } : entry;
    })(behaviour),
  };
};

const failOnBody =
  (isFatalBody: (body: Json) => boolean): BehaviourChange =>
  ({ judgeRequest }) => ({
    judgeRequest(operation, body) {
      if (isFatalBody(body)) throw internalError();
      return judgeRequest(operation, body);
    },
  });

const containsString =
  (matches: (text: string) => boolean) =>
  (body: Json): boolean => {
    let isFound = false;
    JSON.stringify(body, (_, value: Json) => {
      isFound ||= typeof value === 'string' && matches(value);
      return value;
    });
    return isFound;
  };

export const requestFaults = toFaults({
  'malformed-json-500': [
    'The server returns 500 for malformed JSON, even for an unknown resource.',
    parseBodyBeforePath,
  ],
  'malformed-json-200': [
    'Malformed JSON is treated as an empty object.',
    ({ parse }) => ({ parse: (exchange, text) => (isMalformedJson(text) ? {} : parse(exchange, text)) }),
  ],
  'wrong-content-type-200': [
    'A body with form data, in place of JSON, is treated as an empty object.',
    ({ readText }) => ({
      readText: async (exchange) =>
        /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
          exchange.request.headers.get('content-type') ?? '',
        )
          ? '{}'
          : readText(exchange),
    }),
  ],
  'bad-filter-500': ['Updating a filter with malformed JSON returns 500.', refuseFilter(500, 'Internal Server Error')],
  'bad-filter-422': [
    'Updating a filter with malformed JSON returns 422.',
    refuseFilter(422, 'The body is not well-formed JSON.'),
  ],
  'accepts-wrong-type': [
    'An update of an entry accepts any value for `featured`.',
    acceptAnyFieldValue('featured', 'featured'),
  ],
  'accepts-bad-uuid': ['An update of an entry accepts any string for `tier`.', acceptTier],
  'accepts-bad-url': [
    'An update of an entry accepts any value for `externalUrl`.',
    acceptAnyFieldValue('externalUrl', 'external_url'),
  ],
  'long-string-500': [
    'The server returns 500 for a string of 10,000 characters or more.',
    failOnBody(containsString((text) => text.length >= 10_000)),
  ],
  // A character above U+FFFF has two code units in UTF-16 and four bytes in UTF-8.
  'unicode-500': [
    'The server returns 500 for an emoji or another character above U+FFFF.',
    failOnBody(containsString((text) => /[\u{10000}-\u{10ffff}]/u.test(text))),
  ],
  'null-500': [
    'The server returns 500 if a field of the body is null.',
    failOnBody((body) => isObject(body) && Object.values(body).includes(null)),
  ],
  'rejects-valid': [
    'The server refuses a `customSlug` with a hyphen.',
    ({ judgeRequest }) => ({
      judgeRequest(operation, body) {
        const slug = isObject(body) ? body['customSlug'] : undefined;
        const mistakes = judgeRequest(operation, body);
        if (typeof slug !== 'string' || !slug.includes('-')) return mistakes;
        return [...mistakes, { pointer: '/customSlug', message: 'contains characters other than letters and digits' }];
      },
    }),
  ],
});
