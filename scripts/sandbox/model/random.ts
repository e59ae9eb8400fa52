/** Minimum and maximum number of initial partner entries, and minimum and maximum seed. */
export const limits = { entries: [12, 100_000], seed: [0, 4_294_967_295] } as const;

const [, maxSeed] = limits.seed;

/**
 * Returns a generator of numbers in [0, 1), which depend only on the seed (mulberry32).
 * @throws RangeError for a seed that is not a whole 32-bit number
 */
export function createRandom(seed: number): () => number {
  if (!Number.isSafeInteger(seed) || seed < 0 || seed > maxSeed)
    throw new RangeError(`Expected a whole number from 0 to ${maxSeed} as "seed", found ${seed}.`);
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const maxDelay = 60_000;

/** Delays before responses in milliseconds, drawn from a range; the same seed gives the same sequence. */
export class Delays {
  readonly #least: number;
  readonly #most: number;
  readonly #seed: number;
  #random: () => number;

  constructor(latency: number | readonly [least: number, most: number], seed: number) {
    [this.#least, this.#most] = typeof latency === 'number' ? [latency, latency] : latency;
    this.#seed = seed;
    this.#random = createRandom(seed);
    if (this.#least >= 0 && this.#least <= this.#most && this.#most <= maxDelay) return;
    const expected = `a number of milliseconds from 0 to ${maxDelay}, or an array [minimum, maximum]`;
    const actual = typeof latency === 'number' ? latency : `[${latency.join(', ')}]`;
    throw new RangeError(`Expected ${expected} as "latency", found ${actual}.`);
  }

  restart(): void {
    this.#random = createRandom(this.#seed);
  }

  nextDelay(): number {
    if (this.#least === this.#most) return this.#least;
    return this.#least + Math.floor(this.#random() * (this.#most - this.#least + 1));
  }
}
