/**
 * Returns the text before the key in the value of a header. A word such as `Bearer` has a space between it and the key
 * (RFC 9110 §11.4); a prefix that ends with `=` stands directly before the key, as in `Token token=KEY`.
 *
 * @param prefix the value of `x-prefix`; empty if the header contains only the key
 */
export function textOfPrefix(prefix: string): string {
  return prefix === '' || prefix.endsWith('=') ? prefix : `${prefix} `;
}
