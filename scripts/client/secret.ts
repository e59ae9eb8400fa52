/** Wraps a value as the cause of an error, unless it may hold the key. */
export type CauseOf = (value: unknown) => ErrorOptions;

/** For each client, the function that wraps the causes of its errors. */
export const causesOf = /* @__PURE__ */ new WeakMap<object, CauseOf>();

/**
 * Returns a function that wraps a value as the `cause` of an error, or returns an empty object if the value may contain
 * a key. It accepts primitives, errors, headers, and plain objects and arrays of these if no key occurs in any of
 * their strings (literally, percent-encoded, or in base64 at any alignment). It rejects everything whose content it
 * cannot inspect, such as a `Request`.
 *
 * @param keys may grow
 */
export function causeWithout(keys: Iterable<string>): CauseOf {
  const formsOf = (key: string): string[] => [
    key,
    encodeURIComponent(key),
    // Base64 characters that also depend on the text next to the key are cut off at both ends.
    ...['', ' ', '  '].map((before) =>
      btoa(before + key)
        .slice(2 * before.length)
        .replace(/.=+$/, ''),
    ),
  ];
  let forms: string[] = [];

  const isFree = (given: unknown, depth = 9): boolean => {
    const value = (given instanceof Headers ? [...given] : given) as Record<PropertyKey, unknown>;
    return Object(value) !== value
      ? // Case is ignored, since percent-encoding may use either case; this can only find more.
        !forms.some((form) => String(value).toLowerCase().includes(form.toLowerCase()))
      : depth > 0 &&
          (value instanceof Error || Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
          // A DOMException inherits `name` and `message`, so they are not among its own keys.
          ['name', 'message', ...Reflect.ownKeys(value)].every((key) => isFree(key) && isFree(value[key], depth - 1));
  };

  return (cause) => {
    try {
      forms = [...keys].flatMap(formsOf);
      if (isFree(cause)) return { cause };
    } catch {
      // A getter threw.
    }
    return {};
  };
}
