import { randomInt, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const plainText = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Characters that encodings treat differently from letters. */
const awkwardText = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** A random key of 64 printable characters, with every ASCII punctuation mark inside, and alphanumeric at both ends. */
export function canaryKey(): string {
  const one = (alphabet: string): string => alphabet[randomInt(alphabet.length)] ?? '';
  const innerValues = [...awkwardText, ...Array.from({ length: 62 - awkwardText.length }, () => one(plainText))];
  for (let last = innerValues.length - 1; last > 0; last -= 1) {
    const otherIndex = randomInt(last + 1);
    [innerValues[last], innerValues[otherIndex]] = [innerValues[otherIndex] ?? '', innerValues[last] ?? ''];
  }
  return [one(plainText), ...innerValues, one(plainText)].join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const each = (text: string, form: (code: number) => string): string =>
  [...text].map((character) => form(character.charCodeAt(0))).join('');
const inLines = (text: string, columns: number, lineBreak: string): string =>
  (text.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []).join(lineBreak);
const hex = (code: number): string => code.toString(16).padStart(2, '0');

/** Encodings of a text, by name, written independently of the code that redacts. */
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
  'base64 after one character': (text) => Buffer.from(` ${text}`).toString('base64'),
  'base64 after two characters': (text) => Buffer.from(`  ${text}`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) => inLines(Buffer.from(text).toString('base64'), 20, '\n'),
  'base64 in lines of JSON': (text) => inLines(Buffer.from(text).toString('base64'), 20, '\\r\\n'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

/** Number of characters of a key that count as a leak in any encoding, since the rest could then be guessed. */
const leakLength = 12;

/** Number of first characters of an encoding that depend on the characters before the key. */
const skipped: Readonly<Record<string, number>> = { 'base64 after one character': 2, 'base64 after two characters': 3 };

export type Search = (content: string | Uint8Array) => string[];

/**
 * Creates a search for the first part of a key in any encoding, so that it also finds a truncated key.
 *
 * @returns a function that names the encodings in which a text or bytes contain the key
 */
export function searchFor(key: string): Search {
  const sought = Object.entries(encodings).map(([name, encode]) => {
    // An encoding with several characters for each character of the key needs a longer part.
    const length = leakLength * Math.max(1, Math.floor(encode('a').length / (name.startsWith('base64') ? 4 : 1)));
    const from = skipped[name] ?? 0;
    return { name, form: Buffer.from(encode(key).slice(from, from + length)) };
  });
  return (content) => {
    const bytes = Buffer.from(content);
    return [...new Set(sought.filter(({ form }) => bytes.includes(form)).map(({ name }) => name))];
  };
}

/** Searches the names and contents of all files below a folder. */
export function searchFolder(folder: string, search: Search): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const values = [...search(entry.name), ...(entry.isFile() ? search(readFileSync(path)) : [])];
    return values.map((name) => `${path}: ${name}`);
  });
}

/** A secret with every punctuation mark, and one with only characters that parameters can contain. */
const [part, simple] = [canaryKey(), `canary${randomUUID().replaceAll('-', '')}`];

/** Credentials, each with the part that is secret by itself. */
export const credentials: [name: string, credential: string, part: string][] = [
  ['bare', part, part],
  ...['Token', 'Bearer', 'ApiKey', 'token', 'Api-Key', 'Token '].map((word): [string, string, string] => [
    `after "${word}"`,
    `${word} ${part}`,
    part,
  ]),
  ['in Basic, as the password', `Basic ${btoa(`user:${part}`)}`, part],
  ['in Basic, as user and password', `basic ${btoa(part)}`, part],
  ['in Basic, in base64', `Basic ${btoa(`user:${part}`)}`, btoa(`user:${part}`)],
  ['in a parameter', `Token token="${simple}"`, simple],
  ['in one of several parameters', `Key id="a7", secret="${simple}"`, simple],
  ['in Digest', `Digest username="mufasa", nonce="7", response="${simple}"`, simple],
];
