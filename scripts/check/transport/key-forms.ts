import { cutEscapeOf, escapesOf, inHex, roughly } from './key-escapes.js';

/** A search for a key in one encoding. */
export interface KeyFormSearch {
  /** A short pattern: a text without a match does not contain the key. Case does not count. */
  beginning: string;
  isIn(text: string): boolean;
  redact(text: string): string;
}

/** Number of characters of a key, in any encoding, to search for first. */
const beginning = 5;

/** Number of characters of an encoding in the short pattern of its beginning. */
const shortBeginning = 4;

/** The fewest characters of a key that are redacted where the rest was cut off. */
const shortestCut = 8;

/** The same for a beginning with escaped characters, as written, and the fewest characters of the key in it. */
const shortestEscapedCut = { written: 12, characters: 2 };

/**
 * Returns searches for a key in each encoding in which it may appear.
 *
 * @param mayBeCut whether to redact also its beginning before `…`, where a message was cut
 */
export function searchesFor(key: string, mayBeCut = false): KeyFormSearch[] {
  const base64 = [0, 1, 2].map((shift) => {
    const bits = btoa(' '.repeat(shift) + key).replace(/=+$/, '');
    // At both ends, characters that also depend on the neighbours of the key are cut off.
    return bits.slice(shift && shift + 1, (key.length + shift) % 3 === 0 ? undefined : -1);
  });
  const hexadecimal = [...key].map((character) => inHex(character.charCodeAt(0))).join('');
  return [
    escapedSearch(key, mayBeCut),
    ...base64.map((text) => cutSearch(text, beginning, mayBeCut ? Math.ceil((shortestCut * 4) / 3) : undefined)),
    cutSearch(hexadecimal, 2 * beginning, mayBeCut ? 2 * shortestCut : undefined),
  ];
}

/** Searches for the key itself, with any of its characters escaped. */
function escapedSearch(key: string, mayBeCut: boolean): KeyFormSearch {
  const forms = [...key].map(escapesOf);
  const parts = Array.from(
    { length: Math.ceil(forms.length / longestPattern) },
    (_, index) => new RegExp(forms.slice(index * longestPattern, (index + 1) * longestPattern).join(''), 'iy'),
  );
  const short = shortOf(key.slice(0, mayBeCut ? shortestEscapedCut.characters : shortBeginning), forms);
  const whole = searchOf({ short, first: forms.slice(0, beginning).join(''), parts });
  if (!mayBeCut) return whole;
  const cut = new RegExp(`${cutForms(forms)}|${escapedCutForms(key, forms)}`, 'ig');
  return { ...whole, redact: (text) => whole.redact(text).replace(cut, '[key]') };
}

/** A pattern of a beginning of the key at the end of a cut text, which is itself cut off anywhere. */
function cutForms(forms: readonly string[]): string {
  const rest = forms
    .slice(shortestCut, longestPattern)
    .reduceRight((inner, form) => `(?:${form}${inner})?`, forms.length > longestPattern ? '[^\\s…]*' : '');
  return `${forms.slice(0, shortestCut).join('')}${rest}${cutEnd.source}`;
}

/** The same for a beginning of fewer characters, which takes as much space because some of them are escaped. */
function escapedCutForms(key: string, forms: readonly string[]): string {
  const { written, characters } = shortestEscapedCut;
  const rest = forms.slice(characters, shortestCut).reduceRight((inner, form, index) => {
    const cutOff = cutEscapeOf(key.charAt(characters + index));
    return `(?:${form}${inner}|${cutOff})?`;
  }, '');
  return `(?=[^…]{${written}})${forms.slice(0, characters).join('')}${rest}(?=…)`;
}

/** Number of characters of a key in one pattern; JavaScript fails on much longer patterns. */
const longestPattern = 300;

/** The end of a text that was cut, perhaps within the encoding of a character. */
const cutEnd = /[\r\n]{0,2}[^\s…]{0,8}(?=…)/y;

/** A line break in any encoding, and the indentation of the next line. */
const lineBreak =
  '(?:[\\r\\n]|%(?:25){0,4}0[ad]|\\\\{1,8}(?:[rn]|(?:u00|x)0[ad])|' +
  '&(?:amp;){0,4}#(?:0{0,8}1[03]|x0{0,8}[ad]);?){1,2}[ \\t]{0,16}';
const nextLine = new RegExp(lineBreak, 'iy');

/**
 * Searches for an encoding of the key that may be split into lines, as long base64 and hexadecimal are. It ignores
 * case, since names of headers and media types appear in lower case.
 */
function cutSearch(encoded: string, first: number, least: number | undefined): KeyFormSearch {
  // Letters and digits are never escaped here.
  const parts = [...encoded.toLowerCase()].map((part) => (/\w/.test(part) ? part : new RegExp(escapesOf(part), 'iy')));
  const sources = parts.slice(0, first).map((part) => (typeof part === 'string' ? part : part.source));
  const short = shortOf(encoded.slice(0, shortBeginning), sources, '\r\n');
  return searchOf({ short, first: sources.join(`(?:${lineBreak})?`), parts, least, between: nextLine });
}

/**
 * A pattern of the first of the forms, and roughly of what follows.
 *
 * @param between characters that can begin something between two others
 */
function shortOf(encoded: string, [first = '']: readonly string[], between = ''): string {
  return first + [...encoded.slice(1)].reduceRight((rest, character) => roughly(character, rest, between), '');
}

interface Searched {
  short: string;
  /** A pattern of the beginning of the key. */
  first: string;
  parts: readonly (string | RegExp)[];
  /**
   * The number of parts from which on a beginning is redacted at the end of a cut text; by default, only all of them
   * are.
   */
  least?: number | undefined;
  /** May occur between two parts. */
  between?: RegExp;
}

function searchOf({ short, first, parts, least = parts.length, between }: Searched): KeyFormSearch {
  const pattern = new RegExp(first, 'ig');
  const endFrom = (text: string, start: number, needed: number): number | undefined => {
    let at = start;
    for (const [index, part] of parts.entries()) {
      let end = endOf(part, text, at);
      if (end < 0 && between && at > start) end = endOf(part, text, endOf(between, text, at));
      if (end < 0) return index >= needed && endOf(cutEnd, text, at) >= 0 ? at : undefined;
      at = end;
    }
    return at;
  };
  const nextIn = (text: string, from: number, needed: number): { start: number; end: number } | undefined => {
    pattern.lastIndex = from;
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      const end = endFrom(text, found.index, needed);
      if (end !== undefined) return { start: found.index, end };
      pattern.lastIndex = found.index + 1;
    }
    return undefined;
  };
  return {
    beginning: short,
    isIn: (text) => nextIn(text, 0, parts.length) !== undefined,
    redact(text) {
      let [shown, from] = ['', 0];
      for (let place = nextIn(text, 0, least); place; place = nextIn(text, from, least)) {
        shown += `${text.slice(from, place.start)}[key]`;
        from = place.end;
      }
      return shown + text.slice(from);
    },
  };
}

/** Returns the end of a part of an encoding that begins at a position; -1 if it does not begin there. */
function endOf(part: string | RegExp, text: string, at: number): number {
  if (at < 0) return -1;
  if (typeof part === 'string') return text[at]?.toLowerCase() === part ? at + 1 : -1;
  part.lastIndex = at;
  return part.test(text) ? part.lastIndex : -1;
}
