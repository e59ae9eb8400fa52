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

/** How many requests may go at a time. */
export interface Width {
  now: number;
  /** The most that may ever go at a time: as many pieces of work are begun side by side. */
  most: number;
  /** Whether the user has given the number. */
  isFixed: boolean;
  /** The milliseconds of the responses since the last decision, and those of the fastest. */
  recent: readonly number[];
  fastest: number;
  resting: number;
  hasFallen: boolean;
}

/** @param fixed the number that the user gives; it stays as it is */
export function widthOf(fixed?: number): Width {
  const { first, most } = parallel;
  const none = { recent: [], fastest: Infinity, resting: 0, hasFallen: false };
  return { now: fixed ?? first, most: fixed ?? most, isFixed: fixed !== undefined, ...none };
}

/**
 * Returns the width after one more exchange: more while responses come as fast as before, fewer if they become slower
 * or the server says that they are too many (429, 503).
 */
export function widthAfter(width: Width, { response, milliseconds, earlier = [] }: Exchange): Width {
  if (width.isFixed) return width;
  if ([...earlier, response?.status].some((status) => status === 429 || status === 503))
    return { ...fallen(width, 0.5, 1), resting: rest };
  const resting = Math.max(0, width.resting - 1);
  if (!response) return { ...width, resting };
  const recent = [...width.recent, milliseconds];
  const wanted = width.now < 9 && !width.hasFallen ? enough.few : enough.usual;
  if (recent.length < wanted * width.now) return { ...width, resting, recent };
  const median = recent.sort((a, b) => a - b)[Math.floor(recent.length / 2)] ?? 0;
  const fastest = Math.min(width.fastest, median);
  const decided = { ...width, resting, recent: [], fastest };
  if (median > fastest * slower.times + slower.more) return fallen(decided, 0.75, parallel.first);
  const next = width.hasFallen ? width.now + 1 : rising.find((each) => each > width.now);
  return resting > 0 ? decided : { ...decided, now: Math.min(width.most, next ?? width.most) };
}

function fallen(width: Width, part: number, least: number): Width {
  const now = Math.min(width.now, Math.max(least, Math.floor(width.now * part)));
  return { ...width, now, recent: [], hasFallen: true };
}
