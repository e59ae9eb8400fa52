import { isObject, type Json } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { SentRequest } from '../model/exchange.js';
import { type More, of, refusable, type Usual, type Variation, written } from './variations.js';

const must: More = { weight: 'must' };
const lesser: More = { weight: 'must', isLesser: true };

/** The body in other characters that say the same. */
const text =
  (change: (body: Json) => string): Variation['change'] =>
  ({ request: { body } }) => {
    if (typeof body !== 'string') return undefined;
    const changed = change(JSON.parse(body) as Json);
    return changed === body ? undefined : { body: changed };
  };

/** The body as it would be written without white space, changed. */
const compact = (change: (written: string) => string): Variation['change'] =>
  text((body) => change(JSON.stringify(body)));

/** The media type in other characters that say the same. */
const media =
  (change: (media: string) => string): Variation['change'] =>
  ({ request: { headers } }) => ({
    headers: { ...headers, 'content-type': change(headers['content-type'] ?? '') },
  });

const withTabs = text((body) => JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n'));
const withCharset = media((type) => `${type}; charset=utf-8`);
const inQuotes = media((type) => `${type}; charset="UTF-8"`);
const withSpace = media((type) => `${type} ;  charset=utf-8`);
const inCapitals = media((type) => type.toUpperCase());
const withFraction = text((body) => integersAs(body, '.0'));
const withExponent = text((body) => integersAs(body, 'e0'));
const inReverse = text((body) => JSON.stringify(reversed(body)));

const json = 'RFC 8259 §2';
const numbers = 'RFC 8259 §6';
// A server may insist on a length (RFC 9110 §15.5.12).
const orLength: More = { ...must, allows: [411] };

/** Variations of a request with a JSON body. Each row is one request. */
export const bodyVariations: readonly Variation[] = [
  of('charset', 'with a charset in Content-Type', 'RFC 8259 §11', withCharset),
  of('charset-in-quotes', 'with a charset in quotes', 'RFC 9110 §5.6.6', inQuotes, { isLesser: true }),
  of('media-type-in-capitals', 'with Content-Type in capitals', 'RFC 9110 §8.3.1', inCapitals, must),
  of('media-type-with-space', 'with spaces in Content-Type', 'RFC 9110 §5.6.6', withSpace),
  of('white-space', 'with line breaks and tabs between the values', json, withTabs, must),
  of(
    'line-break',
    'with a line break after the body',
    json,
    compact((body) => `${body}\r\n`),
    lesser,
  ),
  of(
    'leading-space',
    'with a line break before the body',
    json,
    compact((body) => `\n  ${body}`),
    lesser,
  ),
  of('escapes', 'with escaped letters', 'RFC 8259 §7', compact(escapedLetters), must),
  of(
    'solidus',
    'with escaped slashes',
    'RFC 8259 §7',
    compact((body) => body.replaceAll('/', '\\/')),
    must,
  ),
  of('order', 'with its members in reverse order', 'RFC 8259 §4', inReverse, must),
  of('with-fraction', 'with .0 behind each integer', numbers, withFraction, refusable),
  of('with-exponent', 'with an exponent behind each integer', numbers, withExponent, refusable),
  of(
    'byte-order-mark',
    'with a byte order mark',
    'RFC 8259 §8.1',
    compact((body) => `\ufeff${body}`),
    refusable,
  ),
  // A server may replace bytes that are no UTF-8, or refuse them; but it must not fail.
  of('not-utf-8', 'with a byte that is not UTF-8', 'RFC 8259 §8.1', withBrokenText, { means: 'other' }),
  of('chunked', 'with its body in chunks', 'RFC 9112 §7.1', written({ chunked: true }), orLength),
  of('capitals', 'with the names of its headers in capitals', 'RFC 9110 §5.1', written({ capitals: true }), lesser),
];

/** Puts a byte that no text in UTF-8 has into the first text of the body. */
function withBrokenText({ request: { body } }: Usual): Partial<SentRequest> | undefined {
  const at = typeof body === 'string' ? body.search(/(?<=:\s*")[^"\\]/) : -1;
  if (typeof body !== 'string' || at < 0) return undefined;
  return { body: Buffer.concat([Buffer.from(body.slice(0, at)), Buffer.of(0xff), Buffer.from(body.slice(at))]) };
}

/** Whether the operation takes JSON that is worth writing in other characters. */
export function hasJsonBody({ body }: CheckedOperation, request: SentRequest): boolean {
  return body !== undefined && isJson(body.media) && typeof request.body === 'string' && request.body.length > 2;
}

/** Escapes each letter in strings and in names of members; a letter after a backslash is an escape already. */
function escapedLetters(written: string): string {
  return written.replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
    string.replace(/\\(?:u[0-9a-f]{4}|.)|[A-Za-z]/g, (found) =>
      found.startsWith('\\') ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, below]) => [name, reversed(below as Json)]),
  );
}

function integersAs(value: Json, end: string): string {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}${end}` : `${value}`;
  if (Array.isArray(value)) return `[${value.map((item) => integersAs(item, end)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, below]) => `${JSON.stringify(name)}:${integersAs(below as Json, end)}`,
  );
  return `{${members.join(',')}}`;
}
