/** The time that a run may spend on waits that a server asks for, all of them together. */
export class WaitBudget {
  readonly seconds: number;
  #left: number;
  /** Whether the server has asked for a wait that was more than what was left. */
  isExceeded = false;

  constructor(seconds: number) {
    this.seconds = seconds;
    this.#left = seconds * 1000;
  }

  /** Takes out milliseconds that are about to be waited; false where fewer are left, and nothing may be waited. */
  take(milliseconds: number): boolean {
    const fits = milliseconds <= this.#left;
    if (fits) this.#left -= milliseconds;
    else this.isExceeded = true;
    return fits;
  }
}
