import { lookInterval } from './mending-requests.js';
import type { RestorableField } from './records.js';
import { uptime } from './uptime.js';

/** Updates that are sent to put a field back, before its thing is given up. */
const undoLimit = 3;
/** Undos that may be answered with 429, which says that nothing was done, before it is given up. */
const busyLimit = 10;

/** How often each field of a thing was put back, and when it was last. */
export class Tries {
  readonly #settle: number;
  readonly #tries = new Map<RestorableField, { times: number; last: number }>();
  #busy = 0;

  /** @param settle milliseconds that reads may lag behind writes */
  constructor(settle: number) {
    this.#settle = settle;
  }

  #of(field: RestorableField): { times: number; last: number } {
    return this.#tries.get(field) ?? { times: 0, last: -Infinity };
  }

  /** Fields to put back now. A read may lag: the same look a little later says more than another update. */
  due(fields: readonly RestorableField[], now: number): RestorableField[] {
    return fields.filter((field) => {
      const { times, last } = this.#of(field);
      return times < undoLimit && now - last >= Math.min(this.#settle, times * lookInterval);
    });
  }

  /** Whether no other update would put them back. */
  areSpent(fields: readonly RestorableField[], now: number): boolean {
    return fields.every((field) => {
      const { times, last } = this.#of(field);
      return times === undoLimit && now - last >= this.#settle;
    });
  }

  /** @param isBusy whether the answer says that nothing was done, and asks to wait */
  note(fields: readonly RestorableField[], isBusy: boolean): void {
    this.#busy += isBusy ? 1 : 0;
    const counted = isBusy && this.#busy < busyLimit ? 0 : 1;
    for (const field of fields) this.#tries.set(field, { times: this.#of(field).times + counted, last: uptime() });
  }
}
