/** The pattern that is being tried; where the judging was stopped over one, it still is. */
let current: string | undefined;

/** A pattern as a validator uses it. */
export interface WatchedPattern {
  test(text: string): boolean;
  toString(): string;
}

/** The pattern, with a note of it while it is tried: what takes too long is called by its name. */
export function watched(form: RegExp): WatchedPattern {
  const name = form.toString();
  return {
    test(text) {
      current = form.source;
      const found = form.test(text);
      current = undefined;
      return found;
    },
    // Ajv takes patterns with the same text for the same.
    toString: () => name,
  };
}

/** The pattern over which the last judging was stopped; undefined where it was none, and from then on. */
export function triedPattern(): string | undefined {
  const pattern = current;
  current = undefined;
  return pattern;
}
