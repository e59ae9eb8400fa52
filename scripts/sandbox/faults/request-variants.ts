import { isObject, type Json } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import type { RequestContext } from '../behaviour/behaviour.js';
import { maxStateSize, readTextUpTo } from '../behaviour/read-body.js';
import { withLowerCaseValues } from '../behaviour/request-handler.js';
import type { Call } from '../model/call.js';
import { Refusal, type RequestMistake } from '../model/response.js';
import { type BehaviourChange, editErrorResponses, editResponses, toVariants } from './parts.js';

/** Maximum length of a string in the variant `ok-length-limit`. */
const lengthLimit = 2000;

const editBody =
  (edit: (body: Json, call: Call) => Json): BehaviourChange =>
  ({ perform }) => ({
    perform: (call) => perform(call.body === undefined ? call : { ...call, body: edit(call.body, call) }),
  });

/** Edits each string, at any depth, in a field that the request's schema lists. */
const editStrings = (edit: (text: string, schema: Schema, name: string) => string): BehaviourChange =>
  editBody((body, { schemas, requestSchema }) =>
    schemas.mapValues(requestSchema, body, ({ value, schema, name }) =>
      typeof value === 'string' ? edit(value, schema, name) : value,
    ),
  );

/** Whether a string is readable text, not a code, an id or an address. */
function isFreeText(schema: Schema, name: string): boolean {
  const isPlainString = schema.type === 'string' && schema.format === undefined && !('x-known-values' in schema);
  return isPlainString && !/(slug|id|email|color|status|type)$/i.test(name);
}

/** Pointers to the fields of a body that their schemas do not list; open schemas allow any field. */
function findUnknownFields({ schemas, requestSchema, body = null }: Call): string[] {
  const pointers: string[] = [];
  schemas.mapValues(requestSchema, body, ({ value, schema, pointer }) => {
    const { properties, isOpen } = schemas.fields(schema);
    if (isObject(value) && !isOpen && properties.size > 0)
      for (const name of Object.keys(value))
        if (!properties.has(name)) pointers.push(`${pointer}/${escapeToken(name)}`);
    return value;
  });
  return pointers;
}

/** Keeps only the listed fields of an object, even an open one; if its schema lists no fields, all of them stay. */
function keepKnownFields({ schemas, requestSchema }: Call, body: Json): Json {
  if (!isObject(body)) return body;
  const { properties } = schemas.fields(requestSchema);
  if (properties.size === 0) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => properties.has(name)));
}

function* findTooLongTexts(value: Json, pointer = ''): Iterable<RequestMistake> {
  if (typeof value === 'string' && value.length > lengthLimit) {
    yield { pointer, message: `is longer than ${lengthLimit} characters` };
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) yield* findTooLongTexts(child, `${pointer}/${escapeToken(name)}`);
}

/** Removes a null that the contract does not allow, so that the field counts as absent. */
const dropNulls: BehaviourChange = (behaviour) => ({
  parse(exchange, text) {
    const body = behaviour.parse(exchange, text);
    const { operation } = exchange;
    if (!operation || !isObject(body)) return body;
    const isForbiddenNull = (name: string): boolean =>
      behaviour.judgeRequest(operation, { ...body, [name]: null }).some(({ pointer }) => pointer === `/${name}`);
    const fields = Object.entries(body).filter(([name, value]) => value !== null || !isForbiddenNull(name));
    return Object.fromEntries(fields);
  },
});

export const requestVariants = toVariants({
  'ok-ignores-unknown-fields': [
    'The server ignores body fields that the contract does not list.',
    editBody((body, call) => keepKnownFields(call, body)),
  ],
  'ok-refuses-unknown-fields': [
    'The server refuses unknown fields with 400 unless the contract explicitly allows them.',
    ({ perform }) => ({
      perform(call) {
        const mistakes = findUnknownFields(call).map((pointer) => ({ pointer, message: 'is unknown' }));
        if (mistakes.length > 0) throw new Refusal(400, 'The body has unknown fields.', mistakes);
        return perform(call);
      },
    }),
  ],
  'ok-no-length-limit': [
    'The server accepts bodies of up to 64 MiB and strings of any length.',
    () => ({ readText: readTextUpTo(maxStateSize) }),
  ],
  'ok-length-limit': [
    `The server refuses strings of more than ${lengthLimit} characters with 400.`,
    ({ judgeRequest }) => ({
      judgeRequest: (operation, body) => [...judgeRequest(operation, body), ...findTooLongTexts(body)],
    }),
  ],
  'ok-trims': [
    'The server trims free text and stores it in Unicode NFC.',
    editStrings((text, schema, name) => (isFreeText(schema, name) ? text.trim().normalize('NFC') : text)),
  ],
  'ok-uuid-lowercase': [
    'The server stores UUIDs in lower case.',
    editStrings((text, { format }) => (format === 'uuid' ? text.toLowerCase() : text)),
  ],
  'ok-idempotent-null': ['The server treats null in an optional field as an absent field.', dropNulls],
  // This variant changes nothing, because the sandbox itself behaves like this.
  'ok-extra-query-ignored': ['The server ignores unknown query parameters.', () => ({})],
});

/** Remembers the paths of deleted resources, and edits the status of later 404s at or below these paths. */
const rememberDeletions =
  (edit: (exchange: RequestContext) => number | undefined): BehaviourChange =>
  (behaviour) => {
    const deletedPaths = new Set<string>();
    const isBelowDeletedPath = (path: string): boolean =>
      [...path.matchAll(/\//g)].some(({ index }) => deletedPaths.has(path.slice(0, index + 1)));
    return editResponses((response, exchange) => {
      const path = exchange.path.toLowerCase();
      // Skip singletons: they have no id, and deleting one only restores its default.
      if (response.status === 204 && exchange.operation?.method === 'delete' && exchange.operation.itemParameter)
        deletedPaths.add(path);
      if (response.status !== 404 || !isBelowDeletedPath(path)) return response;
      const status = edit(exchange);
      if (status === undefined) return response;
      return status < 300 ? { status, headers: response.headers } : { ...response, status };
    })(behaviour);
  };

/** Returns 405 for an unsupported method only if the resource exists, and 404 otherwise. */
const checkResourceFirst: BehaviourChange = (behaviour) => ({
  choose(exchange, route) {
    try {
      return behaviour.choose(exchange, route);
    } catch (error) {
      const [operation] = route.operations;
      if (operation && error instanceof Refusal && error.status === 405) {
        const parameters = withLowerCaseValues(route.parameters[0] ?? {});
        behaviour.locateResource({ ...exchange, operation, parameters });
      }
      throw error;
    }
  },
});

const refuseWithoutKey =
  (status: number, detail: string, isAffected: (exchange: RequestContext) => boolean): BehaviourChange =>
  ({ authenticate }) => ({
    authenticate(exchange) {
      try {
        authenticate(exchange);
      } catch (error) {
        throw isAffected(exchange) ? new Refusal(status, detail) : error;
      }
    },
  });

const hasNoKey = ({ request }: RequestContext): boolean => request.headers.get('authorization') === null;

export const refusalVariants = toVariants({
  'ok-422': [
    'The server returns 422 for an invalid body if the contract lists no 400 response for the operation.',
    editErrorResponses((response, { operation }) => {
      const hasNo400Response = operation && !('400' in operation.operation.responses);
      const isBodyMistake = response.status === 400 && isObject(response.json) && 'errors' in response.json;
      return hasNo400Response && isBodyMistake ? { ...response, status: 422 } : response;
    }),
  ],
  'ok-404-without-key': [
    'The server returns 404 for a request without a key, even if the resource exists.',
    refuseWithoutKey(404, 'Not found.', hasNoKey),
  ],
  'ok-403-no-key': [
    'The server returns 403 for a request without a key.',
    refuseWithoutKey(403, 'This resource is not public.', hasNoKey),
  ],
  // This variant changes nothing, because the sandbox itself behaves like this.
  'ok-404-before-400': [
    'The server returns 404 for an id that is not a UUID, and for an unknown id even if the body is invalid.',
    () => ({}),
  ],
  'ok-404-before-405': [
    'The server returns 404 for an unsupported method if the resource does not exist.',
    checkResourceFirst,
  ],
  'ok-delete-twice-204': [
    'Deleting a resource a second time returns 204.',
    rememberDeletions(({ request }) => (request.method === 'DELETE' ? 204 : undefined)),
  ],
  'ok-soft-delete-410': ['The server returns 410 for a deleted resource.', rememberDeletions(() => 410)],
});
