/** The total time that a run may spend on waits that the server asks for. */
export class WaitBudget {
  readonly seconds: number;
  #remaining: number;
  /** Whether the server once asked for a longer wait than the budget still allowed. */
  isExceeded = false;

  constructor(seconds: number) {
    this.seconds = seconds;
    this.#remaining = seconds * 1000;
  }

  /** Takes milliseconds from the budget. Returns false, without taking any, if fewer remain. */
  take(milliseconds: number): boolean {
    const isAllowed = milliseconds <= this.#remaining;
    if (isAllowed) this.#remaining -= milliseconds;
    else this.isExceeded = true;
    return isAllowed;
  }
}

/**
 * Manages the waits that the server asks for. During a wait, no request is sent. After the wait, one request goes
 * first, and all others wait for its final response, so that a busy server does not get all requests at once.
 */
export class Pauses {
  readonly #budget: WaitBudget | undefined;
  readonly #nextSlot: (() => number) | undefined;
  readonly #wakers = new Set<() => void>();
  #pauseEnd = 0;
  #isCancelled = false;
  /** When the server last asked to wait, as `performance.now()`. Undefined once a request sent later got a response. */
  #busyAt: number | undefined;
  /** The request that goes first after a wait, with a promise that resolves when its final response has arrived. */
  #first: { request: object; completion: Promise<void>; finish: () => void } | undefined;

  /**
   * @param budget the limit of all waits; if undefined, they are unlimited
   * @param nextSlot reserves the next slot of the pace, and returns its moment as `performance.now()`
   */
  constructor(budget: WaitBudget | undefined, nextSlot?: () => number) {
    this.#budget = budget;
    this.#nextSlot = nextSlot;
  }

  /** Delays the next requests. Returns false if the budget does not allow the wait. */
  delay(milliseconds: number): boolean {
    const pauseEnd = Math.max(this.#pauseEnd, performance.now() + milliseconds);
    // Waits of several requests may overlap. The common time counts once.
    const extraWait = milliseconds > 0 ? pauseEnd - Math.max(this.#pauseEnd, performance.now()) : 0;
    if (this.#budget?.take(extraWait) === false) return false;
    if (milliseconds > 0) this.#pauseEnd = pauseEnd;
    this.#busyAt = performance.now();
    return true;
  }

  /** Resolves when a request may be sent. With `isProof`, it waits only for the end of the pause and for a slot. */
  async waitForTurn(request: object, isProof: boolean): Promise<void> {
    do {
      await this.#waitForPauses(request, isProof);
      const slot = this.#nextSlot?.() ?? 0;
      await this.#waitUntil(() => slot);
    } while (!this.#isCancelled && performance.now() < this.#pauseEnd);
  }

  async #waitForPauses(request: object, isProof: boolean): Promise<void> {
    for (;;) {
      await this.#waitUntil(() => this.#pauseEnd);
      if (this.#isCancelled || isProof || this.#busyAt === undefined || this.#first?.request === request) return;
      if (!this.#first) {
        let finish = (): void => undefined;
        const whenDone = new Promise<void>((resolve) => {
          finish = resolve;
        });
        this.#first = { request, completion: whenDone, finish };
        return;
      }
      await this.#first.completion;
    }
  }

  /** @param sentAt when the finished request was sent; undefined if it got no response, or one that asks to wait */
  noteEnd(request: object, sentAt: number | undefined): void {
    if (sentAt !== undefined && sentAt >= (this.#busyAt ?? 0)) this.#busyAt = undefined;
    if (this.#first?.request !== request) return;
    this.#first.finish();
    this.#first = undefined;
  }

  async #waitUntil(end: () => number): Promise<void> {
    for (;;) {
      const remaining = end() - performance.now();
      if (this.#isCancelled || remaining <= 0) return;
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          this.#wakers.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, remaining);
        this.#wakers.add(wake);
      });
    }
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#first?.finish();
    for (const wake of [...this.#wakers]) wake();
  }
}

/** Spreads attempts evenly: each takes the next slot, and slots are at least `1 / rate` seconds apart. */
export class Pace {
  readonly #interval: number;
  #lastSlot = performance.now();
  /** Whether the run was stopped, so that little time is left to restore and to remove resources. */
  isLifted = false;

  /** @param rate maximum number of attempts a second. The first one waits as well, since a run may follow another. */
  constructor(rate: number) {
    this.#interval = 1000 / rate;
  }

  /** Reserves the next slot, and returns its moment. @param isUrgent whether the attempt restores or removes */
  takeSlot(isUrgent: boolean): number {
    if (isUrgent && this.isLifted) return 0;
    this.#lastSlot = Math.max(this.#lastSlot + this.#interval, performance.now());
    return this.#lastSlot;
  }
}
