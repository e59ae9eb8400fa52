import type { Json } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import { readJson } from '../judge/json-text.js';
import { type Exchange, headerOf, type SentRequest } from '../model/exchange.js';
import { valueAt } from '../model/likeness.js';
import { retryAfter } from '../transport/retry-after.js';
import { differences, placed } from './differences.js';
import type { ItemPlace, PlacedValue, ResourceRecord } from './records.js';

/** The thing in the answer to a read; undefined where it does not show it, or not as JSON that can be trusted. */
export function resourceIn({ response, holdsKey }: Exchange, item: ItemPlace | undefined): Json | undefined {
  // It was redacted, and the key stands in no journal.
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

/** Why a read shows no thing, as the end of a sentence. */
export function trouble({ response, failure, holdsKey }: Exchange): string {
  if (!response) return failure?.message ?? 'there was no answer.';
  if (response.status < 200 || response.status > 299) return `it answers ${response.status}.`;
  if (holdsKey) return 'it repeats the key, which may stand in no journal.';
  const [problem] = readJson(response.bytes).problems;
  return problem ? `${problem.message}` : 'the answer does not hold it.';
}

/**
 * What the answer to a write says became of it. After a time-out, a reset, a 5xx, a redirect or an answer that cannot
 * be read it may have been applied, now or later; so it may after a 408 or 425, by which a server says that it did not
 * wait for it or that it waits itself. None of these proves anything: only reads do.
 */
export function outcomeOf({ response }: Exchange): 'done' | 'refused' | 'unknown' {
  if (!response || response.status >= 500 || (response.status >= 300 && response.status < 400)) return 'unknown';
  if (response.status >= 400) return response.status === 408 || response.status === 425 ? 'unknown' : 'refused';
  return response.bytes.byteLength === 0 || readJson(response.bytes).problems.length === 0 ? 'done' : 'unknown';
}

/** What the answer to a write shows otherwise than the snapshot; undefined where it shows no thing. */
export function shownBy(resource: ResourceRecord, exchange: Exchange): PlacedValue[] | undefined {
  // An answer to an update shows the thing itself, whatever the read shows it in.
  const value = resourceIn(exchange, undefined);
  return value === undefined ? undefined : differences(resource.snapshot, value).map(placed);
}

/** A request with a JSON body. */
export function withBody(request: SentRequest, body: Json): SentRequest {
  return { ...request, body: JSON.stringify(body), once: true };
}

/** Milliseconds that an answer asks to wait; undefined where it asks for nothing of the kind. */
export function askedWait({ response }: Exchange): number | undefined {
  return response?.status === 429 || response?.status === 503
    ? retryAfter(headerOf(response, 'retry-after'), Date.now())
    : undefined;
}
