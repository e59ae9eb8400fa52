import { isObject, type Json } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import type { SentRequest } from '../model/exchange.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Variation } from './variations.js';

type More = Partial<Pick<Variation, 'means' | 'weight' | 'allows' | 'isLesser'>>;

const must: More = { weight: 'must' };
const refusable: More = { means: 'refusable' };
const lesser: More = { weight: 'must', isLesser: true };

type Row<Change> = (name: string, about: string, source: string, change: Change, more?: More) => Variation;

/** A body that says the same in other characters. */
const text: Row<(body: Json) => string> = (name, about, source, change, more = must) => ({
  name,
  about,
  source,
  means: 'same',
  ...more,
  change({ request: { body } }) {
    if (typeof body !== 'string') return undefined;
    const changed = change(JSON.parse(body) as Json);
    return changed === body ? undefined : { body: changed };
  },
});

/** A media type that says the same in other characters. */
const media: Row<(media: string) => string> = (name, about, source, change, more = {}) => ({
  name,
  about,
  source,
  means: 'same',
  ...more,
  change: ({ request: { headers } }) => ({
    headers: { ...headers, 'content-type': change(headers['content-type'] ?? '') },
  }),
});

const json = 'RFC 8259 §2';
const numbers = 'RFC 8259 §6';

/** Variations of a request with a JSON body. Each row is one request. */
export const bodyVariations: readonly Variation[] = [
  media('charset', 'with a charset in Content-Type', 'RFC 8259 §11', (type) => `${type}; charset=utf-8`),
  media('charset-in-quotes', 'with a charset in quotes', 'RFC 9110 §5.6.6', (type) => `${type}; charset="UTF-8"`, {
    isLesser: true,
  }),
  media(
    'media-type-in-capitals',
    'with Content-Type in capitals',
    'RFC 9110 §8.3.1',
    (type) => type.toUpperCase(),
    must,
  ),
  media(
    'media-type-with-space',
    'with spaces in Content-Type',
    'RFC 9110 §5.6.6',
    (type) => `${type} ;  charset=utf-8`,
  ),
  text('white-space', 'with line breaks and tabs between the values', json, (body) =>
    JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n'),
  ),
  text('line-break', 'with a line break after the body', json, (body) => `${JSON.stringify(body)}\r\n`, lesser),
  text('leading-space', 'with a line break before the body', json, (body) => `\n  ${JSON.stringify(body)}`, lesser),
  text('escapes', 'with escaped letters', 'RFC 8259 §7', (body) => escapedLetters(JSON.stringify(body))),
  text('solidus', 'with escaped slashes', 'RFC 8259 §7', (body) => JSON.stringify(body).replaceAll('/', '\\/')),
  text('order', 'with its members in reverse order', 'RFC 8259 §4', (body) => JSON.stringify(reversed(body))),
  text('with-fraction', 'with .0 behind each integer', numbers, (body) => integersAs(body, '.0'), refusable),
  text('with-exponent', 'with an exponent behind each integer', numbers, (body) => integersAs(body, 'e0'), refusable),
  text(
    'byte-order-mark',
    'with a byte order mark',
    'RFC 8259 §8.1',
    (body) => `\ufeff${JSON.stringify(body)}`,
    refusable,
  ),
  {
    name: 'chunked',
    about: 'with its body in chunks',
    source: 'RFC 9112 §7.1',
    means: 'same',
    weight: 'must',
    // A server may insist on a length (RFC 9110 §15.5.12).
    allows: [411],
    change: () => ({ writing: { chunked: true } }),
  },
  {
    name: 'capitals',
    isLesser: true,
    about: 'with the names of its headers in capitals',
    source: 'RFC 9110 §5.1',
    means: 'same',
    weight: 'must',
    change: () => ({ writing: { capitals: true } }),
  },
];

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
