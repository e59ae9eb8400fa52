import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';

/** Writes all bytes at `position` (default: after the last write); a single system call may write only some of them. */
export function writeBytes(descriptor: number, bytes: Uint8Array, position?: number): void {
  for (let offset = 0; offset < bytes.length; ) {
    const index = position === undefined ? undefined : position + offset;
    offset += writeSync(descriptor, bytes, offset, bytes.length - offset, index);
  }
}

/** Writes the names of a folder's files to disk. Systems that cannot open a folder write the names automatically. */
export function flushFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    return;
  }
}

/** A file to which lines are appended, each completely or not at all. Only one process at a time may have it open. */
export class LineFile {
  readonly #descriptor: number;
  #size: number;

  /**
   * Opens a file, or creates it. Keeps its first `size` bytes (default: all), and cuts off the rest, such as a line
   * that was not written completely.
   */
  constructor(path: string, size?: number, mode?: number) {
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, mode);
    this.#size = size ?? fstatSync(this.#descriptor).size;
    ftruncateSync(this.#descriptor, this.#size);
    // The last line may lack its line break; the next line must not join it.
    if (this.#size > 0 && this.#lastByte() !== 10) this.add('\n');
  }

  /** Size in bytes. */
  get size(): number {
    return this.#size;
  }

  /** Appends the whole text, or nothing. @throws Error if the disk fails, after restoring the file */
  add(text: string): void {
    const bytes = Buffer.from(text);
    try {
      writeBytes(this.#descriptor, bytes, this.#size);
      this.#size += bytes.length;
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size);
      throw error;
    }
  }

  /** Waits until the text is on disk. For a new file, also call `flushFolder`, so that its name is on disk. */
  flush(): void {
    fdatasyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #lastByte(): number | undefined {
    const lastByte = Buffer.alloc(1);
    readSync(this.#descriptor, lastByte, 0, 1, this.#size - 1);
    return lastByte[0];
  }
}

/** A line of a file in which each line is an object with a checksum. */
export interface LineWithChecksum extends Omit<FileLine, 'bytes'> {
  /** The object; undefined if the line is damaged. */
  value: object | undefined;
  /** Whether the program was interrupted while it wrote this line: the last line, which is incomplete. */
  isIncomplete: boolean;
}

/** Returns an object as one line of JSON, whose first member is a checksum of the other members. */
export function toCheckedLine(value: object): string {
  const members = JSON.stringify(value).slice(1, -1);
  return `${lineHead(members)}${members}}\n`;
}

/** Splits the bytes of a file into lines with checksums. A complete last line without its line break is valid. */
export function* readCheckedLines(chunks: Iterable<Buffer>): Iterable<LineWithChecksum> {
  for (const { bytes, number, end, hasLineBreak } of splitLines(chunks)) {
    const value = parseLine(bytes);
    // If the line is valid without its last byte, the line is complete, and that byte is a damaged line break.
    const isIncomplete = !value && !hasLineBreak && !parseLine(bytes.subarray(0, -1));
    yield { value, number, end, hasLineBreak, isIncomplete };
  }
}

function parseLine(bytes: Buffer): object | undefined {
  const line = bytes.toString();
  const members = line.slice(headLength, -1);
  if (line !== `${lineHead(members)}${members}}`) return undefined;
  try {
    return JSON.parse(`{${members}}`) as object;
  } catch {
    // The checksum is right, but the line is not JSON, so another program wrote it.
    return undefined;
  }
}

const headLength = lineHead('').length;

function lineHead(members: string): string {
  return `{"sum":"${createHash('sha256').update(members).digest('hex').slice(0, 32)}",`;
}

export interface FileLine {
  bytes: Buffer;
  /** The number of the line, counted from 1. */
  number: number;
  /** Number of bytes from the beginning of the file to the end of this line, including its line break. */
  end: number;
  hasLineBreak: boolean;
}

/** Splits the bytes of a file into lines. The file may be longer than the longest possible string. */
export function* splitLines(chunks: Iterable<Buffer>): Iterable<FileLine> {
  let number = 0;
  let end = 0;
  let pendingBytes: Buffer = Buffer.alloc(0);
  for (const chunk of chunks) {
    pendingBytes = pendingBytes.length === 0 ? chunk : Buffer.concat([pendingBytes, chunk]);
    let start = 0;
    for (let next = pendingBytes.indexOf(10); next !== -1; next = pendingBytes.indexOf(10, start)) {
      end += next + 1 - start;
      number += 1;
      yield { bytes: pendingBytes.subarray(start, next), number, end, hasLineBreak: true };
      start = next + 1;
    }
    pendingBytes = pendingBytes.subarray(start);
  }
  if (pendingBytes.length > 0)
    yield { bytes: pendingBytes, number: number + 1, end: end + pendingBytes.length, hasLineBreak: false };
}

/** Yields the bytes of a file, a megabyte at a time. */
export function* readChunks(path: string): Iterable<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(1_048_576);
      const length = readSync(descriptor, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * All bytes of a file, a device or a pipe; undefined if it has more than `maxBytes`. A file may grow, and a device may
 * have no end.
 */
export function readUpTo(path: string, maxBytes: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let size = 0;
  for (const chunk of readChunks(path)) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    // A pipe returns few bytes at a time. Copy small chunks, because each would keep a megabyte in memory.
    chunks.push(chunk.length < 65_537 ? Buffer.from(chunk) : chunk);
  }
  return Buffer.concat(chunks);
}
