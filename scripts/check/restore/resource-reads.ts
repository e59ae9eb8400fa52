import { isObject, type Json } from '../../contract/json.js';
import { type ObjectEnvelope, unwrap, wrap } from '../../contract/object-envelope.js';
import { itemsIn } from '../../contract/paging/follow.js';
import { readJson } from '../judge/json-text.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { listShape } from '../model/contract/resources.js';
import { type Exchange, headerOf, isSuccess, type SentRequest } from '../model/exchange.js';
import type { CheckOptions } from '../model/options.js';
import { nextPath, pageLimit } from '../model/pages.js';
import { requestOf } from '../model/request.js';
import type { Resource } from '../session/resource.js';
import type { Credentials } from '../transport/credentials.js';
import type { Network, NetworkOptions } from '../transport/network.js';
import { parseRetryAfter } from '../transport/retries.js';
import { createTransport, type Transport } from '../transport/transport.js';
import { findDifferences, toPointerValue } from './differences.js';
import type { PointerValue, ResourceRecord } from './journal.js';

/** Opens a connection for requests that are sent one by one, even after a run was stopped. */
export function openTransport(
  { baseUrl, timeout = 30, allowInsecureHosts }: Pick<CheckOptions, 'baseUrl' | 'timeout' | 'allowInsecureHosts'>,
  access: { credentials: Credentials; network: Network | NetworkOptions },
): Transport {
  const connectionOptions = { connections: 1, timeout: timeout * 1000, hasOwnConnections: true, isUrgent: true };
  return createTransport({ baseUrl, ...connectionOptions, ...access, allowInsecureHosts });
}

/** Returns the resource in the response to a read; undefined if it is missing, or if the response cannot be trusted. */
function resourceIn(
  { response, repeatsKey }: Exchange,
  { item, envelope }: Pick<ReadPlan, 'item' | 'envelope'>,
): Json | undefined {
  // Values are not real if `[key]` has replaced the key in them. The journal must not contain the real values.
  if (!response || !isSuccess(response) || repeatsKey) return undefined;
  const { value, problems } = readJson(response.bytes);
  if (value === undefined || problems.length > 0) return undefined;
  const resource = item ? undefined : unwrap(value, envelope);
  if (!item) return isObject(resource) ? resource : undefined;
  const items = itemsIn({ ...item.paging, items: item.list }, value);
  return (items as Json[] | undefined)?.find(
    (each) => isObject(each) && String(each[item.idField]).toLowerCase() === item.id.toLowerCase(),
  );
}

/** The request that reads one resource, and the place of the resource in the response. */
export type ReadPlan = Pick<ResourceRecord, 'read' | 'item' | 'envelope' | 'security'>;

/** Returns the plan to read a resource in its list; undefined if the contract has no such list. */
export function planListRead(
  contract: CheckedContract,
  { type: { list, idField, parameter }, parameters, parents }: Resource,
): ReadPlan | undefined {
  const shape = list && listShape(list, contract.resolve);
  const id = parameters[parameter];
  if (!list || !shape || id === undefined) return undefined;
  return {
    read: requestOf(list, { parameters: parents }),
    security: list.security,
    item: { list: shape.pointer, idField, id, ...(list.paging && { paging: list.paging }) },
  };
}

/** Maximum number of pages to read to find a resource again. The limit is high, since the list may have grown. */
const searchLimit = 5 * pageLimit;

/** The result of a search for a resource: its state, if one of the pages contains it, and the last response. */
interface SearchResult {
  state?: Json;
  exchange: Exchange;
  /** Whether the search has read more pages of the list than the check otherwise reads. */
  isLong: boolean;
}

/**
 * Reads a resource. If it is part of a list, reads the pages up to the page that contains it.
 *
 * @param wantsAllPages whether to read all pages, up to the limit of the check, to find out how long the list is
 */
export async function findResource(
  { read, item, envelope, security }: ReadPlan,
  send: (request: SentRequest) => Promise<Exchange>,
  wantsAllPages = false,
): Promise<SearchResult> {
  const visitedPaths = new Set<string>();
  let resource: Json | undefined;
  for (let [path, itemCount] = [read.path, 0]; ; ) {
    visitedPaths.add(path);
    const exchange = await send(path === read.path ? read : { ...read, path });
    resource ??= resourceIn(exchange, { item, envelope });
    const result = { ...(resource !== undefined && { state: resource }), exchange };
    const isLong = visitedPaths.size > pageLimit;
    const { response } = exchange;
    const value = item?.paging && response && readJson(response.bytes).value;
    const items = item?.paging && itemsIn({ ...item.paging, items: item.list }, value);
    if (!item?.paging || !items || (resource !== undefined && !wantsAllPages)) return { ...result, isLong };
    itemCount += items.length;
    const page = { path, response, value, count: items.length, seenCount: itemCount };
    const next = nextPath({ paging: item.paging, security }, page);
    const limit = wantsAllPages ? pageLimit + 1 : searchLimit;
    if (next === undefined || visitedPaths.has(next) || visitedPaths.size >= limit) return { ...result, isLong };
    path = next;
  }
}

/** Returns why a read did not return the resource, as the end of a sentence. */
export function explainFailedRead({ response, failure, repeatsKey }: Exchange): string {
  if (!response) return failure?.message ?? 'there was no response.';
  if (!isSuccess(response)) return `it returned ${response.status}.`;
  if (repeatsKey) return 'the response contains the key, which must not be written to the journal.';
  const [problem] = readJson(response.bytes).problems;
  return problem ? problem.message : 'the response does not contain the resource.';
}

/**
 * Returns the outcome of a write according to its response. After a time-out, a reset, a 5xx, a redirect or an
 * unreadable response, the server may apply the write now or later. The same holds for 408 and 425, which concern the
 * time of the request and not its content. No response proves an outcome; only reads do.
 */
export function writeOutcomeOf({ response }: Exchange): 'done' | 'refused' | 'unknown' {
  if (!response || response.status >= 500 || (response.status >= 300 && response.status < 400)) return 'unknown';
  if (response.status >= 400) return response.status === 408 || response.status === 425 ? 'unknown' : 'refused';
  return response.bytes.byteLength === 0 || readJson(response.bytes).problems.length === 0 ? 'done' : 'unknown';
}

/** Returns how the response to a write differs from the snapshot; undefined if it does not contain the resource. */
export function diffResponse(resource: ResourceRecord, exchange: Exchange): PointerValue[] | undefined {
  // An update returns the resource by itself, even if reads return it in a list.
  const value = resourceIn(exchange, { envelope: resource.updateEnvelope?.response });
  return value === undefined ? undefined : findDifferences(resource.snapshot, value).map(toPointerValue);
}

/** Returns a write with this body, in the envelope of requests if there is one. Such a write is never sent twice. */
export function withBody(request: SentRequest, body: Json, envelope: ObjectEnvelope = {}): SentRequest {
  return { ...request, body: JSON.stringify(wrap(body, envelope.request)), once: true };
}

/** Returns how many milliseconds a response asks to wait; undefined if it does not ask to wait. */
export function retryWaitOf({ response }: Exchange): number | undefined {
  return response?.status === 429 || response?.status === 503
    ? parseRetryAfter(headerOf(response, 'retry-after'), Date.now())
    : undefined;
}
