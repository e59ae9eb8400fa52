import { randomUUID } from 'node:crypto';
import type { Json } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import type { TestCase } from './case.js';
import { contentTypeOf, encodeBody } from './contract/body-encoding.js';
import type { CheckedOperation, CheckedParameter } from './contract/operations.js';
import { readValue, writeParameter } from './contract/parameter-encoding.js';
import type { SentRequest } from './exchange.js';
import type { KeyUse } from './near-key.js';

export type Parameters = Readonly<Record<string, string>>;

/** The parts of a request that do not follow from its operation. */
export interface RequestParts {
  parameters: Parameters;
  /** The query parameters; each name has one value, since no test case needs a name twice. */
  query?: Readonly<Record<string, string>> | undefined;
  headers?: Readonly<Record<string, string>>;
  /** A JSON value; undefined if the request has no body. */
  body?: unknown;
  /** A body that is not a JSON value: text or bytes, and its media type. */
  rawBody?: { text: string | Uint8Array; media: string };
  key?: KeyUse;
  /** A method to send instead of the operation's. */
  method?: string;
}

/** Maximum length of an id. No service has longer ones. */
const maxIdLength = 1000;

/** Whether a value may be a path segment. URL parsers must neither remove nor split it. */
export function isSendable(value: string): boolean {
  return value !== '' && !/[/\\]/.test(value) && isSendableByUser(value);
}

/**
 * Whether a value from the user may be sent in a path. It may be empty, as in `/nodes/` for the root of
 * `/nodes/{path}`, and may contain slashes, which are sent percent-encoded. A server may decode slashes before it
 * resolves `..`, so a value from a server must not contain any.
 */
export function isSendableByUser(value: string): boolean {
  // A lone surrogate cannot be encoded.
  if (value.length > maxIdLength || /\p{Cs}/u.test(value)) return false;
  return !value.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');
}

/** Whether a path has a segment `.` or `..`, even percent-encoded. URL parsers remove these (URL standard). */
export function hasDotSegment(path: string): boolean {
  return /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(path);
}

/**
 * Returns the path of a template with percent-encoded parameters.
 *
 * @param parameters the operation's parameters, if a request has the path; the text for an array or
 * an object is JSON, or a list with commas
 */
export function pathOf(template: string, values: Parameters, parameters: readonly CheckedParameter[] = []): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name) ?? {
      name,
      in: 'path',
    };
    return writeParameter(parameter, readValue(parameter, values[name] ?? '', ',')) ?? '';
  });
}

export function requestOf(operation: CheckedOperation, parts: RequestParts): SentRequest {
  const { parameters, query, headers = {}, body, rawBody, key = 'right' } = parts;
  const requiredParts = requiredPartsOf(operation);
  const search = queryOf(operation, { ...requiredParts.query, ...query });
  const media = rawBody?.media ?? (body === undefined ? undefined : (operation.body?.media ?? 'application/json'));
  const method = parts.method ?? operation.method.toUpperCase();
  const pathValues = { ...parameters, ...requiredParts.pathConstants };
  const requiredCookie = requiredParts.headers['cookie'];
  const cookie =
    requiredCookie !== undefined && headers['cookie'] !== undefined
      ? `${requiredCookie}; ${headers['cookie']}`
      : undefined;
  return {
    method,
    path: pathOf(operation.path, pathValues, operation.parameters) + (search && `?${search}`),
    headers: {
      ...acceptHeaderOf(operation),
      ...requiredParts.headers,
      ...(media !== undefined && { 'content-type': rawBody ? media : contentTypeOf(media) }),
      ...headers,
      ...(cookie !== undefined && { cookie }),
    },
    ...(rawBody
      ? { body: rawBody.text }
      : body !== undefined && { body: encodeBody(body, media ?? '', operation.body) }),
    key,
  };
}

/** Returns an Accept header if responses have JSON media types besides `application/json`, which is always accepted. */
function acceptHeaderOf({ responses }: CheckedOperation): { accept?: string } {
  const types = responses.flatMap(({ bodies }) => bodies.map(({ media }) => media)).filter(isJson);
  const mediaTypes = [...new Set([...types, 'application/json'])];
  return mediaTypes.length === 1 ? {} : { accept: [...mediaTypes, '*/*;q=0.1'].join(', ') };
}

function queryOf({ parameters }: CheckedOperation, values: Readonly<Record<string, Json>>): string {
  const pairs = Object.entries(values).map(([name, value]) => {
    const parameter = parameters.find((each) => each.in === 'query' && each.name === name) ?? { name, in: 'query' };
    return writeParameter(parameter, typeof value === 'string' ? readValue(parameter, value) : value);
  });
  return pairs.filter((pair) => pair !== undefined).join('&');
}

interface RequiredParts {
  /** Path parameters with a constant value, such as a wildcard for all resources. Only reads get them, never writes. */
  pathConstants: Record<string, string>;
  query: Record<string, Json>;
  headers: Record<string, string>;
}

/** Returns the required parameters of an operation, and the parameters that the user gave. */
function requiredPartsOf({ method, parameters, security }: CheckedOperation): RequiredParts {
  const neededParameters = parameters.filter(
    ({ isCommonHeader, required, userValue }) => !isCommonHeader && (required || userValue !== undefined),
  );
  const textsIn = (place: CheckedParameter['in']): [name: string, text: string][] =>
    neededParameters.flatMap((parameter) => {
      const text = parameter.in === place ? writeParameter(parameter, usualValue(parameter)) : undefined;
      return text === undefined ? [] : [[parameter.name, text]];
    });
  const headers = textsIn('header').map(([name, text]): [string, string] => [name.toLowerCase(), text]);
  // The transport adds the cookie with the key.
  const cookies = textsIn('cookie').filter(([name]) => security.kind !== 'cookie' || name !== security.name);
  const constants = parameters.filter(({ in: place, schema }) => place === 'path' && typeof schema.const === 'string');
  return {
    pathConstants:
      method === 'get' ? Object.fromEntries(constants.map(({ name, schema }) => [name, String(schema.const)])) : {},
    query: Object.fromEntries(
      neededParameters.filter((each) => each.in === 'query').map((each) => [each.name, usualValue(each)] as const),
    ),
    headers: {
      ...Object.fromEntries(headers),
      ...(cookies.length > 0 && { cookie: cookies.map(([, text]) => text).join('; ') }),
    },
  };
}

function usualValue(parameter: CheckedParameter): Json {
  const { userValue, example, schema } = parameter;
  if (userValue !== undefined) return readValue(parameter, userValue, ',');
  return example ?? ((schema.default ?? schema.enum?.[0] ?? schema.minimum ?? 'x') as Json);
}

export interface CaseParts
  extends RequestParts,
    Pick<TestCase, 'kind' | 'about' | 'expect' | 'refusedWith' | 'allows' | 'pointer' | 'isFreeName'> {
  /** A string that distinguishes cases of the same kind. */
  detail?: string | undefined;
}

/** Returns the test case of a request that the server must refuse. */
export function refusalCaseOf(operation: CheckedOperation, parts: Omit<CaseParts, 'expect'>): TestCase {
  return caseOf(operation, { ...parts, expect: 'refusal' });
}

/** A header for a key that makes a repeated request harmless (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyKeyPattern = /^(?:x-)?idempotency-?key$/i;

/** Returns the lower-case name of an operation's header for an idempotency key; undefined if the user sets the key. */
export function idempotencyKeyOf({ parameters }: CheckedOperation): string | undefined {
  const parameter = parameters.find((each) => each.in === 'header' && idempotencyKeyPattern.test(each.name));
  return parameter?.userValue === undefined ? parameter?.name.toLowerCase() : undefined;
}

/** Returns the request with a new idempotency key, if it has a key, so that the server sees no repetition. */
export function withNewIdempotencyKey(request: SentRequest): SentRequest {
  const name = Object.keys(request.headers).find((name) => idempotencyKeyPattern.test(name));
  return name === undefined ? request : { ...request, headers: { ...request.headers, [name]: randomUUID() } };
}

export function caseOf(operation: CheckedOperation, parts: CaseParts): TestCase {
  const { kind, about, expect, detail, refusedWith, allows, pointer, isFreeName } = parts;
  const usualRequest = requestOf(operation, parts);
  const request = idempotencyKeyOf(operation) === undefined ? usualRequest : withNewIdempotencyKey(usualRequest);
  return {
    id: `${operation.id}/${kind}${detail === undefined ? '' : `/${detail}`}`,
    operationId: operation.id,
    kind,
    about,
    request,
    expect,
    ...(refusedWith && { refusedWith }),
    ...(allows && { allows }),
    ...(parts.body !== undefined && request.body === undefined && { unwritableMedia: operation.body?.media ?? '' }),
    ...(pointer !== undefined && { pointer }),
    ...(isFreeName && { isFreeName }),
  };
}
