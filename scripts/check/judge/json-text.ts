// A named import of `isUtf8` would fail in an old Node.js that lacks it. The check could then not report that this
// Node.js is too old.
import * as binary from 'node:buffer';
import { toPointer } from '../../contract/pointer.js';
import { createLineFinder } from '../../text/json-place.js';
import { type ExpectedJson, type JsonPath, scanJson } from '../../text/json-scan.js';

/** The result of reading the bytes of a body as JSON (RFC 8259). */
export interface JsonReading {
  /** The text without a byte-order mark; absent if the bytes are not valid UTF-8. */
  text?: string;
  /** The parsed value; absent if the text is not valid JSON, or nested too deeply. */
  value?: unknown;
  /** Number of members of the largest object. */
  maxMembers?: number;
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
  /** JSON pointer to the affected part, with names as in the body; empty for the whole body. */
  pointer: string;
  /** One sentence about the error and its position. It contains no text of the body. */
  message: string;
}

const maxDepth = 200;
/** Maximum number of problems to report. A body may contain a million errors, and a reader needs only a few. */
const maxProblems = 20;

/** Reads a body as JSON, and finds everything that JSON parsers may read differently. It never throws. */
export function readJson(bytes: Uint8Array): JsonReading {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!binary.isUtf8(buffer)) {
    const message = `Found invalid UTF-8 at offset ${findFirstBadByte(buffer)}.`;
    return { problems: [{ rule: 'body.not-utf8', pointer: '', message }] };
  }
  const problems: JsonProblem[] = [];
  let text = buffer.toString(binary.isAscii(buffer) ? 'latin1' : 'utf8');
  if (text.charCodeAt(0) === 0xfeff) {
    text = text.slice(1);
    const message = 'Found a byte-order mark in front of the JSON text, at offset 0.';
    problems.push({ rule: 'body.byte-order-mark', pointer: '', message });
  }
  const { problems: textProblems, maxMembers, isValid } = inspectJson(text);
  problems.push(...textProblems);
  return isValid ? { text, value: JSON.parse(text), maxMembers, problems } : { text, problems };
}

/** Returns the offset of the first byte that decoding as UTF-8 changes or drops. */
function findFirstBadByte(bytes: Buffer): number {
  const reencodedBytes = Buffer.from(bytes.toString('utf8'));
  const offset = bytes.findIndex((byte, index) => byte !== reencodedBytes[index]);
  return offset < 0 ? bytes.length : offset;
}

/** Matches a number without an exponent. If it has at most 15 digits, every parser reads the same value. */
const plainNumberPattern = /^-?[0-9.]+$/;

/** The words in messages for each part of a JSON text that the parser can expect. */
const expectationTexts: Readonly<Record<Exclude<ExpectedJson, 'less depth'>, string>> = {
  'a value': 'a JSON value',
  'the end of a string': 'the end of a string, without control characters and with known escapes',
  'a name in double quotes': 'the name of a member in double quotes',
  'a colon': 'a colon',
  'a comma or the end of the array': 'a comma or "]"',
  'a comma or the end of the object': 'a comma or "}"',
  'the end of the text': 'the end of the JSON text',
};

/** Finds the problems up to the first syntax error or value that is too deep, and the size of the largest object. */
function inspectJson(text: string): { problems: JsonProblem[]; maxMembers: number; isValid: boolean } {
  const problems: JsonProblem[] = [];
  const placeAt = createLineFinder(text);
  const placeOf = (offset: number): string => {
    const { line, column } = placeAt(offset);
    return `line ${line}, column ${column}`;
  };
  const add = (rule: JsonProblem['rule'], path: JsonPath, offset: number, foundText: string): void => {
    if (problems.length >= maxProblems) return;
    problems.push({ rule, pointer: toPointer(path), message: `Found ${foundText}, at ${placeOf(offset)}.` });
  };
  let maxMembers = 0;
  /** For each depth, the number of members so far in the latest object. */
  const memberCounts: number[] = [];
  const mistake = scanJson(text, maxDepth, {
    onValue(path) {
      const depth = path.length;
      memberCounts[depth + 1] = 0;
      if (typeof path[depth - 1] !== 'string') return;
      memberCounts[depth] = (memberCounts[depth] ?? 0) + 1;
      maxMembers = Math.max(maxMembers, memberCounts[depth]);
    },
    onNumber(path, start, digits) {
      const numberChange = numberChangeOf(digits);
      if (numberChange) add('body.number', path, start, `a number that ${numberChange}`);
    },
    onRepeatedName(path, start) {
      add('body.duplicate-key', path, start, 'a member whose name occurs earlier in the same object');
    },
  });
  if (!mistake) return { problems, maxMembers, isValid: true };
  const { expected, path, offset: at } = mistake;
  if (expected === 'less depth') {
    add('body.too-deep', path, at, `more than ${maxDepth} levels of arrays and objects`);
  } else {
    const actual = at >= text.length ? 'the end' : formatCharacter(text.codePointAt(at) ?? 0);
    const message = `Expected ${expectationTexts[expected]}, found ${actual} at ${placeOf(at)}.`;
    problems.push({ rule: 'body.not-json', pointer: '', message });
  }
  return { problems, maxMembers, isValid: false };
}

/** Returns how a parser that uses doubles (RFC 8259 §6) changes a number; undefined if it does not change it. */
function numberChangeOf(number: string): string | undefined {
  if (number.length < 16 && plainNumberPattern.test(number)) return undefined;
  const value = Number(number);
  if (!Number.isFinite(value)) return 'is too large for a double';
  if (value === 0 && /^[^eE]*[1-9]/.test(number)) return 'is too small for a double';
  if (/^-?\d+$/.test(number) && BigInt(number) !== BigInt(value))
    return 'loses digits when it is read as a double, because it exceeds 2^53';
  return undefined;
}

function formatCharacter(code: number): string {
  return code > 32 && code < 127
    ? `"${String.fromCharCode(code)}"`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
