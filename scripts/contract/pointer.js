// @ts-check
// This is JavaScript, because rules for Spectral import it as well.

/** The source of a regular expression for any JSON pointer but the empty one. It has no anchors (`^`, `$`). */
export const pointerPattern = '(?:/(?:[^/~]|~[01])*)+';

/** Escapes a key as one token of a JSON pointer (RFC 6901 §3). @param {string | number} key */
export function escapeToken(key) {
  const text = String(key);
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** Splits a JSON pointer into keys; callers percent-decode the fragment of a `$ref` first.
 * @param {string} pointer @returns {string[]} */
export function parsePointer(pointer) {
  if (pointer === '') return [];
  const tokens = pointer.split('/').slice(1);
  if (!pointer.includes('~')) return tokens;
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Joins keys to a JSON pointer. @param {readonly (string | number)[]} path */
export function toPointer(path) {
  return path.map((key) => `/${escapeToken(key)}`).join('');
}

/** The JSON pointer in a `$ref` within a document: `#/…`. @param {string} ref */
export function pointerOf(ref) {
  if (!ref.includes('%')) return ref.slice(1);
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return ref.slice(1);
  }
}

/** The value at a JSON pointer; undefined if there is none.
 * @param {unknown} document @param {string} pointer @returns {unknown} */
export function valueAt(document, pointer) {
  let value = document;
  for (const key of parsePointer(pointer)) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? /** @type {Record<string, unknown>} */ (value)[key]
        : undefined;
  }
  return value;
}

/** Returns a copy of `target` with `value` at a JSON pointer; adds missing objects on the way.
 * @param {unknown} target @param {string} pointer @param {unknown} value @returns {unknown} */
export function withValueAt(target, pointer, value) {
  const [first, ...rest] = parsePointer(pointer);
  if (first === undefined) return value;
  const object = typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {};
  const child = /** @type {Record<string, unknown>} */ (object)[first];
  return { ...object, [first]: withValueAt(child, toPointer(rest), value) };
}
