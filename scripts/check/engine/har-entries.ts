/** The most bytes of one entry. */
export const largest = 32 * 2 ** 20;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [brace, bracket, braceEnd, bracketEnd] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Where the reading of a file ended. A `bare report` is a JSON report of the check without exchanges. */
export type HarEnd = 'complete' | 'torn' | 'without entries' | 'bare report';

/**
 * Finds the entries of a HAR at /log/entries, or the exchanges of a JSON report at /exchanges, one at a time, without
 * parsing the rest of the file.
 *
 * @param pieces the bytes of the file; the next are taken when their entries are wanted
 * @returns the JSON of each entry, undefined for one that is larger than `largest`; at the end, `torn` if the file ends
 * before its list of entries does
 */
export function* entriesOf(pieces: Iterable<Buffer>): Generator<string | undefined, HarEnd> {
  const scanner = new Scanner();
  for (const bytes of pieces) {
    for (let from = 0; from < bytes.length; ) {
      from = scanner.scan(bytes, from);
      if (scanner.found) yield scanner.found.text;
      if (scanner.isOver) return 'complete';
    }
  }
  return scanner.isInEntries ? 'torn' : scanner.isReport ? 'bare report' : 'without entries';
}

/** Follows the structure of JSON byte by byte. Bytes of UTF-8 above 127 occur only in texts. */
class Scanner {
  isInEntries = false;
  /** Whether the file has findings at its root. */
  isReport = false;
  /** Whether the list of entries has ended. */
  isOver = false;
  /** The entry that ended last; undefined if the bytes have ended before one. */
  found: { text: string | undefined } | undefined;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isInLog = false;
  /** How many values an entry is in: the root, in a HAR its log, the list, and itself. */
  #entryDepth = 0;
  /** The name of the next member, if it could be `log`, `entries`, `exchanges` or `findings`. */
  #name = '';
  /** The first byte of the current entry in the current portion; -1 outside of one. */
  #start = -1;
  /** The bytes of the current entry from earlier portions. */
  #pieces: Buffer[] = [];
  #kept = 0;

  /** @returns where to continue: after an entry, or at the end */
  scan(bytes: Buffer, from: number): number {
    this.found = undefined;
    const end = bytes.length;
    let index = from;
    while (index < end) {
      if (this.#isInText) {
        index = this.#endOfText(bytes, index, end);
        continue;
      }
      const byte = bytes[index] as number;
      index += 1;
      if (byte === quote) {
        this.#isInText = true;
        if (!this.isInEntries) this.#name = '';
      } else if (byte === brace || byte === bracket) this.#open(byte, index - 1);
      else if (byte === braceEnd || byte === bracketEnd) {
        if (this.#close()) {
          this.found = this.#entry(bytes.subarray(this.#start, index));
          return index;
        }
        if (this.isOver) return index;
      } else if (byte === comma && !this.isInEntries) this.#name = '';
    }
    if (this.#start >= 0) {
      this.#keep(bytes.subarray(this.#start, end));
      this.#start = 0;
    }
    return end;
  }

  /** @returns the position after the text, or the end of the bytes */
  #endOfText(bytes: Buffer, from: number, end: number): number {
    let index = from;
    const mayBeName = !this.isInEntries;
    if (this.#isEscaped) index += 1;
    this.#isEscaped = false;
    while (index < end) {
      const byte = bytes[index];
      index += 1;
      if (byte === quote) {
        this.#isInText = false;
        break;
      }
      if (byte === backslash) {
        this.#isEscaped = index >= end;
        index += 1;
      }
      // A longer name is none of them.
      if (mayBeName && this.#name.length < 10) this.#name += String.fromCharCode(byte as number);
    }
    return Math.min(index, end);
  }

  #open(byte: number, position: number): void {
    this.#depth += 1;
    if (this.isInEntries) {
      if (this.#depth === this.#entryDepth && byte === brace) this.#start = position;
    } else if (this.#depth === 2 && byte === brace) this.#isInLog = this.#name === 'log';
    else if (byte === bracket) {
      const isList = this.#depth === 2 ? this.#name === 'exchanges' : this.#isInLog && this.#name === 'entries';
      this.isInEntries = isList && this.#depth <= 3;
      this.#entryDepth = this.#depth + 1;
      this.isReport ||= this.#depth === 2 && this.#name === 'findings';
    }
  }

  /** @returns whether an entry has ended */
  #close(): boolean {
    this.#depth -= 1;
    if (this.#depth < 2) this.#isInLog = false;
    if (this.isInEntries && this.#depth < this.#entryDepth - 1) this.isOver = true;
    return this.#start >= 0 && this.#depth === this.#entryDepth - 1;
  }

  #entry(last: Buffer): { text: string | undefined } {
    this.#keep(last);
    const text = this.#kept > largest ? undefined : Buffer.concat(this.#pieces).toString('utf8');
    this.#start = -1;
    this.#pieces = [];
    this.#kept = 0;
    return { text };
  }

  #keep(piece: Buffer): void {
    this.#kept += piece.length;
    if (this.#kept > largest) this.#pieces = [];
    else this.#pieces.push(piece);
  }
}
