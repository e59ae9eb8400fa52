/** Texts kept at a time. */
const limit = 1000;

/** The texts of what was read since the last change: until the next one, the same path has the same answer. */
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

  /** For another state, which may have the same serial. */
  clear(): void {
    this.#texts.clear();
  }
}
