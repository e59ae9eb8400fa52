/**
 * The text between the beginning of a header and its key. A word and the key have a space between them (RFC 9110
 * §11.4); a prefix that ends with `=` stands directly before the key, as in `Token token=KEY`.
 *
 * @param prefix the value of `x-prefix`; empty if the key stands alone
 */
export function textOfPrefix(prefix: string): string {
  return prefix === '' || prefix.endsWith('=') ? prefix : `${prefix} `;
}
