import { isObject } from '../../contract/json.js';
import { hasToken } from '../values/token.js';

/** What is known of a creation that succeeded, and of the resource that it seems to have made. */
export interface CreationEvidence {
  /** Status of the response to the creation. */
  status: number | undefined;
  /** Whether a response before it had shown the id. */
  wasKnown: boolean;
  /** Whether the whole list of its kind had been read before it. */
  isListComplete: boolean;
  /** Whether that list, read again, has the id now. */
  isListedNow?: boolean;
  /** Whether the same request had given another id: a service that returns what exists would return the same. */
  givesNewIds?: boolean;
  /** The id. */
  id?: string | undefined;
  /** Keys that the run has chosen at random, and that nobody else has. */
  ownKeys?: ReadonlySet<string>;
  /** The body that was sent. */
  requestBody: unknown;
  /** The resource as a response shows it: the one to the creation, or a later read. */
  resource: unknown;
}

/**
 * Whether a request of ours has surely created a resource, so that it may be changed and deleted. A service may return
 * what exists, or update what has the same name. So the id must be new, and a key of ours, or the resource must show a
 * value that we sent: one with a token, or a key, which nobody else sends, or any other value if the same request gives
 * another id each time, or if all ids of its kind were known before. Then it is also enough that their list has the id
 * now, or that a request without values got a 201.
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

/** Levels to look into; a body may be nested deeper than the stack. */
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
