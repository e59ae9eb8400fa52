import { hasContentCoding, rangeOf } from '../../judge/http-fields.js';
import type { RuleBreach } from '../../model/breach.js';
import { headerOf } from '../../model/exchange.js';
import type { Outcome } from '../../session/outcome.js';
import type { TestTarget } from '../harness.js';
import { listsStatus, takesHeader } from './conditions.js';
import { checkFurtherReads, etagOf, type FurtherRead } from './further-reads.js';

/** Reads parts of a representation (RFC 9110 §14). A server may return the whole instead, but no wrong part. */
export async function checkByteRanges(target: TestTarget, usualOutcome: Outcome): Promise<void> {
  const { operation } = target;
  const { response } = usualOutcome.exchange;
  const size = response?.bytes.byteLength ?? 0;
  if (usualOutcome.status !== 200 || !response || hasContentCoding(response) || size < 4) return;
  const supportsRanges = takesHeader(operation, /^range$/i) || listsStatus(operation, '206', '416');
  if (!supportsRanges && !/^bytes$/i.test(headerOf(response, 'accept-ranges') ?? '')) return;
  const reads = [
    createPartRead('the first byte', 'bytes=0-0', [0, 1]),
    createPartRead('a part in the middle', `bytes=1-${size - 2}`, [1, size - 1]),
    createPartRead('all bytes but the first', 'bytes=1-', [1, size]),
    createPartRead('the last two bytes', 'bytes=-2', [size - 2, size]),
    createPartRead('more than the last two bytes', `bytes=${size - 2}-${size + 9}`, [size - 2, size]),
    createPartRead('a part after the end', `bytes=${size}-`, 'none'),
  ];
  const etag = etagOf(usualOutcome);
  if (etag !== undefined && !etag.startsWith('W/')) {
    reads.push(createPartRead('the first byte with the current ETag in If-Range', 'bytes=0-0', [0, 1], etag));
    reads.push(createPartRead('the first byte with an outdated ETag in If-Range', 'bytes=0-0', 'whole', '"check"'));
    // If-Range uses strong comparison (§13.1.5), so a weak ETag never matches.
    reads.push(createPartRead('the first byte with a weak ETag in If-Range', 'bytes=0-0', 'whole', `W/${etag}`));
  }
  await checkFurtherReads(target, usualOutcome, { reads, isEvidence: false });
}

/** The positions of a part's first byte and of the byte after its last, or the result to expect instead. */
type ExpectedPart = readonly [number, number] | 'none' | 'whole';

function createPartRead(partText: string, range: string, expected: ExpectedPart, condition?: string): FurtherRead {
  return {
    name: `range ${partText}`,
    about: `for ${partText}`,
    headers: { range, 'accept-encoding': 'identity', ...(condition !== undefined && { 'if-range': condition }) },
    allowedStatuses: [206, 416],
    faultOf: (outcome, usualOutcome) => findRangeFault(outcome, usualOutcome, partText, expected),
  };
}

function findRangeFault(
  { status, exchange: { response } }: Outcome,
  usualOutcome: Outcome,
  partText: string,
  expectedPart: ExpectedPart,
): RuleBreach | undefined {
  const wholeBytes = usualOutcome.exchange.response?.bytes ?? new Uint8Array();
  const fault = (text: string, expected: string, actual = `status ${status}`): RuleBreach => {
    return { rule: 'http.range', message: `A request for ${partText} ${text}.`, expected, actual };
  };
  if (status === 416 && expectedPart !== 'none') return fault('is refused (RFC 9110 §15.5.17)', 'status 206 or 200');
  if (status === 200 && response && Buffer.compare(response.bytes, wholeBytes) !== 0)
    return fault('returns neither the part nor the whole (RFC 9110 §14.2)', 'status 206, or the whole');
  if (status !== 206 || !response) return undefined;
  if (expectedPart === 'none') return fault('returns a part (RFC 9110 §14.1.2)', 'status 416');
  if (expectedPart === 'whole') return fault('returns a part (RFC 9110 §13.1.5)', 'status 200');
  const [tag, usualTag] = [headerOf(response, 'etag'), etagOf(usualOutcome)];
  const tagText = 'returns a different ETag than a request for the whole (RFC 9110 §15.3.7)';
  if (usualTag !== undefined && tag !== usualTag)
    return { ...fault(tagText, usualTag, tag ?? 'none'), rule: 'http.etag' };
  // A response with several ranges, or with another unit, is not compared.
  const range = rangeOf(response);
  if (!range) return undefined;
  const { first, last, length = wholeBytes.byteLength } = range;
  // A server may return less than was asked for (§15.3.7).
  const [start, end] = expectedPart;
  const expectedRange = `bytes ${start}-${end - 1}/${wholeBytes.byteLength}`;
  if (first !== start || last >= end || length !== wholeBytes.byteLength)
    return fault('returns a different part (RFC 9110 §14.4)', expectedRange, headerOf(response, 'content-range'));
  if (Buffer.compare(response.bytes, wholeBytes.slice(first, last + 1)) === 0) return undefined;
  const bytesText = 'returns bytes that differ from the whole (RFC 9110 §15.3.7)';
  return fault(bytesText, `bytes ${first} to ${last}`, 'other bytes');
}
