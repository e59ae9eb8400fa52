import type { Exchange } from '../model/exchange.js';
import { parallel } from '../model/options.js';

/** A response is slower if it takes so many times as long as the fastest ones did, and so many milliseconds more. */
const slower = { times: 1.5, more: 5 };

/**
 * Responses for each request that may go at a time, until the next decision: soon while there are few, and later above
 * that and after the first fall, so that a server that breaks gets few more.
 */
const enough = { few: 2, usual: 3 };

/** Steps by which the width grows until the server first slows down. */
const rising = [6, 9, parallel.most];

/** Responses after a refusal for being too many, until more may go at a time again. */
const rest = 64;

/**
 * Limits how many requests go at a time; the others wait for their turn. More go while responses come as fast as
 * before, fewer if they become slower or the server says that they are too many (429, 503).
 */
export class Turns {
  /** The most that may ever go at a time: as many pieces of work are begun side by side. */
  readonly most: number;
  readonly #isFixed: boolean;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #width: number;
  #hasBegun = false;
  /** The milliseconds of the responses since the last decision, and those of the fastest. */
  #recent: number[] = [];
  #fastest = Infinity;
  #resting = 0;
  #hasFallen = false;

  /** @param fixed the number that the user gives; it stays as it is */
  constructor(fixed?: number) {
    this.#isFixed = fixed !== undefined;
    this.#width = fixed ?? parallel.first;
    this.most = fixed ?? parallel.most;
  }

  /** How many may go at a time: one until the first with the key has ended, so that it is sent only once. */
  get width(): number {
    return this.#hasBegun ? this.#width : 1;
  }

  async enter(): Promise<void> {
    if (this.#running < this.width) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Ends a turn, and starts waiting tasks. */
  leave(): void {
    this.#running -= 1;
    while (this.#running < this.width) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running += 1;
      next();
    }
  }

  /** Learns from an exchange how many the server takes. */
  note({ request, response, milliseconds, earlier = [] }: Exchange): void {
    this.#hasBegun ||= request.key === 'right';
    if (this.#isFixed) return;
    this.#resting = Math.max(0, this.#resting - 1);
    if ([...earlier, response?.status].some((status) => status === 429 || status === 503)) {
      this.#resting = rest;
      this.#fall(0.5, 1);
    } else if (response) {
      this.#recent.push(milliseconds);
      const wanted = this.#width < 9 && !this.#hasFallen ? enough.few : enough.usual;
      if (this.#recent.length >= wanted * this.#width) this.#decide();
    }
  }

  #decide(): void {
    const median = this.#recent.sort((a, b) => a - b)[Math.floor(this.#recent.length / 2)] ?? 0;
    this.#recent = [];
    this.#fastest = Math.min(this.#fastest, median);
    const next = this.#hasFallen ? this.#width + 1 : rising.find((each) => each > this.#width);
    if (median > this.#fastest * slower.times + slower.more) this.#fall(0.75, parallel.first);
    else if (this.#resting === 0) this.#width = Math.min(this.most, next ?? this.most);
  }

  #fall(part: number, least: number): void {
    this.#width = Math.min(this.#width, Math.max(least, Math.floor(this.#width * part)));
    this.#recent = [];
    this.#hasFallen = true;
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
