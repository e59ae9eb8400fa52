/** The names and positions that lead to a value. */
export type JsonPath = readonly (string | number)[];

/** Callbacks in the order of a JSON text. The scanner changes the array `path` afterwards, so copy it to keep it. */
export interface JsonVisitor {
  onValue?(path: JsonPath, start: number): void;
  /** Called at the end of a number; `source` is its source text. */
  onNumber?(path: JsonPath, start: number, source: string): void;
  /** Called for the second member with the same name; not for further members with that name. */
  onRepeatedName?(path: JsonPath, start: number): void;
}

export type ExpectedJson =
  | 'a value'
  | 'the end of a string'
  | 'a name in double quotes'
  | 'a colon'
  | 'a comma or the end of the array'
  | 'a comma or the end of the object'
  | 'the end of the text'
  | 'less depth';

export interface JsonMistake {
  expected: ExpectedJson;
  /** Offset of the beginning of the value, string or sign that is wrong. */
  start: number;
  /** Offset of the first character that is not allowed. */
  offset: number;
  /** Path of the array or object that contains the mistake. */
  path: JsonPath;
}

/** Parses strictly as JSON (RFC 8259), without recursion. @returns the first syntax error; undefined for valid JSON */
export function scanJson(text: string, maxLevels: number, visitor: JsonVisitor): JsonMistake | undefined {
  const scan = new JsonScan(text, maxLevels, visitor);
  try {
    for (let hasMore = true; hasMore; ) hasMore = scan.enterValue() || scan.leaveValue();
    return undefined;
  } catch (error) {
    if (error instanceof JsonMistakeError) return error.mistake;
    throw error;
  }
}

class JsonMistakeError extends Error {
  readonly mistake: JsonMistake;

  constructor(mistake: JsonMistake) {
    super(mistake.expected);
    this.mistake = mistake;
  }
}

const spacePattern = /[ \t\r\n]*/y;
const plainTextPattern = /[^"\\\u0000-\u001f]*/y;
const escapeSequencePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalarPattern = /(?:true|false|null|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?))/y;

class JsonScan {
  readonly #text: string;
  readonly #maxLevels: number;
  readonly #visitor: JsonVisitor;
  #position = 0;
  readonly #path: (string | number)[] = [];
  /** For each step of the path, the number of occurrences of each name in its object; undefined for an array. */
  readonly #names: (Map<string, number> | undefined)[] = [];

  constructor(text: string, maxLevels: number, visitor: JsonVisitor) {
    this.#text = text;
    this.#maxLevels = maxLevels;
    this.#visitor = visitor;
  }

  /** Reads a scalar, an empty array or an empty object. Enters any other array or object, and then returns true. */
  enterValue(): boolean {
    this.#skip(spacePattern);
    const start = this.#position;
    this.#visitor.onValue?.(this.#path, start);
    const firstCharacter = this.#text[start];
    if (firstCharacter === '[' || firstCharacter === '{') return this.#enter(firstCharacter === '{');
    if (firstCharacter === '"') {
      if (this.#readString() === undefined) throw this.#createError('the end of a string', start);
      return false;
    }
    const match = this.#skip(scalarPattern);
    if (!match) throw this.#createError('a value');
    if (match[1] !== undefined) this.#visitor.onNumber?.(this.#path, start, match[1]);
    return false;
  }

  /** Reads the characters after a value. Returns true if another value follows. */
  leaveValue(): boolean {
    for (let last = this.#path.at(-1); last !== undefined; last = this.#path.at(-1)) {
      const names = this.#names.at(-1);
      if (this.#accept(',')) {
        if (typeof last === 'number') this.#path[this.#path.length - 1] = last + 1;
        if (names) this.#readName(names);
        return true;
      }
      if (!this.#accept(names ? '}' : ']'))
        throw this.#createError(`a comma or the end of the ${names ? 'object' : 'array'}`);
      this.#path.pop();
      this.#names.pop();
    }
    this.#skip(spacePattern);
    if (this.#position < this.#text.length) throw this.#createError('the end of the text');
    return false;
  }

  #enter(isObject: boolean): boolean {
    if (this.#path.length === this.#maxLevels) throw this.#createError('less depth');
    this.#position += 1;
    if (this.#accept(isObject ? '}' : ']')) return false;
    const names = isObject ? new Map<string, number>() : undefined;
    this.#path.push(0);
    this.#names.push(names);
    if (names) this.#readName(names);
    return true;
  }

  #readName(names: Map<string, number>): void {
    this.#skip(spacePattern);
    const start = this.#position;
    const source = this.#readString();
    if (source === undefined) throw this.#createError('a name in double quotes', start);
    const name = JSON.parse(source) as string;
    this.#path[this.#path.length - 1] = name;
    const occurrenceCount = (names.get(name) ?? 0) + 1;
    names.set(name, occurrenceCount);
    if (occurrenceCount === 2) this.#visitor.onRepeatedName?.(this.#path, start);
    if (!this.#accept(':')) throw this.#createError('a colon');
  }

  /** The source text of the string that begins here; undefined if no string begins here, or if it does not end. */
  #readString(): string | undefined {
    const start = this.#position;
    if (this.#text[start] !== '"') return undefined;
    this.#position += 1;
    for (;;) {
      this.#skip(plainTextPattern);
      if (this.#text[this.#position] === '"') {
        this.#position += 1;
        return this.#text.slice(start, this.#position);
      }
      if (!this.#skip(escapeSequencePattern)) return undefined;
    }
  }

  #accept(character: string): boolean {
    this.#skip(spacePattern);
    if (this.#text[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }

  #skip(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match) this.#position = pattern.lastIndex;
    return match;
  }

  #createError(expected: ExpectedJson, start = this.#position): JsonMistakeError {
    return new JsonMistakeError({ expected, start, offset: this.#position, path: this.#path });
  }
}
