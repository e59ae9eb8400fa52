import type { Json } from '../../contract/json.js';
import { valueAt } from '../model/likeness.js';
import type { Difference } from '../model/report/state-report.js';
import { differences, holds, isFormOf } from './differences.js';
import { type PlacedValue, type ResourceRecord, type RestorableField, type SentWrite, uptime } from './journal.js';

/**
 * Remembers which writes of a run have shown in reads. A write is known to be applied when a read has returned its
 * value; until then it may still take effect, whatever its response was.
 */
export class Sightings {
  readonly #settle: number;
  /** Whether the writes of an earlier process were sent since the last boot of this machine. */
  readonly #isThisBoot: boolean;
  readonly #begun = uptime();
  /** The `uptime` at which each write of this process ended. */
  readonly #ended = new Map<number, number>();
  readonly #seen = new Set<number>();
  /** Writes that have shown and were undone: they cannot take effect again. */
  readonly #over = new Set<number>();
  /** Writes that had not shown in any read when they were due. */
  readonly #missed = new Set<number>();
  #isLate = false;

  /** @param settle milliseconds that a write may take to show in reads */
  constructor(settle: number, isThisBoot: boolean) {
    this.#settle = settle;
    this.#isThisBoot = isThisBoot;
  }

  ended(write: number): void {
    this.#ended.set(write, uptime());
  }

  /** The `uptime` after which a write that has not shown will not show. */
  due({ write, up }: SentWrite): number {
    const end = this.#ended.get(write);
    if (end !== undefined) return end + this.#settle;
    // The write is from an earlier process; if that used another clock, the time since then is unknown.
    return (this.#isThisBoot && up !== undefined ? Math.min(up, this.#begun) : this.#begun) + this.#settle;
  }

  isSeen({ write }: SentWrite): boolean {
    return this.#seen.has(write);
  }

  /** Whether a write can no longer take effect. */
  isOver({ write }: SentWrite): boolean {
    return this.#over.has(write);
  }

  /** Whether a write has shown later than `settle` allows: then others may still show at any time. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Notes the state from a read. @param writes all writes to the resource, newest first */
  look({ snapshot }: Pick<ResourceRecord, 'snapshot'>, writes: readonly SentWrite[], state: Json): void {
    const explained = new Set<string>();
    for (const write of writes) {
      const changed = write.sent.filter((each) => !holds(at(snapshot, each), each.value));
      const shown = changed.filter((each) => holds(at(state, each), each.value));
      if (shown.length === 0) {
        if (changed.length > 0 && !this.#seen.has(write.write) && uptime() >= this.due(write))
          this.#missed.add(write.write);
        continue;
      }
      // A late value counts as late only if no newer write explains it.
      if (this.#missed.has(write.write) && !shown.some(({ pointer }) => explained.has(pointer))) this.#isLate = true;
      for (const { pointer } of shown) explained.add(pointer);
      this.#seen.add(write.write);
    }
  }

  /**
   * Notes that a read returned the original state. The read itself may be outdated, so a write is over only if it has
   * shown, was undone, and its undo was due.
   */
  clean(writes: readonly SentWrite[]): void {
    for (const [index, write] of writes.entries()) {
      if (!this.#seen.has(write.write) || this.#over.has(write.write)) continue;
      const undo = writes.slice(0, index).find((each) => undoes(each, write));
      if (undo && uptime() >= this.due(undo)) this.#over.add(write.write);
    }
  }

  /**
   * Whether somebody else caused every difference: no update sent the value, no response contained it, and no write
   * that may still show could be the cause. False if a response is missing, since the cause is then unknown.
   *
   * @param writes all writes to the resource
   * @param byUndo values in the responses to undo updates
   */
  isByOthers(
    resource: ResourceRecord,
    found: readonly Difference[],
    writes: readonly SentWrite[],
    byUndo: readonly PlacedValue[],
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
          (sending.length === 0 || !changes(resource, write) || this.isSeen(write) || !showsOld(write))
        );
      });
    });
  }
}

/** Whether a write is an undo that covers every place of an earlier write. */
function undoes({ case: testCase, sent }: SentWrite, earlier: SentWrite): boolean {
  return (
    testCase.endsWith('/undo') && earlier.sent.every(({ pointer }) => sent.some((each) => each.pointer === pointer))
  );
}

function at(state: Json, { pointer }: PlacedValue): Json | undefined {
  return valueAt(state, pointer) as Json | undefined;
}

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
