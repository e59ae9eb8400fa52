import { escapeToken } from '../../contract/pointer.js';
import { escapeForSarif, escapeHtml, quoteForShell } from '../../text/escape.js';
import { groupBy } from '../../text/group-by.js';
import { escapeProse } from '../../text/markdown-text.js';

/** An auth scheme and the spaces after it (RFC 9110 §11.4), if more text follows: `Bearer `, `Token `, `ApiKey `. */
const schemePattern = /^[\w!#$%&'*+.^`|~-]+ +(?=.)/;

/** Parameters after an auth scheme that have secret values: `Token token="…"`, `Key id="…", secret="…"`. */
const secretParameterPattern = /(?:key|pass|response|secret|signature|token)\w*\s*=\s*"?([^"\s,]+)/gi;

/** Returns the auth scheme of a credential with the spaces after it; an empty string if it has no scheme. */
export function schemeOf(credential: string): string {
  return schemePattern.exec(credential)?.[0] ?? '';
}

/**
 * Returns a secret value and each part of it that is also secret: the text after an auth scheme, the values of secret
 * parameters in it, and for `Basic` the user with the password, and the password alone (RFC 7617).
 *
 * @param minLength the minimum length of a part; shorter ones are left out
 */
export function secretPartsOf(value: string, minLength: number): string[] {
  const scheme = schemeOf(value);
  const credentials = value.slice(scheme.length);
  const secretValues = Array.from(credentials.matchAll(secretParameterPattern), ([, text = '']) => text);
  const parts = scheme === '' ? [] : [credentials, ...secretValues];
  const userInfo = /^basic +$/i.test(scheme) ? decodeBase64(credentials) : '';
  if (userInfo !== '') parts.push(userInfo, userInfo.slice(userInfo.indexOf(':') + 1));
  return [value, ...new Set(parts.filter((part) => part.length >= minLength))];
}

/** Decodes base64 to a string with one character for each byte; an empty string if the input is not base64. */
export function decodeBase64(base64: string): string {
  return /^[\w+/-]{2,}={0,2}$/.test(base64) ? Buffer.from(base64, 'base64').toString('latin1') : '';
}

const toHex = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');

/** Functions that encode or escape text, some of them used in our own reports. Each changes only some characters. */
const writers: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => new URLSearchParams([['', text]]).toString(),
  JSON.stringify,
  (text) => text.replace(/\W/g, '\\$&'),
  (text) => text.replaceAll('&', '&amp;'),
  escapeHtml,
  escapeProse,
  quoteForShell,
  escapeForSarif,
  escapeToken,
];

const encoders: readonly ((character: string) => string)[] = [
  (character) => `%${toHex(character)}`,
  (character) => `\\u00${toHex(character)}`,
  (character) => `\\x${toHex(character)}`,
  (character) => `\\u{${toHex(character)}}`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x${toHex(character)};`,
];

/** The characters of base64 that base64url replaces, with their replacements. */
const base64UrlCharacters: Readonly<Record<string, string>> = { '+': '-', '/': '_' };

/** Any character written as a named HTML entity, such as `&amp;`. */
const entityPattern = /&(?:amp;)?[a-z]{2,20};/iy;

/** A line break in any encoding, and the indentation of the next line. */
const lineBreakPattern =
  /(?:[\r\n]|%(?:25)?0[ad]|\\{1,4}(?:[rn]|u000[ad])|&(?:amp;|#38;)?#(?:1[03]|x0?[ad]);){1,2}[ \t]{0,16}/iy;

/** Additional backslashes before an escaped character, as in JSON inside JSON or HTML. */
const backslashPattern = /\\{1,32}(?=[\\&])/y;

/** The end of a shortened string, before its `…`. It may be in the middle of an encoded character. */
const cutEndPattern = /[\r\n]{0,2}[^\s…]{0,8}(?=…)/y;

/** Minimum size of a secret's beginning to redact before `…`: in characters, or in its length when encoded. */
const minCutSize = { characters: 8, writtenLength: 12 };

/** Encodes a string as the writer would inside a longer string. */
function applyWriter(write: (text: string) => string, text: string): string {
  const output = write(`a${text}a`);
  return output.slice(output.indexOf('a') + 1, output.lastIndexOf('a'));
}

/** A cache by character, since even a long string has few different characters. */
const formsByCharacter = new Map<string, CharacterForms>();

/** Returns the ways in which a character may be written, in lower case: plain, encoded, and as reports escape it. */
function formsOf(character: string): CharacterForms {
  const forms = formsByCharacter.get(character) ?? toCharacterForms(listForms(character));
  formsByCharacter.set(character, forms);
  return forms;
}

function listForms(character: string): string[] {
  const writeAll = (form: string): string[] => writers.map((write) => applyWriter(write, form));
  // No writer changes a letter or a digit.
  const symbolForms = isSymbol(character) ? [character, ...writeAll(character)] : [];
  const otherForms = encoders.map((encode) => encode(character));
  const allForms = [character, ...otherForms, ...symbolForms, ...symbolForms.flatMap(writeAll)];
  return [...new Set(allForms.map((form) => form.toLowerCase()))];
}

function isSymbol(character: string): boolean {
  return /[^a-z\d]/i.test(character);
}

interface CharacterForms {
  all: readonly string[];
  formsByStart: ReadonlyMap<string, readonly string[]>;
  isSymbol: boolean;
}

function toCharacterForms(all: readonly string[]): CharacterForms {
  return { all, formsByStart: groupBy(all, (form) => form.charAt(0)), isSymbol: isSymbol(all[0] ?? '') };
}

/** A search for a string in one encoding. It ignores case, since names of headers and media types are in lower case. */
class FormSearch {
  readonly #forms: readonly CharacterForms[];
  /** Matches text that an encoding may add between two characters. */
  readonly #separator: RegExp;
  readonly #prefix: RegExp;

  /** @param prefixLength number of leading characters that a quick search looks for, before the full comparison */
  constructor(forms: readonly CharacterForms[], separator: RegExp, prefixLength: number) {
    this.#forms = forms;
    this.#separator = separator;
    const prefixForms = forms.slice(0, prefixLength).map(({ all, isSymbol }) => {
      const sources = all.map(escapeRegExp);
      if (isSymbol) sources.push(entityPattern.source);
      return `(?:${sources.join('|')})`;
    });
    this.#prefix = new RegExp(prefixForms.join(`(?:${separator.source})?`), 'ig');
  }

  /** Replaces the secret with `[key]`. With `mayBeCut`, also replaces the beginning of a secret before `…`. */
  redact(text: string, mayBeCut: boolean): string {
    let [output, from] = ['', 0];
    for (const { start, end } of this.findPlaces(text, mayBeCut)) {
      output += `${text.slice(from, start)}[key]`;
      from = end;
    }
    return output + text.slice(from);
  }

  *findPlaces(text: string, mayBeCut = false): Generator<{ start: number; end: number }> {
    let lowerCaseText: string | undefined;
    this.#prefix.lastIndex = 0;
    for (let match = this.#prefix.exec(text); match; match = this.#prefix.exec(text)) {
      // Only ASCII letters become lower case, so that no position changes.
      lowerCaseText ??= text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      const end = this.#findEnd(lowerCaseText, match.index, mayBeCut);
      if (end !== undefined) yield { start: match.index, end };
      this.#prefix.lastIndex = end ?? match.index + 1;
    }
  }

  /** Tries all forms of each character; returns the end of the longest match. */
  #findEnd(text: string, start: number, mayBeCut: boolean): number | undefined {
    let ends = [start];
    let cutEnd: number | undefined;
    for (const [index, forms] of this.#forms.entries()) {
      const nextEnds = new Set<number>();
      for (const at of ends) {
        const positionsAfterSeparator = index === 0 ? [] : findMatchEnds(this.#separator, text, at);
        const foundEnds = [at, ...positionsAfterSeparator].flatMap((each) => endsOf(forms, text, each));
        for (const end of foundEnds) nextEnds.add(end);
        // The earlier characters may also match in other forms, after which the search can go on. So the end of this
        // partial match is only remembered.
        if (foundEnds.length === 0 && mayBeCut) cutEnd = findCutEnd(text, start, at, index) ?? cutEnd;
      }
      if (nextEnds.size === 0) return cutEnd;
      ends = [...nextEnds];
    }
    return Math.max(...ends);
  }
}

/** Returns the end of each form of a character that begins at a position. */
function endsOf({ isSymbol, formsByStart }: CharacterForms, text: string, index: number): number[] {
  const forms = (formsByStart.get(text.charAt(index)) ?? []).filter((form) => text.startsWith(form, index));
  return [...forms.map((form) => index + form.length), ...(isSymbol ? findMatchEnds(entityPattern, text, index) : [])];
}

/** Returns the end of a partial match of this many characters, if it is long enough and the text was cut there. */
function findCutEnd(text: string, start: number, index: number, characters: number): number | undefined {
  const [end] = findMatchEnds(cutEndPattern, text, index);
  if (end === undefined || characters < 2) return undefined;
  return characters >= minCutSize.characters || end - start >= minCutSize.writtenLength ? end : undefined;
}

function findMatchEnds(pattern: RegExp, text: string, index: number): number[] {
  pattern.lastIndex = index;
  return pattern.test(text) ? [pattern.lastIndex] : [];
}

function escapeRegExp(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

/** The digits of hexadecimal numbers, which no encoding changes. */
const digitForms = Object.fromEntries([...'0123456789abcdef'].map((digit) => [digit, toCharacterForms([digit])]));

/** A search for several strings at once, in each encoding: as they are or escaped, in base64 and in hexadecimal. */
export class SecretSearch {
  readonly #texts = new Set<string>();
  readonly #searches: FormSearch[] = [];
  readonly #mayBeCut: boolean;

  /** @param mayBeCut whether to redact the beginning of a secret before `…` as well */
  constructor(texts: readonly string[], mayBeCut = false) {
    this.#mayBeCut = mayBeCut;
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    const prefixLength = this.#mayBeCut ? 2 : 4;
    this.#searches.push(new FormSearch([...text].map(formsOf), backslashPattern, prefixLength));
    for (const shift of [0, 1, 2]) {
      const base64 = btoa(' '.repeat(shift) + text).replace(/=+$/, '');
      // The characters at both ends also depend on the text around the secret, so they are left out.
      const innerBase64 = base64.slice(shift && shift + 1, (text.length + shift) % 3 === 0 ? undefined : -1);
      const forms = [...innerBase64].map((character) => {
        const urlSafeCharacter = base64UrlCharacters[character];
        return urlSafeCharacter === undefined
          ? formsOf(character)
          : toCharacterForms([...listForms(character), urlSafeCharacter]);
      });
      this.#searches.push(new FormSearch(forms, lineBreakPattern, prefixLength));
    }
    const digits = [...Buffer.from(text).toString('hex')].map((digit) => digitForms[digit] as CharacterForms);
    this.#searches.push(new FormSearch(digits, lineBreakPattern, prefixLength));
  }

  hasMatch(text: string): boolean {
    return this.#searches.some((search) => !search.findPlaces(text).next().done);
  }

  redact(text: string): string {
    return this.#searches.reduce((rest, search) => search.redact(rest, this.#mayBeCut), text);
  }
}
