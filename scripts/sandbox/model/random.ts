const mostSeed = 4_294_967_295;

/**
 * Numbers from 0 to below 1, the same for the same seed (mulberry32).
 *
 * @throws RangeError for a seed that is not a whole number of 32 bits
 */
export function numbersFrom(seed: number): () => number {
  if (!Number.isSafeInteger(seed) || seed < 0 || seed > mostSeed)
    throw new RangeError(`Expected seed with a whole number from 0 to ${mostSeed}, found ${seed}.`);
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
  };
}
