import { hasContentCoding, rangeOf } from '../../judge/http-fields.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { type ExchangeResponse, headerOf } from '../../model/exchange.js';
import type { Outcome } from '../../session/outcome.js';
import type { TestTarget } from '../harness.js';
import { listsStatus, takesHeader } from './conditions.js';
import { checkFurtherReads, etagOf, type Fault, type FurtherRead } from './further-reads.js';

/** Whether the document or a response says that an operation can return parts of a representation. */
function supportsRanges(operation: CheckedOperation, response: ExchangeResponse): boolean {
  return (
    takesHeader(operation, /^range$/i) ||
    listsStatus(operation, '206', '416') ||
    /^bytes$/i.test(headerOf(response, 'accept-ranges') ?? '')
  );
}

/** Reads parts of a representation (RFC 9110 §14). A server may return the whole instead, but no wrong part. */
export async function checkByteRanges(target: TestTarget, usual: Outcome): Promise<void> {
  const { response } = usual.exchange;
  const size = response?.bytes.byteLength ?? 0;
  if (usual.status !== 200 || !response || hasContentCoding(response) || size < 4) return;
  if (!supportsRanges(target.operation, response)) return;
  const reads = [
    partRead('the first byte', 'bytes=0-0', [0, 1]),
    partRead('a part in the middle', `bytes=1-${size - 2}`, [1, size - 1]),
    partRead('all bytes but the first', 'bytes=1-', [1, size]),
    partRead('the last two bytes', 'bytes=-2', [size - 2, size]),
    partRead('more than the last two bytes', `bytes=${size - 2}-${size + 9}`, [size - 2, size]),
    partRead('a part after the end', `bytes=${size}-`, 'none'),
  ];
  const etag = etagOf(usual);
  if (etag !== undefined && !etag.startsWith('W/')) {
    reads.push(partRead('the first byte with the current ETag in If-Range', 'bytes=0-0', [0, 1], etag));
    reads.push(partRead('the first byte with an outdated ETag in If-Range', 'bytes=0-0', 'whole', '"check"'));
    // If-Range compares strongly (§13.1.5), so a weak ETag never matches.
    reads.push(partRead('the first byte with a weak ETag in If-Range', 'bytes=0-0', 'whole', `W/${etag}`));
  }
  await checkFurtherReads(target, usual, { reads, isEvidence: false });
}

/** @param wanted positions of the part's first byte and of the byte after its last, or what must be returned instead */
function partRead(
  what: string,
  range: string,
  wanted: readonly [number, number] | 'none' | 'whole',
  condition?: string,
): FurtherRead {
  return {
    name: `range ${what}`,
    about: `for ${what}`,
    headers: { range, 'accept-encoding': 'identity', ...(condition !== undefined && { 'if-range': condition }) },
    allowedStatuses: [206, 416],
    faultOf: (outcome, usual) => findRangeFault(outcome, usual, { what, wanted }),
  };
}

function findRangeFault(
  { status, exchange: { response } }: Outcome,
  usual: Outcome,
  { what, wanted }: { what: string; wanted: readonly [number, number] | 'none' | 'whole' },
): Fault | undefined {
  const whole = usual.exchange.response?.bytes ?? new Uint8Array();
  const actual = `status ${status}`;
  const fault = (text: string, expected: string, found = actual): Fault => ({
    rule: 'http.range',
    message: `A request for ${what} ${text}.`,
    expected,
    actual: found,
  });
  if (status === 416 && wanted !== 'none') return fault('is refused (RFC 9110 §15.5.17)', 'status 206 or 200');
  if (status === 200 && response && Buffer.compare(response.bytes, whole) !== 0)
    return fault('returns neither the part nor the whole (RFC 9110 §14.2)', 'status 206, or the whole');
  if (status !== 206 || !response) return undefined;
  if (wanted === 'none') return fault('returns a part (RFC 9110 §14.1.2)', 'status 416');
  if (wanted === 'whole') return fault('returns a part (RFC 9110 §13.1.5)', 'status 200');
  const [tag, usualTag] = [headerOf(response, 'etag'), etagOf(usual)];
  if (usualTag !== undefined && tag !== usualTag)
    return {
      ...fault('returns a different ETag than a request for the whole (RFC 9110 §15.3.7)', usualTag, tag ?? 'none'),
      rule: 'http.etag',
    };
  // A response with several ranges, or with another unit, is not compared.
  const range = rangeOf(response);
  if (!range) return undefined;
  const { first, last, length = whole.byteLength } = range;
  // A server may return less than was asked for (§15.3.7).
  if (first !== wanted[0] || last >= wanted[1] || length !== whole.byteLength)
    return fault(
      'returns a different part (RFC 9110 §14.4)',
      `bytes ${wanted[0]}-${wanted[1] - 1}/${whole.byteLength}`,
      headerOf(response, 'content-range'),
    );
  if (Buffer.compare(response.bytes, whole.slice(first, last + 1)) === 0) return undefined;
  return fault(
    'returns bytes that differ from the whole (RFC 9110 §15.3.7)',
    `bytes ${first} to ${last}`,
    'other bytes',
  );
}
