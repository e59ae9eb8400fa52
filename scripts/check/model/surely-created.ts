import { isObject } from '../../contract/json.js';
import { hasToken } from '../values/token.js';

/** Facts about a successful creation, and about the resource that it seems to have created. */
export interface CreationEvidence {
  /** Status of the response to the creation. */
  status: number | undefined;
  /** Whether a response before the creation contained the id. */
  wasKnown: boolean;
  /** Whether the list that would contain the resource had been read completely before the creation. */
  isListComplete: boolean;
  /** Whether that list, read again after the creation, contains the id. */
  isListedNow?: boolean;
  /** Whether the same request led to another id before. A service that returns existing resources repeats the id. */
  givesNewIds?: boolean;
  id?: string | undefined;
  /** Ids that the run has chosen at random, so that nobody else uses them. */
  chosenIds?: ReadonlySet<string>;
  requestBody: unknown;
  /** The resource as contained in the response to the creation, or in a later read. */
  resource: unknown;
}

/**
 * Whether a request of the run has surely created a resource, so that the run may change and delete it. A service may
 * also have returned an existing resource, or updated one with the same name. The id must be new, and one of these must
 * be true:
 * - The run has chosen the id.
 * - The resource contains a sent token, or a sent id that the run has chosen: nobody else sends these.
 * - The resource contains another sent value. In addition, the same request leads to another id each time, or the
 * complete list was known before.
 * - The complete list was known before, and the list now contains the id, or a request without values got a 201.
 */
export function isSurelyCreated(evidence: CreationEvidence): boolean {
  const { status = 0, wasKnown, isListComplete, isListedNow, givesNewIds = false } = evidence;
  const { id, chosenIds = new Set<string>(), requestBody, resource } = evidence;
  if (status < 200 || status > 299 || wasKnown) return false;
  if ((id !== undefined && chosenIds.has(id)) || (isListComplete && isListedNow)) return true;
  const values = valuesIn(requestBody);
  if (values.length === 0) return status === 201 && isListComplete && resource !== undefined;
  const shownValues = new Set(valuesIn(resource).map(toComparable));
  const isChosenByRun = (value: Value): boolean =>
    typeof value === 'string' && (hasToken(value) || chosenIds.has(value));
  return values.some(
    (value) => shownValues.has(toComparable(value)) && (isListComplete || givesNewIds || isChosenByRun(value)),
  );
}

type Value = string | number | boolean;

/** Maximum depth to search. A body may be nested so deeply that the stack would overflow. */
const maxDepth = 200;

/** Returns all strings, numbers and booleans in a JSON value. */
export function valuesIn(value: unknown, depth = 0): Value[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, depth + 1));
  if (isObject(value)) return Object.values(value).flatMap((item) => valuesIn(item, depth + 1));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : [];
}

/** Returns a value in a form for comparing: services trim strings, change their case, and return numbers as strings. */
function toComparable(value: Value): string {
  return String(value).trim().normalize('NFC').toLowerCase();
}
