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

/** Another way to send the same request, and what it means. */
export interface Variation extends VariationBase {
  name: string;
  /** The end of a sentence that begins with the name of the operation. */
  about: string;
  means: Meaning;
  /** The section of the standard that defines the meaning. */
  source: string;
  /** `must` if an RFC demands the meaning with a MUST; otherwise the meaning only follows from the RFC. */
  weight?: 'must';
  /** Additional status codes that are right for the variation. */
  allowedStatuses?: readonly number[];
  /** Returns the changed parts of the request; undefined if the variation cannot be applied to it. */
  change: (base: BaseRequest) => Partial<SentRequest> | undefined;
}

type VariationOptions = Partial<Pick<Variation, 'means' | 'weight' | 'allowedStatuses' | 'isMinor'>>;

function createVariation(
  name: string,
  about: string,
  source: string,
  options: VariationOptions,
  change: Variation['change'],
): Variation {
  return { name, about, source, means: 'same', ...options, change };
}

const sameMeaning: VariationOptions = {};
const minorSameMeaning: VariationOptions = { isMinor: true };
const mustWeight: VariationOptions = { weight: 'must' };
const minorMustWeight: VariationOptions = { weight: 'must', isMinor: true };
const refusableMeaning: VariationOptions = { means: 'refusable' };
const minorRefusableMeaning: VariationOptions = { means: 'refusable', isMinor: true };
const otherMeaning: VariationOptions = { means: 'other' };
const minorOtherMeaning: VariationOptions = { means: 'other', isMinor: true };
const otherMeaningOr406: VariationOptions = { means: 'other', allowedStatuses: [406] };
const minorRefusableOr406: VariationOptions = { means: 'refusable', allowedStatuses: [406], isMinor: true };

const withHeaders =
  (newHeaders: Readonly<Record<string, string>>): Variation['change'] =>
  ({ request }) => ({ headers: { ...request.headers, ...newHeaders } });
const withHeader = (name: string, value: string): Variation['change'] => withHeaders({ [name]: value });

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
    return newPath === undefined || newPath === path
      ? undefined
      : { path: query === undefined ? newPath : `${newPath}?${query}` };
  };

const acceptSection = 'RFC 9110 §12.5.1';
const codingSection = 'RFC 9110 §12.5.3';
const noneMatchSection = 'RFC 9110 §13.1.2';
const modifiedSection = 'RFC 9110 §13.1.3';
const encodingSection = 'RFC 3986 §6.2.2.2';
const lowerCaseCodeSection = 'RFC 3986 §6.2.2.1';

const rareType = 'application/x-check';
const manyTypes = 'application/*;q=0.9, */*;q=0.1';
const noCodings = 'gzip;q=0, br;q=0, deflate;q=0, identity';
const oldDate = 'Mon, 01 Jan 1990 00:00:00 GMT';
const proxyHeaders = { forwarded: 'for=192.0.2.1;host=check.example', 'x-forwarded-host': 'check.example' };
const withJsonType = withHeader('content-type', 'application/json');
const withInvalidDate = withHeader('if-modified-since', 'yesterday');
const withBrokenQuery = withQuery('check_unknown=%E0%A4%A');

/** Variations of a read. Each row is one request. */
export const readVariations: readonly Variation[] = [
  createVariation(
    'capitals',
    'with the names of its headers in capitals',
    'RFC 9110 §5.1',
    mustWeight,
    withRequestForm({ capitals: true }),
  ),
  createVariation('accept-any', 'with Accept: */*', acceptSection, sameMeaning, withHeader('accept', '*/*')),
  createVariation('no-accept', 'without Accept', acceptSection, sameMeaning, withRequestForm({ without: ['accept'] })),
  createVariation(
    'accept-range',
    'with a range of media types',
    acceptSection,
    minorSameMeaning,
    withHeader('accept', manyTypes),
  ),
  createVariation(
    'accept-list',
    'with several media types',
    acceptSection,
    minorOtherMeaning,
    withHeader('accept', 'text/html, */*; q=0.01'),
  ),
  createVariation(
    'accept-parameter',
    'with a parameter in Accept',
    acceptSection,
    minorRefusableOr406,
    acceptWithParameter,
  ),
  createVariation(
    'accept-other',
    'with a media type in Accept that nobody has',
    acceptSection,
    otherMeaningOr406,
    withHeader('accept', rareType),
  ),
  createVariation(
    'accept-broken',
    'with an unreadable Accept',
    acceptSection,
    otherMeaningOr406,
    withHeader('accept', ';;q=,/'),
  ),
  createVariation(
    'language',
    'with another language',
    'RFC 9110 §12.5.4',
    minorOtherMeaning,
    withHeader('accept-language', 'tlh, *;q=0.1'),
  ),
  createVariation(
    'charset',
    'with another charset',
    'RFC 9110 §12.5.2',
    minorRefusableOr406,
    withHeader('accept-charset', 'utf-8, *;q=0.1'),
  ),
  createVariation(
    'no-gzip',
    'with Accept-Encoding: gzip;q=0',
    codingSection,
    mustWeight,
    withHeader('accept-encoding', noCodings),
  ),
  createVariation(
    'gzip',
    'with Accept-Encoding: gzip',
    codingSection,
    minorSameMeaning,
    withHeader('accept-encoding', 'gzip'),
  ),
  createVariation(
    'no-agent',
    'without User-Agent',
    'RFC 9110 §10.1.5',
    refusableMeaning,
    withRequestForm({ without: ['user-agent'] }),
  ),
  createVariation(
    'cookie',
    'with a cookie of others',
    'RFC 6265 §4.2',
    minorSameMeaning,
    withCookies('check=1; check2="a"'),
  ),
  createVariation(
    'no-cache',
    'with Cache-Control: no-cache',
    'RFC 9111 §5.2.1',
    minorSameMeaning,
    withHeader('cache-control', 'no-cache'),
  ),
  createVariation('content-type', 'with a Content-Type, but no body', 'RFC 9110 §8.3', sameMeaning, withJsonType),
  createVariation(
    'via',
    'with Via, as from a proxy',
    'RFC 9110 §7.6.3',
    minorSameMeaning,
    withHeader('via', '1.1 check'),
  ),
  createVariation(
    'forwarded',
    'with Forwarded and X-Forwarded-Host, as from a proxy',
    'RFC 7239 §4',
    otherMeaning,
    withHeaders(proxyHeaders),
  ),
  createVariation(
    'referer',
    'with a Referer',
    'RFC 9110 §10.1.3',
    minorRefusableMeaning,
    withHeader('referer', 'https://check.example/'),
  ),
  createVariation(
    'none-match',
    'with If-None-Match and an unknown ETag',
    noneMatchSection,
    mustWeight,
    withHeader('if-none-match', '"check"'),
  ),
  createVariation(
    'modified',
    'with If-Modified-Since in 1990',
    modifiedSection,
    sameMeaning,
    withHeader('if-modified-since', oldDate),
  ),
  createVariation(
    'modified-broken',
    'with an invalid date in If-Modified-Since',
    modifiedSection,
    minorMustWeight,
    withInvalidDate,
  ),
  createVariation(
    'range',
    'with Range: bytes=0-0',
    'RFC 9110 §14.2',
    { allowedStatuses: [206, 416] },
    withHeader('range', 'bytes=0-0'),
  ),
  createVariation(
    'range-unknown',
    'with an unknown unit in Range',
    'RFC 9110 §14.2',
    mustWeight,
    withHeader('range', 'checks=0-0'),
  ),
  createVariation(
    'unknown-query',
    'with an unknown query parameter',
    'RFC 3986 §3.4',
    refusableMeaning,
    withQuery('check_unknown=1'),
  ),
  createVariation('empty-query', 'with an empty query', 'RFC 3986 §6.2.3', refusableMeaning, addEmptyQuery),
  createVariation('repeated-query', 'with a query parameter twice', 'RFC 3986 §3.4', otherMeaning, repeatQuery),
  createVariation('nested-query', 'with brackets in the query', 'RFC 3986 §3.4', minorOtherMeaning, nestQuery),
  createVariation(
    'broken-query',
    'with invalid percent-encoding in the query',
    'RFC 3986 §2.1',
    minorOtherMeaning,
    withBrokenQuery,
  ),
  createVariation(
    'encoded-word',
    'with a letter of the path percent-encoded',
    encodingSection,
    refusableMeaning,
    changePath(encodeLetter),
  ),
  createVariation(
    'encoded-id',
    'with a character of the id percent-encoded',
    encodingSection,
    sameMeaning,
    changePath(encodeId(false)),
  ),
  createVariation(
    'encoded-id-small',
    'with small letters in percent-encoding',
    lowerCaseCodeSection,
    minorSameMeaning,
    changePath(encodeId(true)),
  ),
];

function acceptWithParameter({ operation, request }: BaseRequest): Partial<SentRequest> | undefined {
  const [body] = operation.success?.bodies ?? [];
  if (!body || body.media.includes('*')) return undefined;
  return { headers: { ...request.headers, accept: `${body.media}; check=1; q=0.9` } };
}

/** Adds cookies to those of the usual request, which the operation may need. */
function withCookies(cookies: string): (base: BaseRequest) => Partial<SentRequest> {
  return ({ request: { headers: ownHeaders } }) => ({
    headers: {
      ...ownHeaders,
      cookie: ownHeaders['cookie'] === undefined ? cookies : `${ownHeaders['cookie']}; ${cookies}`,
    },
  });
}

function addEmptyQuery({ request: { path } }: BaseRequest): Partial<SentRequest> | undefined {
  return path.includes('?') ? undefined : { path: `${path}?` };
}

function queryNameOf({ operation }: BaseRequest): string | undefined {
  return operation.parameters.find(({ in: place }) => place === 'query')?.name;
}

function repeatQuery(base: BaseRequest): Partial<SentRequest> | undefined {
  const name = queryNameOf(base);
  return name === undefined
    ? undefined
    : withQuery(`${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=1`)(base);
}

function nestQuery(base: BaseRequest): Partial<SentRequest> | undefined {
  const name = queryNameOf(base);
  return name === undefined ? undefined : withQuery(`${encodeURIComponent(name)}%5Bcheck%5D=1`)(base);
}

/** Percent-encodes the first letter of the last fixed segment of the path. */
function encodeLetter(path: string, { operation }: BaseRequest): string | undefined {
  const parts = path.split('/');
  const template = operation.path.split('/');
  const index = template.findLastIndex((part) => /^[a-z]/i.test(part));
  const letter = parts[index]?.[0];
  if (letter === undefined || index < 0) return undefined;
  parts[index] = `%${letter.charCodeAt(0).toString(16).toUpperCase()}${(parts[index] ?? '').slice(1)}`;
  return parts.join('/');
}

/** Percent-encodes a character of the last id. For lower case, chooses a character whose code contains a letter. */
function encodeId(isLowerCase: boolean): (path: string, base: BaseRequest) => string | undefined {
  return (path, { operation }) => {
    const parts = path.split('/');
    const segmentIndex = operation.path.split('/').findLastIndex((part) => /^\{[^}]+\}$/.test(part));
    const id = parts[segmentIndex];
    if (id === undefined || segmentIndex < 0) return undefined;
    const index = id.search(isLowerCase ? /(?<!%|%.)[j-oJ-OZz_-]/ : /(?<!%|%.)[\w-]/);
    if (index < 0) return undefined;
    const code = id.charCodeAt(index).toString(16);
    parts[segmentIndex] = `${id.slice(0, index)}%${isLowerCase ? code : code.toUpperCase()}${id.slice(index + 1)}`;
    return parts.join('/');
  };
}

/** Returns the varied request as a test case; undefined if the variation cannot be applied to it. */
export function variationCase(base: BaseRequest, variation: Variation): TestCase | undefined {
  const { operation, parameters, request } = base;
  const changes = variation.change(base);
  if (!changes) return undefined;
  const { name: detail, about, allowedStatuses } = variation;
  return {
    ...caseOf(operation, {
      kind: 'variation',
      detail,
      about,
      expect: 'any',
      parameters,
      ...(allowedStatuses && { allows: allowedStatuses }),
    }),
    request: { ...request, ...changes },
  };
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
  ({ request: { headers } }) => ({
    headers: { ...headers, 'content-type': change(headers['content-type'] ?? '') },
  });

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

const jsonSection = 'RFC 8259 §2';
const numbersSection = 'RFC 8259 §6';
// A server may require a Content-Length (RFC 9110 §15.5.12).
const mustWeightOr411: VariationOptions = { ...mustWeight, allowedStatuses: [411] };

/** Variations of a request with a JSON body. Each row is one request. */
export const bodyVariations: readonly Variation[] = [
  createVariation('charset', 'with a charset in Content-Type', 'RFC 8259 §11', sameMeaning, withCharset),
  createVariation(
    'charset-in-quotes',
    'with a charset in quotes',
    'RFC 9110 §5.6.6',
    minorSameMeaning,
    withQuotedCharset,
  ),
  createVariation(
    'media-type-in-capitals',
    'with Content-Type in capitals',
    'RFC 9110 §8.3.1',
    mustWeight,
    withCapitals,
  ),
  createVariation('media-type-with-space', 'with spaces in Content-Type', 'RFC 9110 §5.6.6', sameMeaning, withSpace),
  createVariation('white-space', 'with line breaks and tabs between the values', jsonSection, mustWeight, withTabs),
  createVariation('line-break', 'with a line break after the body', jsonSection, minorMustWeight, withLineBreak),
  createVariation('leading-space', 'with a line break before the body', jsonSection, minorMustWeight, withLeadingSpace),
  createVariation('escapes', 'with escaped letters', 'RFC 8259 §7', mustWeight, changeText(escapeLetters)),
  createVariation('solidus', 'with escaped slashes', 'RFC 8259 §7', mustWeight, withSlashes),
  createVariation('order', 'with its members in reverse order', 'RFC 8259 §4', mustWeight, withReversedMembers),
  createVariation('with-fraction', 'with .0 behind each integer', numbersSection, refusableMeaning, withFraction),
  createVariation(
    'with-exponent',
    'with an exponent behind each integer',
    numbersSection,
    refusableMeaning,
    withExponent,
  ),
  createVariation('byte-order-mark', 'with a byte order mark', 'RFC 8259 §8.1', refusableMeaning, withByteOrderMark),
  // A server may replace bytes that are not UTF-8, or refuse them. It must not fail.
  createVariation('not-utf-8', 'with a byte that is not UTF-8', 'RFC 8259 §8.1', otherMeaning, withBrokenText),
  createVariation(
    'chunked',
    'with its body in chunks',
    'RFC 9112 §7.1',
    mustWeightOr411,
    withRequestForm({ chunked: true }),
  ),
  createVariation(
    'capitals',
    'with the names of its headers in capitals',
    'RFC 9110 §5.1',
    minorMustWeight,
    withRequestForm({ capitals: true }),
  ),
];

/** Puts a byte that never occurs in UTF-8 into the first text of the body. */
function withBrokenText({ request: { body } }: BaseRequest): Partial<SentRequest> | undefined {
  const offset = typeof body === 'string' ? body.search(/(?<=:\s*")[^"\\]/) : -1;
  if (typeof body !== 'string' || offset < 0) return undefined;
  return {
    body: Buffer.concat([Buffer.from(body.slice(0, offset)), Buffer.of(0xff), Buffer.from(body.slice(offset))]),
  };
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
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, below]) => [name, reverseMembers(below as Json)]),
  );
}

function appendToIntegers(value: Json, end: string): string {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}${end}` : `${value}`;
  if (Array.isArray(value)) return `[${value.map((item) => appendToIntegers(item, end)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, below]) => `${JSON.stringify(name)}:${appendToIntegers(below as Json, end)}`,
  );
  return `{${members.join(',')}}`;
}
