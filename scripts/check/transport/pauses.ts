import type { WaitBudget } from './wait-budget.js';

/** Waits that the server asks for: while one lasts, nothing is sent. */
export class Pauses {
  readonly #budget: WaitBudget | undefined;
  readonly #asleep = new Set<() => void>();
  #end = 0;
  #isOver = false;

  /** @param budget what may be waited in all; without it, each wait is */
  constructor(budget: WaitBudget | undefined) {
    this.#budget = budget;
  }

  /** Puts off whatever is sent next; false where there is no time left for it. */
  putOff(milliseconds: number): boolean {
    const end = Math.max(this.#end, performance.now() + milliseconds);
    // Waits of several requests at a time are one.
    const more = milliseconds > 0 ? end - Math.max(this.#end, performance.now()) : 0;
    if (this.#budget?.take(more) === false) return false;
    if (milliseconds > 0) this.#end = end;
    return true;
  }

  /** Resolves when the server may be called again. */
  async passed(): Promise<void> {
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

  /** Whoever waits goes on at once. */
  cancel(): void {
    this.#isOver = true;
    for (const wake of [...this.#asleep]) wake();
  }
}
