import { isObject, type Json, sameJson } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import type { Difference } from '../model/report/state-report.js';
import type { PlacedValue } from './journal.js';

/** Names of fields that servers set on each change and that no request can restore. */
const stamps = /^_?(updat|modif|chang|version|revision|etag|last_?(updat|modif|chang|seen))/i;

/**
 * Returns every place where two states differ, in the order of the first one. Leaves out stamps that a server sets on
 * each write: a top-level date or number with a name such as `updated_at` that no request sets.
 */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  settable: readonly string[] = [],
): Difference[] {
  return [...differing('', before, after, 0)].filter((difference) => !isStamp(difference, settable));
}

/** Levels of objects whose fields are compared one by one; deeper objects are compared as a whole. */
const depthLimit = 12;

function* differing(
  pointer: string,
  before: Json | undefined,
  after: Json | undefined,
  depth: number,
): Iterable<Difference> {
  if (sameJson(before, after)) return;
  if (!isObject(before) || !isObject(after) || depth >= depthLimit) return yield { pointer, before, after };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* differing(`${pointer}/${escapeToken(name)}`, own(before, name), own(after, name), depth + 1);
  }
}

function isStamp({ pointer, before, after }: Difference, settable: readonly string[]): boolean {
  const isOne = (value: Json | undefined): boolean =>
    typeof value === 'number' || (typeof value === 'string' && !Number.isNaN(Date.parse(value)));
  // Some servers set the stamp only on the first write.
  const isFirst = before === undefined || before === null;
  return (
    pointer.lastIndexOf('/') === 0 &&
    stamps.test(pointer.slice(1)) &&
    (isOne(before) || isFirst) &&
    isOne(after) &&
    !settable.includes(pointer)
  );
}

export function placed({ pointer, after }: Difference): PlacedValue {
  return { pointer, ...(after !== undefined && { value: after }) };
}

/** Items of an array whose order may differ; comparing a longer one would take too long. */
const longestShuffled = 1000;

/**
 * Whether a value in a response matches a value that was sent. An object may have more members, an array a different
 * order, a text different spaces or case, and an empty value may be missing.
 */
export function holds(shown: Json | undefined, sent: Json | undefined): boolean {
  if (isNothing(sent)) return isNothing(shown);
  if (typeof sent === 'string') return typeof shown === 'string' && tidy(shown) === tidy(sent);
  if (Array.isArray(sent)) {
    if (!Array.isArray(shown) || shown.length !== sent.length) return false;
    if (sent.every((item, index) => holds(shown[index], item))) return true;
    if (sent.length > longestShuffled) return false;
    const rest: Json[] = [...shown];
    return sent.every((item) => {
      const index = rest.findIndex((each) => holds(each, item));
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    });
  }
  if (isObject(sent))
    return isObject(shown) && Object.keys(sent).every((name) => holds(own(shown, name), own(sent, name)));
  return shown === sent;
}

/** Whether a value may be what a server made of one that was sent: the same value, its beginning, or its text. */
export function isFormOf(shown: Json | undefined, sent: Json | undefined): boolean {
  if (holds(shown, sent)) return true;
  const [one, other] = [shown, sent].map((value) => (typeof value === 'object' ? '' : tidy(String(value ?? ''))));
  return one !== '' && other !== '' && other?.startsWith(one ?? '') === true;
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function tidy(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

function own(object: { [name: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
