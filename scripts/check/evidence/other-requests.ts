import { isObject, jsonIn } from '../../contract/json.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { Exchange } from '../model/exchange.js';
import type { JsonObject } from './rule.js';

/** What a recorded request that belongs to no operation of the contract, and its response, look like. */
export interface ReadOther {
  method: string;
  segments: readonly string[];
  endsWithSlash: boolean;
  /** The path with `{}` in place of identifiers. */
  form: string;
  isList: boolean;
  /** The names of the fields of the resource, or of the first item. */
  fields: readonly string[];
}

const identifier = /^(?:[0-9]+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=.*[0-9])[\w-]{10,})$/i;

/** No list that tells anything is larger, and parsing one takes long. */
const largest = 1_000_000;

/** Reads a successful request with a response of JSON; undefined for any other. */
export function readOther({ request, response }: Exchange): ReadOther | undefined {
  if (!response || response.status < 200 || response.status > 299 || response.bytes.length > largest) return undefined;
  const [path = ''] = request.path.split('?', 1);
  const segments = path.split('/').filter(Boolean);
  if (segments.length === 0 || path.length > 500) return undefined;
  const value = jsonIn(Buffer.from(response.bytes).toString());
  const items = listIn(value, 0);
  const object = items ? items[0] : value;
  if (!isObject(object)) return undefined;
  return {
    method: request.method.toLowerCase(),
    segments,
    endsWithSlash: path.endsWith('/'),
    form: `/${segments.map((segment) => (identifier.test(segment) ? '{}' : segment)).join('/')}`,
    isList: items !== undefined,
    fields: Object.keys(object).slice(0, 100),
  };
}

/** The objects of a list, which may be in an envelope. */
function listIn(value: unknown, depth: number): readonly JsonObject[] | undefined {
  if (Array.isArray(value)) return value.every(isObject) ? value : undefined;
  if (!isObject(value) || 'id' in value || depth > 2) return undefined;
  for (const below of Object.values(value)) {
    const found = listIn(below, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/**
 * The path of an operation as a request shows it: the path of the contract with one other word. Undefined if it differs
 * in more, or in nothing.
 *
 * @param prefixes what may stand before the paths of the contract
 */
export function otherPath(
  operation: CheckedOperation,
  { method, segments, endsWithSlash }: ReadOther,
  prefixes: readonly string[],
): string | undefined {
  const documented = operation.path.split('/').filter(Boolean);
  const before = segments.slice(0, segments.length - documented.length);
  if (method !== operation.method || segments.length < documented.length || !prefixes.includes(before.join('/')))
    return undefined;
  const own = segments.slice(before.length);
  const isParameter = (segment = ''): boolean => segment.startsWith('{');
  const different = documented.flatMap((segment, index) =>
    isParameter(segment) || segment === own[index] ? [] : [index],
  );
  const [at] = different;
  if (at === undefined || different.length > 1 || !/^[a-z][a-z0-9_.-]*$/i.test(own[at] ?? '')) return undefined;
  if (documented.some((segment, index) => isParameter(segment) && !identifier.test(own[index] ?? ''))) return undefined;
  const path = documented.map((segment, index) => (index === at ? own[at] : segment)).join('/');
  return `/${path}${endsWithSlash ? '/' : ''}`;
}
