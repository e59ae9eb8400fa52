/** Limits how many tasks run at a time; the others wait for their turn. */
export class Turns {
  /** Returns how many tasks may run at the moment. */
  readonly #width: () => number;
  readonly #waiting: (() => void)[] = [];
  readonly #patient: (() => void)[] = [];
  #running = 0;

  constructor(width: () => number) {
    this.#width = width;
  }

  /** @param isPatient whether others go first: nothing waits for this task alone */
  async enter(isPatient = false): Promise<void> {
    if (this.#running < this.#width()) this.#running += 1;
    else await new Promise<void>((resolve) => (isPatient ? this.#patient : this.#waiting).push(resolve));
  }

  /** Ends a turn, and starts waiting tasks. */
  leave(): void {
    this.#running -= 1;
    while (this.#running < this.#width()) {
      const next = this.#waiting.shift() ?? this.#patient.shift();
      if (!next) return;
      this.#running += 1;
      next();
    }
  }
}

/** Does the work for each item in their order, `width` at a time. */
export async function sideBySide<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next; index < items.length; index = next) {
      next = index + 1;
      await work(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
