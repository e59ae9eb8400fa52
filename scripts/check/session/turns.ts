import type { Exchange } from '../model/exchange.js';
import { concurrencyDefaults } from '../model/options.js';

/** Responses count as slower if their median exceeds the lowest median × `times` + `more` milliseconds. */
const slowdownThreshold = { times: 1.5, more: 5 };

/**
 * Number of responses, per concurrent request, between two decisions about the width (the number of concurrent
 * requests). `few` applies at the beginning; `usual` applies at larger widths and after the server has slowed down, so
 * that an overloaded server gets few additional requests.
 */
const sampleSizes = { few: 2, usual: 3 };

/** Widths to use one after another until the server first slows down. */
const concurrencySteps = [6, 9, concurrencyDefaults.most];

/** Number of responses after a 429 or 503 until the width may grow again. */
const responsesUntilRecovery = 64;

/**
 * Limits the number of concurrent requests. Other requests wait for their turn. The limit grows while responses are as
 * fast as before. It falls if they become slower, or if the server says that it gets too many requests (429, 503).
 */
export class ConcurrencyLimiter {
  /** Maximum number of concurrent requests, and of tasks that are started in parallel. */
  readonly maxConcurrency: number;
  readonly #isFixed: boolean;
  readonly #waiters: (() => void)[] = [];
  #running = 0;
  #width: number;
  #hasBegun = false;
  /** Response times since the last decision, in milliseconds. `#fastestTime` is the lowest median so far. */
  #recentTimes: number[] = [];
  #fastestTime = Infinity;
  #restLeft = 0;
  #hasNarrowed = false;

  /** @param fixedConcurrency the number that the user has given; if given, the width never changes */
  constructor(fixedConcurrency?: number) {
    this.#isFixed = fixedConcurrency !== undefined;
    this.#width = fixedConcurrency ?? concurrencyDefaults.first;
    this.maxConcurrency = fixedConcurrency ?? concurrencyDefaults.most;
  }

  /**
   * Number of concurrent requests. It is one until the first request with the key has ended, so that a wrong key is
   * sent only once.
   */
  get currentConcurrency(): number {
    return this.#hasBegun ? this.#width : 1;
  }

  async enter(): Promise<void> {
    if (this.#running < this.currentConcurrency) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Ends a turn, and lets waiting requests start. */
  leave(): void {
    this.#running -= 1;
    while (this.#running < this.currentConcurrency) {
      const next = this.#waiters.shift();
      if (!next) return;
      this.#running += 1;
      next();
    }
  }

  /** Adapts the number of concurrent requests to the status and the duration of an exchange. */
  note({ request, response, milliseconds, earlierOutcomes = [] }: Exchange): void {
    this.#hasBegun ||= request.key === 'right';
    if (this.#isFixed) return;
    this.#restLeft = Math.max(0, this.#restLeft - 1);
    if ([...earlierOutcomes, response?.status].some((status) => status === 429 || status === 503)) {
      this.#restLeft = responsesUntilRecovery;
      this.#narrow(0.5, 1);
    } else if (response) {
      this.#recentTimes.push(milliseconds);
      const responsesPerRequest = this.#width < 9 && !this.#hasNarrowed ? sampleSizes.few : sampleSizes.usual;
      if (this.#recentTimes.length >= responsesPerRequest * this.#width) this.#adjustWidth();
    }
  }

  #adjustWidth(): void {
    const median = this.#recentTimes.sort((a, b) => a - b)[Math.floor(this.#recentTimes.length / 2)] ?? 0;
    this.#recentTimes = [];
    this.#fastestTime = Math.min(this.#fastestTime, median);
    const next = this.#hasNarrowed ? this.#width + 1 : concurrencySteps.find((each) => each > this.#width);
    if (median > this.#fastestTime * slowdownThreshold.times + slowdownThreshold.more)
      this.#narrow(0.75, concurrencyDefaults.first);
    else if (this.#restLeft === 0) this.#width = Math.min(this.maxConcurrency, next ?? this.maxConcurrency);
  }

  #narrow(part: number, minConcurrency: number): void {
    this.#width = Math.min(this.#width, Math.max(minConcurrency, Math.floor(this.#width * part)));
    this.#recentTimes = [];
    this.#hasNarrowed = true;
  }
}

/** Does work for all items in their order, for at most `width` of them at a time. */
export async function runParallel<Item>(
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
