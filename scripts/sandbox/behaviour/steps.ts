import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { writePage } from '../../contract/paging/write.js';
import type { Schema } from '../../contract/schema.js';
import { credentialOf } from '../../contract/security.js';
import { byConvention } from '../effects/convention.js';
import { effects } from '../effects/index.js';
import type { Call, CallOutcome } from '../model/call.js';
import type { SandboxOperation } from '../model/operations.js';
import type { ReadContract } from '../model/read-contract.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import { fitsPlainly, getOwn, type Schemas, setOwn } from '../model/schemas.js';
import type { Behaviour } from './behaviour.js';
import { choose, locate, selected } from './parameters.js';
import { bodyLimit, parse, readTextUpTo } from './read-body.js';

/** Returns the steps of a correct server. */
export function rightBehaviour(
  { route, keyPrefix, keyRefusal, schemas, judge }: ReadContract,
  apiKey: string,
): Behaviour {
  const expected = credentialOf(keyPrefix, apiKey);
  return {
    authenticate({ request }) {
      const sent = request.headers.get('authorization');
      if (sent === expected) return;
      if (sent === null) throw new Refusal(keyRefusal, 'The header Authorization with the API key is missing.');
      throw new Refusal(
        keyRefusal,
        sent === apiKey ? `The word ${keyPrefix} before the API key is missing.` : 'The API key is unknown.',
      );
    },
    route,
    choose,
    arrive: () => undefined,
    locate,
    readText: readTextUpTo(bodyLimit),
    parse,
    judgeRequest: (operation, body) => judge.request(operation.id, body),
    perform(call) {
      const outcome = effects[call.operation.id]?.(call, byConvention) ?? byConvention(call);
      return call.operation.isReshaped ? reshaped(call, outcome) : outcome;
    },
    judgeOutcome: judge.response,
    commit: (store, changes) => store.commit(changes),
    respond: ({ operation, request }, outcome) =>
      responseTo(operation as SandboxOperation, request, outcome.show(), schemas),
    finish: (_, response) => response,
    judgesResponses: true,
  };
}

function responseTo(
  operation: SandboxOperation,
  { url }: Request,
  shown: Json | undefined,
  schemas: Schemas,
): SandboxResponse {
  const { success, media, pages, isList, query } = operation;
  if (isList && (pages || query.length > 0)) {
    const items = selected(operation, url, shown as Json[], schemas);
    const refuse = (sentence: string): Refusal => new Refusal(400, sentence);
    return { status: success, ...(pages ? writePage(pages, url, items, refuse) : { headers: {}, json: items }) };
  }
  if (media === null) return { status: success, headers: {} };
  if (typeof shown === 'string' && media !== 'application/json') {
    return { status: success, headers: { 'content-type': `${media}; charset=utf-8` }, text: shown };
  }
  return { status: success, headers: {}, json: shown };
}

/**
 * The outcome of an operation whose response has another form than the sandbox was written for: the resource that the
 * new form names, or as much of the old response as the new one has, and the rest from its example.
 */
export function reshaped(call: Call, { changes, show }: CallOutcome): CallOutcome {
  const { operation, media } = call;
  const { shown, isList } = operation;
  if (!shown || media !== 'application/json') return { changes, show };
  const one = (value: Json | undefined): Json => filled(call, shown.schema, value, shown.example as Json);
  return {
    changes,
    show() {
      const before = show();
      const items = Array.isArray(before) ? before : undefined;
      if (isList) return (items ?? []).map(one);
      return (items ? around(call, items, shown) : resourceAfter(call, changes)) ?? one(before);
    },
  };
}

/** The resource that the response shows, if its schema is that of a resource which the call changes or names. */
function resourceAfter(
  { operation, parameters, store, present }: Call,
  changes: CallOutcome['changes'],
): Json | undefined {
  const { schema, subject } = operation;
  if (schema === undefined) return undefined;
  const put = changes.find((change) => change[0] === 'put' && change[1] === schema);
  const named = subject?.collection === schema ? store.get(schema, parameters[subject.name] ?? '') : undefined;
  const record = put?.[0] === 'put' ? put[2] : named;
  return record && present(schema, record);
}

/** A list in the only field of the new form that is one. */
function around(
  call: Call,
  items: Json[],
  { schema, example }: { schema: Schema; example: unknown },
): Json | undefined {
  const { resolve } = call.schemas;
  const lists = [...call.schemas.fields(schema).properties].filter(([, field]) => resolve(field).type === 'array');
  const [name, field] = lists[0] ?? [];
  if (name === undefined || !field || lists.length > 1) return undefined;
  const [first] = (isObject(example) && (example[name] as Json[] | undefined)) || [];
  const inside = items.map((item) => filled(call, resolve(field).items ?? {}, item, first));
  return filled(call, schema, { [name]: inside }, example as Json);
}

/** The fields of a value that the schema has, and the others from an example. */
function filled({ schemas }: Call, schema: Schema, value: Json | undefined, example: Json | undefined): Json {
  const { properties, open } = schemas.fields(schema);
  if (!isObject(value))
    return value !== undefined && fitsPlainly(schemas.resolve(schema), value) ? value : (example ?? null);
  const all: JsonObject = open || properties.size === 0 ? { ...value } : {};
  for (const [name, property] of properties) {
    const own = getOwn(value, name);
    const other = isObject(example) ? getOwn(example, name) : undefined;
    const shown = own !== undefined && fitsPlainly(schemas.resolve(property), own) ? own : other;
    if (shown === undefined) delete all[name];
    else setOwn(all, name, shown);
  }
  return all;
}
