import type { Json, JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import type { Fault } from '../behaviour/behaviour.js';
import { readTextUpTo, stateLimit } from '../behaviour/read-body.js';
import type { Call } from '../model/call.js';
import { Refusal, type RequestMistake } from '../model/response.js';
import type { Schemas } from '../model/schemas.js';
import { type Replacement, right } from './parts.js';

/** Characters that a string may have where there is a limit. */
const lengthLimit = 2000;

/** Has every operation done with another body than was sent. */
const performingWith =
  (edit: (body: Json, call: Call) => Json): Replacement =>
  ({ perform }) => ({
    perform: (call) => perform(call.body === undefined ? call : { ...call, body: edit(call.body, call) }),
  });

type StringEdit = (text: string, schema: Schema, name: string) => string;

/** Each string that the schema of a request names, at any depth, edited. */
function mapStrings(schemas: Schemas, request: Schema, body: Json, edit: StringEdit): Json {
  const walk = (schema: Schema, value: Json, name: string): Json => {
    const resolved = schemas.resolve(schema);
    if (typeof value === 'string') return edit(value, resolved, name);
    const { items } = resolved;
    if (Array.isArray(value)) return items ? value.map((item) => walk(items, item, name)) : value;
    if (!isObject(value)) return value;
    const { properties } = schemas.fields(resolved);
    return Object.fromEntries(
      Object.entries(value).map(([key, below]) => {
        const property = properties.get(key);
        return [key, property ? walk(property, below, key) : below];
      }),
    );
  };
  return walk(request, body, '');
}

/** What people write, and not codes, ids or addresses. */
function isFreeText(schema: Schema, name: string): boolean {
  const isPlain = schema.type === 'string' && schema.format === undefined && !('x-known-values' in schema);
  return isPlain && !/(slug|id|email|color|status|type)$/i.test(name);
}

/** The fields of each object of a request that its schema does not list, though it lists all. */
function* unknownFields(schemas: Schemas, schema: Schema, value: Json, pointer = ''): Iterable<string> {
  const resolved = schemas.resolve(schema);
  if (Array.isArray(value) && resolved.items) {
    for (const [index, item] of value.entries())
      yield* unknownFields(schemas, resolved.items, item, `${pointer}/${index}`);
  }
  if (!isObject(value)) return;
  const { properties, open } = schemas.fields(resolved);
  for (const [name, below] of Object.entries(value)) {
    const at = `${pointer}/${escapeToken(name)}`;
    const property = properties.get(name);
    if (property) yield* unknownFields(schemas, property, below, at);
    else if (!open && properties.size > 0) yield at;
  }
}

/** Only what is known of an object, even of one that may hold more; an object of which nothing is known stays whole. */
function known({ schemas, request }: Call, body: Json): Json {
  if (!isObject(body)) return body;
  const { properties } = schemas.fields(request);
  return properties.size === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => properties.has(name)));
}

function* tooLong(value: Json, pointer = ''): Iterable<RequestMistake> {
  if (typeof value === 'string' && value.length > lengthLimit) {
    yield { pointer, message: `is longer than ${lengthLimit} characters` };
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, below] of Object.entries(value)) yield* tooLong(below, `${pointer}/${escapeToken(name)}`);
}

/** A null goes where the contract has none: it is as if the field was not there. */
const nullIsAbsent: Replacement = (behaviour) => ({
  parse(exchange, text) {
    const body = behaviour.parse(exchange, text);
    const { operation } = exchange;
    if (!operation || !isObject(body)) return body;
    const isWrong = (name: string): boolean =>
      behaviour.judgeRequest(operation, { ...body, [name]: null }).some(({ pointer }) => pointer === `/${name}`);
    const fields: JsonObject = Object.fromEntries(
      Object.entries(body).filter(([name, value]) => value !== null || !isWrong(name)),
    );
    return fields;
  },
});

/** Ways to take a body that a right server may have and the sandbox has not. */
export const rightRequests: readonly Fault[] = [
  right(
    'ok-ignores-unknown-fields',
    'Fields of a body that the contract does not name are ignored everywhere.',
    performingWith((body, call) => known(call, body)),
  ),

  right(
    'ok-refuses-unknown-fields',
    'Fields that the contract does not list, where it lists all, are refused with 400.',
    ({ perform }) => ({
      perform(call) {
        const found = call.body === undefined ? [] : [...unknownFields(call.schemas, call.request, call.body)];
        const mistakes = found.map((pointer) => ({ pointer, message: 'is not known' }));
        if (mistakes.length > 0) throw new Refusal(400, 'The body has fields that are not known.', mistakes);
        return perform(call);
      },
    }),
  ),

  right('ok-no-length-limit', 'Bodies may have 64 MiB, and their strings any length.', () => ({
    readText: readTextUpTo(stateLimit),
  })),

  right(
    'ok-length-limit',
    `Strings of more than ${lengthLimit} characters are refused with 400.`,
    ({ judgeRequest }) => ({
      judgeRequest: (operation, body) => [...judgeRequest(operation, body), ...tooLong(body)],
    }),
  ),

  right(
    'ok-trims',
    'Free text is stored without white space around it, and in NFC.',
    performingWith((body, { schemas, request }) =>
      mapStrings(schemas, request, body, (text, schema, name) =>
        isFreeText(schema, name) ? text.trim().normalize('NFC') : text,
      ),
    ),
  ),

  right(
    'ok-uuid-lowercase',
    'A UUID that is sent in capitals is stored in small letters.',
    performingWith((body, { schemas, request }) =>
      mapStrings(schemas, request, body, (text, { format }) => (format === 'uuid' ? text.toLowerCase() : text)),
    ),
  ),

  right('ok-idempotent-null', 'A null in a field that may be absent counts as its absence.', nullIsAbsent),

  // The sandbox is such a server itself.
  right('ok-extra-query-ignored', 'Query parameters that the contract does not know are ignored.', () => ({})),
];
