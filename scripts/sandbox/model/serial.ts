/** When the clock of a sandbox begins, unless it is given another. */
const epoch = Date.UTC(2026, 0, 1);

/**
 * New ids and the time of one call. Without functions of the caller's, both follow from the number of changes before,
 * so that the same requests give the same bytes.
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

/** A UUID of version 8 (RFC 9562 §5.8), whose bits are ours to choose: scattered, and the same for the same numbers. */
function uuidOf(serial: number, count: number): string {
  let state = (Math.imul(serial + 1, 0x9e3779b1) ^ Math.imul(count + 1, 0x85ebca6b)) >>> 0;
  const next = (): string => {
    // The mixing steps of splitmix32.
    state = (state + 0x9e3779b9) >>> 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return ((word ^ (word >>> 15)) >>> 0).toString(16).padStart(8, '0');
  };
  // The number of changes and the count stand in it as they are, so that no two can be the same.
  const unique = serial.toString(16).padStart(8, '0').slice(-8);
  const rest = next() + next();
  const counted = count.toString(16).padStart(4, '0').slice(-4);
  return `${unique}-${counted}-8${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${next()}${rest.slice(6, 10)}`;
}
