// By its names an old Node.js, which lacks one, could not even load this module to say that it is too old.
import * as binary from 'node:buffer';
import { toPointer } from '../../contract/pointer.js';
import { type ExpectedJson, type JsonPath, scanJson } from '../../text/json-scan.js';

/** What the bytes of a body are as JSON (RFC 8259). */
export interface JsonReading {
  /** Absent where the bytes are no UTF-8; without the byte-order mark. */
  text?: string;
  /** Absent where the text is no JSON, or nested too deep. */
  value?: unknown;
  /** Members of the object that has most. */
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
  /** Pointer to what it is about; empty for the whole. It holds names from the body as they came. */
  pointer: string;
  /** What was found and where, one sentence without text of the body. */
  message: string;
}

const maxDepth = 200;
/** A body may hold a million mistakes; a reader needs a few. */
const maxProblems = 20;

/** Reads a body and names everything that makes readers of JSON disagree about it. It never throws. */
export function readJson(bytes: Uint8Array): JsonReading {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!binary.isUtf8(buffer)) {
    const message = `Found bytes that are no UTF-8 at offset ${firstBadByte(buffer)}.`;
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

/** Where decoding puts the first replacement character for which the bytes have none. */
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
 * One cheap look at the bytes of what may be JSON: how deep it is, how many members its objects have as written, and
 * whether a number is long or has an exponent. Bytes over 127 stand in strings alone.
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

/** With up to 15 digits it is the same in any reader. */
const plainNumber = /^-?[0-9.]+$/;

/** What a body that is no JSON has elsewhere. */
const expectations: Readonly<Record<Exclude<ExpectedJson, 'less depth'>, string>> = {
  'a value': 'a JSON value',
  'the end of a string': 'the end of a string, without control characters and with known escapes',
  'a name in double quotes': 'the name of a member in double quotes',
  'a colon': 'a colon',
  'a comma or the end of the array': 'a comma or "]"',
  'a comma or the end of the object': 'a comma or "}"',
  'the end of the text': 'the end of the JSON text',
};

/** Reads a text to the letter; it ends at the first thing that is no JSON, or too deep. */
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
      add('body.duplicate-key', path, start, 'a member with the name of an earlier one of the same object');
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

/** What a reader with doubles (RFC 8259 §6) makes of a number, where it is another one. */
function lossOf(number: string): string | undefined {
  if (number.length < 16 && plainNumber.test(number)) return undefined;
  const value = Number(number);
  if (!Number.isFinite(value)) return 'is too large for a double';
  if (value === 0 && /^[^eE]*[1-9]/.test(number)) return 'is too small for a double';
  if (/^-?\d+$/.test(number) && BigInt(number) !== BigInt(value))
    return 'changes its digits as a double, since it is beyond 2^53';
  return undefined;
}

function shown(code: number): string {
  return code > 32 && code < 127
    ? `"${String.fromCharCode(code)}"`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Says the place of offsets that come in order. */
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
