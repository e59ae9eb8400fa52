import { lookInterval } from './mending-requests.js';
import type { RestorableField } from './records.js';
import { uptime } from './uptime.js';

/** Updates that are sent to restore a field. */
const undoLimit = 3;
/** Undo updates that may get 429 (the server did nothing) without counting towards that limit. */
const busyLimit = 10;

/** Counts the attempts to restore each field, with the time of the last one. */
export class Tries {
  readonly #settle: number;
  readonly #tries = new Map<RestorableField, { times: number; last: number }>();
  #busy = 0;

  /** @param settle milliseconds that a write may take to show in reads */
  constructor(settle: number) {
    this.#settle = settle;
  }

  #of(field: RestorableField): { times: number; last: number } {
    return this.#tries.get(field) ?? { times: 0, last: -Infinity };
  }

  /** Returns the fields to restore now. Waits longer after each attempt, since a read may lag behind the last one. */
  due(fields: readonly RestorableField[], now: number): RestorableField[] {
    return fields.filter((field) => {
      const { times, last } = this.#of(field);
      return times < undoLimit && now - last >= Math.min(this.#settle, times * lookInterval);
    });
  }

  /** Whether every field has used all its attempts, and the last one had time to show. */
  areSpent(fields: readonly RestorableField[], now: number): boolean {
    return fields.every((field) => {
      const { times, last } = this.#of(field);
      return times === undoLimit && now - last >= this.#settle;
    });
  }

  /** @param isBusy whether the server did nothing and asked to wait */
  note(fields: readonly RestorableField[], isBusy: boolean): void {
    this.#busy += isBusy ? 1 : 0;
    const counted = isBusy && this.#busy < busyLimit ? 0 : 1;
    for (const field of fields) this.#tries.set(field, { times: this.#of(field).times + counted, last: uptime() });
  }
}
