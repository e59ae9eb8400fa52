import type { Exchange, Failure, FailureCode, SentRequest } from '../../model/exchange.js';
import { type KeyUse, usualKeyPrefixIn } from '../../model/near-key.js';
import type { RecordedExchange } from '../../model/report/recorded-traffic.js';
import type { ReportedExchange } from '../../model/report/report.js';

/**
 * Returns the exchange of an entry of a HAR 1.2, as browsers, Playwright and proxies write it; or a string that says
 * why the entry is skipped.
 *
 * Removes all credentials. `request.key` is `right` if the request had a credential, `empty` if its Authorization was
 * empty, else `none`. Browsers omit credentials from a recording, so `none` proves nothing.
 */
export function readEntry(entry: unknown): Exchange | string {
  const request = memberAt(entry, 'request');
  const response = memberAt(entry, 'response');
  const method = textAt(request, 'method')?.toUpperCase();
  const url = textAt(request, 'url') ?? '';
  const status = memberAt(response, 'status');
  // A method is a token (RFC 9110 §5.6.2), such as M-SEARCH.
  if (!method || !/^[!#$%&'*+.^`|~\w-]+$/.test(method) || typeof status !== 'number' || !URL.canParse(url))
    return 'the entry is incomplete';
  const { protocol } = new URL(url);
  if (/^wss?:$/.test(protocol) || status === 101 || textAt(entry, '_resourceType') === 'websocket')
    return 'it is a WebSocket connection';
  if (!/^https?:$/.test(protocol) || method === 'CONNECT') return 'it is not an HTTP request';
  if (method === 'OPTIONS') return 'it is an OPTIONS request, which browsers send on their own';
  const milliseconds = Number(memberAt(entry, 'time'));
  const timing = { milliseconds: milliseconds > 0 && Number.isFinite(milliseconds) ? milliseconds : 0, attempts: 1 };
  if (status <= 0) {
    const error = textAt(response, '_error') ?? textAt(response, '_failureText') ?? '';
    if (/ABORTED|BLOCKED|cancell?ed/i.test(error)) return 'the browser cancelled it';
    return { request: toSentRequest(request, method, url), failure: failureOf(error), ...timing };
  }
  if (!Number.isInteger(status) || status < 200 || status > 599) return 'its status is not a final HTTP status';
  const isCached = hasValue(memberAt(entry, '_fromCache')) || hasValue(memberAt(response, '_fetchedViaServiceWorker'));
  if (isCached || status === 304) return 'the response came from a cache';
  if (status >= 300 && status < 400) return 'it is a redirect';
  const bytes = bodyOf(response, method);
  if (typeof bytes === 'string') return bytes;
  const headers = readHeaders(response);
  return { request: toSentRequest(request, method, url), response: { status, headers, bytes }, ...timing };
}

/** Reads an exchange of a JSON report. Returns the reason instead if the exchange cannot be judged. */
export function readReportEntry(entry: unknown): (RecordedExchange & { origin: string }) | string {
  const exchange = readEntry(entry);
  if (typeof exchange === 'string') return exchange;
  const reportEntry = entry as ReportedExchange;
  const { case: id, operationId, kind, expect, key, pointer, isAtUnknownId } = reportEntry;
  const { origin, pathname, search } = new URL(reportEntry.request.url);
  if ([id, operationId, kind, expect, key].some((text) => typeof text !== 'string')) return 'the entry is incomplete';
  const place = { ...(typeof pointer === 'string' && { pointer }), ...(isAtUnknownId === true && { isAtUnknownId }) };
  return {
    // A report never contains the key. So no query parameter is removed, even if its name looks like a credential's.
    exchange: { ...exchange, request: { ...exchange.request, path: pathname + search, key } },
    origin,
    purpose: { id, operationId, kind, expect, isWriting: reportEntry.isWriting === true, ...place },
  };
}

/** Returns the body of a response, or why it is missing. A HAR stores text, so the bytes may differ from those sent. */
function bodyOf(response: unknown, method: string): Uint8Array | string {
  const content = memberAt(response, 'content');
  const size = Number(memberAt(content, 'size') ?? 0);
  const text = textAt(content, 'text');
  const missingReason = 'its body was not recorded';
  if (!text) {
    const length = headersOf(response).find(([name]) => name === 'content-length')?.[1];
    const hasNoBody = method === 'HEAD' || Number(memberAt(response, 'status')) === 204 || length === '0';
    const isBodyElsewhere = Number(memberAt(response, 'bodySize')) > 0 || textAt(content, '_file') !== undefined;
    // A recording with neither text nor size has left the body out (HAR 1.2, content).
    const isBodyRecorded = text !== undefined || typeof memberAt(content, 'size') === 'number';
    const seemsEmpty = isBodyRecorded && size === 0 && length === undefined && !isBodyElsewhere;
    return size <= 0 && (hasNoBody || seemsEmpty) ? new Uint8Array() : missingReason;
  }
  const encoding = textAt(content, 'encoding') ?? '';
  if (encoding !== '' && encoding !== 'base64') return 'its body is neither text nor base64';
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  // Every gzip file begins with these two bytes, and no JSON does.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b && isGzipped(response)) return 'its body was recorded as gzip';
  return bytes.length < size ? 'its body was not recorded completely' : bytes;
}

function isGzipped(response: unknown): boolean {
  return headersOf(response).some(([name, value]) => name === 'content-encoding' && /gzip/i.test(value));
}

function toSentRequest(request: unknown, method: string, url: string): SentRequest {
  const allHeaders = headersOf(request);
  const { pathname, search } = new URL(url);
  const query = search.slice(1).split('&').filter(Boolean);
  const safeQuery = query.filter((pair) => !isCredential(...decodePair(pair)));
  const keyHeaders = allHeaders.filter(([name, value]) => isCredential(name, value));
  const headers = keyHeaders.length === 0 ? allHeaders : allHeaders.filter((header) => !keyHeaders.includes(header));
  const body = readRequestBody(memberAt(request, 'postData'));
  const scheme = usualKeyPrefixIn(allHeaders.find(([name]) => name === 'authorization')?.[1] ?? '');
  return {
    method,
    path: safeQuery.length > 0 ? `${pathname}?${safeQuery.join('&')}` : pathname,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body }),
    key: keyUseOf(keyHeaders, safeQuery.length < query.length),
    ...(scheme !== undefined && { scheme }),
  };
}

function keyUseOf(keys: readonly Header[], isInQuery: boolean): KeyUse {
  if (isInQuery || keys.some(([, value]) => value.trim() !== '')) return 'right';
  return keys.some(([name]) => name === 'authorization') ? 'empty' : 'none';
}

function readRequestBody(postData: unknown): string | Uint8Array | undefined {
  const text = textAt(postData, 'text');
  if (text) return textAt(postData, 'encoding') === 'base64' ? Buffer.from(text, 'base64') : text;
  const parameters = memberAt(postData, 'params');
  if (!Array.isArray(parameters) || parameters.length === 0 || /multipart/i.test(textAt(postData, 'mimeType') ?? ''))
    return text;
  const pairs = parameters.map((parameter) => [textAt(parameter, 'name') ?? '', textAt(parameter, 'value') ?? '']);
  return new URLSearchParams(pairs).toString();
}

/** Headers that describe the bytes as transferred. A HAR does not store these bytes. */
const wireHeaders = new Set(['content-length', 'content-encoding', 'transfer-encoding']);

function readHeaders(response: unknown): Record<string, string | readonly string[]> {
  const valuesByName = new Map<string, string[]>();
  for (const [name, value] of headersOf(response))
    if (!wireHeaders.has(name) && !isCredential(name, value))
      valuesByName.set(name, [...(valuesByName.get(name) ?? []), value]);
  return Object.fromEntries(
    [...valuesByName].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

type Header = readonly [name: string, value: string];

/** Returns the headers with names in lower case. Browsers join the values of a repeated header with line breaks. */
function headersOf(message: unknown): Header[] {
  const headers = memberAt(message, 'headers');
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header) => {
    const name = textAt(header, 'name')?.toLowerCase() ?? '';
    // The pseudo-headers of HTTP/2, such as `:path`, are left out.
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return [];
    return (textAt(header, 'value') ?? '').split(/\r?\n/).map((value) => [name, value] as const);
  });
}

// The expression excludes names of authors, such as `author` and `author_id`, which are not credentials.
const credentialNamePattern =
  /auth(?!ors?$|or[-_])|cookie|token|secret|passw|pwd|session|signature|credential|jwt|[cx]srf|key$|(^|[-_.])si[gd]$/i;
const credentialValuePattern = /^\s*(bearer|basic|digest|token|apikey)\s|\beyJ[\w-]+\.[\w-]+\./i;
const nonCredentialNames = new Set(['www-authenticate', 'access-control-allow-credentials', 'idempotency-key']);

/** Whether a header or a query parameter may be a credential. In doubt, it counts as one. */
export function isCredential(name: string, value: string): boolean {
  return !nonCredentialNames.has(name) && (credentialNamePattern.test(name) || credentialValuePattern.test(value));
}

function decodePair(pair: string): Header {
  const [[name, value] = ['', '']] = new URLSearchParams(pair);
  return [name, value];
}

/** Error texts of browsers for a request without a response, each with the code of its failure. */
const failurePatterns: readonly (readonly [pattern: RegExp, code: FailureCode])[] = [
  [/NAME_NOT_RESOLVED|UNKNOWN_HOST|ENOTFOUND/i, 'target.not-found'],
  [/CONNECTION_REFUSED|ECONNREFUSED/i, 'target.refused'],
  [/ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED|NETWORK_CHANGED|EHOSTUNREACH/i, 'target.unreachable'],
  [/ERR_CERT|CERTIFICATE/i, 'tls.certificate'],
  [/ERR_SSL|SSL_|TLS/i, 'tls.protocol'],
  [/TIMED_OUT|TIMEOUT/i, 'transport.timeout'],
  [/CONNECTION_RESET|EMPTY_RESPONSE|CONNECTION_CLOSED|ECONNRESET|socket hang up/i, 'transport.reset'],
  [/CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED|PARTIAL_TRANSFER/i, 'transport.truncated'],
  [/CONTENT_DECODING/i, 'transport.encoding'],
  [/INVALID_HTTP_RESPONSE|HTTP2_PROTOCOL/i, 'transport.not-http'],
  [/RESPONSE_HEADERS_TOO_BIG/i, 'transport.headers-too-large'],
];

function failureOf(error: string): Failure {
  const [, code] = failurePatterns.find(([pattern]) => pattern.test(error)) ?? [undefined, 'transport.failed' as const];
  return { code, message: `The recording has no response${error ? `: ${error.slice(0, 200)}` : ''}.` };
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

function memberAt(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function textAt(value: unknown, name: string): string | undefined {
  const member = memberAt(value, name);
  return typeof member === 'string' ? member : undefined;
}
