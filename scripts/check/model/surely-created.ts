import { isObject } from '../../contract/json.js';
import { hasToken } from '../values/token.js';

/** Facts about a successful creation, and about the resource that it seems to have created. */
export interface CreationEvidence {
  /** Status of the response to the creation. */
  status: number | undefined;
  /** Whether an earlier response had shown the id. */
  wasKnown: boolean;
  /** Whether the whole list of its type had been read before it. */
  isListComplete: boolean;
  /** Whether that list, read again, has the id now. */
  isListedNow?: boolean;
  /** Whether the same request gave another id before: a service that returns existing resources repeats ids. */
  givesNewIds?: boolean;
  id?: string | undefined;
  /** Keys that the run has chosen at random, and that nobody else has. */
  ownKeys?: ReadonlySet<string>;
  requestBody: unknown;
  /** The resource as shown by the response to the creation, or by a later read. */
  resource: unknown;
}

/**
 * Whether a request of the run has surely created a resource, so that it may be changed and deleted: a service may also
 * return an existing resource, or update one with the same name. The id must be new, and one of these must be true: it
 * is a key of the run; the resource shows a sent token or key, which nobody else sends; it shows any other sent value,
 * and the same request gives another id each time, or all ids of its type were known before; all ids were known before,
 * and the list has the id now, or a request without values got a 201.
 */
export function isSurelyCreated(evidence: CreationEvidence): boolean {
  const {
    status = 0,
    wasKnown,
    isListComplete,
    isListedNow,
    givesNewIds = false,
    id,
    ownKeys = new Set<string>(),
    requestBody,
    resource,
  } = evidence;
  if (status < 200 || status > 299 || wasKnown) return false;
  if ((id !== undefined && ownKeys.has(id)) || (isListComplete && isListedNow)) return true;
  const values = valuesIn(requestBody);
  if (values.length === 0) return status === 201 && isListComplete && resource !== undefined;
  const shownValues = new Set(valuesIn(resource).map(toComparable));
  const isOurs = (value: Value): boolean => typeof value === 'string' && (hasToken(value) || ownKeys.has(value));
  return values.some(
    (value) => shownValues.has(toComparable(value)) && (isListComplete || givesNewIds || isOurs(value)),
  );
}

type Value = string | number | boolean;

/** Maximum depth to search; a body may be nested deeper than the stack. */
const maxDepth = 200;

/** All texts, numbers and booleans in a JSON value. */
export function valuesIn(value: unknown, depth = 0): Value[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, depth + 1));
  if (isObject(value)) return Object.values(value).flatMap((item) => valuesIn(item, depth + 1));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : [];
}

/** Services trim texts and change their case; a number may come back as a text. */
function toComparable(value: Value): string {
  return String(value).trim().normalize('NFC').toLowerCase();
}
