import type { Json, JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Fault } from '../behaviour/behaviour.js';
import { changed, type Replacement, sending, without, wrong } from './parts.js';

/** Edits the list of partner entries. */
const listing =
  (edit: (items: readonly Json[]) => Json[]): Replacement =>
  ({ perform }) => ({
    perform(call) {
      const outcome = perform(call);
      return call.operation.id === 'listPartnerEntries'
        ? { ...outcome, show: () => edit(outcome.show() as Json[]) }
        : outcome;
    },
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
export const listFaults: readonly Fault[] = [
  wrong('list-stale', 'The list of partner entries keeps the original title after an update.', staleTitles),

  wrong(
    'list-misses-item',
    'The list of partner entries omits the last entry.',
    listing((items) => items.slice(0, -1)),
  ),

  wrong(
    'get-differs-from-list',
    'The list of partner entries has `featured: false` in every entry.',
    editingEach((item) => changed(item, 'featured', () => false)),
  ),

  wrong(
    'duplicate-in-list',
    'The list of partner entries repeats the first entry at its end.',
    listing((items) => [...items, ...items.slice(0, 1)]),
  ),

  wrong('delete-keeps', 'Deleting a partner entry returns 204, but the entry stays.', ({ commit }) => ({
    commit(store, changes, exchange) {
      if (exchange.operation?.id !== 'deletePartnerEntry') commit(store, changes, exchange);
    },
  })),

  wrong(
    'create-no-id',
    'The response to creating a partner entry has no `id`.',
    sending('createPartnerEntry', (response) =>
      isObject(response.json) ? { ...response, json: without(response.json, 'id') } : response,
    ),
  ),
];
