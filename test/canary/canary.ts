import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** What encodings treat otherwise than letters. */
const awkward = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** A random key of 64 printable characters, with each mark of ASCII among them, and letters or digits at its ends. */
export function canaryKey(): string {
  const one = (alphabet: string): string => alphabet[randomInt(alphabet.length)] ?? '';
  const inside = [...awkward, ...Array.from({ length: 62 - awkward.length }, () => one(plain))];
  for (let last = inside.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [inside[last], inside[other]] = [inside[other] ?? '', inside[last] ?? ''];
  }
  return [one(plain), ...inside, one(plain)].join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const each = (text: string, form: (code: number) => string): string =>
  [...text].map((character) => form(character.charCodeAt(0))).join('');
const inLines = (text: string, columns: number, lineBreak: string): string =>
  (text.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []).join(lineBreak);
const hex = (code: number): string => code.toString(16).padStart(2, '0');

/** Ways in which a text can be written, by name. They are spelled out here apart from the code that redacts. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  percent: encodeURIComponent,
  'percent in lower case': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent throughout': (text) => each(text, (code) => `%${hex(code).toUpperCase()}`),
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON twice': (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  'JSON throughout': (text) => each(text, (code) => `\\u00${hex(code)}`),
  HTML: (text) => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? ''),
  'HTML in decimals': (text) => each(text, (code) => `&#${code};`),
  'HTML in hexadecimal': (text) => each(text, (code) => `&#x${hex(code)};`),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 behind one': (text) => Buffer.from(` ${text}`).toString('base64'),
  'base64 behind two': (text) => Buffer.from(`  ${text}`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) => inLines(Buffer.from(text).toString('base64'), 20, '\n'),
  'base64 in lines of JSON': (text) => inLines(Buffer.from(text).toString('base64'), 20, '\\r\\n'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

/**
 * So many characters of a key, in any form, are as good as the key: the rest can be guessed, and no chance explains
 * them.
 */
const telling = 12;

/** Characters before the first that the key alone makes, where it stands behind others. */
const skipped: Readonly<Record<string, number>> = { 'base64 behind one': 2, 'base64 behind two': 3 };

export type Search = (content: string | Uint8Array) => string[];

/**
 * Makes a search for the beginning of a key in any encoding: so a key that was cut off is found, too.
 *
 * @returns what names the encodings in which they stand in a text or in bytes
 */
export function searchFor(key: string): Search {
  const sought = Object.entries(encodings).map(([name, encode]) => {
    // What takes several characters for one would be no more than a few characters of the key.
    const length = telling * Math.max(1, Math.floor(encode('a').length / (name.startsWith('base64') ? 4 : 1)));
    const from = skipped[name] ?? 0;
    return { name, form: Buffer.from(encode(key).slice(from, from + length)) };
  });
  return (content) => {
    const bytes =
      typeof content === 'string'
        ? Buffer.from(content)
        : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return [...new Set(sought.filter(({ form }) => bytes.includes(form)).map(({ name }) => name))];
  };
}

/** Searches every file below a folder, and their names. */
export function searchFolder(folder: string, search: Search): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const found = [...search(entry.name), ...(entry.isFile() ? search(readFileSync(path)) : [])];
    return found.map((name) => `${path}: ${name}`);
  });
}
