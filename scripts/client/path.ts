import { failure } from './error.js';

/**
 * Fills the `{name}` parts of a path template (or of a URL that ends with one). Values are data: a percent sign is
 * encoded again, so that `%2F` arrives as the three characters it is.
 *
 * @throws DirectoryRequestError `invalid-id` for a value that is missing, is no string, or is no single segment
 */
export function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name];
    // URL parsers remove "." and ".." even when they are percent-encoded (URL Standard, "double-dot URL path
    // segment"), and many servers decode %2F before they route. Lone surrogates have no encoding.
    if (typeof value === 'string' && !/^\.{0,2}$|[/\\\p{Cc}\p{Cs}]/u.test(value)) return encodeURIComponent(value);
    // The value is not shown: it may be anything, the key included.
    throw failure(
      'invalid-id',
      `${name} to be one path segment, not "." or ".."`,
      `another ${typeof value}. Correct it`,
    );
  });
}
