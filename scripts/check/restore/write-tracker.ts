import type { Json } from '../../contract/json.js';
import type { Difference } from '../model/report/state-report.js';
import { findDifferences, isMatch, jsonAt, mayComeFrom } from './differences.js';
import { type JournalWrite, type PointerValue, type ResourceRecord, type RestorableField, uptime } from './journal.js';

/**
 * Remembers which writes of a run have appeared in reads. A write is known to be applied once a read has returned its
 * value. Until then it may still take effect, whatever its response was.
 */
export class WriteTracker {
  readonly #settle: number;
  /** Whether the journal was begun since the last start of this machine, so that `up` in it still counts. */
  readonly #isThisBoot: boolean;
  readonly #startTime = uptime();
  /** The `uptime` at which each write of this process ended. */
  readonly #endTimes = new Map<number, number>();
  readonly #seenWrites = new Set<number>();
  /** Writes that cannot take effect again: they have appeared in a read, and were undone. */
  readonly #finishedWrites = new Set<number>();
  /** Writes that had not yet appeared in any read when their due time had passed. */
  readonly #missedWrites = new Set<number>();
  /** Whether a write has appeared later than `maxSettleTime` allows. Then other writes may still appear at any time. */
  hasLateWrite = false;

  /** @param maxSettleTime milliseconds that a write may take to show in reads */
  constructor(maxSettleTime: number, isFromThisBoot: boolean) {
    this.#settle = maxSettleTime;
    this.#isThisBoot = isFromThisBoot;
  }

  noteEnd(write: number): void {
    this.#endTimes.set(write, uptime());
  }

  /** Returns the `uptime` after which a write that has not yet appeared in a read will not appear any more. */
  getDueTime({ write, up }: JournalWrite): number {
    const end = this.#endTimes.get(write);
    if (end !== undefined) return end + this.#settle;
    // The write is from an earlier process. If this machine has restarted since, the time since the write is unknown.
    return (this.#isThisBoot && up !== undefined ? Math.min(up, this.#startTime) : this.#startTime) + this.#settle;
  }

  isEffectSeen({ write }: JournalWrite): boolean {
    return this.#seenWrites.has(write);
  }

  isWriteFinished({ write }: JournalWrite): boolean {
    return this.#finishedWrites.has(write);
  }

  /** Notes the state from a read. @param writes all writes to the resource, newest first */
  noteState({ snapshot }: Pick<ResourceRecord, 'snapshot'>, writes: readonly JournalWrite[], state: Json): void {
    const explainedPointers = new Set<string>();
    for (const write of writes) {
      const changedValues = write.sent.filter(({ pointer, value }) => !isMatch(jsonAt(snapshot, pointer), value));
      const visibleValues = changedValues.filter(({ pointer, value }) => isMatch(jsonAt(state, pointer), value));
      if (visibleValues.length === 0) {
        if (changedValues.length > 0 && !this.#seenWrites.has(write.write) && uptime() >= this.getDueTime(write))
          this.#missedWrites.add(write.write);
        continue;
      }
      // A write that appears after its due time counts as late only if no newer write has sent the same value.
      if (this.#missedWrites.has(write.write) && !visibleValues.some(({ pointer }) => explainedPointers.has(pointer)))
        this.hasLateWrite = true;
      for (const { pointer } of visibleValues) explainedPointers.add(pointer);
      this.#seenWrites.add(write.write);
    }
  }

  /**
   * Notes that a read returned the original state. The read may show an older state, so a write counts as finished only
   * if an earlier read showed it, it was undone, and the undo has had all the time that it may take.
   */
  noteOriginalState(writes: readonly JournalWrite[]): void {
    for (const [index, write] of writes.entries()) {
      if (!this.#seenWrites.has(write.write) || this.#finishedWrites.has(write.write)) continue;
      const undo = writes.slice(0, index).find((each) => isUndoOf(each, write));
      if (undo && uptime() >= this.getDueTime(undo)) this.#finishedWrites.add(write.write);
    }
  }

  /**
   * Whether somebody else caused every difference: no write sent the value, no response contained it, and no write that
   * may still take effect could be the cause. False if the response to such a write does not show the resource, since
   * the cause is then unknown.
   *
   * @param writes all writes to the resource
   * @param undoValues values in the responses to undo updates
   */
  isChangedByOthers(
    resource: ResourceRecord,
    differences: readonly Difference[],
    writes: readonly JournalWrite[],
    undoValues: readonly PointerValue[],
  ): boolean {
    return differences.every(({ pointer, after }) => {
      const isShownIn = (values: readonly PointerValue[] = []): boolean =>
        values.some((value) => isSameValue(value, pointer, after));
      if (isShownIn(undoValues) || writes.some(({ response }) => isShownIn(response?.shown))) return false;
      const sentValues = writes.flatMap(({ sent }) => sent);
      if (sentValues.some((each) => each.pointer === pointer && mayComeFrom(after, each.value))) return false;
      const relevantWrites = writes.filter(({ sent }) => sent.some((value) => isOverlapping(pointer, value.pointer)));
      // If no response or read shows an accepted value, the server may have turned that value into the current one.
      const mayBeCause = (write: JournalWrite): boolean =>
        relevantWrites.length > 0 && hasEffect(resource, write) && !this.isEffectSeen(write) && hasOldValues(write);
      return (relevantWrites.length > 0 ? relevantWrites : writes).every(
        (write) => write.response?.outcome === 'refused' || (write.response?.shown !== undefined && !mayBeCause(write)),
      );
    });
  }
}

/** Whether a write is an undo that sends every field of an earlier write. */
function isUndoOf({ case: testCase, sent }: JournalWrite, earlierWrite: JournalWrite): boolean {
  const pointers = sent.map(({ pointer }) => pointer);
  return testCase.endsWith('/undo') && earlierWrite.sent.every(({ pointer }) => pointers.includes(pointer));
}

/** Returns the fields whose current value was sent by one of these writes, or was in the response to one. */
export function findFieldsToUndo(
  { fields, snapshot }: ResourceRecord,
  writes: readonly JournalWrite[],
  state: Json,
): RestorableField[] {
  return fields.filter(({ pointer }) => {
    const currentValue = jsonAt(state, pointer);
    if (isUnchanged(jsonAt(snapshot, pointer), currentValue)) return false;
    // The response shows how the server stored the sent value. Other fields in the response were not written.
    return writes.some(({ sent, response }) =>
      sent.some(
        (each) =>
          each.pointer === pointer &&
          (isMatch(currentValue, each.value) ||
            response?.shown?.some((value) => isSameValue(value, pointer, currentValue))),
      ),
    );
  });
}

/** Whether a write sends a value that differs from the original state. */
export function hasEffect({ snapshot }: ResourceRecord, { sent }: JournalWrite): boolean {
  return sent.some(({ pointer, value }) => !isMatch(jsonAt(snapshot, pointer), value));
}

/** Whether the response to a write still shows the original value of every written field. */
export function hasOldValues({ sent, response }: JournalWrite): boolean {
  return (
    response?.shown !== undefined &&
    !response.shown.some((value) => sent.some(({ pointer }) => isOverlapping(value.pointer, pointer)))
  );
}

/** Whether two values are equal at the same pointer; if one is a part of the other, whether that part is equal. */
export function isSameValue(value: PointerValue, pointer: string, now: Json | undefined): boolean {
  if (value.pointer === pointer) return isUnchanged(value.value, now);
  if (pointer.startsWith(`${value.pointer}/`))
    return isUnchanged(jsonAt(value.value, pointer.slice(value.pointer.length)), now);
  if (!value.pointer.startsWith(`${pointer}/`)) return false;
  return isUnchanged(value.value, jsonAt(now, value.pointer.slice(pointer.length)));
}

function isUnchanged(before: Json | undefined, now: Json | undefined): boolean {
  return findDifferences(before, now).length === 0;
}

function isOverlapping(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
