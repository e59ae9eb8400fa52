import { numbersFrom } from './random.js';

const longest = 60_000;

/** The time before each response, drawn from a range: the same sequence for the same seed. */
export class Waits {
  readonly #least: number;
  readonly #most: number;
  readonly #seed: number;
  #number: () => number;

  constructor(latency: number | readonly [least: number, most: number], seed: number) {
    [this.#least, this.#most] = typeof latency === 'number' ? [latency, latency] : latency;
    this.#seed = seed;
    this.#number = numbersFrom(seed);
    if (this.#least >= 0 && this.#least <= this.#most && this.#most <= longest) return;
    const expected = `milliseconds from 0 to ${longest}, or the least and the most of them`;
    const found = typeof latency === 'number' ? latency : `[${latency.join(', ')}]`;
    throw new RangeError(`Expected latency with ${expected}, found ${found}.`);
  }

  restart(): void {
    this.#number = numbersFrom(this.#seed);
  }

  next(): number {
    if (this.#least === this.#most) return this.#least;
    return this.#least + Math.floor(this.#number() * (this.#most - this.#least + 1));
  }
}
