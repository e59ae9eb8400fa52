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
