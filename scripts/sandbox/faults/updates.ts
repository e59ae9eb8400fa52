import type { Json, JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Fault } from '../behaviour/behaviour.js';
import { bodyObject, type Call, type CallOutcome } from '../model/call.js';
import { Refusal, type RequestMistake } from '../model/response.js';
import type { Change } from '../model/store.js';
import {
  changed,
  entryOf,
  neighbourOf,
  type Replacement,
  storing,
  updating,
  updatingWith,
  without,
  wrong,
} from './parts.js';

/** Does everything but make the changes. */
const uncommitted: Replacement = ({ commit }) => ({
  commit(store, changes, exchange) {
    if (exchange.operation?.id !== 'updatePartnerEntry') commit(store, changes, exchange);
  },
});

/** A body that would be refused still is. */
const nothing: Replacement = (behaviour) => {
  const unchanged = new WeakMap<CallOutcome, CallOutcome>();
  return {
    ...uncommitted(behaviour),
    ...updating((call, perform) => {
      const outcome = perform(call);
      unchanged.set(outcome, perform({ ...call, body: {} }));
      return outcome;
    })(behaviour),
    answer: (exchange, outcome) => behaviour.answer(exchange, unchanged.get(outcome) ?? outcome),
  };
};

/** What an update could have sent, where answers show it, is gone unless it was sent. */
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

/** The items of an array from before stay in front of those that were sent. */
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

/** The fields that fit are stored, and then the others refused. */
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
    answer(exchange, outcome) {
      const mistakes = refused.get(exchange);
      if (mistakes) throw new Refusal(400, 'The body does not fit the contract.', mistakes);
      return behaviour.answer(exchange, outcome);
    },
  };
};

/** The tier is stored; only the answer to this update still has the one of before. */
const staleTier = updating((call, perform) => {
  const before = entryOf(call.store, call.parameters);
  const old = before && call.present('PartnerEntry', before)['tier'];
  const outcome = perform(call);
  if (!('tier' in bodyObject(call)) || old === undefined) return outcome;
  return { ...outcome, show: () => changed(outcome.show() as JsonObject, 'tier', () => old) };
});

const lowerCase = (value: Json): Json => (typeof value === 'string' ? value.toLowerCase() : value);

const flags = ['displayInDirectory', 'displayInInternalDirectory'] as const;

const swappedFlags: Replacement = ({ perform }) => ({
  perform(call) {
    if (call.operation.id !== 'updateFilter') return perform(call);
    const swapped = Object.entries(bodyObject(call)).map(
      ([name, value]) => [name === flags[0] ? flags[1] : name === flags[1] ? flags[0] : name, value] as const,
    );
    return perform({ ...call, body: Object.fromEntries(swapped) });
  },
});

/** Updates that answer as they should and do something else. */
export const updateFaults: readonly Fault[] = [
  wrong('patch-noop', 'An update of an entry changes nothing, and its answer shows that.', nothing),

  wrong('patch-echo-only', 'An update of an entry shows in its answer and is not stored.', uncommitted),

  wrong('patch-replaces', 'An update of an entry clears the fields that it does not send.', replacing),

  // As a form does that sends a box only where it is ticked.
  wrong(
    'patch-touches-other',
    'An update of an entry clears `display_on_internal_directory` unless it sends it.',
    storing((after, before, call) =>
      'displayOnInternalDirectory' in bodyObject(call) || before.value['display_on_internal_directory'] !== true
        ? after
        : { ...after, value: { ...after.value, display_on_internal_directory: false } },
    ),
  ),

  wrong('patch-other-entry', 'An update of an entry is made to the next one of the directory, too.', otherEntry),

  wrong(
    'patch-drops-field',
    'An update of an entry ignores `externalId`.',
    updatingWith((body) => without(body, 'externalId')),
  ),

  wrong(
    'patch-truncates',
    'An update of an entry cuts `headline` at 50 characters.',
    updatingWith((body) => changed(body, 'headline', (text) => (typeof text === 'string' ? text.slice(0, 50) : text))),
  ),

  wrong(
    'patch-not-idempotent',
    'The same update of an entry adds its `resources` again the second time.',
    notIdempotent,
  ),

  wrong(
    'array-appends',
    'An update of an entry adds its `media` to those that are there.',
    adding('media', () => true),
  ),

  wrong(
    'order-ignored',
    'An update of an entry numbers its `resources` anew.',
    updatingWith((body) =>
      changed(body, 'resources', (items) =>
        Array.isArray(items)
          ? items.map((item, index) => (isObject(item) ? { ...item, order: index + 1 } : item))
          : items,
      ),
    ),
  ),

  wrong(
    'failed-patch-mutates',
    'An update of an entry that is refused stores those of its fields that fit.',
    halfRefused,
  ),

  wrong(
    'slug-lowercased',
    'An update of an entry turns `slug` and `customSlug` into lower case.',
    updatingWith((body) => changed(changed(body, 'slug', lowerCase), 'customSlug', lowerCase)),
  ),

  wrong('tier-not-resolved', 'The answer to an update of an entry with `tier` shows the tier of before.', staleTier),

  wrong(
    'filter-flags-swapped',
    'An update of a filter takes each of the two display flags for the other.',
    swappedFlags,
  ),
];
