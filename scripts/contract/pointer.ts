/** A key as one token of a JSON pointer (RFC 6901 §3). */
export function escapeToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The keys of a JSON pointer; a fragment of a `$ref` is percent-decoded before it gets here. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A list of keys as a JSON pointer. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${escapeToken(key)}`).join('');
}

/** What a JSON pointer leads to; undefined where nothing is. */
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
