import { createHash } from 'node:crypto';
import { makeDeviation } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { Deviation } from '../model/deviation.js';
import { type Exchange, headerOf } from '../model/exchange.js';

/** Maximum number of ETags to remember. */
const etagLimit = 5000;

/**
 * Remembers the body that came with each strong ETag, which must change whenever the bytes of the representation change
 * (RFC 9110 §8.8.1).
 */
export class StrongEtags {
  /** A hash of the body, by the path, the accepted media types and the ETag of a read. */
  readonly #bodies = new Map<string, string>();

  /** @returns a deviation if an earlier read got other bytes with the same ETag */
  note({ kind, request }: TestCase, operation: CheckedOperation, { response }: Exchange): Deviation[] {
    const etag = response && headerOf(response, 'etag');
    if (request.method !== 'GET' || response?.status !== 200 || etag === undefined || !etag.startsWith('"')) return [];
    // A request in another form may get another representation.
    if (kind === 'variation' || request.key !== 'right') return [];
    const key = [request.path, request.headers['accept'], response.headers['content-type'], etag].join('\n');
    const body = createHash('sha1').update(response.bytes).digest('base64');
    const earlierBody = this.#bodies.get(key);
    if (earlierBody === undefined && this.#bodies.size < etagLimit) this.#bodies.set(key, body);
    if (earlierBody === undefined || earlierBody === body) return [];
    const message = 'Two different representations have the same strong ETag (RFC 9110 §8.8.1).';
    const texts = { message, expected: 'another ETag, or a weak one', actual: etag };
    return [makeDeviation(operation, { rule: 'http.etag', ...texts })];
  }
}
