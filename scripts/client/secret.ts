/**
 * Makes a function that wraps a value as the `cause` of an error where it surely does not hold the key, and returns an
 * empty object where it may. Sure are primitives, errors, and plain objects and arrays of such, in no string of which
 * the key occurs (as it is, percent-encoded, or in base64 at any alignment); what cannot be looked into, such as a
 * `Request`, is not.
 */
export function causeWithout(key: string): (value: unknown) => ErrorOptions {
  const forms = [
    key,
    encodeURIComponent(key),
    // Characters that depend on the neighbours of the key as well are cut off, at both ends.
    ...[0, 1, 2].map((shift) =>
      btoa(' '.repeat(shift) + key)
        .slice(shift && shift + 1)
        .replace(/.=+$/, ''),
    ),
  ];

  const isFree = (value: unknown, depth: number): boolean => {
    // Case is folded since percent-encoding may be in either; that can only find more.
    if (Object(value) !== value) return !forms.some((form) => String(value).toLowerCase().includes(form.toLowerCase()));
    const object = value as Record<PropertyKey, unknown>;
    const isOpen = value instanceof Error || [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
    // A DOMException inherits the two, so that they are not among its own keys.
    const names = ['name', 'message', ...Reflect.ownKeys(object)];
    return depth > 0 && isOpen && names.every((name) => isFree(name, depth) && isFree(object[name], depth - 1));
  };

  return (cause) => {
    try {
      if (isFree(cause, 9)) return { cause };
    } catch {
      // A getter threw.
    }
    return {};
  };
}
