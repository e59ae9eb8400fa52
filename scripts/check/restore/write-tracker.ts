import type { Json } from '../../contract/json.js';
import { valueAt } from '../model/likeness.js';
import type { Difference } from '../model/report/state-report.js';
import { findDifferences, isMatch, mayComeFrom } from './differences.js';
import { type JournalWrite, type PointerValue, type ResourceRecord, type RestorableField, uptime } from './journal.js';

/**
 * Remembers which writes of a run have shown in reads. A write is known to be applied when a read has returned its
 * value; until then it may still take effect, whatever its response was.
 */
export class WriteTracker {
  readonly #settle: number;
  /** Whether the writes of an earlier process were sent since the last boot of this machine. */
  readonly #isThisBoot: boolean;
  readonly #startTime = uptime();
  /** The `uptime` at which each write of this process ended. */
  readonly #endTimes = new Map<number, number>();
  readonly #seenWrites = new Set<number>();
  /** Writes that have shown and were undone: they cannot take effect again. */
  readonly #finishedWrites = new Set<number>();
  /** Writes that had not shown in any read when they were due. */
  readonly #missedWrites = new Set<number>();
  #hasLateWrite = false;

  /** @param settle milliseconds that a write may take to show in reads */
  constructor(settle: number, isThisBoot: boolean) {
    this.#settle = settle;
    this.#isThisBoot = isThisBoot;
  }

  noteEnd(write: number): void {
    this.#endTimes.set(write, uptime());
  }

  /** The `uptime` after which a write that has not shown will not show. */
  getDueTime({ write, up }: JournalWrite): number {
    const end = this.#endTimes.get(write);
    if (end !== undefined) return end + this.#settle;
    // The write is from an earlier process; if that used another clock, the time since then is unknown.
    return (this.#isThisBoot && up !== undefined ? Math.min(up, this.#startTime) : this.#startTime) + this.#settle;
  }

  isSeen({ write }: JournalWrite): boolean {
    return this.#seenWrites.has(write);
  }

  isFinished({ write }: JournalWrite): boolean {
    return this.#finishedWrites.has(write);
  }

  /** Whether a write has shown later than `settle` allows: then others may still show at any time. */
  get hasLateWrite(): boolean {
    return this.#hasLateWrite;
  }

  /** Notes the state from a read. @param writes all writes to the resource, newest first */
  noteState({ snapshot }: Pick<ResourceRecord, 'snapshot'>, writes: readonly JournalWrite[], state: Json): void {
    const explainedPointers = new Set<string>();
    for (const write of writes) {
      const changedValues = write.sent.filter((each) => !isMatch(readValue(snapshot, each), each.value));
      const visibleValues = changedValues.filter((each) => isMatch(readValue(state, each), each.value));
      if (visibleValues.length === 0) {
        if (changedValues.length > 0 && !this.#seenWrites.has(write.write) && uptime() >= this.getDueTime(write))
          this.#missedWrites.add(write.write);
        continue;
      }
      // A late value counts as late only if no newer write explains it.
      if (this.#missedWrites.has(write.write) && !visibleValues.some(({ pointer }) => explainedPointers.has(pointer)))
        this.#hasLateWrite = true;
      for (const { pointer } of visibleValues) explainedPointers.add(pointer);
      this.#seenWrites.add(write.write);
    }
  }

  /**
   * Notes that a read returned the original state. The read itself may be outdated, so a write is over only if it has
   * shown, was undone, and its undo was due.
   */
  noteOriginal(writes: readonly JournalWrite[]): void {
    for (const [index, write] of writes.entries()) {
      if (!this.#seenWrites.has(write.write) || this.#finishedWrites.has(write.write)) continue;
      const undo = writes.slice(0, index).find((each) => isUndoOf(each, write));
      if (undo && uptime() >= this.getDueTime(undo)) this.#finishedWrites.add(write.write);
    }
  }

  /**
   * Whether somebody else caused every difference: no update sent the value, no response contained it, and no write
   * that may still show could be the cause. False if a response is missing, since the cause is then unknown.
   *
   * @param writes all writes to the resource
   * @param undoValues values in the responses to undo updates
   */
  isByOthers(
    resource: ResourceRecord,
    differences: readonly Difference[],
    writes: readonly JournalWrite[],
    undoValues: readonly PointerValue[],
  ): boolean {
    return differences.every(({ pointer, after }) => {
      if (undoValues.some((each) => isSameValue(each, pointer, after))) return false;
      if (
        writes.some(
          ({ sent, response }) =>
            sent.some((each) => each.pointer === pointer && mayComeFrom(after, each.value)) ||
            response?.shown?.some((each) => isSameValue(each, pointer, after)),
        )
      )
        return false;
      const relevantWrites = writes.filter(({ sent }) => sent.some((each) => isOverlapping(pointer, each.pointer)));
      return (relevantWrites.length > 0 ? relevantWrites : writes).every((write) => {
        const { response } = write;
        if (response?.outcome === 'refused') return true;
        // An accepted value that neither a response nor a read contained may have become this value.
        return (
          response?.shown !== undefined &&
          (relevantWrites.length === 0 || !hasEffect(resource, write) || this.isSeen(write) || !hasOldValues(write))
        );
      });
    });
  }
}

/** Whether a write is an undo that covers every place of an earlier write. */
function isUndoOf({ case: testCase, sent }: JournalWrite, earlier: JournalWrite): boolean {
  return (
    testCase.endsWith('/undo') && earlier.sent.every(({ pointer }) => sent.some((each) => each.pointer === pointer))
  );
}

function readValue(state: Json, { pointer }: PointerValue): Json | undefined {
  return valueAt(state, pointer) as Json | undefined;
}

/** Returns the fields that have a value that one of these writes sent, or the value in its response. */
export function findFieldsToUndo(
  resource: ResourceRecord,
  writes: readonly JournalWrite[],
  state: Json,
): RestorableField[] {
  return resource.fields.filter(({ pointer }) => {
    const now = valueAt(state, pointer) as Json | undefined;
    if (findDifferences(valueAt(resource.snapshot, pointer) as Json | undefined, now).length === 0) return false;
    // The response shows how the server stored the sent value. The run did not write the other fields in it.
    return writes.some(({ sent, response }) =>
      sent.some(
        (each) =>
          each.pointer === pointer &&
          (isMatch(now, each.value) || response?.shown?.some((value) => isSameValue(value, pointer, now))),
      ),
    );
  });
}

/** Whether a write changes the original state. */
export function hasEffect({ snapshot }: ResourceRecord, { sent }: JournalWrite): boolean {
  return sent.some(({ pointer, value }) => !isMatch(valueAt(snapshot, pointer) as Json | undefined, value));
}

/** Whether the response to a write still has the original value at every written place. */
export function hasOldValues({ sent, response }: JournalWrite): boolean {
  return (
    response?.shown !== undefined &&
    !response.shown.some((each) => sent.some(({ pointer }) => isOverlapping(each.pointer, pointer)))
  );
}

/** Compares a value from a response with the value at a pointer, which may be the same place, above or below it. */
export function isSameValue(each: PointerValue, pointer: string, now: Json | undefined): boolean {
  if (each.pointer === pointer) return findDifferences(each.value, now).length === 0;
  if (pointer.startsWith(`${each.pointer}/`))
    return (
      findDifferences(valueAt(each.value, pointer.slice(each.pointer.length)) as Json | undefined, now).length === 0
    );
  if (each.pointer.startsWith(`${pointer}/`))
    return (
      findDifferences(each.value, valueAt(now, each.pointer.slice(pointer.length)) as Json | undefined).length === 0
    );
  return false;
}

function isOverlapping(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
