/** Escapes a key as one token of a JSON pointer (RFC 6901 §3). */
export function escapeToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Splits a JSON pointer into keys; callers percent-decode the fragment of a `$ref` first. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Joins keys to a JSON pointer. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${escapeToken(key)}`).join('');
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let at = document;
  for (const key of parsePointer(pointer)) {
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined;
  }
  return at;
}

/** A copy of a value with another value at a JSON pointer; objects on the way are made where they are missing. */
export function withValueAt(at: unknown, pointer: string, value: unknown): unknown {
  const set = (below: unknown, [first, ...rest]: readonly string[]): unknown => {
    if (first === undefined) return value;
    const object = typeof below === 'object' && below !== null && !Array.isArray(below) ? below : {};
    return { ...object, [first]: set((object as Record<string, unknown>)[first], rest) };
  };
  return set(at, parsePointer(pointer));
}
