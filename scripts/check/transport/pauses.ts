import type { WaitBudget } from './wait-budget.js';

/** Waits that the server asks for: during a wait, no request is sent. */
export class Pauses {
  readonly #budget: WaitBudget | undefined;
  readonly #asleep = new Set<() => void>();
  #end = 0;
  #isOver = false;

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
    return true;
  }

  /** Resolves when the next request may be sent. */
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

  /** Ends all waits at once. */
  cancel(): void {
    this.#isOver = true;
    for (const wake of [...this.#asleep]) wake();
  }
}
