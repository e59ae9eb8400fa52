// Importing by name would fail in an old Node.js without that export, before its version can be reported.
import * as binary from 'node:buffer';
import { toPointer } from '../../contract/pointer.js';
import { type ExpectedJson, type JsonPath, scanJson } from '../../text/json-scan.js';

/** The bytes of a body read as JSON (RFC 8259). */
export interface JsonReading {
  /** Without the byte-order mark; absent if the bytes are not valid UTF-8. */
  text?: string;
  /** Absent if the text is not valid JSON, or nested too deep. */
  value?: unknown;
  /** Number of members of the largest object. */
  widest?: number;
  problems: JsonProblem[];
}

export interface JsonProblem {
  rule:
    | 'body.not-utf8'
    | 'body.byte-order-mark'
    | 'body.not-json'
    | 'body.duplicate-key'
    | 'body.too-deep'
    | 'body.number';
  /** JSON pointer to the affected part, with names as in the body; empty for the whole. */
  pointer: string;
  /** The error and its position, one sentence without text of the body. */
  message: string;
}

const maxDepth = 200;
/** A body may contain a million errors; a reader needs a few. */
const maxProblems = 20;

/** Reads a body, and finds everything about which JSON parsers disagree. It never throws. */
export function readJson(bytes: Uint8Array): JsonReading {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!binary.isUtf8(buffer)) {
    const message = `Found invalid UTF-8 at offset ${firstBadByte(buffer)}.`;
    return { problems: [{ rule: 'body.not-utf8', pointer: '', message }] };
  }
  const problems: JsonProblem[] = [];
  let text = buffer.toString(binary.isAscii(buffer) ? 'latin1' : 'utf8');
  if (text.charCodeAt(0) === 0xfeff) {
    text = text.slice(1);
    const message = 'Found a byte-order mark in front of the JSON text, at offset 0.';
    problems.push({ rule: 'body.byte-order-mark', pointer: '', message });
  }
  const { depth, members, hasRareNumbers } = survey(buffer);
  if (depth > maxDepth) {
    problems.push(...inspect(text));
    return { text, problems };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    problems.push(...inspect(text));
    return { text, problems };
  }
  const count = { members: 0, widest: 0 };
  countMembers(value, count);
  if (hasRareNumbers || count.members !== members) problems.push(...inspect(text));
  return { text, value, widest: count.widest, problems };
}

/** Returns the offset of the first replacement character that decoding adds to the text. */
function firstBadByte(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    if (!bytes.subarray(offset, offset + replacement.length).equals(replacement)) break;
    from = at + 1;
    offset += replacement.length;
  }
  return offset;
}

const replacement = Buffer.from('\ufffd');

/**
 * Scans the bytes of possible JSON once: its depth, the number of members as written, and whether a number is long or
 * has an exponent. Bytes over 127 occur only in strings.
 */
function survey(bytes: Uint8Array): { depth: number; members: number; hasRareNumbers: boolean } {
  const { length } = bytes;
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let hasRareNumbers = false;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] as number;
    if (byte === quote) {
      for (index += 1; index < length; index += 1) {
        const inside = bytes[index] as number;
        if (inside === quote) break;
        if (inside === backslash) index += 1;
      }
    } else if (byte === colon) {
      members += 1;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    } else if (byte >= zero && byte <= nine) {
      const start = index;
      for (; index + 1 < length; index += 1) {
        const next = bytes[index + 1] as number;
        if ((next < zero || next > nine) && next !== dot) {
          if ((next | 0x20) === letterE) hasRareNumbers = true;
          break;
        }
      }
      if (index - start >= 15) hasRareNumbers = true;
    }
  }
  return { depth: deepest, members, hasRareNumbers };
}

function countMembers(value: unknown, count: { members: number; widest: number }): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') countMembers(item, count);
    return;
  }
  const keys = Object.keys(value);
  count.members += keys.length;
  if (keys.length > count.widest) count.widest = keys.length;
  for (const key of keys) {
    const member = (value as Record<string, unknown>)[key];
    if (typeof member === 'object') countMembers(member, count);
  }
}

const quote = 0x22;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const letterE = 0x65;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** A number that is the same in any parser if it has at most 15 digits. */
const plainNumber = /^-?[0-9.]+$/;

/** Expected parts of a JSON text, in words. */
const expectations: Readonly<Record<Exclude<ExpectedJson, 'less depth'>, string>> = {
  'a value': 'a JSON value',
  'the end of a string': 'the end of a string, without control characters and with known escapes',
  'a name in double quotes': 'the name of a member in double quotes',
  'a colon': 'a colon',
  'a comma or the end of the array': 'a comma or "]"',
  'a comma or the end of the object': 'a comma or "}"',
  'the end of the text': 'the end of the JSON text',
};

/** Reads a text character by character, up to the first error in its syntax or depth. */
function inspect(text: string): JsonProblem[] {
  const problems: JsonProblem[] = [];
  const placeOf = placesIn(text);
  const add = (rule: JsonProblem['rule'], path: JsonPath, offset: number, found: string): void => {
    if (problems.length >= maxProblems) return;
    problems.push({ rule, pointer: toPointer(path), message: `Found ${found}, at ${placeOf(offset)}.` });
  };
  const mistake = scanJson(text, maxDepth, {
    number(path, start, written) {
      const lost = lossOf(written);
      if (lost) add('body.number', path, start, `a number that ${lost}`);
    },
    repeatedName(path, start) {
      add('body.duplicate-key', path, start, 'a member whose name occurs earlier in the same object');
    },
  });
  if (!mistake) return problems;
  const { expected, path, at } = mistake;
  if (expected === 'less depth') {
    add('body.too-deep', path, at, `arrays and objects nested deeper than ${maxDepth}`);
    return problems;
  }
  const found = at >= text.length ? 'the end' : shown(text.codePointAt(at) ?? 0);
  const message = `Expected ${expectations[expected]}, found ${found} at ${placeOf(at)}.`;
  return [...problems, { rule: 'body.not-json', pointer: '', message }];
}

/** Returns how a parser that uses doubles (RFC 8259 §6) changes a number; undefined if it does not. */
function lossOf(number: string): string | undefined {
  if (number.length < 16 && plainNumber.test(number)) return undefined;
  const value = Number(number);
  if (!Number.isFinite(value)) return 'is too large for a double';
  if (value === 0 && /^[^eE]*[1-9]/.test(number)) return 'is too small for a double';
  if (/^-?\d+$/.test(number) && BigInt(number) !== BigInt(value))
    return 'changes its digits as a double, because it exceeds 2^53';
  return undefined;
}

function shown(code: number): string {
  return code > 32 && code < 127
    ? `"${String.fromCharCode(code)}"`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns a function that turns offsets in ascending order into places. */
function placesIn(text: string): (at: number) => string {
  let line = 1;
  let start = 0;
  return (at) => {
    for (let next = text.indexOf('\n', start); next !== -1 && next < at; next = text.indexOf('\n', start)) {
      line += 1;
      start = next + 1;
    }
    return `line ${line}, column ${at - start + 1}`;
  };
}
