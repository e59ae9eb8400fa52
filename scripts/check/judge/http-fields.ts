import { isObject } from '../../contract/json.js';
import { makeDeviation } from '../model/breach.js';
import { type CheckedOperation, isSameMedia } from '../model/contract/operations.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { type ExchangeResponse, headerOf, joinedHeaderOf } from '../model/exchange.js';

/** Reports header fields, and members of a problem document, that contradict HTTP, whatever the contract says. */
export function judgeHttpFields(operation: CheckedOperation, response: ExchangeResponse, value: unknown): Deviation[] {
  const faults = [etagFault(response), findLinkFault(response), rangeFault(response), problemFault(response, value)];
  return faults.flatMap((fault) => (fault ? [makeDeviation(operation, fault)] : []));
}

type Fault = Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual' | 'pointer'>;

/** Matches an entity tag (RFC 9110 §8.8.3). */
const etagPattern = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

function etagFault({ headers }: ExchangeResponse): Fault | undefined {
  const value = headers['etag'];
  if (value === undefined || (typeof value === 'string' && etagPattern.test(value))) return undefined;
  const message = 'The value of the ETag header is not a single entity tag in double quotes (RFC 9110 §8.8.3).';
  return { rule: 'http.etag', pointer: '', message, expected: '"…" or W/"…"', actual: [value].flat().join(', ') };
}

/** Reports a Link header that is not a list of references in angle brackets (RFC 8288 §3). */
function findLinkFault(response: ExchangeResponse): Fault | undefined {
  const value = joinedHeaderOf(response, 'link');
  if (value === undefined || /^(?:\s*,)*\s*(?:$|<[^<>]*>\s*(?:[;,]|$))/.test(value)) return undefined;
  const message = 'The addresses in the Link header are not in angle brackets (RFC 8288 §3).';
  return { rule: 'http.link', pointer: '', message, expected: '<…>; rel="…"', actual: value };
}

/**
 * Returns the range of bytes that Content-Range names: its first and last position, and the length of the whole, if the
 * server knows it. Returns undefined for another unit, or no range (RFC 9110 §14.4).
 */
export function rangeOf(response: ExchangeResponse): { first: number; last: number; length?: number } | undefined {
  const [, first, last, length] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headerOf(response, 'content-range') ?? '') ?? [];
  if (first === undefined) return undefined;
  return { first: Number(first), last: Number(last), ...(length !== '*' && { length: Number(length) }) };
}

/** Whether the body was sent in a content coding such as gzip, so that its length was different before decoding. */
export function hasContentCoding(response: ExchangeResponse): boolean {
  return !/^(?:identity)?$/i.test(headerOf(response, 'content-encoding') ?? '');
}

/** Reports a 206 response that does not say correctly which part of the whole it has. Judges only ranges of bytes. */
function rangeFault(response: ExchangeResponse): Fault | undefined {
  if (response.status !== 206) return undefined;
  const value = headerOf(response, 'content-range');
  const fault = (message: string, expected: string): Fault => {
    return { rule: 'http.content-range', pointer: '', message, expected, actual: value ?? 'no such header' };
  };
  if (value === undefined)
    return isSameMedia('multipart/byteranges', headerOf(response, 'content-type') ?? '')
      ? undefined
      : fault('A 206 response has no Content-Range header (RFC 9110 §15.3.7.1).', 'Content-Range: bytes …');
  if (!/^bytes\b/.test(value)) return undefined;
  const { first = 0, last = -1, length = Infinity } = rangeOf(response) ?? {};
  const size = last - first + 1;
  if (size < 1 || last >= length)
    return fault('The range in Content-Range is empty or too long (RFC 9110 §14.4).', 'bytes FIRST-LAST/LENGTH');
  if (hasContentCoding(response) || size === response.bytes.byteLength) return undefined;
  return fault(
    'The body is longer or shorter than the range in the Content-Range header (RFC 9110 §14.4).',
    `a range of ${response.bytes.byteLength} bytes`,
  );
}

/** Reports a problem document whose `status` differs from that of the response (RFC 9457 §3.1.2). */
function problemFault(response: ExchangeResponse, value: unknown): Fault | undefined {
  const isProblem = isSameMedia('application/problem+json', headerOf(response, 'content-type') ?? '');
  if (!isProblem || !isObject(value) || typeof value['status'] !== 'number') return undefined;
  if (value['status'] === response.status) return undefined;
  return {
    rule: 'http.problem-status',
    pointer: '/status',
    message: 'The "status" in the problem details differs from the status of the response (RFC 9457 §3.1.2).',
    expected: String(response.status),
    actual: formatValue(value['status']),
  };
}
