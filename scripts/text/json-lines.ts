const space = /[ \t\r\n]*/y;
/** Without alternatives inside a repetition, which would need a stack as long as the text. */
const inString = /[^"\\]*/y;
const between = /[^"[\]{}]*/y;
const scalar = /[^,\]}\s]*/y;

/**
 * Finds lines in a text that is valid JSON. It reads only the objects and arrays on the way to a place, each once,
 * since an index of all places would take more memory than the document.
 */
export class JsonLines {
  readonly #text: string;
  /** For each object and array that was read, where each of its members begins: its name or item, and its value. */
  readonly #members = new Map<number, Map<string, readonly [from: number, value: number]>>();
  #newLines: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of a path of names and positions, or of its last part that the text has; counts from 1. */
  lineOf(path: readonly string[]): number {
    let [from, value] = [0, this.#skip(space, 0)];
    for (const key of path) {
      const next = this.#membersAt(value).get(key);
      if (!next) break;
      [from, value] = next;
    }
    return this.#lineAt(from);
  }

  #membersAt(start: number): Map<string, readonly [number, number]> {
    const known = this.#members.get(start);
    if (known) return known;
    const members = new Map<string, readonly [number, number]>();
    this.#members.set(start, members);
    const opening = this.#text[start];
    if (opening !== '{' && opening !== '[') return members;
    let at = this.#skip(space, start + 1);
    for (let index = 0; this.#text[at] !== '}' && this.#text[at] !== ']'; index += 1) {
      const from = at;
      let name = String(index);
      if (opening === '{') {
        at = this.#endOfString(at);
        name = JSON.parse(this.#text.slice(from, at)) as string;
        at = this.#skip(space, this.#skip(space, at) + 1);
      }
      members.set(name, [from, at]);
      at = this.#skip(space, this.#endOf(at));
      if (this.#text[at] !== ',') break;
      at = this.#skip(space, at + 1);
    }
    return members;
  }

  #endOf(start: number): number {
    const first = this.#text[start];
    if (first === '"') return this.#endOfString(start);
    if (first !== '{' && first !== '[') return this.#skip(scalar, start);
    let at = start;
    let depth = 0;
    do {
      const sign = this.#text[at];
      if (sign !== '"') depth += sign === '{' || sign === '[' ? 1 : -1;
      if (depth === 0) return at + 1;
      at = this.#skip(between, sign === '"' ? this.#endOfString(at) : at + 1);
    } while (at < this.#text.length);
    return at;
  }

  #endOfString(start: number): number {
    let at = this.#skip(inString, start + 1);
    while (this.#text[at] === '\\') at = this.#skip(inString, at + 2);
    return at + 1;
  }

  #skip(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.test(this.#text) ? pattern.lastIndex : from;
  }

  #lineAt(offset: number): number {
    this.#newLines ??= [...this.#text.matchAll(/\n/g)].map(({ index }) => index);
    let [low, high] = [0, this.#newLines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#newLines[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}
