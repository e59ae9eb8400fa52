import type { Json } from '../../contract/json.js';
import { valueAt } from '../model/likeness.js';
import type { Difference } from '../model/report/state-report.js';
import { differences, holds, isFormOf } from './differences.js';
import type { SentWrite } from './journal.js';
import type { PlacedValue, ResourceRecord, RestorableField } from './records.js';

/** Returns the fields that have a value that one of these writes sent, or the value in its response. */
export function fieldsToUndo(resource: ResourceRecord, writes: readonly SentWrite[], state: Json): RestorableField[] {
  return resource.fields.filter(({ pointer }) => {
    const now = valueAt(state, pointer) as Json | undefined;
    if (differences(valueAt(resource.snapshot, pointer) as Json | undefined, now).length === 0) return false;
    // The response shows what the server made of the sent value. Other fields in it were not written by us.
    return writes.some(({ sent, response }) =>
      sent.some(
        (each) =>
          each.pointer === pointer &&
          (holds(now, each.value) || response?.shown?.some((shown) => isSame(shown, pointer, now))),
      ),
    );
  });
}

/** Whether a write changes the original state. */
export function changes({ snapshot }: ResourceRecord, { sent }: SentWrite): boolean {
  return sent.some(({ pointer, value }) => !holds(valueAt(snapshot, pointer) as Json | undefined, value));
}

/** Whether the response to a write still has the original value at every written place. */
export function showsOld({ sent, response }: SentWrite): boolean {
  return (
    response?.shown !== undefined &&
    !response.shown.some((each) => sent.some(({ pointer }) => isWithin(each.pointer, pointer)))
  );
}

/** The differences between a resource and its original state, with their possible causes. */
export interface Differing {
  found: readonly Difference[];
  /** All writes to the resource. */
  writes: readonly SentWrite[];
  /** Values in the responses to undo updates. */
  byUndo: readonly PlacedValue[];
}

/**
 * Whether somebody else caused every difference: no update sent the value, no response contained it, and no write that
 * may still show could be the cause. False if a response is missing, since the cause is then unknown.
 *
 * @param isSeen whether a read has returned the value of a write
 */
export function isByOthers(
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
      // An accepted value that neither a response nor a read contained may have become this value.
      return (
        response?.shown !== undefined &&
        (sending.length === 0 || !changes(resource, write) || isSeen(write) || !showsOld(write))
      );
    });
  });
}

/** Compares a value from a response with the value at a pointer, which may be the same place, above or below it. */
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
