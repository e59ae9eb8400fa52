/** The total time that a run may spend on waits that the server asks for. */
export class WaitBudget {
  readonly seconds: number;
  #left: number;
  /** Whether the server asked for a longer wait than was left. */
  isExceeded = false;

  constructor(seconds: number) {
    this.seconds = seconds;
    this.#left = seconds * 1000;
  }

  /** Takes milliseconds from the budget; returns false, without taking any, if fewer are left. */
  take(milliseconds: number): boolean {
    const fits = milliseconds <= this.#left;
    if (fits) this.#left -= milliseconds;
    else this.isExceeded = true;
    return fits;
  }
}

/**
 * Waits that the server asks for: during a wait, no request is sent. After it one request goes first, and all others
 * wait for its last response: a busy server does not get everything at once again.
 */
export class Pauses {
  readonly #budget: WaitBudget | undefined;
  readonly #asleep = new Set<() => void>();
  #end = 0;
  #isOver = false;
  /** When a request was to be repeated; undefined once a request that was sent later had a response. */
  #busyAt: number | undefined;
  /** The request that goes first, and what resolves when it has its last response. */
  #first: { request: object; ended: Promise<void>; end: () => void } | undefined;

  /** @param budget the limit of all waits; unlimited without it */
  constructor(budget: WaitBudget | undefined) {
    this.#budget = budget;
  }

  /** Delays the next requests; returns false if the budget does not allow the wait. */
  delay(milliseconds: number): boolean {
    const end = Math.max(this.#end, performance.now() + milliseconds);
    // Overlapping waits of several requests count once.
    const more = milliseconds > 0 ? end - Math.max(this.#end, performance.now()) : 0;
    if (this.#budget?.take(more) === false) return false;
    if (milliseconds > 0) this.#end = end;
    this.#busyAt = performance.now();
    return true;
  }

  /** Resolves when a request may be sent. One that is to prove something about the server waits for no other. */
  async passed(request: object, isProof: boolean): Promise<void> {
    for (;;) {
      await this.#waited();
      if (this.#isOver || isProof || this.#busyAt === undefined || this.#first?.request === request) return;
      if (!this.#first) {
        let end = (): void => undefined;
        const ended = new Promise<void>((resolve) => {
          end = resolve;
        });
        this.#first = { request, ended, end };
        return;
      }
      await this.#first.ended;
    }
  }

  /**
   * Notes that a request is not sent again.
   *
   * @param sentAt when it was sent, if it had a response that does not ask to wait
   */
  ended(request: object, sentAt: number | undefined): void {
    if (sentAt !== undefined && sentAt >= (this.#busyAt ?? 0)) this.#busyAt = undefined;
    if (this.#first?.request !== request) return;
    this.#first.end();
    this.#first = undefined;
  }

  async #waited(): Promise<void> {
    for (;;) {
      const left = this.#end - performance.now();
      if (this.#isOver || left <= 0) return;
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          this.#asleep.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, left);
        this.#asleep.add(wake);
      });
    }
  }

  cancel(): void {
    this.#isOver = true;
    this.#first?.end();
    for (const wake of [...this.#asleep]) wake();
  }
}
