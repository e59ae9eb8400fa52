import { isObject } from '../../contract/json.js';
import { hasToken } from '../values/token.js';

/** What is known of a creation that succeeded, and of the resource that it seems to have made. */
export interface CreationEvidence {
  /** Status of the response to the creation. */
  status: number | undefined;
  /** Whether a response before it had shown the id. */
  wasShown: boolean;
  /** Whether the whole list of its kind had been read before it. */
  isListWhole: boolean;
  /** The body that was sent. */
  sent: unknown;
  /** The resource as a response shows it: the one to the creation, or a later read. */
  shown: unknown;
}

/**
 * Whether a request of ours has surely created a resource, so that it may be deleted. A service may return what exists,
 * or update what has the same name. So the id must be new, and the resource must show a value that we sent: one with a
 * token, which nobody else sends, or any other value if all ids of its kind were known before.
 */
export function isSurelyCreated({ status = 0, wasShown, isListWhole, sent, shown }: CreationEvidence): boolean {
  if (status < 200 || status > 299 || wasShown) return false;
  const visible = new Set(valuesIn(shown).map(comparable));
  return valuesIn(sent).some(
    (value) => visible.has(comparable(value)) && (isListWhole || (typeof value === 'string' && hasToken(value))),
  );
}

type Value = string | number | boolean;

function valuesIn(value: unknown): Value[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  if (isObject(value)) return Object.values(value).flatMap(valuesIn);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : [];
}

/** Services trim texts and change their case; a number may come back as a text. */
function comparable(value: Value): string {
  return String(value).trim().normalize('NFC').toLowerCase();
}
