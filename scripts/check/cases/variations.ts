import { isObject, type Json } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { RequestForm, SentRequest } from '../model/exchange.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { VariationBase } from './distribution.js';

export interface BaseRequest {
  operation: CheckedOperation;
  parameters: Parameters;
  request: SentRequest;
}

/**
 * The meaning of a variation. `same`: the server must accept it, with the same effect. `refusable`: the server may also
 * refuse it with a 4xx. `other`: the server may refuse it, or respond differently.
 */
type Meaning = 'same' | 'refusable' | 'other';

/** Another way to send the same request, and how a server must treat it. */
export interface Variation extends VariationBase {
  name: string;
  /** The end of a sentence that begins with the name of the operation. */
  about: string;
  meaning: Meaning;
  /** The section of the standard that defines the meaning. */
  source: string;
  /** `must` if an RFC demands the meaning with a MUST; otherwise the meaning only follows from the RFC. */
  weight?: 'must';
  /** Additional status codes that are right for the variation. */
  allowedStatuses?: readonly number[];
  /** Returns the changed parts of the request; undefined if the variation cannot be applied to it. */
  change: (base: BaseRequest) => Partial<SentRequest> | undefined;
}

const createVariation =
  (options: Pick<Variation, 'meaning' | 'weight'>) =>
  (name: string, about: string, source: string, change: Variation['change']): Variation => ({
    name,
    about,
    source,
    ...options,
    change,
  });
const same = createVariation({ meaning: 'same' });
const must = createVariation({ meaning: 'same', weight: 'must' });
const refusable = createVariation({ meaning: 'refusable' });
const other = createVariation({ meaning: 'other' });
const asMinor = (variation: Variation): Variation => ({ ...variation, isMinor: true });
const allowStatuses = (statuses: number[], variation: Variation): Variation => ({
  ...variation,
  allowedStatuses: statuses,
});
const allow406 = (variation: Variation): Variation => allowStatuses([406], variation);

const withHeaders =
  (newHeaders: Readonly<Record<string, string>>): Variation['change'] =>
  ({ request }) => ({ headers: { ...request.headers, ...newHeaders } });
const withHeader = (name: string, value: string): Variation['change'] => withHeaders({ [name]: value });

const withAccept = (media: string): Variation['change'] => withHeader('accept', media);

const withRequestForm =
  (value: RequestForm): Variation['change'] =>
  () => ({ writing: value });

const withQuery =
  (text: string): Variation['change'] =>
  ({ request: { path } }) => ({ path: path + (path.includes('?') ? '&' : '?') + text });

/** Replaces a part of the path with another spelling of the same characters. */
const changePath =
  (replace: (path: string, base: BaseRequest) => string | undefined): Variation['change'] =>
  (base) => {
    const [path = '', query] = base.request.path.split('?');
    const newPath = replace(path, base);
    if (newPath === undefined || newPath === path) return undefined;
    return { path: query === undefined ? newPath : `${newPath}?${query}` };
  };

/** Percent-encodes a character in the last segment whose counterpart in the path template matches `template`. */
const encodeInSegment = (template: RegExp, character: RegExp, isLowerCase = false): Variation['change'] =>
  changePath((path, { operation }) => {
    const parts = path.split('/');
    const segmentIndex = operation.path.split('/').findLastIndex((part) => template.test(part));
    const segment = parts[segmentIndex] ?? '';
    const index = segment.search(character);
    if (index < 0) return undefined;
    const code = segment.charCodeAt(index).toString(16);
    const encodedCharacter = `%${isLowerCase ? code : code.toUpperCase()}`;
    parts[segmentIndex] = segment.slice(0, index) + encodedCharacter + segment.slice(index + 1);
    return parts.join('/');
  });

/** Adds text to the query that contains the name of a query parameter of the operation. */
const withQueryName =
  (textOf: (name: string) => string): Variation['change'] =>
  (base) => {
    const parameter = base.operation.parameters.find(({ in: place }) => place === 'query');
    return parameter && withQuery(textOf(encodeURIComponent(parameter.name)))(base);
  };

const acceptSection = 'RFC 9110 §12.5.1';

const withCapitalNames = withRequestForm({ capitals: true });
const withUnknownTag = withHeader('if-none-match', '"check"');
const withOtherCharset = withHeader('accept-charset', 'utf-8, *;q=0.1');
const manyTypes = 'application/*;q=0.9, */*;q=0.1';
const rareType = 'application/x-check';
const noCodings = 'gzip;q=0, br;q=0, deflate;q=0, identity';
const oldDate = 'Mon, 01 Jan 1990 00:00:00 GMT';
const proxyHeaders = { forwarded: 'for=192.0.2.1;host=check.example', 'x-forwarded-host': 'check.example' };
const withJsonType = withHeader('content-type', 'application/json');
const withInvalidDate = withHeader('if-modified-since', 'yesterday');
const repeatQuery = withQueryName((name) => `${name}=1&${name}=1`);
const nestQuery = withQueryName((name) => `${name}%5Bcheck%5D=1`);
const idTemplate = /^\{[^}]+\}$/;
const encodeLetter = encodeInSegment(/^[a-z]/i, /^./);
const encodeId = encodeInSegment(idTemplate, /(?<!%|%.)[\w-]/);
// Lower-case encoding differs only for a character whose hexadecimal code contains a letter.
const encodeIdInLowerCase = encodeInSegment(idTemplate, /(?<!%|%.)[j-oJ-OZz_-]/, true);
const withBrokenQuery = withQuery('check_unknown=%E0%A4%A');

/** Variations of a read. Each row is one request. */
export const readVariations: readonly Variation[] = [
  must('capitals', 'with the names of its headers in capitals', 'RFC 9110 §5.1', withCapitalNames),
  same('accept-any', 'with Accept: */*', acceptSection, withAccept('*/*')),
  same('no-accept', 'without Accept', acceptSection, withRequestForm({ without: ['accept'] })),
  asMinor(same('accept-range', 'with a range of media types', acceptSection, withAccept(manyTypes))),
  asMinor(other('accept-list', 'with several media types', acceptSection, withAccept('text/html, */*; q=0.01'))),
  asMinor(allow406(refusable('accept-parameter', 'with a parameter in Accept', acceptSection, withAcceptParameter))),
  allow406(other('accept-other', 'with only an unknown media type in Accept', acceptSection, withAccept(rareType))),
  allow406(other('accept-broken', 'with an invalid Accept', acceptSection, withAccept(';;q=,/'))),
  asMinor(
    other('language', 'with another language', 'RFC 9110 §12.5.4', withHeader('accept-language', 'tlh, *;q=0.1')),
  ),
  asMinor(allow406(refusable('charset', 'with an Accept-Charset header', 'RFC 9110 §12.5.2', withOtherCharset))),
  must('no-gzip', 'with Accept-Encoding: gzip;q=0', 'RFC 9110 §12.5.3', withHeader('accept-encoding', noCodings)),
  asMinor(same('gzip', 'with Accept-Encoding: gzip', 'RFC 9110 §12.5.3', withHeader('accept-encoding', 'gzip'))),
  refusable('no-agent', 'without User-Agent', 'RFC 9110 §10.1.5', withRequestForm({ without: ['user-agent'] })),
  asMinor(same('cookie', 'with cookies of other programs', 'RFC 6265 §4.2', withCookies('check=1; check2="a"'))),
  asMinor(same('no-cache', 'with Cache-Control: no-cache', 'RFC 9111 §5.2.1', withHeader('cache-control', 'no-cache'))),
  same('content-type', 'with a Content-Type, but no body', 'RFC 9110 §8.3', withJsonType),
  asMinor(same('via', 'with Via, as from a proxy', 'RFC 9110 §7.6.3', withHeader('via', '1.1 check'))),
  other('forwarded', 'with Forwarded and X-Forwarded-Host, as from a proxy', 'RFC 7239 §4', withHeaders(proxyHeaders)),
  asMinor(refusable('referer', 'with a Referer', 'RFC 9110 §10.1.3', withHeader('referer', 'https://check.example/'))),
  must('none-match', 'with If-None-Match and an unknown ETag', 'RFC 9110 §13.1.2', withUnknownTag),
  same('modified', 'with If-Modified-Since in 1990', 'RFC 9110 §13.1.3', withHeader('if-modified-since', oldDate)),
  asMinor(must('modified-broken', 'with an invalid date in If-Modified-Since', 'RFC 9110 §13.1.3', withInvalidDate)),
  allowStatuses([206, 416], same('range', 'with Range: bytes=0-0', 'RFC 9110 §14.2', withHeader('range', 'bytes=0-0'))),
  must('range-unknown', 'with an unknown unit in Range', 'RFC 9110 §14.2', withHeader('range', 'checks=0-0')),
  refusable('unknown-query', 'with an unknown query parameter', 'RFC 3986 §3.4', withQuery('check_unknown=1')),
  refusable('empty-query', 'with an empty query', 'RFC 3986 §6.2.3', addEmptyQuery),
  other('repeated-query', 'with a query parameter twice', 'RFC 3986 §3.4', repeatQuery),
  asMinor(other('nested-query', 'with brackets in the query', 'RFC 3986 §3.4', nestQuery)),
  asMinor(other('broken-query', 'with invalid percent-encoding in the query', 'RFC 3986 §2.1', withBrokenQuery)),
  refusable('encoded-word', 'with a letter of the path percent-encoded', 'RFC 3986 §6.2.2.2', encodeLetter),
  same('encoded-id', 'with a character of the id percent-encoded', 'RFC 3986 §6.2.2.2', encodeId),
  asMinor(same('encoded-id-small', 'with lower-case percent-encoding', 'RFC 3986 §6.2.2.1', encodeIdInLowerCase)),
];

function withAcceptParameter({ operation, request }: BaseRequest): Partial<SentRequest> | undefined {
  const [body] = operation.success?.bodies ?? [];
  if (!body || body.media.includes('*')) return undefined;
  return { headers: { ...request.headers, accept: `${body.media}; check=1; q=0.9` } };
}

/** Adds cookies. The cookies of the usual request stay, since the operation may need them. */
function withCookies(cookies: string): (base: BaseRequest) => Partial<SentRequest> {
  return ({ request: { headers } }) => {
    const usualCookies = headers['cookie'];
    return { headers: { ...headers, cookie: usualCookies === undefined ? cookies : `${usualCookies}; ${cookies}` } };
  };
}

function addEmptyQuery({ request: { path } }: BaseRequest): Partial<SentRequest> | undefined {
  return path.includes('?') ? undefined : { path: `${path}?` };
}

/** Returns the varied request as a test case; undefined if the variation cannot be applied to it. */
export function variationCase(base: BaseRequest, variation: Variation): TestCase | undefined {
  const { operation, parameters, request } = base;
  const changes = variation.change(base);
  if (!changes) return undefined;
  const { name: detail, about, allowedStatuses } = variation;
  const purpose = { kind: 'variation', detail, about, expect: 'any' } as const;
  const testCase = caseOf(operation, { ...purpose, parameters, ...(allowedStatuses && { allows: allowedStatuses }) });
  return { ...testCase, request: { ...request, ...changes } };
}

/** Rewrites the JSON value of the body in another form with the same meaning. */
const changeJson =
  (change: (body: Json) => string): Variation['change'] =>
  ({ request: { body } }) => {
    if (typeof body !== 'string') return undefined;
    const newBody = change(JSON.parse(body) as Json);
    return newBody === body ? undefined : { body: newBody };
  };

/** Rewrites the JSON text of the body. The given text has no white space between values. */
const changeText = (change: (text: string) => string): Variation['change'] =>
  changeJson((body) => change(JSON.stringify(body)));

/** Rewrites the Content-Type in another form with the same meaning. */
const changeType =
  (change: (media: string) => string): Variation['change'] =>
  ({ request: { headers } }) => ({ headers: { ...headers, 'content-type': change(headers['content-type'] ?? '') } });

const withTabs = changeJson((body) => JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n'));
const withCharset = changeType((type) => `${type}; charset=utf-8`);
const withQuotedCharset = changeType((type) => `${type}; charset="UTF-8"`);
const withSpace = changeType((type) => `${type} ;  charset=utf-8`);
const withCapitals = changeType((type) => type.toUpperCase());
const withLineBreak = changeText((body) => `${body}\r\n`);
const withLeadingSpace = changeText((body) => `\n  ${body}`);
const withSlashes = changeText((body) => body.replaceAll('/', '\\/'));
const withByteOrderMark = changeText((body) => `\ufeff${body}`);
const withFraction = changeJson((body) => appendToIntegers(body, '.0'));
const withExponent = changeJson((body) => appendToIntegers(body, 'e0'));
const withReversedMembers = changeJson((body) => JSON.stringify(reverseMembers(body)));

/** Variations of a request with a JSON body. Each row is one request. */
export const bodyVariations: readonly Variation[] = [
  same('charset', 'with a charset in Content-Type', 'RFC 8259 §11', withCharset),
  asMinor(same('charset-in-quotes', 'with a charset in quotes', 'RFC 9110 §5.6.6', withQuotedCharset)),
  must('media-type-in-capitals', 'with Content-Type in capitals', 'RFC 9110 §8.3.1', withCapitals),
  same('media-type-with-space', 'with spaces in Content-Type', 'RFC 9110 §5.6.6', withSpace),
  must('white-space', 'with line breaks and tabs between the values', 'RFC 8259 §2', withTabs),
  asMinor(must('line-break', 'with a line break after the body', 'RFC 8259 §2', withLineBreak)),
  asMinor(must('leading-space', 'with a line break before the body', 'RFC 8259 §2', withLeadingSpace)),
  must('escapes', 'with escaped letters in its body', 'RFC 8259 §7', changeText(escapeLetters)),
  must('solidus', 'with escaped slashes in its body', 'RFC 8259 §7', withSlashes),
  must('order', 'with the members of its body in reverse order', 'RFC 8259 §4', withReversedMembers),
  refusable('with-fraction', 'with .0 after each integer', 'RFC 8259 §6', withFraction),
  refusable('with-exponent', 'with an exponent after each integer', 'RFC 8259 §6', withExponent),
  refusable('byte-order-mark', 'with a byte order mark', 'RFC 8259 §8.1', withByteOrderMark),
  // A server may replace bytes that are not UTF-8, or refuse them. It must not fail.
  other('not-utf-8', 'with a byte that is not UTF-8', 'RFC 8259 §8.1', withBrokenText),
  // A server may require a Content-Length (RFC 9110 §15.5.12).
  allowStatuses([411], must('chunked', 'with its body in chunks', 'RFC 9112 §7.1', withRequestForm({ chunked: true }))),
  asMinor(must('capitals', 'with the names of its headers in capitals', 'RFC 9110 §5.1', withCapitalNames)),
];

/** Puts a byte that never occurs in UTF-8 into the first text of the body. */
function withBrokenText({ request: { body } }: BaseRequest): Partial<SentRequest> | undefined {
  const offset = typeof body === 'string' ? body.search(/(?<=:\s*")[^"\\]/) : -1;
  if (typeof body !== 'string' || offset < 0) return undefined;
  const parts = [Buffer.from(body.slice(0, offset)), Buffer.of(0xff), Buffer.from(body.slice(offset))];
  return { body: Buffer.concat(parts) };
}

/** Whether the operation takes JSON, and the request has a JSON body that can be written in another form. */
export function hasJsonBody({ body }: CheckedOperation, request: SentRequest): boolean {
  return body !== undefined && isJson(body.media) && typeof request.body === 'string' && request.body.length > 2;
}

/** Escapes each letter in strings and in names of members. A letter after a backslash is already part of an escape. */
function escapeLetters(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
    string.replace(/\\(?:u[0-9a-f]{4}|.)|[A-Za-z]/g, (match) =>
      match.startsWith('\\') ? match : `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

function reverseMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (!isObject(value)) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, child]) => [name, reverseMembers(child as Json)]));
}

function appendToIntegers(value: Json, end: string): string {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}${end}` : `${value}`;
  if (Array.isArray(value)) return `[${value.map((item) => appendToIntegers(item, end)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, child]) => `${JSON.stringify(name)}:${appendToIntegers(child as Json, end)}`,
  );
  return `{${members.join(',')}}`;
}
