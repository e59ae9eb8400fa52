import { randomInt } from 'node:crypto';
import { decoded, schemeOf } from './key-in-text.js';

/** Characters for a wrong key, by the kind of character in the right key. */
const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '+/'];
const hexadecimal = ['0123456789', 'abcdef', 'ABCDEF'];
const punctuation = '!#$%&*?@^~';

/**
 * Returns a random key of the same form: the same length, the same kind of character at each position, the same
 * separators, and the same scheme and prefix, if it has them. Servers log the keys that they refuse, so it must reveal
 * nothing else about the right key.
 */
export function wrongKeyFor(key: string): string {
  const scheme = schemeOf(key);
  const rest = key.slice(scheme.length);
  if (scheme === '') return randomFor(key);
  // Parameters keep their names.
  if (/^\w+ *= *"?[^\s="]/.test(rest))
    return scheme + rest.replace(/(= *"?)([^\s",]+)/g, (_, before: string, value: string) => before + randomFor(value));
  const user = /^basic +$/i.test(scheme) ? decoded(rest) : '';
  if (user.includes(':')) return scheme + btoa(randomFor(user));
  // Several words are a passphrase, whose first word is no scheme.
  return rest.includes(' ') ? randomFor(key) : scheme + randomFor(rest);
}

function randomFor(key: string): string {
  const kinds = /^[0-9a-f-]*$/i.test(key) ? hexadecimal : alphabets;
  const separators = /^[-_.: =]*$/.test(key) ? '' : '-_.: =';
  const drawn = (character: string): string => {
    if (separators.includes(character)) return character;
    const kind = kinds.find((each) => each.includes(character)) ?? punctuation;
    return kind.charAt(randomInt(kind.length));
  };
  const prefix = prefixOf(key);
  for (;;) {
    const other = prefix + [...key.slice(prefix.length)].map(drawn).join('');
    if (other !== key) return other;
  }
}

/**
 * The public beginning of a key, such as `sk_live_`: it names the kind of key, and many servers look no further. Short
 * words before a longer rest that looks random; a passphrase has no prefix.
 */
function prefixOf(key: string): string {
  const [prefix = ''] = /^(?:[A-Za-z]{2,10}[-_]){1,3}/.exec(key) ?? [];
  const rest = key.slice(prefix.length);
  return prefix.length <= 12 && rest.length >= Math.max(8, prefix.length) && /\d/.test(rest) ? prefix : '';
}
