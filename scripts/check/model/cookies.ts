/** Characters that a cookie may not contain (RFC 6265 §4.1.1); many servers decode percent-encoding. */
const unfit = /[\s",;\\]|[^!-~]/gu;
const unfitInName = /[^!#$%&'*+.^_`|~\w-]/gu;

/** `name=value` in a `Cookie` header. */
export function cookiePair(name: string, value: string): string {
  return `${fitFor(name, unfitInName)}=${fitFor(value, unfit)}`;
}

/** The name of a cookie as it is sent. */
export function cookieName(name: string): string {
  return fitFor(name, unfitInName);
}

function fitFor(text: string, wrong: RegExp): string {
  // A lone surrogate cannot be encoded; a Buffer replaces it.
  return Buffer.from(text)
    .toString()
    .replace(wrong, (character) => [...Buffer.from(character)].map(percent).join(''));
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
