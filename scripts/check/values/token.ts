/** Returns a 32-bit hash of the parts: FNV-1a, mixed by the last steps of MurmurHash3. */
export function hashOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  // The separator distinguishes `a`, `bc` from `ab`, `c`.
  for (const character of parts.join('\u001f')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns six characters, letters and digits in turn, such as `k4m9x2`. There are 17 million such tokens. */
export function tokenOf(hash: number): string {
  let remainder = hash;
  const next = (characters: string): string => {
    const character = characters.charAt(remainder % characters.length);
    remainder = Math.floor(remainder / characters.length);
    return character;
  };
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const digits = '0123456789';
  return [letters, digits, letters, digits, letters, digits].map(next).join('');
}

/** Returns the list rotated by the hash, so that a different salt puts a different item first. */
export function rotate<Item>(list: readonly Item[], hash: number): Item[] {
  const start = list.length === 0 ? 0 : hash % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

/** Returns the words of a name in lower case. `customSlug`, `custom_slug` and `custom slug` have the same two words. */
export function wordsOf(name: string): string[] {
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return words.length > 0 ? words : ['value'];
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

/** Returns a version 4 UUID (RFC 9562 §5.4) that depends only on the parts. */
export function uuidOf(...parts: readonly (string | number)[]): string {
  const toHex = (hash: number): string => hash.toString(16).padStart(8, '0');
  const hex = [0, 1, 2, 3].map((word) => toHex(hashOf(...parts, word))).join('');
  const variant = '89ab'.charAt(parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const tokenPattern = /(?<![a-z])(?:[a-z]\d){3}(?!\d)/i;

/** Whether a string contains a token such as `k4m9x2`, which only this check sends. */
export function hasToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** Matches tokens, and also UUIDs, since a part of a UUID may look like a token. */
const uuidOrTokenPattern = new RegExp(
  String.raw`\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b|${tokenPattern.source}`,
  'gi',
);

/** Replaces the tokens in a string, but leaves UUIDs unchanged. */
export function replaceTokens(text: string, replace: (token: string) => string): string {
  return text.replace(uuidOrTokenPattern, (match) => (match.length === 6 ? replace(match) : match));
}

/** Returns the tokens in a string, in lower case. */
export function tokensIn(text: string): string[] {
  const tokens: string[] = [];
  replaceTokens(text, (token) => {
    tokens.push(token.toLowerCase());
    return token;
  });
  return tokens;
}

/** Minimum number of characters to replace. With fewer, the new text could equal an existing one by chance. */
const minReplacedCharacters = 8;

const alphabets = {
  hex: { lower: 'abcdef', upper: 'ABCDEF' },
  // These alphabets lack the letters that some kinds of ids exclude because they look like digits.
  any: { lower: 'abcdefghjkmnpqrstvwxyz', upper: 'ABCDEFGHJKMNPQRSTVWXYZ' },
} as const;

/**
 * Returns a new string of the same form as a given one: letters and digits at the same positions, and the same prefix,
 * such as `bk_`. Returns undefined if so few characters can differ that the new string might already exist.
 */
export function similarText(text: string, seed: string): string | undefined {
  if (isUuid(text)) return uuidOf(seed);
  if (/^\d{1,15}$/.test(text)) return String(2_000_000_000 + (hashOf(seed) % 100_000_000));
  const prefix = /^[a-z]{1,12}[_.:-](?=[a-z0-9]{8})/i.exec(text)?.[0] ?? '';
  const rest = text.slice(prefix.length);
  const letters = /^[0-9a-f]+$/i.test(rest) && /\d/.test(rest) ? alphabets.hex : alphabets.any;
  let count = 0;
  const chooseCharacter = (characters: string): string => {
    count += 1;
    return characters.charAt(hashOf(seed, count) % characters.length);
  };
  const result = rest.replace(/[a-z0-9]/gi, (character) => {
    if (character >= '0' && character <= '9') return chooseCharacter('0123456789');
    return chooseCharacter(character >= 'a' ? letters.lower : letters.upper);
  });
  return count < minReplacedCharacters ? undefined : prefix + result;
}
