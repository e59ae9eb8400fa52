/** The pattern that is being matched; it stays set if the time limit stopped the match. */
let current: string | undefined;

/** Wraps a pattern to record when it is being matched, so that a finding can name a pattern that takes too long. */
export function watched(form: RegExp): { test(text: string): boolean } {
  return {
    test(text) {
      current = form.source;
      const found = form.test(text);
      current = undefined;
      return found;
    },
  };
}

/** Returns the pattern over which the last judging was stopped, once; undefined if there was none. */
export function triedPattern(): string | undefined {
  const pattern = current;
  current = undefined;
  return pattern;
}
