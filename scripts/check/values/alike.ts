import { hashOf, uuidOf } from './token.js';

/** With so many characters to choose, no two texts are the same by chance. */
const leastChosen = 8;

const sets = {
  hex: { lower: 'abcdef', upper: 'ABCDEF' },
  // Without the letters that some alphabets of ids leave out, since they look like digits.
  any: { lower: 'abcdefghjkmnpqrstvwxyz', upper: 'ABCDEFGHJKMNPQRSTVWXYZ' },
} as const;

/**
 * Returns a new text of the form of another: letters and digits in the same places, and the same prefix, as in `bk_`.
 * Undefined if it could be a text that exists, since too few characters can differ.
 */
export function textAlike(text: string, seed: string): string | undefined {
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return uuidOf(seed);
  if (/^\d{1,15}$/.test(text)) return String(2_000_000_000 + (hashOf(seed) % 100_000_000));
  const prefix = /^[a-z]{1,12}[_.:-](?=[a-z0-9]{8})/i.exec(text)?.[0] ?? '';
  const rest = text.slice(prefix.length);
  const letters = /^[0-9a-f]+$/i.test(rest) && /\d/.test(rest) ? sets.hex : sets.any;
  let chosen = 0;
  const choose = (characters: string): string => {
    chosen += 1;
    return characters.charAt(hashOf(seed, chosen) % characters.length);
  };
  const alike = rest.replace(/[a-z0-9]/gi, (character) => {
    if (character >= '0' && character <= '9') return choose('0123456789');
    return choose(character >= 'a' ? letters.lower : letters.upper);
  });
  return chosen < leastChosen ? undefined : prefix + alike;
}
