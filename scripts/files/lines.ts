import { closeSync, openSync, readSync } from 'node:fs';

/** A line of a file, as its bytes. */
export interface Line {
  bytes: Buffer;
  /** Counted from 1. */
  number: number;
  /** Bytes of the file up to the end of this line, including its line break. */
  end: number;
  /** False for a last line without a line break. */
  isEnded: boolean;
}

/** Splits the bytes of a file into lines. The file may be longer than the longest possible string. */
export function* linesIn(pieces: Iterable<Buffer>): Iterable<Line> {
  let number = 0;
  let end = 0;
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let start = 0;
    for (let next = rest.indexOf(10); next !== -1; next = rest.indexOf(10, start)) {
      end += next + 1 - start;
      number += 1;
      yield { bytes: rest.subarray(start, next), number, end, isEnded: true };
      start = next + 1;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) yield { bytes: rest, number: number + 1, end: end + rest.length, isEnded: false };
}

/** The bytes of a file, a megabyte at a time. */
export function* piecesOf(path: string): Iterable<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(1_048_576);
      const length = readSync(descriptor, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * All bytes of a file, a device or a pipe.
 *
 * @returns undefined if there are more than `most`: a file may grow, and a device has no end
 */
export function bytesUpTo(path: string, most: number): Buffer | undefined {
  const pieces: Buffer[] = [];
  let size = 0;
  for (const piece of piecesOf(path)) {
    size += piece.length;
    if (size > most) return undefined;
    // A pipe gives little at a time, which would keep a megabyte each.
    pieces.push(piece.length < 65_537 ? Buffer.from(piece) : piece);
  }
  return Buffer.concat(pieces);
}
