import { isPattern, matches } from './matching.js';
import { hashOf } from './token.js';

/** Longer texts are not tried: some patterns take very long to reject them. */
const longest = 120;
/** Limit for nested repetitions. */
const mostSteps = 5_000;

/** Yields texts that match the pattern, if its parts are known; the hash determines which ones. */
export function* textsMatching(pattern: string, hash: number): Iterable<string> {
  if (!isPattern(pattern)) return;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const text = new PatternReader(pattern, hashOf(hash, attempt), attempt % 3).read();
    if (text !== undefined && text.length <= longest && matches(pattern, text)) yield text;
  }
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const word = `${lower}${lower.toUpperCase()}${digits}`;
const classes: Readonly<Record<string, string | undefined>> = { d: digits, w: word, s: ' ', D: lower, W: '-', S: word };
const controls: Readonly<Record<string, string | undefined>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' };

/** Reads a pattern once from left to right and writes a matching text. It skips look-ahead and look-behind. */
class PatternReader {
  readonly #source: string;
  readonly #hash: number;
  /** How many repetitions to write beyond the minimum. */
  readonly #more: number;
  #at = 0;
  #choices = 0;
  #steps = 0;
  #groups: string[] = [];

  constructor(source: string, hash: number, more: number) {
    this.#source = source;
    this.#hash = hash;
    this.#more = more;
  }

  read(): string | undefined {
    const text = this.#alternatives();
    return this.#at === this.#source.length && this.#steps < mostSteps ? text : undefined;
  }

  #choose(count: number): number {
    this.#choices += 1;
    return count === 0 ? 0 : hashOf(this.#hash, this.#choices) % count;
  }

  #alternatives(): string {
    const all = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      all.push(this.#sequence());
    }
    return all[this.#choose(all.length)] ?? '';
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#source.length && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      const start = this.#at;
      let piece = this.#atom();
      const end = this.#at;
      const times = this.#repetitions();
      const after = this.#at;
      let repeated = times === 0 ? '' : piece;
      // The same atom is read again, so that each repetition can choose a different character.
      for (let count = 1; count < times && repeated.length <= longest && this.#steps < mostSteps; count += 1) {
        this.#at = start;
        piece = this.#atom();
        if (this.#at !== end) break;
        repeated += piece;
      }
      this.#at = after;
      text += repeated;
      if (text.length > longest) break;
    }
    return text;
  }

  #repetitions(): number {
    const [quantifier, least, comma, most] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.#source.slice(this.#at)) ?? [];
    if (quantifier === undefined) return 1;
    this.#at += quantifier.length;
    if (this.#source[this.#at] === '?') this.#at += 1;
    if (quantifier === '?') return this.#more === 0 ? 0 : 1;
    if (quantifier === '*') return this.#more * 3;
    if (quantifier === '+') return 1 + this.#more * 3;
    const fewest = Number(least);
    const greatest = comma === '' ? fewest : most === '' ? fewest + 6 : Number(most);
    return Math.min(greatest, fewest + this.#more * 3, longest + 1);
  }

  #atom(): string {
    const character = this.#source.charAt(this.#at);
    this.#at += 1;
    this.#steps += 1;
    if (character === '^' || character === '$') return '';
    if (character === '.') return word.charAt(this.#choose(word.length));
    if (character === '[') return this.#class();
    if (character === '(') return this.#group();
    return character === '\\' ? this.#escaped() : character;
  }

  #group(): string {
    const [opening = '', kind] = /^\?(?:(<?[=!])|:|<[A-Za-z_]\w*>)/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += opening.length;
    const text = this.#alternatives();
    if (this.#source[this.#at] === ')') this.#at += 1;
    if (kind !== undefined) return '';
    if (opening !== '?:') this.#groups.push(text);
    return text;
  }

  #escaped(): string {
    const character = this.#source.charAt(this.#at);
    this.#at += 1;
    if (character === 'b' || character === 'B') return '';
    if (/[1-9]/.test(character)) return this.#groups[Number(character) - 1] ?? '';
    if (character === 'p' || character === 'P') return this.#property(character === 'P');
    const code = /^(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/i.exec(character + this.#source.slice(this.#at));
    if (code) {
      this.#at += code[0].length - 1;
      return String.fromCodePoint(Math.min(parseInt(code[1] ?? code[2] ?? code[3] ?? '0', 16), 0x10ffff));
    }
    const members = classes[character];
    return members === undefined ? (controls[character] ?? character) : members.charAt(this.#choose(members.length));
  }

  #property(negated: boolean): string {
    const [whole = '', name = ''] = /^\{([^}]*)\}/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += whole.length;
    if (negated) return '-';
    const upper = name === 'Lu' ? lower.toUpperCase() : lower;
    const members = /^N/.test(name) ? digits : upper;
    return members.charAt(this.#choose(members.length));
  }

  #class(): string {
    const negated = this.#source[this.#at] === '^';
    if (negated) this.#at += 1;
    const members = new Set<string>();
    while (this.#at < this.#source.length && this.#source[this.#at] !== ']') this.#member(members);
    this.#at += 1;
    const candidates = negated ? [...`${word}-_ `].filter((each) => !members.has(each)) : [...members];
    // Letters and digits read better than other characters of a class, and cannot be trimmed away.
    const plain = candidates.filter((each) => word.includes(each));
    const from = plain.length > 0 ? plain : candidates;
    return from[this.#choose(from.length)] ?? '';
  }

  #member(members: Set<string>): void {
    const escaped = this.#source[this.#at] === '\\' ? classes[this.#source.charAt(this.#at + 1)] : undefined;
    if (escaped !== undefined) {
      this.#at += 2;
      for (const each of escaped) members.add(each);
      return;
    }
    const first = this.#single();
    const isRange =
      this.#source[this.#at] === '-' && this.#source[this.#at + 1] !== ']' && this.#at + 1 < this.#source.length;
    if (isRange) this.#at += 1;
    const last = isRange ? this.#single() : first;
    const from = first.codePointAt(0) ?? 0;
    const to = Math.min(last.codePointAt(0) ?? from, from + 255);
    for (let code = from; code <= to; code += 1) members.add(String.fromCodePoint(code));
  }

  #single(): string {
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character === '\\' ? this.#escaped() : character;
  }
}
