/**
 * Makes a predicate that is true for values which surely do not hold the key: primitives, errors, and plain objects
 * and arrays of such, in no string of which the key occurs (as it is, percent-encoded, or in base64 at any alignment).
 * What cannot be looked into, such as a `Request`, is not sure.
 */
export function keyFree(key: string): (value: unknown) => boolean {
  const forms = [
    key,
    encodeURIComponent(key),
    // Characters that depend on the neighbours of the key as well are cut off, at both ends.
    ...[0, 1, 2].map((shift) => btoa(' '.repeat(shift) + key).slice(shift && shift + 1).replace(/.=+$/, '')),
  ];

  const isFree = (value: unknown, depth: number): boolean => {
    // Case is folded since percent-encoding may be in either; that can only find more.
    if (!isObject(value)) return !forms.some((form) => String(value).toLowerCase().includes(form.toLowerCase()));
    if (!depth || !(value instanceof Error || plain.includes(Object.getPrototypeOf(value)))) return false;
    // A DOMException inherits the two, so that they are not among its own keys.
    return ['name', 'message', ...Reflect.ownKeys(value)].every(
      (name) => isFree(name, depth) && isFree(value[name], depth - 1),
    );
  };

  return (value) => {
    try {
      return isFree(value, 9);
    } catch {
      return false; // A getter threw.
    }
  };
}

const plain: unknown[] = [Object.prototype, Array.prototype];

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => Object(value) === value;
