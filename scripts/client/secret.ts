/**
 * Returns a function that wraps a value as the `cause` of an error, or returns an empty object if the value may contain
 * the key. It accepts primitives, errors, and plain objects and arrays of these if the key occurs in none of their
 * strings (literally, percent-encoded, or in base64 at any alignment). It rejects everything whose content it cannot
 * inspect, such as a `Request`.
 */
export function causeWithout(key: string): (value: unknown) => ErrorOptions {
  const forms = [
    key,
    encodeURIComponent(key),
    // Base64 characters that also depend on the text next to the key are cut off at both ends.
    ...[0, 1, 2].map((shift) =>
      btoa(' '.repeat(shift) + key)
        .slice(shift && shift + 1)
        .replace(/.=+$/, ''),
    ),
  ];

  const isFree = (value: unknown, depth: number): boolean => {
    // Case is ignored, since percent-encoding may use either case; this can only find more.
    if (Object(value) !== value) return !forms.some((form) => String(value).toLowerCase().includes(form.toLowerCase()));
    const object = value as Record<PropertyKey, unknown>;
    const isOpen = value instanceof Error || [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
    // A DOMException inherits `name` and `message`, so they are not among its own keys.
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
