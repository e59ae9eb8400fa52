import type { TestCase } from './case.js';
import { contentTypeOf, encodeBody } from './contract/body-encoding.js';
import type { CheckedOperation } from './contract/operations.js';
import type { SentRequest } from './exchange.js';
import { cookiePair, type KeyUse } from './near-key.js';

export type Parameters = Readonly<Record<string, string>>;

/** The parts of a request that do not follow from its operation. */
export interface RequestParts {
  parameters: Parameters;
  /** No check needs repeated names. */
  query?: Readonly<Record<string, string>> | undefined;
  headers?: Readonly<Record<string, string>>;
  /** A JSON value; undefined for no body. */
  body?: unknown;
  /** A body that is not a JSON value: text or bytes, and its media type. */
  raw?: { text: string | Uint8Array; media: string };
  key?: KeyUse;
  /** A method different from the operation's. */
  method?: string;
}

/** Longer than the ids of any service. */
const longestId = 1000;

/** Whether a value may be a path segment: URL parsers must neither remove nor split it. */
export function isSendable(value: string): boolean {
  return value !== '' && !/[/\\]/.test(value) && isSendableByUser(value);
}

/**
 * The same for a value from the user, which may be empty, as in `/nodes/` for the root of `/nodes/{path}`, and may have
 * slashes: they are sent percent-encoded. A server may decode them before it resolves `..`, so no value from a server
 * may have them.
 */
export function isSendableByUser(value: string): boolean {
  // A lone surrogate has no encoding.
  if (value.length > longestId || /\p{Cs}/u.test(value)) return false;
  return !value.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');
}

/** Whether a path has a segment `.` or `..`, percent-encoded or not, which URL parsers remove (URL standard). */
export function hasDotSegment(path: string): boolean {
  return /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(path);
}

/** Fills the parameters into a path template, percent-encoded. */
export function pathOf(template: string, parameters: Parameters): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

export function requestOf(operation: CheckedOperation, parts: RequestParts): SentRequest {
  const { parameters, query, headers = {}, body, raw, key = 'right' } = parts;
  const requiredParts = requiredPartsOf(operation);
  const search = new URLSearchParams({ ...requiredParts.query, ...query }).toString();
  const media = raw?.media ?? (body === undefined ? undefined : (operation.body?.media ?? 'application/json'));
  const method = parts.method ?? operation.method.toUpperCase();
  const pathValues = { ...parameters, ...requiredParts.pathConstants };
  const ownCookie = requiredParts.headers['cookie'];
  const cookie =
    ownCookie !== undefined && headers['cookie'] !== undefined ? `${ownCookie}; ${headers['cookie']}` : undefined;
  return {
    method,
    path: pathOf(operation.path, pathValues) + (search && `?${search}`),
    headers: {
      ...requiredParts.headers,
      ...(media !== undefined && { 'content-type': raw ? media : contentTypeOf(media) }),
      ...headers,
      ...(cookie !== undefined && { cookie }),
    },
    ...(raw ? { body: raw.text } : body !== undefined && { body: encodeBody(body, media ?? '', operation.body) }),
    key,
  };
}

interface RequiredParts {
  /** Path parameters of a read with a constant value, such as a sign for all resources; writes never get them. */
  pathConstants: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
}

/** Returns the required parameters of an operation, and those that the user gave. */
function requiredPartsOf(operation: CheckedOperation): RequiredParts {
  const query = requiredValues(operation.parameters, 'query');
  const headers = Object.entries(requiredValues(operation.parameters, 'header')).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const cookies = cookiesOf(operation);
  const constants =
    operation.method === 'get'
      ? operation.parameters.filter((each) => each.in === 'path' && typeof each.schema.const === 'string')
      : [];
  return {
    pathConstants: Object.fromEntries(constants.map(({ name, schema }) => [name, String(schema.const)])),
    query,
    headers: { ...Object.fromEntries(headers), ...(cookies !== '' && { cookie: cookies }) },
  };
}

function requiredValues(
  parameters: CheckedOperation['parameters'],
  place: 'query' | 'header' | 'cookie',
): Record<string, string> {
  const relevant = parameters.filter(
    (parameter) =>
      parameter.in === place && !parameter.isCommonHeader && (parameter.required || parameter.userValue !== undefined),
  );
  return Object.fromEntries(
    relevant.map(({ name, userValue, example, schema }) => [
      name,
      String(userValue ?? example ?? schema.default ?? schema.enum?.[0] ?? schema.minimum ?? 'x'),
    ]),
  );
}

/** Returns the required cookies and those that the user gave, without the cookie of the key. */
function cookiesOf({ parameters, security }: CheckedOperation): string {
  return Object.entries(requiredValues(parameters, 'cookie'))
    .filter(([name]) => security.kind !== 'cookie' || name !== security.name)
    .map(([name, value]) => cookiePair(name, value))
    .join('; ');
}

export interface CaseParts
  extends RequestParts,
    Pick<TestCase, 'kind' | 'about' | 'expect' | 'refusedWith' | 'allows' | 'pointer' | 'isFreeName'> {
  /** Distinguishes cases of one kind. */
  detail?: string | undefined;
}

/** A request that must be refused. */
export function wrongCase(operation: CheckedOperation, parts: Omit<CaseParts, 'expect'>): TestCase {
  return caseOf(operation, { ...parts, expect: 'refusal' });
}

export function caseOf(operation: CheckedOperation, parts: CaseParts): TestCase {
  const { kind, about, expect, detail, refusedWith, allows, pointer, isFreeName } = parts;
  return {
    id: `${operation.id}/${kind}${detail === undefined ? '' : `/${detail}`}`,
    operationId: operation.id,
    kind,
    about,
    request: requestOf(operation, parts),
    expect,
    ...(refusedWith && { refusedWith }),
    ...(allows && { allows }),
    ...(pointer !== undefined && { pointer }),
    ...(isFreeName && { isFreeName }),
  };
}
