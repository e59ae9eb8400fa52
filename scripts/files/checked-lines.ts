import { createHash } from 'node:crypto';
import { type Line, linesIn } from './lines.js';

/** A line of a file in which each line is an object with a checksum. */
export interface CheckedLine extends Omit<Line, 'bytes'> {
  /** The object; undefined if the line is not as it was written. */
  value: object | undefined;
  /** Whether a write was cut off here: this is the last line, and only the beginning of one. */
  isTorn: boolean;
}

/** Returns an object as one line of JSON, whose first member is a checksum over the others. */
export function checkedLine(value: object): string {
  const members = JSON.stringify(value).slice(1, -1);
  return `${head(members)}${members}}\n`;
}

/** Splits the bytes of a file into such lines. A complete last line without its line break is valid. */
export function* checkedLines(pieces: Iterable<Buffer>): Iterable<CheckedLine> {
  for (const { bytes, number, end, isEnded } of linesIn(pieces)) {
    const value = objectIn(bytes);
    // A whole line before a byte that is no line break was not cut off: the line break has changed.
    const isTorn = !value && !isEnded && !objectIn(bytes.subarray(0, -1));
    yield { value, number, end, isEnded, isTorn };
  }
}

function objectIn(bytes: Buffer): object | undefined {
  const line = bytes.toString();
  const members = line.slice(headLength, -1);
  if (line !== `${head(members)}${members}}`) return undefined;
  try {
    return JSON.parse(`{${members}}`) as object;
  } catch {
    // Somebody else has made the line.
    return undefined;
  }
}

const headLength = head('').length;

function head(members: string): string {
  return `{"sum":"${createHash('sha256').update(members).digest('hex').slice(0, 32)}",`;
}
