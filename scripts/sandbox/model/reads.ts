/** The most texts that are kept at a time. */
const limit = 1000;

/** Response bodies of reads since the last change; until the next change, the same path returns the same body. */
export class Reads {
  readonly #texts = new Map<string, string>();
  #serial = -1;

  get(path: string, serial: number): string | undefined {
    return serial === this.#serial ? this.#texts.get(path) : undefined;
  }

  set(path: string, serial: number, text: string): void {
    if (serial !== this.#serial || this.#texts.size >= limit) this.#texts.clear();
    this.#serial = serial;
    this.#texts.set(path, text);
  }

  /** Needed when another state is loaded, which may have the same serial. */
  clear(): void {
    this.#texts.clear();
  }
}
