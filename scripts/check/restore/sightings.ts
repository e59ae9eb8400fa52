import type { Json } from '../../contract/json.js';
import { valueAt } from '../model/likeness.js';
import { holds } from './differences.js';
import type { SentWrite } from './journal.js';
import type { PlacedValue, ResourceRecord } from './records.js';
import { uptime } from './uptime.js';

/**
 * What reads have shown of the writes of a run. A write is known to be applied when a read has shown its value; until
 * then it may still come, whatever its answer was.
 */
export class Sightings {
  readonly #settle: number;
  /** Whether writes of another process were sent since the machine was started. */
  readonly #isThisBoot: boolean;
  readonly #begun = uptime();
  /** When writes of this process came to their end, by `uptime`. */
  readonly #ended = new Map<number, number>();
  readonly #seen = new Set<number>();
  /** Writes that were seen, and undone since: they do not come again. */
  readonly #over = new Set<number>();
  /** Writes that no read had shown when they were due. */
  readonly #missed = new Set<number>();
  #isLate = false;

  /** @param settle milliseconds that a write may come late, and reads may lag */
  constructor(settle: number, isThisBoot: boolean) {
    this.#settle = settle;
    this.#isThisBoot = isThisBoot;
  }

  /** The answer to a write has come, or the reason why there is none. */
  ended(write: number): void {
    this.#ended.set(write, uptime());
  }

  /** When a write has shown if it ever does, by `uptime`. */
  due({ write, up }: SentWrite): number {
    const end = this.#ended.get(write);
    if (end !== undefined) return end + this.#settle;
    // Of another process; where that ran on another clock, nobody knows how long ago.
    return (this.#isThisBoot && up !== undefined ? Math.min(up, this.#begun) : this.#begun) + this.#settle;
  }

  isSeen({ write }: SentWrite): boolean {
    return this.#seen.has(write);
  }

  /** Whether a write can no longer change anything. */
  isOver({ write }: SentWrite): boolean {
    return this.#over.has(write);
  }

  /** Whether a write has shown later than `settle` allows: then others may still come, and nobody knows when. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** A read has shown the thing. @param writes all that were sent to it, newest first */
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
      // The same value may have been sent again since.
      if (this.#missed.has(write.write) && !shown.some(({ pointer }) => explained.has(pointer))) this.#isLate = true;
      for (const { pointer } of shown) explained.add(pointer);
      this.#seen.add(write.write);
    }
  }

  /**
   * A read has shown the thing as it was before these writes. Such a read may be old as well: a write is over only when
   * it was seen, undone, and its undo was due.
   */
  clean(writes: readonly SentWrite[]): void {
    for (const [index, write] of writes.entries()) {
      if (!this.#seen.has(write.write) || this.#over.has(write.write)) continue;
      const undo = writes.slice(0, index).find((each) => undoes(each, write));
      if (undo && uptime() >= this.due(undo)) this.#over.add(write.write);
    }
  }
}

/** Whether a later write sends what was there before again, wherever an earlier one has sent something. */
function undoes({ case: testCase, sent }: SentWrite, earlier: SentWrite): boolean {
  return (
    testCase.endsWith('/undo') && earlier.sent.every(({ pointer }) => sent.some((each) => each.pointer === pointer))
  );
}

function at(state: Json, { pointer }: PlacedValue): Json | undefined {
  return valueAt(state, pointer) as Json | undefined;
}
