import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { bodyObject, type Call, type CallOutcome } from '../model/call.js';
import { Refusal, type RequestMistake } from '../model/response.js';
import {
  type BehaviourChange,
  editAt,
  editOutcome,
  editRecord,
  editSuccess,
  editUpdate,
  editUpdateBody,
  entryInPath,
  neighbourOf,
  omitFields,
  toFaults,
} from './parts.js';

const skipCommit =
  (operationId: string): BehaviourChange =>
  ({ commit }) => ({
    commit(store, changes, exchange) {
      if (exchange.operation?.id !== operationId) commit(store, changes, exchange);
    },
  });

/** Responds as if the update were empty. The real update is performed first, so that an invalid body is refused. */
const changeNothing: BehaviourChange = (behaviour) => {
  const emptyOutcomes = new WeakMap<CallOutcome, CallOutcome>();
  return {
    ...skipCommit('updatePartnerEntry')(behaviour),
    ...editUpdate((call, perform) => {
      const outcome = perform(call);
      emptyOutcomes.set(outcome, perform({ ...call, body: {} }));
      return outcome;
    })(behaviour),
    respond: (exchange, outcome) => behaviour.respond(exchange, emptyOutcomes.get(outcome) ?? outcome),
  };
};

/** Removes each field that this update did not send from the entry, at the field's place in responses. */
const clearUnsentFields = editRecord((recordAfter, _, call) => {
  const value = new Map(Object.entries(recordAfter.value));
  let hidden = { ...recordAfter.hidden };
  for (const [name, { 'x-reflected-as': pointer = '' }] of call.schemas.fields(call.requestSchema).properties) {
    if (name === 'id' || Object.hasOwn(bodyObject(call), name)) continue;
    const [, first = '', second] = pointer.split('/');
    const object = value.get(first);
    if (pointer === '/tier/id') hidden = omitFields(hidden, 'tier');
    else if (second === undefined) value.delete(first);
    else if (isObject(object)) value.set(first, omitFields(object, second));
  }
  return { ...recordAfter, value: Object.fromEntries(value), hidden };
});

const changeNeighbour = editUpdate((call, perform) => {
  const outcome = perform(call);
  const entry = entryInPath(call.store, call.parameters);
  const neighbour = entry && neighbourOf(call.store, entry);
  if (!neighbour) return outcome;
  const body = omitFields(bodyObject(call), 'id');
  const sideEffects = perform({ ...call, parameters: { ...call.parameters, entry_id: neighbour.id }, body });
  return { ...outcome, changes: [...outcome.changes, ...sideEffects.changes] };
});

/** Keeps the existing items of an array, and appends the items that were sent. */
const appendItems = (field: string, isTriggered: (call: Call) => boolean): BehaviourChange =>
  editRecord((recordAfter, recordBefore, call) => {
    const [oldItems, newItems] = [recordBefore.value[field], recordAfter.value[field]];
    if (!(field in bodyObject(call)) || !Array.isArray(oldItems) || !Array.isArray(newItems) || !isTriggered(call))
      return recordAfter;
    return { ...recordAfter, value: { ...recordAfter.value, [field]: [...oldItems, ...newItems] } };
  });

const appendOnRepeat: BehaviourChange = (behaviour) => {
  const lastBodies = new Map<string, string>();
  return appendItems('resources', ({ parameters, body }) => {
    const text = JSON.stringify(body);
    const isRepeatedBody = lastBodies.get(parameters['entry_id'] ?? '') === text;
    lastBodies.set(parameters['entry_id'] ?? '', text);
    return isRepeatedBody;
  })(behaviour);
};

/** Stores the valid fields, then refuses the request because of the invalid ones. */
const storeThenRefuse: BehaviourChange = (behaviour) => {
  const laterMistakes = new WeakMap<object, RequestMistake[]>();
  return {
    parse(exchange, text) {
      const body = behaviour.parse(exchange, text);
      const { operation } = exchange;
      if (operation?.id !== 'updatePartnerEntry' || !isObject(body)) return body;
      const mistakes = behaviour.judgeRequest(operation, body);
      if (mistakes.length === 0) return body;
      const validFields = Object.entries(body).filter(
        ([name, value]) => behaviour.judgeRequest(operation, { [name]: value }).length === 0,
      );
      if (validFields.length === 0) return body;
      laterMistakes.set(exchange, mistakes);
      return Object.fromEntries(validFields);
    },
    respond(exchange, outcome) {
      const mistakes = laterMistakes.get(exchange);
      if (mistakes) throw new Refusal(400, 'The body does not fit the contract.', mistakes);
      return behaviour.respond(exchange, outcome);
    },
  };
};

/** Stores the new tier, but returns the previous one in the response to this update. */
const returnOldTier = editUpdate((call, perform) => {
  const recordBefore = entryInPath(call.store, call.parameters);
  const oldTier = recordBefore && call.present('PartnerEntry', recordBefore)['tier'];
  const outcome = perform(call);
  if (!('tier' in bodyObject(call)) || oldTier === undefined) return outcome;
  return { ...outcome, toBody: () => editAt(outcome.toBody() as JsonObject, 'tier', () => oldTier) };
});

const toLowerCase = (value: Json): Json => (typeof value === 'string' ? value.toLowerCase() : value);

const flags = ['displayInDirectory', 'displayInInternalDirectory'] as const;

const swapFlags = editOutcome('updateFilter', (call, perform) => {
  const fields = Object.entries(bodyObject(call)).map(
    ([name, value]) => [name === flags[0] ? flags[1] : name === flags[1] ? flags[0] : name, value] as const,
  );
  return perform({ ...call, body: Object.fromEntries(fields) });
});

/** Updates that store or return wrong values, although each response fits the contract. */
export const updateFaults = toFaults({
  'patch-noop': ['An update of an entry changes nothing, and its response returns the old values.', changeNothing],
  'patch-echo-only': [
    'An update of an entry returns the new values but does not store them.',
    skipCommit('updatePartnerEntry'),
  ],
  'patch-replaces': ['An update of an entry clears the fields that the request does not send.', clearUnsentFields],
  // Some servers read an update like an HTML form, in which an absent checkbox means false.
  'patch-touches-other': [
    'An update of an entry sets `display_on_internal_directory` to false if the request does not send it.',
    editRecord((recordAfter, recordBefore, call) =>
      'displayOnInternalDirectory' in bodyObject(call) || recordBefore.value['display_on_internal_directory'] !== true
        ? recordAfter
        : { ...recordAfter, value: { ...recordAfter.value, display_on_internal_directory: false } },
    ),
  ],
  'patch-other-entry': ['An update of an entry also changes the next entry of the directory.', changeNeighbour],
  'patch-drops-field': [
    'An update of an entry ignores `externalId`.',
    editUpdateBody((body) => omitFields(body, 'externalId')),
  ],
  'patch-truncates': [
    'An update of an entry cuts `headline` off after 50 characters.',
    editUpdateBody((body) => editAt(body, 'headline', (text) => (typeof text === 'string' ? text.slice(0, 50) : text))),
  ],
  'patch-not-idempotent': ['Repeating an update of an entry adds its `resources` a second time.', appendOnRepeat],
  'array-appends': [
    'An update of an entry adds its `media` to the existing ones instead of replacing them.',
    appendItems('media', () => true),
  ],
  'order-ignored': [
    'An update of an entry renumbers its `resources` and ignores the `order` that was sent.',
    editUpdateBody((body) =>
      editAt(body, 'resources', (items) =>
        Array.isArray(items)
          ? items.map((item, index) => (isObject(item) ? { ...item, order: index + 1 } : item))
          : items,
      ),
    ),
  ],
  'failed-patch-mutates': ['A refused update of an entry still stores the valid fields.', storeThenRefuse],
  'slug-lowercased': [
    'An update of an entry converts `slug` and `customSlug` to lower case.',
    editUpdateBody((body) => editAt(editAt(body, 'slug', toLowerCase), 'customSlug', toLowerCase)),
  ],
  'tier-not-resolved': ['An update of the `tier` of an entry returns the previous tier.', returnOldTier],
  'filter-flags-swapped': ['An update of a filter swaps the two display flags.', swapFlags],
});

const editList = (edit: (items: readonly Json[]) => Json[]): BehaviourChange =>
  editOutcome('listPartnerEntries', (call, perform) => {
    const outcome = perform(call);
    return { ...outcome, toBody: () => edit(outcome.toBody() as Json[]) };
  });

const editListItems = (edit: (item: JsonObject) => JsonObject): BehaviourChange =>
  editList((items) => items.map((item) => (isObject(item) ? edit(item) : item)));

/** Shows the original title of each entry in the list, even after updates. */
const listOldTitles: BehaviourChange = (behaviour) => {
  const titles = new Map<string, Json>();
  return {
    commit(store, changes, exchange) {
      for (const [kind, collection, target] of changes) {
        if (kind !== 'put' || collection !== 'PartnerEntry') continue;
        const { title } = store.get(collection, target.id)?.value ?? {};
        if (title !== undefined && !titles.has(target.id) && title !== target.value['title'])
          titles.set(target.id, title);
      }
      behaviour.commit(store, changes, exchange);
    },
    ...editListItems((item) => editAt(item, 'title', (title) => titles.get(String(item['id'])) ?? title))(behaviour),
  };
};

export const listFaults = toFaults({
  'list-stale': ['The list of partner entries keeps the original title after an update.', listOldTitles],
  'list-misses-item': ['The list of partner entries omits the last entry.', editList((items) => items.slice(0, -1))],
  'get-differs-from-list': [
    'The list of partner entries has `featured: false` in every entry.',
    editListItems((item) => editAt(item, 'featured', () => false)),
  ],
  'duplicate-in-list': [
    'The list of partner entries repeats the first entry at its end.',
    editList((items) => [...items, ...items.slice(0, 1)]),
  ],
  'delete-keeps': ['Deleting a partner entry returns 204, but the entry stays.', skipCommit('deletePartnerEntry')],
  'create-no-id': [
    'The response to creating a partner entry has no `id`.',
    editSuccess('createPartnerEntry', (response) =>
      isObject(response.json) ? { ...response, json: omitFields(response.json, 'id') } : response,
    ),
  ],
});
