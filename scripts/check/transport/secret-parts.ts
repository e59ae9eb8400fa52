/** A scheme and the spaces after it (RFC 9110 §11.4), with more behind them: `Bearer `, `Token `, `ApiKey `. */
const schemePattern = /^[\w!#$%&'*+.^`|~-]+ +(?=.)/;

/** Parameters of a scheme whose values are secrets: `Token token="…"`, `Key id="…", secret="…"`. */
const secretParameter = /(?:key|pass|response|secret|signature|token)\w*\s*=\s*"?([^"\s,]+)/gi;

/** The scheme of a credential with the spaces after it; empty if there is none. */
export function schemeOf(credential: string): string {
  return schemePattern.exec(credential)?.[0] ?? '';
}

/**
 * A secret value, and everything in it that is a secret by itself: the part after a scheme, parameters there, and for
 * `Basic` the user with the password, and the password alone (RFC 7617).
 *
 * @param shortest the number of characters from which on a part counts
 */
export function secretParts(value: string, shortest: number): string[] {
  const scheme = schemeOf(value);
  const rest = value.slice(scheme.length);
  const parts = scheme === '' ? [] : [rest, ...Array.from(rest.matchAll(secretParameter), ([, text = '']) => text)];
  const user = /^basic +$/i.test(scheme) ? decoded(rest) : '';
  if (user !== '') parts.push(user, user.slice(user.indexOf(':') + 1));
  return [value, ...new Set(parts.filter((part) => part.length >= shortest))];
}

/** The text of base64, one character for each byte; empty if it is something else. */
export function decoded(base64: string): string {
  return /^[\w+/-]{2,}={0,2}$/.test(base64) ? Buffer.from(base64, 'base64').toString('latin1') : '';
}
