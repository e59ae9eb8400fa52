/** Tests whether a value is free of keys, so that it can become the cause of an error. */
export type KeyFreeTest = (value: unknown) => boolean;

/** Whether an object is an array, or a plain object, which has no class of its own. */
export const isPlainObjectOrArray = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** Keeps only letters and digits of text: symbols may be escaped in many ways, and base64 may be split into lines. */
const normalize = (text: string): string => text.toLowerCase().replace(/%(25)*[\da-f]{2}|[^a-z\d]/g, '');

/**
 * Returns a function that says whether a value is free of keys, and of the part of a key after its auth scheme. It
 * accepts primitives, errors, headers, and plain objects and arrays of these if no string in them contains a key
 * (literally, escaped, percent-encoded, or in base64 at any alignment). It rejects values that it cannot inspect, such
 * as a `Request`.
 *
 * @param keys the keys used up to now; more may be added later
 */
export function createKeyCheck(keys: Iterable<string>): KeyFreeTest {
  const formsOf = (key: string): string[] =>
    [
      key,
      // Cut off the characters at both ends of the base64 text that also depend on text next to the key.
      ...['', ' ', '  '].map((padding) =>
        btoa(padding + key)
          .slice(2 * padding.length)
          .replace(/.=+$/, ''),
      ),
    ].map(normalize);

  return (input) => {
    const forms = [...keys].flatMap((key) => [key, key.replace(/^\S+ +/, '')]).flatMap(formsOf);
    // The loop also visits the values that it adds to the set. The set visits a value that contains itself only once.
    const values = new Set([input]);
    try {
      for (const each of values) {
        const value = (each instanceof Headers ? [...each] : each) as Record<PropertyKey, unknown>;
        if (Object(value) !== value) {
          const text = String(value);
          // Reject a longer string, because the search would take too long.
          if (text.length > 2 ** 20) return false;
          const normalText = normalize(text);
          if (forms.some((form) => normalText.includes(form))) return false;
        } else {
          // A DOMException inherits `name` and `message`, and the class of an error may have properties of its own.
          if (value instanceof Error) values.add(String(value)).add(value['toJSON']);
          else if (!isPlainObjectOrArray(value)) return false;
          for (const key of Reflect.ownKeys(value)) values.add(key).add(value[key]);
        }
      }
      return true;
    } catch {
      // A getter threw, so the value cannot be searched.
      return false;
    }
  };
}
