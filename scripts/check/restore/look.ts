import type { Json } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import { readJson } from '../judge/json-text.js';
import { type Exchange, headerOf, type SentRequest } from '../model/exchange.js';
import { valueAt } from '../model/likeness.js';
import { retryAfter } from '../transport/retry-after.js';
import { differences, placed } from './differences.js';
import type { ItemPlace, PlacedValue, ResourceRecord } from './records.js';

/** Returns the resource in the response to a read; undefined if it is missing, or if its JSON cannot be trusted. */
export function resourceIn({ response, holdsKey }: Exchange, item: ItemPlace | undefined): Json | undefined {
  // A response with the key was redacted, and the journal must not contain the key.
  if (!response || holdsKey || response.status < 200 || response.status > 299) return undefined;
  const { value, problems } = readJson(response.bytes);
  if (value === undefined || problems.length > 0) return undefined;
  if (!item) return isObject(value) ? value : undefined;
  const items = valueAt(value, item.list);
  if (!Array.isArray(items)) return undefined;
  return (items as Json[]).find(
    (each) => isObject(each) && String(each[item.idField]).toLowerCase() === item.id.toLowerCase(),
  );
}

/** Returns why a read did not return the resource, as the end of a sentence. */
export function trouble({ response, failure, holdsKey }: Exchange): string {
  if (!response) return failure?.message ?? 'there was no response.';
  if (response.status < 200 || response.status > 299) return `it returned ${response.status}.`;
  if (holdsKey) return 'the response contains the key, which must not be written to the journal.';
  const [problem] = readJson(response.bytes).problems;
  return problem ? problem.message : 'the response does not contain it.';
}

/**
 * Returns the outcome of a write according to its response. After a time-out, a reset, a 5xx, a redirect or an
 * unreadable response, the server may apply the write now or later. The same holds for 408 and 425, which are about
 * time and not about content. No response proves an outcome: only reads do.
 */
export function outcomeOf({ response }: Exchange): 'done' | 'refused' | 'unknown' {
  if (!response || response.status >= 500 || (response.status >= 300 && response.status < 400)) return 'unknown';
  if (response.status >= 400) return response.status === 408 || response.status === 425 ? 'unknown' : 'refused';
  return response.bytes.byteLength === 0 || readJson(response.bytes).problems.length === 0 ? 'done' : 'unknown';
}

/** Returns where the response to a write differs from the snapshot; undefined if it does not contain the resource. */
export function shownBy(resource: ResourceRecord, exchange: Exchange): PlacedValue[] | undefined {
  // The response to an update is the resource itself, even if the read returns a list.
  const value = resourceIn(exchange, undefined);
  return value === undefined ? undefined : differences(resource.snapshot, value).map(placed);
}

export function withBody(request: SentRequest, body: Json): SentRequest {
  return { ...request, body: JSON.stringify(body), once: true };
}

/** Returns the milliseconds that a response asks to wait; undefined if it does not ask to wait. */
export function askedWait({ response }: Exchange): number | undefined {
  return response?.status === 429 || response?.status === 503
    ? retryAfter(headerOf(response, 'retry-after'), Date.now())
    : undefined;
}
