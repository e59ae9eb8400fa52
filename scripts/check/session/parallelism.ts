import type { Exchange } from '../model/exchange.js';
import { parallel } from '../model/options.js';

/** A response is slower if it takes so many times as long as the fastest ones did, and so many milliseconds more. */
const slower = { times: 1.5, more: 5 };

/**
 * Responses for each request that may go at a time, until the next decision: soon while there are few, and later above
 * that and after the first fall, so that a server that breaks gets few more.
 */
const enough = { few: 2, usual: 3 };

/** How many go at a time one after another, until the first fall. */
const rising = [6, 9, parallel.most];

/** Responses after a refusal for being too many, until more may go at a time again. */
const rest = 64;

/**
 * How many requests go at a time. As long as responses come as fast as before, more may go; if they become slower, or
 * the server says that they are too many (429, 503), fewer. A number that the user gives stays as it is.
 */
export class Parallelism {
  /** The most that may ever go at a time: as many pieces of work are begun side by side. */
  readonly most: number;
  readonly #isFixed: boolean;
  #width: number;
  /** The milliseconds of the responses since the last decision. */
  #recent: number[] = [];
  #fastest = Infinity;
  #resting = 0;
  #hasFallen = false;

  constructor(fixed?: number) {
    this.#isFixed = fixed !== undefined;
    this.most = fixed ?? parallel.most;
    this.#width = fixed ?? parallel.first;
  }

  /** How many requests may go at the moment. */
  get width(): number {
    return this.#width;
  }

  /** Notes how a request ended. */
  note({ response, milliseconds, earlier = [] }: Exchange): void {
    if (this.#isFixed) return;
    if ([...earlier, response?.status].some((status) => status === 429 || status === 503)) {
      this.#fall(0.5, 1);
      this.#resting = rest;
      return;
    }
    if (this.#resting > 0) this.#resting -= 1;
    if (!response) return;
    this.#recent.push(milliseconds);
    if (this.#recent.length < (this.#width < 9 && !this.#hasFallen ? enough.few : enough.usual) * this.#width) return;
    const now = this.#recent.sort((a, b) => a - b)[Math.floor(this.#recent.length / 2)] ?? 0;
    this.#recent = [];
    this.#fastest = Math.min(this.#fastest, now);
    const isSlower = now > this.#fastest * slower.times + slower.more;
    if (isSlower) this.#fall(0.75, parallel.first);
    else if (this.#resting === 0) this.#rise();
  }

  #fall(part: number, least: number): void {
    this.#hasFallen = true;
    this.#recent = [];
    this.#width = Math.min(this.#width, Math.max(least, Math.floor(this.#width * part)));
  }

  #rise(): void {
    const next = this.#hasFallen ? this.#width + 1 : rising.find((width) => width > this.#width);
    this.#width = Math.min(this.most, next ?? this.most);
  }
}
