import { contract } from '../../../generated/contract.js';
import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { Refusal } from '../model/response.js';
import { type Change, Store, type Stored } from '../model/store.js';
import { gzipWhere } from './http.js';
import {
  arriving,
  bytesOf,
  changed,
  finishing,
  hashOf,
  isRead,
  isSuccess,
  mapItems,
  type Replacement,
  right,
  showing,
  showingWrongly,
  withBody,
} from './parts.js';

/** Removes empty fields from an object, at any depth. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, below]) => (isEmpty(below) ? [] : [[name, withoutEmpty(below)]])),
  );
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

const entrySchema = (contract.components['schemas'] as Record<string, Schema>)['PartnerEntry'];
const noItems: JsonObject = Object.fromEntries(
  Object.entries(entrySchema?.properties ?? {}).flatMap(([name, { type }]) => (type === 'array' ? [[name, []]] : [])),
);

/** Writes the same moment with another offset, and with more or fewer digits (RFC 3339 §5.6). */
function elsewhereAt(text: string, seed: string): string {
  const [, fraction = ''] = /\.(\d+)Z$/.exec(text) ?? [];
  const minutes = [120, -330, 0][hashOf(seed) % 3] ?? 0;
  const local = new Date(Math.floor(Date.parse(text) / 1000) * 1000 + minutes * 60_000).toISOString().slice(0, 19);
  const digits = fraction.padEnd(hashOf(`${seed} `) % 10, '0');
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${local}${digits && `.${digits}`}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** Returns a status of the server's own for each public entry whose status no request has set. */
const newStatus: Replacement = (behaviour) => {
  const isSet = new Set<string>();
  const setting = new WeakMap<object, string[]>();
  return {
    perform(call) {
      const one: JsonObject = { ...(isObject(call.body) && call.body), id: call.parameters['entry_id'] ?? '' };
      const items = (Array.isArray(call.body) ? call.body : [one]).filter(isObject);
      const ids = items.flatMap((item) => (Object.hasOwn(item, 'status') ? [String(item['id']).toLowerCase()] : []));
      setting.set(call.parameters, ids);
      return behaviour.perform(call);
    },
    commit(store, changes, exchange) {
      for (const id of setting.get(exchange.parameters) ?? []) isSet.add(id);
      for (const [kind, collection, what] of changes) {
        if (kind !== 'put' || collection !== 'PartnerEntry') continue;
        if (store.get(collection, what.id)?.value['status'] !== what.value['status']) isSet.add(what.id);
      }
      behaviour.commit(store, changes, exchange);
    },
    ...showing('PartnerEntry', (entry) =>
      entry['status'] === 'public' && !isSet.has(String(entry['id'])) ? { ...entry, status: 'under_review' } : entry,
    )(behaviour),
  };
};

/** Writes integers with the fraction `.0`: JSON has one kind of number (RFC 8259 §6). */
function withFractions(bytes: Uint8Array): string {
  const mark = '\u0000integer ';
  const value = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  const marked = JSON.stringify(value, (_, below: unknown) =>
    Number.isSafeInteger(below) ? `${mark}${String(below)}` : below,
  );
  return marked.replace(/"\\u0000integer (-?\d+)"/g, '$1.0');
}

const numbers = finishing((response) => {
  const bytes = response.json !== undefined && isSuccess(response) ? bytesOf(response) : undefined;
  return bytes ? withBody(response, withFractions(bytes)) : response;
});

/** Adds the headers of a proxy in front of the server. */
const labels: Replacement = (behaviour) => {
  let count = 0;
  return finishing((before) => {
    count += 1;
    // Header names are case-insensitive (RFC 9110 §5.1).
    const extra = { 'X-Request-ID': String(count), 'X-FRAME-Options': 'DENY', 'Cache-CONTROL': 'no-store' };
    const isJson = before.json !== undefined;
    const type = before.headers['content-type'] ?? 'application/json';
    const label = isJson && type === 'application/json' && { 'content-type': 'application/json; charset=utf-8' };
    return { ...before, headers: { ...before.headers, ...extra, ...label } };
  })(behaviour);
};

/** Valid responses that differ from those of the sandbox. */
export const rightResponses = right({
  'ok-omits-empty-fields': [
    'Responses omit fields without a value.',
    (behaviour) => ({
      respond: (exchange, outcome) => mapItems(behaviour.respond(exchange, outcome), withoutEmpty),
    }),
  ],
  'ok-empty-url': [
    'An entry has an empty string in `award`.',
    showingWrongly('PartnerEntry', (it) => changed(it, 'award', () => '')),
  ],
  'ok-number-1.0': ['Responses write integers as `1.0`.', numbers],
  'ok-charset': ['Responses name their charset and have additional headers.', labels],
  'ok-gzip': ['The server uses gzip if Accept-Encoding allows it.', gzipWhere('welcome')],
  'ok-empty-arrays': [
    'An entry has an empty array in each array field without items.',
    showing('PartnerEntry', (it) => ({
      ...it,
      ...Object.fromEntries(Object.entries(noItems).filter(([name]) => !Object.hasOwn(it, name))),
    })),
  ],
  'ok-new-status-value': ['Public entries have an undocumented `status` until a request sets it.', newStatus],
  'ok-date-offset': [
    'Reviews have `created` with a UTC offset and 0 to 9 fractional digits.',
    showing('Review', (review) =>
      changed(review, 'created', (created) =>
        typeof created === 'string' ? elsewhereAt(created, String(review['id'])) : created,
      ),
    ),
  ],
});

const lagMilliseconds = 1000;

/** Serves reads from a copy that receives changes late. */
const laggingReads: Replacement = (behaviour) => {
  let copy: Store | undefined;
  let serial = 0;
  let late: { at: number; changes: readonly Change[] }[] = [];
  const copyOf = (store: Store): Store => {
    // The state changed without a request, such as by a reset.
    if (!copy || store.serial !== serial) {
      copy = new Store(store.snapshot());
      late = [];
    }
    serial = store.serial;
    const due = performance.now() - lagMilliseconds;
    for (const { at, changes } of late) if (at <= due) copy.commit(changes);
    late = late.filter(({ at }) => at > due);
    return copy;
  };
  return {
    ...arriving((exchange) => {
      if (isRead(exchange)) exchange.store = copyOf(exchange.store);
    })(behaviour),
    commit(store, changes, exchange) {
      copyOf(store);
      behaviour.commit(store, changes, exchange);
      if (store.serial !== serial) late.push({ at: performance.now(), changes });
      serial = store.serial;
    },
  };
};

/** Edits, as another user, the headlines of entries that no request has named or written. */
const thirdParty: Replacement = (behaviour) => {
  const taken = new Set<string>();
  let edits = 0;
  const next = (store: Store): Stored | undefined => {
    const free = [...store.list('PartnerEntry')].filter(({ id }) => !taken.has(id));
    return free[edits % free.length];
  };
  return {
    async arrive(exchange) {
      const { store } = exchange;
      await behaviour.arrive(exchange);
      taken.add(exchange.parameters['entry_id'] ?? '');
      const entry = next(store);
      if (!entry) return;
      edits += 1;
      const headline = `Edit ${edits} by another user`;
      behaviour.commit(store, [['put', 'PartnerEntry', { ...entry, value: { ...entry.value, headline } }]], exchange);
    },
    commit(store, changes, exchange) {
      for (const [kind, , what] of changes) taken.add(kind === 'put' ? what.id : what);
      behaviour.commit(store, changes, exchange);
    },
  };
};

const busy: Replacement = (behaviour) => {
  let requests = 0;
  return arriving(() => {
    requests += 1;
    if (requests % 7 !== 0) return;
    // Every second 429 asks the client to wait a second.
    throw new Refusal(429, 'Too many requests.', [], { 'retry-after': requests % 14 === 0 ? '1' : '0' });
  })(behaviour);
};

const closing: Replacement = (behaviour) => {
  let answers = 0;
  return finishing((response) => {
    answers += 1;
    return hashOf(String(answers)) % 3 === 0 ? { wire: 'close', ...response } : response;
  })(behaviour);
};

/** Valid circumstances around the responses of a server. */
export const rightServers = right({
  'ok-closes-connections': ['The server closes the connection after some responses.', closing],
  'ok-third-party': [
    'During each request, another user edits an entry that no request has named or written.',
    thirdParty,
  ],
  'ok-cached-reads': ['Reads lag one second behind writes.', laggingReads],
  'ok-429': ['The server returns 429 with Retry-After for every seventh request.', busy],
});
