import { contract } from '../../../generated/contract.js';
import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { Refusal } from '../model/response.js';
import { Store, type StoreChange, type StoredRecord } from '../model/store.js';
import { gzipForPreference } from './http.js';
import {
  type BehaviourChange,
  breakResources,
  bytesOf,
  editAt,
  editResources,
  editResponses,
  hashOf,
  isReadRequest,
  isSuccess,
  mapItems,
  onArrival,
  toVariants,
  withBody,
} from './parts.js';

function omitEmptyValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitEmptyValues);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) => (isEmpty(child) ? [] : [[name, omitEmptyValues(child)]])),
  );
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

const entrySchema = (contract.components['schemas'] as Record<string, Schema>)['PartnerEntry'];
const emptyArrayFields: JsonObject = Object.fromEntries(
  Object.entries(entrySchema?.properties ?? {}).flatMap(([name, { type }]) => (type === 'array' ? [[name, []]] : [])),
);

/** Writes the same moment with another UTC offset, and often with more decimal places (RFC 3339 §5.6). */
function rewriteOffset(text: string, seed: string): string {
  const [, fraction = ''] = /\.(\d+)Z$/.exec(text) ?? [];
  const minutes = [120, -330, 0][hashOf(seed) % 3] ?? 0;
  const localTime = new Date(Math.floor(Date.parse(text) / 1000) * 1000 + minutes * 60_000).toISOString().slice(0, 19);
  const digits = fraction.padEnd(hashOf(`${seed} `) % 10, '0');
  const toTwoDigits = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${toTwoDigits(size / 60)}:${toTwoDigits(size % 60)}`;
  return `${localTime}${digits && `.${digits}`}${offset}`;
}

/** Shows each public entry with an undocumented value of `status`, unless a request has set the value. */
const addNewStatus: BehaviourChange = (behaviour) => {
  const idsWithStatus = new Set<string>();
  const idsWithSentStatus = new WeakMap<object, string[]>();
  return {
    perform(call) {
      const singleItem: JsonObject = { ...(isObject(call.body) && call.body), id: call.parameters['entry_id'] ?? '' };
      const items = (Array.isArray(call.body) ? call.body : [singleItem]).filter(isObject);
      const ids = items.flatMap((item) => (Object.hasOwn(item, 'status') ? [String(item['id']).toLowerCase()] : []));
      idsWithSentStatus.set(call.parameters, ids);
      return behaviour.perform(call);
    },
    commit(store, changes, exchange) {
      for (const id of idsWithSentStatus.get(exchange.parameters) ?? []) idsWithStatus.add(id);
      for (const [kind, collection, target] of changes) {
        if (kind !== 'put' || collection !== 'PartnerEntry') continue;
        if (store.get(collection, target.id)?.value['status'] !== target.value['status']) idsWithStatus.add(target.id);
      }
      behaviour.commit(store, changes, exchange);
    },
    ...editResources('PartnerEntry', (entry) =>
      entry['status'] === 'public' && !idsWithStatus.has(String(entry['id']))
        ? { ...entry, status: 'under_review' }
        : entry,
    )(behaviour),
  };
};

/** Writes integers with the fraction `.0`: in JSON, `1` and `1.0` are the same number (RFC 8259 §6). */
function addZeroFractions(bytes: Uint8Array): string {
  const mark = '\u0000integer ';
  const value = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  const markedText = JSON.stringify(value, (_, child: unknown) =>
    Number.isSafeInteger(child) ? `${mark}${String(child)}` : child,
  );
  return markedText.replace(/"\\u0000integer (-?\d+)"/g, '$1.0');
}

const writeIntegersAsDecimals = editResponses((response) => {
  const bytes = response.json !== undefined && isSuccess(response) ? bytesOf(response) : undefined;
  return bytes ? withBody(response, addZeroFractions(bytes)) : response;
});

/** Adds headers like those from a proxy in front of the server. */
const addHeaders: BehaviourChange = (behaviour) => {
  let count = 0;
  return editResponses((response) => {
    count += 1;
    // Header names are case-insensitive (RFC 9110 §5.1).
    const extraHeaders = { 'X-Request-ID': String(count), 'X-FRAME-Options': 'DENY', 'Cache-CONTROL': 'no-store' };
    const isJson = response.json !== undefined;
    const type = response.headers['content-type'] ?? 'application/json';
    const label = isJson && type === 'application/json' && { 'content-type': 'application/json; charset=utf-8' };
    return { ...response, headers: { ...response.headers, ...extraHeaders, ...label } };
  })(behaviour);
};

export const responseVariants = toVariants({
  'ok-omits-empty-fields': [
    'Responses omit fields without a value.',
    ({ respond }) => ({ respond: (exchange, outcome) => mapItems(respond(exchange, outcome), omitEmptyValues) }),
  ],
  'ok-empty-url': [
    'An entry has an empty string in `award`.',
    breakResources('PartnerEntry', (resource) => editAt(resource, 'award', () => '')),
  ],
  'ok-number-1.0': ['Responses contain integers with a fraction, such as `1.0`.', writeIntegersAsDecimals],
  'ok-charset': ['Responses state their charset and have additional headers.', addHeaders],
  'ok-gzip': ['The server uses gzip if Accept-Encoding allows it.', gzipForPreference('welcome')],
  'ok-empty-arrays': [
    'An entry contains its empty array fields, as `[]`, instead of leaving them out.',
    editResources('PartnerEntry', (shownEntry) => ({
      ...shownEntry,
      ...Object.fromEntries(Object.entries(emptyArrayFields).filter(([name]) => !Object.hasOwn(shownEntry, name))),
    })),
  ],
  'ok-new-status-value': [
    'The `status` of public entries has an undocumented value until a request sets it.',
    addNewStatus,
  ],
  'ok-date-offset': [
    'The `created` time of a review has a UTC offset, and 0 to 9 decimal places in its seconds.',
    editResources('Review', (review) =>
      editAt(review, 'created', (createdTime) =>
        typeof createdTime === 'string' ? rewriteOffset(createdTime, String(review['id'])) : createdTime,
      ),
    ),
  ],
});

const lagMilliseconds = 1000;

/** Serves reads from a copy of the state that receives changes with a delay. */
const delayReads: BehaviourChange = (behaviour) => {
  let copy: Store | undefined;
  let serial = 0;
  let lateChanges: { at: number; changes: readonly StoreChange[] }[] = [];
  const copyOf = (store: Store): Store => {
    // A different serial means that the state changed without a request, such as by a reset.
    if (!copy || store.serial !== serial) {
      copy = new Store(store.snapshot());
      lateChanges = [];
    }
    serial = store.serial;
    const dueTime = performance.now() - lagMilliseconds;
    for (const { at, changes } of lateChanges) if (at <= dueTime) copy.commit(changes);
    lateChanges = lateChanges.filter(({ at }) => at > dueTime);
    return copy;
  };
  return {
    ...onArrival((exchange) => {
      if (isReadRequest(exchange)) exchange.store = copyOf(exchange.store);
    })(behaviour),
    commit(store, changes, exchange) {
      copyOf(store);
      behaviour.commit(store, changes, exchange);
      if (store.serial !== serial) lateChanges.push({ at: performance.now(), changes });
      serial = store.serial;
    },
  };
};

/** Edits, as another user would, the headlines of entries that no request has named or written. */
const editAsOtherUser: BehaviourChange = (behaviour) => {
  const usedIds = new Set<string>();
  let editCount = 0;
  const findNextEntry = (store: Store): StoredRecord | undefined => {
    const untouchedEntries = [...store.list('PartnerEntry')].filter(({ id }) => !usedIds.has(id));
    return untouchedEntries[editCount % untouchedEntries.length];
  };
  return {
    async handleArrival(exchange) {
      const { store } = exchange;
      await behaviour.handleArrival(exchange);
      usedIds.add(exchange.parameters['entry_id'] ?? '');
      const entry = findNextEntry(store);
      if (!entry) return;
      editCount += 1;
      const headline = `Edit ${editCount} by another user`;
      behaviour.commit(store, [['put', 'PartnerEntry', { ...entry, value: { ...entry.value, headline } }]], exchange);
    },
    commit(store, changes, exchange) {
      for (const [kind, , target] of changes) usedIds.add(kind === 'put' ? target.id : target);
      behaviour.commit(store, changes, exchange);
    },
  };
};

const limitRequests: BehaviourChange = (behaviour) => {
  let requestCount = 0;
  return onArrival(() => {
    requestCount += 1;
    if (requestCount % 7 !== 0) return;
    // Every second 429 asks the client to wait a second; the others ask it to wait 0 seconds.
    throw new Refusal(429, 'Too many requests.', [], { 'retry-after': requestCount % 14 === 0 ? '1' : '0' });
  })(behaviour);
};

const closeSomeConnections: BehaviourChange = (behaviour) => {
  let count = 0;
  return editResponses((response) => {
    count += 1;
    return hashOf(String(count)) % 3 === 0 ? { wireFault: 'close', ...response } : response;
  })(behaviour);
};

export const serverVariants = toVariants({
  'ok-closes-connections': ['The server closes the connection after some responses.', closeSomeConnections],
  'ok-third-party': [
    'During each request, another user edits an entry that no request has mentioned or changed.',
    editAsOtherUser,
  ],
  'ok-cached-reads': ['A read shows the effect of a write only after one second.', delayReads],
  'ok-429': ['The server returns 429 with Retry-After for every seventh request.', limitRequests],
});
