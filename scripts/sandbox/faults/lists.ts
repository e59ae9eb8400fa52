import type { Json } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Fault } from '../behaviour/behaviour.js';
import { changed, mapItems, type Replacement, sending, without, wrong } from './parts.js';

/** Edits the list of partner entries item by item, since it may be long. */
const listing =
  (edit: (items: Iterable<Json>) => Iterable<Json>): Replacement =>
  ({ perform }) => ({
    perform(call) {
      const outcome = perform(call);
      return call.operation.id === 'listPartnerEntries'
        ? { ...outcome, show: () => edit(outcome.show() as Iterable<Json>) }
        : outcome;
    },
  });

function* allButLast(items: Iterable<Json>): Iterable<Json> {
  let held: Json | undefined;
  for (const item of items) {
    if (held !== undefined) yield held;
    held = item;
  }
}

/** As when the first entry moves to the last page while the pages are read. */
function* firstAgain(items: Iterable<Json>): Iterable<Json> {
  let first: Json | undefined;
  for (const item of items) {
    first ??= item;
    yield item;
  }
  if (first !== undefined) yield first;
}

/** Returns in the list the first title of each entry; later changes do not reach it. */
const staleTitles: Replacement = (behaviour) => {
  const titles = new Map<string, Json | undefined>();
  return {
    commit(store, changes, exchange) {
      for (const [kind, collection, what] of changes) {
        if (kind !== 'put' || collection !== 'PartnerEntry') continue;
        const before = store.get(collection, what.id);
        if (before && !titles.has(what.id) && before.value['title'] !== what.value['title'])
          titles.set(what.id, before.value['title']);
      }
      behaviour.commit(store, changes, exchange);
    },
    respond(exchange, outcome) {
      const response = behaviour.respond(exchange, outcome);
      if (exchange.operation?.id !== 'listPartnerEntries') return response;
      return mapItems(response, (item) => {
        const old = isObject(item) ? titles.get(String(item['id'])) : undefined;
        return isObject(item) && old !== undefined ? changed(item, 'title', () => old) : item;
      });
    },
  };
};

/** Faults of lists, creations and deletions. */
export const listFaults: readonly Fault[] = [
  wrong('list-stale', 'The list of partner entries keeps the original title after an update.', staleTitles),

  wrong('list-misses-item', 'The list of partner entries omits the last entry.', listing(allButLast)),

  wrong('get-differs-from-list', 'The list of partner entries has `featured: false` in every entry.', (behaviour) => ({
    respond(exchange, outcome) {
      const response = behaviour.respond(exchange, outcome);
      if (exchange.operation?.id !== 'listPartnerEntries') return response;
      return mapItems(response, (item) => (isObject(item) ? changed(item, 'featured', () => false) : item));
    },
  })),

  wrong('duplicate-in-list', 'The list of partner entries repeats the first entry at its end.', listing(firstAgain)),

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
