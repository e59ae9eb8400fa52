import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { bodyObject, type Call, type CallOutcome } from '../model/call.js';
import { Refusal, type RequestMistake } from '../model/response.js';
import type { Change } from '../model/store.js';
import {
  changed,
  entryOf,
  neighbourOf,
  performing,
  type Replacement,
  sending,
  storing,
  updating,
  updatingWith,
  without,
  wrong,
} from './parts.js';

/** Performs an update completely, except for storing its changes. */
const uncommitted: Replacement = ({ commit }) => ({
  commit(store, changes, exchange) {
    if (exchange.operation?.id !== 'updatePartnerEntry') commit(store, changes, exchange);
  },
});

/** Performs the update with an empty body, after the real one, so that an invalid body is still refused. */
const nothing: Replacement = (behaviour) => {
  const unchanged = new WeakMap<CallOutcome, CallOutcome>();
  return {
    ...uncommitted(behaviour),
    ...updating((call, perform) => {
      const outcome = perform(call);
      unchanged.set(outcome, perform({ ...call, body: {} }));
      return outcome;
    })(behaviour),
    respond: (exchange, outcome) => behaviour.respond(exchange, unchanged.get(outcome) ?? outcome),
  };
};

/** Removes every field that an update could have sent, at its place in responses, unless this update sent it. */
const replacing = storing((after, _, call) => {
  const value = new Map(Object.entries(after.value));
  let hidden = { ...after.hidden };
  for (const [name, { 'x-reflected-as': pointer = '' }] of call.schemas.fields(call.request).properties) {
    if (name === 'id' || Object.hasOwn(bodyObject(call), name)) continue;
    const [, first = '', second] = pointer.split('/');
    const object = value.get(first);
    if (pointer === '/tier/id') hidden = without(hidden, 'tier');
    else if (second === undefined) value.delete(first);
    else if (isObject(object)) value.set(first, without(object, second));
  }
  return { ...after, value: Object.fromEntries(value), hidden };
});

const otherEntry = updating((call, perform) => {
  const outcome = perform(call);
  const entry = entryOf(call.store, call.parameters);
  const other = entry && neighbourOf(call.store, entry);
  if (!other) return outcome;
  const body = without(bodyObject(call), 'id');
  const sideEffects: Change[] = perform({
    ...call,
    parameters: { ...call.parameters, entry_id: other.id },
    body,
  }).changes;
  return { ...outcome, changes: [...outcome.changes, ...sideEffects] };
});

/** Keeps the existing items of an array in front of those that were sent. */
const adding = (field: string, isDue: (call: Call) => boolean): Replacement =>
  storing((after, before, call) => {
    const [old, sent] = [before.value[field], after.value[field]];
    if (!(field in bodyObject(call)) || !Array.isArray(old) || !Array.isArray(sent) || !isDue(call)) return after;
    return { ...after, value: { ...after.value, [field]: [...old, ...sent] } };
  });

const notIdempotent: Replacement = (behaviour) => {
  const last = new Map<string, string>();
  return adding('resources', ({ parameters, body }) => {
    const text = JSON.stringify(body);
    const isSame = last.get(parameters['entry_id'] ?? '') === text;
    last.set(parameters['entry_id'] ?? '', text);
    return isSame;
  })(behaviour);
};

/** Stores the valid fields, then refuses the request because of the others. */
const halfRefused: Replacement = (behaviour) => {
  const refused = new WeakMap<object, RequestMistake[]>();
  return {
    parse(exchange, text) {
      const body = behaviour.parse(exchange, text);
      const { operation } = exchange;
      if (operation?.id !== 'updatePartnerEntry' || !isObject(body)) return body;
      const mistakes = behaviour.judgeRequest(operation, body);
      if (mistakes.length === 0) return body;
      const good = Object.entries(body).filter(
        ([name, value]) => behaviour.judgeRequest(operation, { [name]: value }).length === 0,
      );
      if (good.length === 0) return body;
      refused.set(exchange, mistakes);
      return Object.fromEntries(good);
    },
    respond(exchange, outcome) {
      const mistakes = refused.get(exchange);
      if (mistakes) throw new Refusal(400, 'The body does not fit the contract.', mistakes);
      return behaviour.respond(exchange, outcome);
    },
  };
};

/** Stores the new tier, but returns the previous one in the response to this update. */
const staleTier = updating((call, perform) => {
  const before = entryOf(call.store, call.parameters);
  const old = before && call.present('PartnerEntry', before)['tier'];
  const outcome = perform(call);
  if (!('tier' in bodyObject(call)) || old === undefined) return outcome;
  return { ...outcome, show: () => changed(outcome.show() as JsonObject, 'tier', () => old) };
});

const lowerCase = (value: Json): Json => (typeof value === 'string' ? value.toLowerCase() : value);

const flags = ['displayInDirectory', 'displayInInternalDirectory'] as const;

const swappedFlags = performing('updateFilter', (call, perform) => {
  const swapped = Object.entries(bodyObject(call)).map(
    ([name, value]) => [name === flags[0] ? flags[1] : name === flags[1] ? flags[0] : name, value] as const,
  );
  return perform({ ...call, body: Object.fromEntries(swapped) });
});

/** Updates with a valid response that store something different. */
export const updateFaults = wrong({
  'patch-noop': ['An update of an entry changes nothing, and its response returns the old values.', nothing],
  'patch-echo-only': ['An update of an entry returns the new values but does not store them.', uncommitted],
  'patch-replaces': ['An update of an entry clears the fields that the request does not send.', replacing],
  // As a server does that treats the update as a form, where an absent checkbox means false.
  'patch-touches-other': [
    'An update of an entry sets `display_on_internal_directory` to false if the request does not send it.',
    storing((after, before, call) =>
      'displayOnInternalDirectory' in bodyObject(call) || before.value['display_on_internal_directory'] !== true
        ? after
        : { ...after, value: { ...after.value, display_on_internal_directory: false } },
    ),
  ],
  'patch-other-entry': ['An update of an entry also changes the next entry of the directory.', otherEntry],
  'patch-drops-field': [
    'An update of an entry ignores `externalId`.',
    updatingWith((body) => without(body, 'externalId')),
  ],
  'patch-truncates': [
    'An update of an entry cuts `headline` off after 50 characters.',
    updatingWith((body) => changed(body, 'headline', (text) => (typeof text === 'string' ? text.slice(0, 50) : text))),
  ],
  'patch-not-idempotent': ['Repeating an update of an entry adds its `resources` a second time.', notIdempotent],
  'array-appends': [
    'An update of an entry adds its `media` to the existing ones instead of replacing them.',
    adding('media', () => true),
  ],
  'order-ignored': [
    'An update of an entry renumbers its `resources` and ignores the `order` that was sent.',
    updatingWith((body) =>
      changed(body, 'resources', (items) =>
        Array.isArray(items)
          ? items.map((item, index) => (isObject(item) ? { ...item, order: index + 1 } : item))
          : items,
      ),
    ),
  ],
  'failed-patch-mutates': ['A refused update of an entry still stores the valid fields.', halfRefused],
  'slug-lowercased': [
    'An update of an entry converts `slug` and `customSlug` to lower case.',
    updatingWith((body) => changed(changed(body, 'slug', lowerCase), 'customSlug', lowerCase)),
  ],
  'tier-not-resolved': ['An update of the `tier` of an entry returns the previous tier.', staleTier],
  'filter-flags-swapped': ['An update of a filter swaps the two display flags.', swappedFlags],
});

/** Edits the list of partner entries. */
const listing = (edit: (items: readonly Json[]) => Json[]): Replacement =>
  performing('listPartnerEntries', (call, perform) => {
    const outcome = perform(call);
    return { ...outcome, show: () => edit(outcome.show() as Json[]) };
  });

const editingEach = (edit: (item: JsonObject) => JsonObject): Replacement =>
  listing((items) => items.map((item) => (isObject(item) ? edit(item) : item)));

/** Returns in the list the first title of each entry; later changes do not reach it. */
const staleTitles: Replacement = (behaviour) => {
  const titles = new Map<string, Json>();
  return {
    commit(store, changes, exchange) {
      for (const [kind, collection, what] of changes) {
        if (kind !== 'put' || collection !== 'PartnerEntry') continue;
        const { title } = store.get(collection, what.id)?.value ?? {};
        if (title !== undefined && !titles.has(what.id) && title !== what.value['title']) titles.set(what.id, title);
      }
      behaviour.commit(store, changes, exchange);
    },
    ...editingEach((item) => changed(item, 'title', (title) => titles.get(String(item['id'])) ?? title))(behaviour),
  };
};

/** Faults of lists, creations and deletions. */
export const listFaults = wrong({
  'list-stale': ['The list of partner entries keeps the original title after an update.', staleTitles],
  'list-misses-item': ['The list of partner entries omits the last entry.', listing((items) => items.slice(0, -1))],
  'get-differs-from-list': [
    'The list of partner entries has `featured: false` in every entry.',
    editingEach((item) => changed(item, 'featured', () => false)),
  ],
  'duplicate-in-list': [
    'The list of partner entries repeats the first entry at its end.',
    listing((items) => [...items, ...items.slice(0, 1)]),
  ],
  'delete-keeps': [
    'Deleting a partner entry returns 204, but the entry stays.',
    ({ commit }) => ({
      commit(store, changes, exchange) {
        if (exchange.operation?.id !== 'deletePartnerEntry') commit(store, changes, exchange);
      },
    }),
  ],
  'create-no-id': [
    'The response to creating a partner entry has no `id`.',
    sending('createPartnerEntry', (response) =>
      isObject(response.json) ? { ...response, json: without(response.json, 'id') } : response,
    ),
  ],
});
