/** The keys and numbers that lead to a value. */
export type JsonPath = readonly (string | number)[];

/** Callbacks in the order of a JSON text. The path is the scanner's own array, and changes with the next value. */
export interface JsonWatcher {
  /** A value begins. */
  value?(path: JsonPath, start: number): void;
  /** A number has ended; `written` is its source text. */
  number?(path: JsonPath, start: number, written: string): void;
  /** A member repeats the name of an earlier one; called once for each name. */
  repeatedName?(path: JsonPath, start: number): void;
}

/** What was expected at a syntax error. */
export type ExpectedJson =
  | 'a value'
  | 'the end of a string'
  | 'a name in double quotes'
  | 'a colon'
  | 'a comma or the end of the array'
  | 'a comma or the end of the object'
  | 'the end of the text'
  | 'less depth';

/** The first syntax error of a text. */
export interface JsonMistake {
  expected: ExpectedJson;
  /** Offset of the wrong value, string or sign. */
  start: number;
  /** Offset of the first character that is not allowed. */
  at: number;
  /** Path of the array or object around it. */
  path: JsonPath;
}

/**
 * Parses a text strictly as JSON (RFC 8259), without recursion.
 *
 * @param mostLevels the deepest nesting of arrays and objects
 * @returns the first syntax error; undefined if the text is valid
 */
export function scanJson(text: string, mostLevels: number, watcher: JsonWatcher): JsonMistake | undefined {
  const scan = new JsonScan(text, mostLevels, watcher);
  try {
    for (let hasMore = true; hasMore; ) hasMore = scan.entersValue() || scan.leavesValue();
    return undefined;
  } catch (error) {
    if (error instanceof Mistaken) return error.mistake;
    throw error;
  }
}

class Mistaken extends Error {
  readonly mistake: JsonMistake;

  constructor(mistake: JsonMistake) {
    super(mistake.expected);
    this.mistake = mistake;
  }
}

const space = /[ \t\r\n]*/y;
const plainText = /[^"\\\u0000-\u001f]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /(?:true|false|null|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?))/y;

class JsonScan {
  readonly #text: string;
  readonly #mostLevels: number;
  readonly #watcher: JsonWatcher;
  #at = 0;
  readonly #path: (string | number)[] = [];
  /** For each step of the path, how often each name has come in its object; undefined for an array. */
  readonly #names: (Map<string, number> | undefined)[] = [];

  constructor(text: string, mostLevels: number, watcher: JsonWatcher) {
    this.#text = text;
    this.#mostLevels = mostLevels;
    this.#watcher = watcher;
  }

  /** Reads a scalar or an empty value, or enters an array or object: then it returns true. */
  entersValue(): boolean {
    this.#skip(space);
    const start = this.#at;
    this.#watcher.value?.(this.#path, start);
    const opening = this.#text[start];
    if (opening === '[' || opening === '{') return this.#opens(opening === '{');
    if (opening === '"') {
      if (this.#string() === undefined) throw this.#expected('the end of a string', start);
      return false;
    }
    const found = this.#skip(scalar);
    if (!found) throw this.#expected('a value');
    if (found[1] !== undefined) this.#watcher.number?.(this.#path, start, found[1]);
    return false;
  }

  /** Reads on after a value: true if another one follows. */
  leavesValue(): boolean {
    for (let last = this.#path.at(-1); last !== undefined; last = this.#path.at(-1)) {
      const names = this.#names.at(-1);
      if (this.#takes(',')) {
        if (typeof last === 'number') this.#path[this.#path.length - 1] = last + 1;
        if (names) this.#name(names);
        return true;
      }
      if (!this.#takes(names ? '}' : ']'))
        throw this.#expected(`a comma or the end of the ${names ? 'object' : 'array'}`);
      this.#path.pop();
      this.#names.pop();
    }
    this.#skip(space);
    if (this.#at < this.#text.length) throw this.#expected('the end of the text');
    return false;
  }

  #opens(isObject: boolean): boolean {
    if (this.#path.length === this.#mostLevels) throw this.#expected('less depth');
    this.#at += 1;
    if (this.#takes(isObject ? '}' : ']')) return false;
    const names = isObject ? new Map<string, number>() : undefined;
    this.#path.push(0);
    this.#names.push(names);
    if (names) this.#name(names);
    return true;
  }

  /** Reads the name of a member, and its colon. */
  #name(names: Map<string, number>): void {
    this.#skip(space);
    const start = this.#at;
    const written = this.#string();
    if (written === undefined) throw this.#expected('a name in double quotes', start);
    const name = JSON.parse(written) as string;
    this.#path[this.#path.length - 1] = name;
    const times = (names.get(name) ?? 0) + 1;
    names.set(name, times);
    if (times === 2) this.#watcher.repeatedName?.(this.#path, start);
    if (!this.#takes(':')) throw this.#expected('a colon');
  }

  /** The source text of the string that begins here; undefined if there is no string, or it has no end. */
  #string(): string | undefined {
    const start = this.#at;
    if (this.#text[start] !== '"') return undefined;
    this.#at += 1;
    for (;;) {
      this.#skip(plainText);
      if (this.#text[this.#at] === '"') {
        this.#at += 1;
        return this.#text.slice(start, this.#at);
      }
      if (!this.#skip(escaped)) return undefined;
    }
  }

  #takes(sign: string): boolean {
    this.#skip(space);
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #skip(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #expected(expected: ExpectedJson, start = this.#at): Mistaken {
    return new Mistaken({ expected, start, at: this.#at, path: this.#path });
  }
}
