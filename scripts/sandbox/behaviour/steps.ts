import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { unwrap, wrap } from '../../contract/object-envelope.js';
import { writePage } from '../../contract/paging/write.js';
import type { Schema } from '../../contract/schema.js';
import { credentialOf } from '../../contract/security.js';
import { applyConvention } from '../effects/convention.js';
import { effects } from '../effects/index.js';
import type { Call, CallOutcome } from '../model/call.js';
import type { SandboxOperation } from '../model/operations.js';
import type { SandboxContract } from '../model/read-contract.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import { fitsPlainKeywords, getOwnProperty, type Schemas, setOwnProperty } from '../model/schemas.js';
import type { Behaviour } from './behaviour.js';
import { checkResourcesInPath, selectItems, selectOperation } from './parameters.js';
import { bodyLimit, parseBody, readTextUpTo } from './read-body.js';

/** Returns the steps of a correct server. */
export function createBehaviour(
  { route, keyPrefix, keyRefusal, schemas, judge }: SandboxContract,
  apiKey: string,
): Behaviour {
  const expectedHeader = credentialOf(keyPrefix, apiKey);
  return {
    authenticate({ request }) {
      const header = request.headers.get('authorization');
      if (header === expectedHeader) return;
      if (header === null)
        throw new Refusal(keyRefusal.missing, 'The Authorization header with the API key is missing.');
      throw new Refusal(
        keyRefusal.wrong,
        header === apiKey
          ? `The prefix ${keyPrefix} before the API key is missing.`
          : (describeWrongScheme(header, keyPrefix, apiKey) ?? 'The API key is unknown.'),
      );
    },
    route,
    choose: selectOperation,
    handleArrival: () => undefined,
    locateResource: checkResourcesInPath,
    readText: readTextUpTo(bodyLimit),
    parse: parseBody,
    judgeRequest: (operation, body) => judge.requestMistakes(operation.id, body),
    perform(wholeCall) {
      const { request, response } = wholeCall.operation.operation['x-envelope'] ?? {};
      const call = { ...wholeCall, body: unwrap(wholeCall.body, request) as Json | undefined };
      const perform = (): CallOutcome => effects[call.operation.id]?.(call, applyConvention) ?? applyConvention(call);
      const outcome = relocateRefusals(request, perform);
      const { changes, toBody } = call.operation.isResponseReshaped ? reshapeOutcome(call, outcome) : outcome;
      return { changes, toBody: () => wrap(toBody(), response) as Json | undefined };
    },
    judgeOutcome: judge.response,
    commit: (store, changes) => store.commit(changes),
    respond: ({ operation, request }, outcome) =>
      createResponse(operation as SandboxOperation, request, outcome.toBody(), schemas),
    finish: (_, response) => response,
    judgesResponses: true,
  };
}

/**
 * Names a wrong scheme, such as the `Bearer` of many generated clients, but only if the right key follows it:
 * otherwise, the first word could be the key itself, which a response must not contain.
 */
function describeWrongScheme(header: string, keyPrefix: string, apiKey: string): string | undefined {
  const [, scheme, key] = /^([a-z][\w-]*) +(.+)$/i.exec(header) ?? [];
  if (scheme === undefined || key !== apiKey) return undefined;
  const remedy =
    keyPrefix === '' ? 'Send the bare key, without a word before it.' : `Send "${keyPrefix}" before it instead.`;
  return `The key came with the scheme ${scheme}. ${remedy}`;
}

/** Runs `work` on the resource at a pointer in a body. In refusals, makes pointers relative to the whole body. */
function relocateRefusals<Outcome>(pointer = '', work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const mistakes = error.mistakes.map((mistake) => ({ ...mistake, pointer: pointer + mistake.pointer }));
    throw new Refusal(error.status, error.message, mistakes, error.headers);
  }
}

function createResponse(
  operation: SandboxOperation,
  { url }: Request,
  body: Json | undefined,
  schemas: Schemas,
): SandboxResponse {
  const { successStatus, mediaType, mediaTypes, pages, isList, requestParameters } = operation;
  const jsonMediaType = mediaTypes.find(isJson);
  const headers: Record<string, string> = jsonMediaType === undefined ? {} : { 'content-type': jsonMediaType };
  if (isList && (pages || requestParameters.length > 0)) {
    const items = selectItems(operation, url, body as Json[], schemas);
    const refuse = (sentence: string): Refusal => new Refusal(400, sentence);
    if (!pages) return { status: successStatus, headers, json: items };
    const { json: value, headers: pageHeaders, isPartOfList } = writePage(pages, url, items, refuse);
    // If the contract lists 206, this status marks a part of the list (RFC 9110 §15.3.7).
    const status = isPartOfList && operation.operation.responses['206'] ? 206 : successStatus;
    return { status, headers: { ...headers, ...pageHeaders }, json: value };
  }
  if (mediaType === null) return { status: successStatus, headers: {} };
  if (typeof body === 'string' && !isJson(mediaType)) {
    return { status: successStatus, headers: { 'content-type': `${mediaType}; charset=utf-8` }, text: body };
  }
  return { status: successStatus, headers, json: body };
}

/**
 * The outcome of an operation whose response differs from this package's contract: the resource that the new response
 * schema names, or else the fields that both forms share, completed from the example.
 */
export function reshapeOutcome(call: Call, { changes, toBody }: CallOutcome): CallOutcome {
  const { operation, mediaType } = call;
  const { responseItem, isList } = operation;
  if (!responseItem || !isJson(mediaType ?? '')) return { changes, toBody };
  const reshape = (value: Json | undefined): Json =>
    fillFields(call, responseItem.schema, value, responseItem.example as Json);
  return {
    changes,
    toBody() {
      const originalBody = toBody();
      const items = Array.isArray(originalBody) ? originalBody : undefined;
      if (isList) return (items ?? []).map(reshape);
      return (
        (items ? wrapList(call, items, responseItem) : findChangedResource(call, changes)) ?? reshape(originalBody)
      );
    },
  };
}

/** The resource that the call changes or the path names; undefined if neither has the response's schema. */
function findChangedResource(
  { operation, parameters, store, present }: Call,
  changes: CallOutcome['changes'],
): Json | undefined {
  const { schema, subject } = operation;
  if (schema === undefined) return undefined;
  const putChange = changes.find((change) => change[0] === 'put' && change[1] === schema);
  const resourceInPath = subject?.collection === schema ? store.get(schema, parameters[subject.name] ?? '') : undefined;
  const record = putChange?.[0] === 'put' ? putChange[2] : resourceInPath;
  return record && present(schema, record);
}

/** Puts a list into the only array field of the new form; undefined unless the form has exactly one such field. */
function wrapList(
  call: Call,
  items: Json[],
  { schema, example }: { schema: Schema; example: unknown },
): Json | undefined {
  const { resolve } = call.schemas;
  const listFields = [...call.schemas.fields(schema).properties].filter(([, field]) => resolve(field).type === 'array');
  const [name, field] = listFields[0] ?? [];
  if (name === undefined || !field || listFields.length > 1) return undefined;
  const [first] = (isObject(example) && (example[name] as Json[] | undefined)) || [];
  const filledItems = items.map((item) => fillFields(call, resolve(field).items ?? {}, item, first));
  return fillFields(call, schema, { [name]: filledItems }, example as Json);
}

/** Keeps the fields of a value that fit the schema, and adds the missing ones from an example. */
function fillFields({ schemas }: Call, schema: Schema, value: Json | undefined, example: Json | undefined): Json {
  const { properties, isOpen } = schemas.fields(schema);
  if (!isObject(value))
    return value !== undefined && fitsPlainKeywords(schemas.resolve(schema), value) ? value : (example ?? null);
  const all: JsonObject = isOpen || properties.size === 0 ? { ...value } : {};
  for (const [name, property] of properties) {
    const ownValue = getOwnProperty(value, name);
    const exampleValue = isObject(example) ? getOwnProperty(example, name) : undefined;
    const fieldValue =
      ownValue !== undefined && fitsPlainKeywords(schemas.resolve(property), ownValue) ? ownValue : exampleValue;
    if (fieldValue === undefined) delete all[name];
    else setOwnProperty(all, name, fieldValue);
  }
  return all;
}
