import type { Json } from '../../contract/json.js';
import { valueAt } from '../model/likeness.js';
import type { Difference } from '../model/state-report.js';
import { differences, holds, isFormOf } from './differences.js';
import type { SentWrite } from './journal.js';
import type { PlacedValue, ResourceRecord, RestorableField } from './records.js';

/** The fields that hold what one of these writes has sent, or what its answer made of that. */
export function fieldsToUndo(resource: ResourceRecord, writes: readonly SentWrite[], state: Json): RestorableField[] {
  return resource.fields.filter(({ pointer }) => {
    const now = valueAt(state, pointer) as Json | undefined;
    if (differences(valueAt(resource.snapshot, pointer) as Json | undefined, now).length === 0) return false;
    // What the answer to a write made of its value is ours as well; what it shows elsewhere nobody has asked for.
    return writes.some(({ sent, response }) =>
      sent.some(
        (each) =>
          each.pointer === pointer &&
          (holds(now, each.value) || response?.shown?.some((shown) => isSame(shown, pointer, now))),
      ),
    );
  });
}

/** Whether a write would change what the thing was. */
export function changes({ snapshot }: ResourceRecord, { sent }: SentWrite): boolean {
  return sent.some(({ pointer, value }) => !holds(valueAt(snapshot, pointer) as Json | undefined, value));
}

/** Whether the answer to a write shows the thing as it was before, at every place that was written. */
export function showsOld({ sent, response }: SentWrite): boolean {
  return (
    response?.shown !== undefined &&
    !response.shown.some((each) => sent.some(({ pointer }) => isWithin(each.pointer, pointer)))
  );
}

/** What of a thing differs from what it was. */
export interface Differing {
  found: readonly Difference[];
  /** All that was written to it. */
  writes: readonly SentWrite[];
  /** What answers to updates that put it back have shown. */
  byUndo: readonly PlacedValue[];
}

/**
 * Whether everything that differs was set by somebody else: no update has sent it, none of the answers has shown it,
 * and none that may still come could be the cause. Where no answer told, nobody can say.
 *
 * @param isSeen whether a read has shown what a write has sent
 */
export function isTheirs(
  resource: ResourceRecord,
  { found, writes, byUndo }: Differing,
  isSeen: (write: SentWrite) => boolean,
): boolean {
  return found.every(({ pointer, after }) => {
    if (byUndo.some((each) => isSame(each, pointer, after))) return false;
    if (
      writes.some(
        ({ sent, response }) =>
          sent.some((each) => each.pointer === pointer && isFormOf(after, each.value)) ||
          response?.shown?.some((each) => isSame(each, pointer, after)),
      )
    )
      return false;
    const sending = writes.filter(({ sent }) => sent.some((each) => isWithin(pointer, each.pointer)));
    return (sending.length > 0 ? sending : writes).every((write) => {
      const { response } = write;
      if (response?.outcome === 'refused') return true;
      // What was taken, is shown nowhere and was never seen may be what stands there now, in another form.
      return (
        response?.shown !== undefined &&
        (sending.length === 0 || !changes(resource, write) || isSeen(write) || !showsOld(write))
      );
    });
  });
}

/** A value of an answer, whether it stands at the place, above it or below it. */
export function isSame(each: PlacedValue, pointer: string, now: Json | undefined): boolean {
  if (each.pointer === pointer) return differences(each.value, now).length === 0;
  if (pointer.startsWith(`${each.pointer}/`))
    return differences(valueAt(each.value, pointer.slice(each.pointer.length)) as Json | undefined, now).length === 0;
  if (each.pointer.startsWith(`${pointer}/`))
    return differences(each.value, valueAt(now, each.pointer.slice(pointer.length)) as Json | undefined).length === 0;
  return false;
}

function isWithin(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
