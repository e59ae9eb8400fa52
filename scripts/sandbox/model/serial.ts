/** The initial time of a sandbox that was not given a clock. */
const epoch = Date.UTC(2026, 0, 1);

/**
 * New ids and the time of one call. Unless the caller passed its own functions, both are derived from the number of
 * changes before, so that the same requests return the same bytes.
 */
export function identifiers(
  serial: number,
  given: { ids?: (() => string) | undefined; now?: (() => string) | undefined },
): { newId: () => string; now: () => string } {
  let count = 0;
  return {
    newId: given.ids ?? (() => uuidOf(serial, count++)),
    now: given.now ?? (() => new Date(epoch + serial * 1000).toISOString().replace('.000Z', 'Z')),
  };
}

/** A UUID of version 8 (RFC 9562 §5.8), whose bits are free to choose: scattered, but the same for the same numbers. */
function uuidOf(serial: number, count: number): string {
  let state = (Math.imul(serial + 1, 0x9e3779b1) ^ Math.imul(count + 1, 0x85ebca6b)) >>> 0;
  const next = (): string => {
    // The mixing steps of splitmix32.
    state = (state + 0x9e3779b9) >>> 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return ((word ^ (word >>> 15)) >>> 0).toString(16).padStart(8, '0');
  };
  // The number of changes and the count are part of the id unchanged, so that no two ids are the same.
  const unique = serial.toString(16).padStart(8, '0').slice(-8);
  const rest = next() + next();
  const counted = count.toString(16).padStart(4, '0').slice(-4);
  return `${unique}-${counted}-8${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${next()}${rest.slice(6, 10)}`;
}
