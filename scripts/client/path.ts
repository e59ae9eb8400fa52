import { createError, kindOf } from './error.js';

/**
 * Fills the `{name}` parts of a path template (or of a URL that ends with one). A percent sign in a value is encoded
 * again: the server receives `%2F` as these three characters.
 *
 * @throws DirectoryRequestError `invalid-id` for a value that is missing, not a string, or not a single segment
 */
export function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name];
    // URL parsers remove "." and ".." even when they are percent-encoded (URL Standard, "double-dot URL path
    // segment"), and many servers decode %2F before they route. Lone surrogates have no encoding.
    if (typeof value === 'string' && !/^\.{0,2}$|[/\\\p{Cc}\p{Cs}]/u.test(value)) return encodeURIComponent(value);
    throw createError(
      'invalid-id',
      `path.${name} ${
        value && typeof value === 'string'
          ? 'must not be "." or "..", or contain /, \\ or a control character.'
          : `is ${kindOf(value)}. Pass the id as a string.`
      }`,
    );
  });
}
