import { escapeToken } from '../../contract/pointer.js';
import { escapeForSarif, markup, quoteForShell } from '../../text/escape.js';
import { groupBy } from '../../text/group-by.js';
import { prose } from '../../text/markdown-text.js';

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

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');

/** The encodings, and the writers of our own reports, that change some characters of a text. */
const writers: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => new URLSearchParams([['', text]]).toString(),
  JSON.stringify,
  (text) => text.replace(/\W/g, '\\$&'),
  (text) => text.replaceAll('&', '&amp;'),
  markup,
  prose,
  quoteForShell,
  escapeForSarif,
  escapeToken,
];

/** Encodings of each character. */
const codes: readonly ((character: string) => string)[] = [
  (character) => `%${hex(character)}`,
  (character) => `\\u00${hex(character)}`,
  (character) => `\\x${hex(character)}`,
  (character) => `\\u{${hex(character)}}`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x${hex(character)};`,
];

/** In base64 for URLs. */
const inUrls: Readonly<Record<string, string>> = { '+': '-', '/': '_' };

/** The name of any sign in HTML. */
const entity = /&(?:amp;)?[a-z]{2,20};/iy;

/** A line break in any encoding, and the indentation of the next line. */
const lineBreak =
  /(?:[\r\n]|%(?:25)?0[ad]|\\{1,4}(?:[rn]|u000[ad])|&(?:amp;|#38;)?#(?:1[03]|x0?[ad]);){1,2}[ \t]{0,16}/iy;

/** More backslashes before an escaped character, as in JSON within JSON or HTML. */
const backslashes = /\\{1,32}(?=[\\&])/y;

/** The end of a text that was cut, perhaps within the encoding of a character. */
const cutEnd = /[\r\n]{0,2}[^\s…]{0,8}(?=…)/y;

/** A beginning before a cut is redacted from so many characters on, or from two if they are written so long. */
const shortestCut = { characters: 8, written: 12 };

/** What a writer makes of a text within a longer one. */
function writtenBy(write: (text: string) => string, text: string): string {
  const all = write(`a${text}a`);
  return all.slice(all.indexOf('a') + 1, all.lastIndexOf('a'));
}

/** By character: a text has few different ones, and may be long. */
const known = new Map<string, CharacterForms>();

/** The forms of a character, in small letters: as it is, encoded, and as a report writes what it quotes. */
function formsOf(character: string): CharacterForms {
  const found = known.get(character) ?? characterForms(formsIn(character));
  known.set(character, found);
  return found;
}

function formsIn(character: string): string[] {
  const written = (form: string): string[] => writers.map((write) => writtenBy(write, form));
  // No writer changes a letter or a digit.
  const plain = isSign(character) ? [character, ...written(character)] : [];
  const all = [character, ...codes.map((code) => code(character)), ...plain, ...plain.flatMap(written)];
  return [...new Set(all.map((form) => form.toLowerCase()))];
}

function isSign(character: string): boolean {
  return /[^a-z\d]/i.test(character);
}

interface CharacterForms {
  all: readonly string[];
  byBeginning: ReadonlyMap<string, readonly string[]>;
  isSign: boolean;
}

function characterForms(forms: readonly string[]): CharacterForms {
  return { all: forms, byBeginning: groupBy(forms, (form) => form.charAt(0)), isSign: isSign(forms[0] ?? '') };
}

/** A search for a text in one encoding. Case does not count: names of headers and media types are in lower case. */
class FormSearch {
  readonly #forms: readonly CharacterForms[];
  /** May occur between two characters. */
  readonly #between: RegExp;
  readonly #beginning: RegExp;

  /** @param beginning the number of characters to search for first */
  constructor(forms: readonly CharacterForms[], between: RegExp, beginning: number) {
    this.#forms = forms;
    this.#between = between;
    const first = forms.slice(0, beginning).map(({ all, isSign }) => {
      const sources = all.map(literal);
      if (isSign) sources.push(entity.source);
      return `(?:${sources.join('|')})`;
    });
    this.#beginning = new RegExp(first.join(`(?:${between.source})?`), 'ig');
  }

  /** Replaces the text by `[key]`, also a beginning of it at the end of a cut text. */
  redact(text: string, mayBeCut: boolean): string {
    let [shown, from] = ['', 0];
    for (const { start, end } of this.places(text, mayBeCut)) {
      shown += `${text.slice(from, start)}[key]`;
      from = end;
    }
    return shown + text.slice(from);
  }

  *places(text: string, mayBeCut = false): Generator<{ start: number; end: number }> {
    let small: string | undefined;
    this.#beginning.lastIndex = 0;
    for (let found = this.#beginning.exec(text); found; found = this.#beginning.exec(text)) {
      // Small letters of ASCII alone, so that no position changes.
      small ??= text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      const end = this.#endFrom(small, found.index, mayBeCut);
      if (end !== undefined) yield { start: found.index, end };
      this.#beginning.lastIndex = end ?? found.index + 1;
    }
  }

  /** Follows each way in which the characters can be read. */
  #endFrom(text: string, start: number, mayBeCut: boolean): number | undefined {
    let ends = [start];
    for (const [index, forms] of this.#forms.entries()) {
      const next: number[] = [];
      for (const at of ends) {
        addEnds(next, forms, text, at);
        if (index > 0) for (const skipped of endsOf(this.#between, text, at)) addEnds(next, forms, text, skipped);
      }
      if (next.length === 0) return mayBeCut ? cutFrom(text, start, Math.max(...ends), index) : undefined;
      ends = next;
    }
    return Math.max(...ends);
  }
}

function addEnds(ends: number[], { isSign, byBeginning }: CharacterForms, text: string, at: number): void {
  for (const form of byBeginning.get(text.charAt(at)) ?? []) {
    const end = at + form.length;
    if (text.startsWith(form, at) && !ends.includes(end)) ends.push(end);
  }
  if (isSign) ends.push(...endsOf(entity, text, at));
}

/** The end of a beginning of so many characters, if the text is cut there. */
function cutFrom(text: string, start: number, at: number, characters: number): number | undefined {
  const [end] = endsOf(cutEnd, text, at);
  if (end === undefined || characters < 2) return undefined;
  return characters >= shortestCut.characters || end - start >= shortestCut.written ? end : undefined;
}

function endsOf(pattern: RegExp, text: string, at: number): number[] {
  pattern.lastIndex = at;
  return pattern.test(text) ? [pattern.lastIndex] : [];
}

function literal(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

/** The digits of hexadecimal numbers, which nothing encodes. */
const digits = Object.fromEntries([...'0123456789abcdef'].map((digit) => [digit, characterForms([digit])]));

/** A search for several texts at once, in each encoding: as they are or escaped, in base64 and in hexadecimal. */
export class SecretSearch {
  readonly #texts = new Set<string>();
  readonly #searches: FormSearch[] = [];
  readonly #mayBeCut: boolean;

  /** @param mayBeCut whether to redact also a beginning before `…` */
  constructor(texts: readonly string[], mayBeCut = false) {
    this.#mayBeCut = mayBeCut;
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    const beginning = this.#mayBeCut ? 2 : 4;
    this.#searches.push(new FormSearch([...text].map(formsOf), backslashes, beginning));
    for (const shift of [0, 1, 2]) {
      const base64 = btoa(' '.repeat(shift) + text).replace(/=+$/, '');
      // At both ends, characters that also depend on the neighbours of the text are cut off.
      const own = base64.slice(shift && shift + 1, (text.length + shift) % 3 === 0 ? undefined : -1);
      const forms = [...own].map((sign) =>
        inUrls[sign] === undefined ? formsOf(sign) : characterForms([...formsIn(sign), inUrls[sign]]),
      );
      this.#searches.push(new FormSearch(forms, lineBreak, beginning));
    }
    this.#searches.push(
      new FormSearch(
        [...Buffer.from(text).toString('hex')].map((digit) => digits[digit] as CharacterForms),
        lineBreak,
        beginning,
      ),
    );
  }

  isIn(text: string): boolean {
    return this.#searches.some((each) => !each.places(text).next().done);
  }

  redact(text: string): string {
    return this.#searches.reduce((rest, each) => each.redact(rest, this.#mayBeCut), text);
  }
}
