import { isObject, type Json } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { SentRequest, Writing } from '../model/exchange.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { Dealt } from './dealing.js';

/** A request to vary. */
export interface Usual {
  operation: CheckedOperation;
  parameters: Parameters;
  request: SentRequest;
}

/**
 * What a variation means. `same`: it must be accepted, with the same effect. `refusable`: it may also be refused by a
 * 4xx. `other`: it may be refused, or have another response.
 */
type Meaning = 'same' | 'refusable' | 'other';

/** Another way to send the same request. */
export interface Variation extends Dealt {
  name: string;
  /** The end of a sentence that begins with the operation. */
  about: string;
  means: Meaning;
  /** Where it is said that it means the same. */
  source: string;
  /** Whether an RFC says MUST; else it follows from one. */
  weight?: 'must';
  /** Statuses other than the usual one that suit it. */
  allows?: readonly number[];
  /** Returns the changed parts of the request; undefined if it does not suit the request. */
  change: (usual: Usual) => Partial<SentRequest> | undefined;
}

type More = Partial<Pick<Variation, 'means' | 'weight' | 'allows' | 'isLesser'>>;

function of(name: string, about: string, source: string, more: More, change: Variation['change']): Variation {
  return { name, about, source, means: 'same', ...more, change };
}

const same: More = {};
const lesser: More = { isLesser: true };
const must: More = { weight: 'must' };
const mustLesser: More = { weight: 'must', isLesser: true };
const refusable: More = { means: 'refusable' };
const refusableLesser: More = { means: 'refusable', isLesser: true };
const other: More = { means: 'other' };
const otherLesser: More = { means: 'other', isLesser: true };
const orNotAcceptable: More = { means: 'other', allows: [406] };
const forMedia: More = { means: 'refusable', allows: [406], isLesser: true };

const headers =
  (more: Readonly<Record<string, string>>): Variation['change'] =>
  ({ request }) => ({ headers: { ...request.headers, ...more } });
const header = (name: string, value: string): Variation['change'] => headers({ [name]: value });

const written =
  (writing: Writing): Variation['change'] =>
  () => ({ writing });

const withQuery =
  (text: string): Variation['change'] =>
  ({ request: { path } }) => ({ path: path + (path.includes('?') ? '&' : '?') + text });

/** Replaces a part of the path by other spelling of the same characters. */
const inPath =
  (replace: (path: string, usual: Usual) => string | undefined): Variation['change'] =>
  (usual) => {
    const [path = '', query] = usual.request.path.split('?');
    const changed = replace(path, usual);
    return changed === undefined || changed === path
      ? undefined
      : { path: query === undefined ? changed : `${changed}?${query}` };
  };

const accept = 'RFC 9110 §12.5.1';
const coding = 'RFC 9110 §12.5.3';
const noneMatch = 'RFC 9110 §13.1.2';
const modified = 'RFC 9110 §13.1.3';
const encoding = 'RFC 3986 §6.2.2.2';
const smallCode = 'RFC 3986 §6.2.2.1';

const rare = 'application/x-check';
const manyTypes = 'application/*;q=0.9, */*;q=0.1';
const noCodings = 'gzip;q=0, br;q=0, deflate;q=0, identity';
const longAgo = 'Mon, 01 Jan 1990 00:00:00 GMT';
const fromProxy = { forwarded: 'for=192.0.2.1;host=check.example', 'x-forwarded-host': 'check.example' };
const asJson = header('content-type', 'application/json');
const noDate = header('if-modified-since', 'yesterday');
const brokenQuery = withQuery('check_unknown=%E0%A4%A');

/** Variations of a read. Each row is one request. */
export const readVariations: readonly Variation[] = [
  of('capitals', 'with the names of its headers in capitals', 'RFC 9110 §5.1', must, written({ capitals: true })),
  of('accept-any', 'with Accept: */*', accept, same, header('accept', '*/*')),
  of('no-accept', 'without Accept', accept, same, written({ without: ['accept'] })),
  of('accept-range', 'with a range of media types', accept, lesser, header('accept', manyTypes)),
  of('accept-list', 'with several media types', accept, otherLesser, header('accept', 'text/html, */*; q=0.01')),
  of('accept-parameter', 'with a parameter in Accept', accept, forMedia, acceptWithParameter),
  of('accept-other', 'with a media type in Accept that nobody has', accept, orNotAcceptable, header('accept', rare)),
  of('accept-broken', 'with an unreadable Accept', accept, orNotAcceptable, header('accept', ';;q=,/')),
  of('language', 'with another language', 'RFC 9110 §12.5.4', otherLesser, header('accept-language', 'tlh, *;q=0.1')),
  of('charset', 'with another charset', 'RFC 9110 §12.5.2', forMedia, header('accept-charset', 'utf-8, *;q=0.1')),
  of('no-gzip', 'with Accept-Encoding: gzip;q=0', coding, must, header('accept-encoding', noCodings)),
  of('gzip', 'with Accept-Encoding: gzip', coding, lesser, header('accept-encoding', 'gzip')),
  of('no-agent', 'without User-Agent', 'RFC 9110 §10.1.5', refusable, written({ without: ['user-agent'] })),
  of('cookie', 'with a cookie of others', 'RFC 6265 §4.2', lesser, withCookies('check=1; check2="a"')),
  of('no-cache', 'with Cache-Control: no-cache', 'RFC 9111 §5.2.1', lesser, header('cache-control', 'no-cache')),
  of('content-type', 'with a Content-Type, but no body', 'RFC 9110 §8.3', same, asJson),
  of('via', 'with Via, as from a proxy', 'RFC 9110 §7.6.3', lesser, header('via', '1.1 check')),
  of('forwarded', 'with Forwarded and X-Forwarded-Host, as from a proxy', 'RFC 7239 §4', other, headers(fromProxy)),
  of('referer', 'with a Referer', 'RFC 9110 §10.1.3', refusableLesser, header('referer', 'https://check.example/')),
  of('none-match', 'with If-None-Match and an unknown ETag', noneMatch, must, header('if-none-match', '"check"')),
  of('modified', 'with If-Modified-Since in 1990', modified, same, header('if-modified-since', longAgo)),
  of('modified-broken', 'with an invalid date in If-Modified-Since', modified, mustLesser, noDate),
  of('range', 'with Range: bytes=0-0', 'RFC 9110 §14.2', { allows: [206, 416] }, header('range', 'bytes=0-0')),
  of('range-unknown', 'with an unknown unit in Range', 'RFC 9110 §14.2', must, header('range', 'checks=0-0')),
  of('unknown-query', 'with an unknown query parameter', 'RFC 3986 §3.4', refusable, withQuery('check_unknown=1')),
  of('empty-query', 'with an empty query', 'RFC 3986 §6.2.3', refusable, emptyQuery),
  of('repeated-query', 'with a query parameter twice', 'RFC 3986 §3.4', other, repeatedQuery),
  of('nested-query', 'with brackets in the query', 'RFC 3986 §3.4', otherLesser, nestedQuery),
  of('broken-query', 'with invalid percent-encoding in the query', 'RFC 3986 §2.1', otherLesser, brokenQuery),
  of('encoded-word', 'with a letter of the path percent-encoded', encoding, refusable, inPath(encodedWord)),
  of('encoded-id', 'with a character of the id percent-encoded', encoding, same, inPath(encodedId(false))),
  of('encoded-id-small', 'with small letters in percent-encoding', smallCode, lesser, inPath(encodedId(true))),
];

function acceptWithParameter({ operation, request }: Usual): Partial<SentRequest> | undefined {
  const [body] = operation.success?.bodies ?? [];
  if (!body || body.media.includes('*')) return undefined;
  return { headers: { ...request.headers, accept: `${body.media}; check=1; q=0.9` } };
}

/** Besides those of the usual request, which the operation may need. */
function withCookies(others: string): (usual: Usual) => Partial<SentRequest> {
  return ({ request: { headers: own } }) => ({
    headers: { ...own, cookie: own['cookie'] === undefined ? others : `${own['cookie']}; ${others}` },
  });
}

function emptyQuery({ request: { path } }: Usual): Partial<SentRequest> | undefined {
  return path.includes('?') ? undefined : { path: `${path}?` };
}

function ownQuery({ operation }: Usual): string | undefined {
  return operation.parameters.find(({ in: place }) => place === 'query')?.name;
}

function repeatedQuery(usual: Usual): Partial<SentRequest> | undefined {
  const name = ownQuery(usual);
  return name === undefined
    ? undefined
    : withQuery(`${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=1`)(usual);
}

function nestedQuery(usual: Usual): Partial<SentRequest> | undefined {
  const name = ownQuery(usual);
  return name === undefined ? undefined : withQuery(`${encodeURIComponent(name)}%5Bcheck%5D=1`)(usual);
}

/** Encodes a letter of the last word that the template of the path has. */
function encodedWord(path: string, { operation }: Usual): string | undefined {
  const parts = path.split('/');
  const template = operation.path.split('/');
  const at = template.findLastIndex((part) => /^[a-z]/i.test(part));
  const letter = parts[at]?.[0];
  if (letter === undefined || at < 0) return undefined;
  parts[at] = `%${letter.charCodeAt(0).toString(16).toUpperCase()}${(parts[at] ?? '').slice(1)}`;
  return parts.join('/');
}

/** Encodes a character of the last id, one whose code has a letter if possible. */
function encodedId(isSmall: boolean): (path: string, usual: Usual) => string | undefined {
  return (path, { operation }) => {
    const parts = path.split('/');
    const at = operation.path.split('/').findLastIndex((part) => /^\{[^}]+\}$/.test(part));
    const id = parts[at];
    if (id === undefined || at < 0) return undefined;
    const index = id.search(isSmall ? /(?<!%|%.)[j-oJ-OZz_-]/ : /(?<!%|%.)[\w-]/);
    if (index < 0) return undefined;
    const code = id.charCodeAt(index).toString(16);
    parts[at] = `${id.slice(0, index)}%${isSmall ? code : code.toUpperCase()}${id.slice(index + 1)}`;
    return parts.join('/');
  };
}

/** Returns the varied request; undefined if the variation does not suit it. */
export function variationCase(usual: Usual, variation: Variation): TestCase | undefined {
  const { operation, parameters, request } = usual;
  const changed = variation.change(usual);
  if (!changed) return undefined;
  const { name: detail, about, allows } = variation;
  return {
    ...caseOf(operation, {
      kind: 'variation',
      detail,
      about,
      expect: 'any',
      parameters,
      ...(allows && { allows }),
    }),
    request: { ...request, ...changed },
  };
}

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
const withLineBreak = compact((body) => `${body}\r\n`);
const withLeadingSpace = compact((body) => `\n  ${body}`);
const withSlashes = compact((body) => body.replaceAll('/', '\\/'));
const withMark = compact((body) => `\ufeff${body}`);
const withFraction = text((body) => integersAs(body, '.0'));
const withExponent = text((body) => integersAs(body, 'e0'));
const inReverse = text((body) => JSON.stringify(reversed(body)));

const json = 'RFC 8259 §2';
const numbers = 'RFC 8259 §6';
// A server may insist on a length (RFC 9110 §15.5.12).
const orLength: More = { ...must, allows: [411] };

/** Variations of a request with a JSON body. Each row is one request. */
export const bodyVariations: readonly Variation[] = [
  of('charset', 'with a charset in Content-Type', 'RFC 8259 §11', same, withCharset),
  of('charset-in-quotes', 'with a charset in quotes', 'RFC 9110 §5.6.6', lesser, inQuotes),
  of('media-type-in-capitals', 'with Content-Type in capitals', 'RFC 9110 §8.3.1', must, inCapitals),
  of('media-type-with-space', 'with spaces in Content-Type', 'RFC 9110 §5.6.6', same, withSpace),
  of('white-space', 'with line breaks and tabs between the values', json, must, withTabs),
  of('line-break', 'with a line break after the body', json, mustLesser, withLineBreak),
  of('leading-space', 'with a line break before the body', json, mustLesser, withLeadingSpace),
  of('escapes', 'with escaped letters', 'RFC 8259 §7', must, compact(escapedLetters)),
  of('solidus', 'with escaped slashes', 'RFC 8259 §7', must, withSlashes),
  of('order', 'with its members in reverse order', 'RFC 8259 §4', must, inReverse),
  of('with-fraction', 'with .0 behind each integer', numbers, refusable, withFraction),
  of('with-exponent', 'with an exponent behind each integer', numbers, refusable, withExponent),
  of('byte-order-mark', 'with a byte order mark', 'RFC 8259 §8.1', refusable, withMark),
  // A server may replace bytes that are no UTF-8, or refuse them; but it must not fail.
  of('not-utf-8', 'with a byte that is not UTF-8', 'RFC 8259 §8.1', other, withBrokenText),
  of('chunked', 'with its body in chunks', 'RFC 9112 §7.1', orLength, written({ chunked: true })),
  of('capitals', 'with the names of its headers in capitals', 'RFC 9110 §5.1', mustLesser, written({ capitals: true })),
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
