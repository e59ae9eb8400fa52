import { isObject, isSameJson, type Json } from '../../contract/json.js';
import { escapeToken, valueAt } from '../../contract/pointer.js';
import { maxUnorderedItems, ownMember } from '../model/likeness.js';
import type { Difference } from '../model/report/state-report.js';
import type { PointerValue } from './journal.js';

/** Matches names of fields that a server sets itself at each change, so that no request can restore them. */
const stampNamePattern = /^_?(updat|modif|chang|version|revision|etag|last_?(updat|modif|chang|seen))/i;

/**
 * Returns every place where two states of a resource differ, in the order of the first state. Leaves out stamps, which
 * a server sets at each write: a top-level date or number that no request can set, with a name such as `updated_at`.
 */
export function findDifferences(
  before: Json | undefined,
  after: Json | undefined,
  settableNames: readonly string[] = [],
): Difference[] {
  return [...walk('', before, after, 0)].filter((difference) => !isTimestampChange(difference, settableNames));
}

/** Maximum depth at which the fields of objects are compared one by one. Deeper objects are compared as a whole. */
const depthLimit = 12;

function* walk(pointer: string, before?: Json, after?: Json, depth = 0): Iterable<Difference> {
  if (isSameJson(before, after)) return;
  if (!isObject(before) || !isObject(after) || depth >= depthLimit) return yield { pointer, before, after };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    yield* walk(`${pointer}/${escapeToken(name)}`, ownMember(before, name), ownMember(after, name), depth + 1);
}

function isTimestampChange({ pointer, before, after }: Difference, settableFields: readonly string[]): boolean {
  const isStampValue = (value: Json | undefined): boolean =>
    typeof value === 'number' || (typeof value === 'string' && !Number.isNaN(Date.parse(value)));
  // Some servers set a stamp only at the first write, so it may have had no value before.
  const wasUnset = before === undefined || before === null;
  return (
    pointer.lastIndexOf('/') === 0 &&
    stampNamePattern.test(pointer.slice(1)) &&
    (isStampValue(before) || wasUnset) &&
    isStampValue(after) &&
    !settableFields.includes(pointer)
  );
}

export function toPointerValue({ pointer, after }: Difference): PointerValue {
  return { pointer, ...(after !== undefined && { value: after }) };
}

/**
 * Whether a value in a response matches a sent value. In the response, an object may have more members, an array may
 * have another order, a string may differ in spaces or case, and an empty value may be missing.
 */
export function isMatch(responseValue: Json | undefined, sentValue: Json | undefined): boolean {
  if (isEmpty(sentValue)) return isEmpty(responseValue);
  if (typeof sentValue === 'string')
    return typeof responseValue === 'string' && normalize(responseValue) === normalize(sentValue);
  if (Array.isArray(sentValue)) {
    if (!Array.isArray(responseValue) || responseValue.length !== sentValue.length) return false;
    if (sentValue.every((item, index) => isMatch(responseValue[index], item))) return true;
    if (sentValue.length > maxUnorderedItems) return false;
    const unmatchedItems: Json[] = [...responseValue];
    return sentValue.every((item) => {
      const index = unmatchedItems.findIndex((unmatchedItem) => isMatch(unmatchedItem, item));
      if (index >= 0) unmatchedItems.splice(index, 1);
      return index >= 0;
    });
  }
  if (isObject(sentValue))
    return (
      isObject(responseValue) &&
      Object.keys(sentValue).every((name) => isMatch(ownMember(responseValue, name), ownMember(sentValue, name)))
    );
  return responseValue === sentValue;
}

/** Whether a response value may come from a sent one: both match, or the response has the beginning of the text. */
export function mayComeFrom(responseValue: Json | undefined, sentValue: Json | undefined): boolean {
  if (isMatch(responseValue, sentValue)) return true;
  const textOf = (value: Json | undefined): string => (typeof value === 'object' ? '' : normalize(`${value ?? ''}`));
  return textOf(responseValue) !== '' && textOf(sentValue).startsWith(textOf(responseValue));
}

/** Returns the value at a place in a state; undefined if the place is empty. */
export function jsonAt(state: Json | undefined, pointer: string): Json | undefined {
  return valueAt(state, pointer) as Json | undefined;
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function normalize(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
