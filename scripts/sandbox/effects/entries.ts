import type { Json, JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import { applyBody } from '../model/apply.js';
import { bodyObject, type Call, type CallOutcome, type Effect, namedResource } from '../model/call.js';
import { Refusal } from '../model/response.js';
import { showable } from '../model/showable.js';
import type { Change, Stored } from '../model/store.js';
import { recordsOf } from './convention.js';

/** An entry names its tier by id; the tier must belong to the same directory. */
export function checkTier(call: Call, record: Stored, pointer = '/tier', status = 400): void {
  const tier = record.hidden?.['tier'];
  if (typeof tier !== 'string') return;
  const found = call.store.get('Tier', tier);
  if (found?.parents['directory_id'] === record.parents['directory_id']) return;
  throw new Refusal(status, 'The directory has no such tier.', [{ pointer, message: `names no tier: ${tier}` }]);
}

/** The entry without the values that a response cannot show. */
export function showableEntry({ judge, present }: Call, record: Stored): Stored {
  return showable(record, (each) => judge.response('getPartnerEntry', present('PartnerEntry', each)));
}

const withTier: Effect = (call, byConvention) => {
  const outcome = byConvention(call);
  for (const change of outcome.changes) if (change[0] === 'put') checkTier(call, change[2]);
  return outcome;
};

/** A new entry that names no tier gets the default one of its directory. */
const create: Effect = (call, byConvention) =>
  withTier({ ...call, body: { ...defaultTier(call), ...bodyObject(call) } }, byConvention);

function defaultTier(call: Call): JsonObject {
  const tiers = call.store.list('Tier', call.parameters['directory_id']);
  const standard = [...tiers].find(({ value }) => value['default'] === true);
  return standard ? { tier: standard.id } : {};
}

/** An item with the id of an entry of the directory updates it; any other item creates an entry. */
const bulkUpsert: Effect = (call) => {
  const { store, present, newId } = call;
  const directory = call.parameters['directory_id'] ?? '';
  const request = call.schemas.resolve(call.request).items ?? {};
  const standard = defaultTier(call);
  const fresh = (id: string): Stored => ({ id, parents: { directory_id: directory }, value: {} });
  const written = new Map<string, Stored>();
  const order: string[] = [];
  for (const [index, item] of ((call.body ?? []) as Json[]).entries()) {
    if (!isObject(item)) continue;
    const { id: sent, ...fields } = item;
    const id = typeof sent === 'string' ? sent.toLowerCase() : newId();
    const there = written.get(id) ?? store.get('PartnerEntry', id);
    if (there && there.parents['directory_id'] !== directory) {
      const mistake = { pointer: `/${index}/id`, message: 'names an entry of another directory' };
      throw new Refusal(409, 'An entry cannot move to another directory.', [mistake]);
    }
    if (!there && store.holds(id)) {
      throw new Refusal(409, 'This id belongs to a resource that is not a partner entry.', [
        { pointer: `/${index}/id`, message: 'is taken' },
      ]);
    }
    const record = there
      ? applyBody({ ...call, request }, there, fields)
      : applyBody({ ...call, request }, fresh(id), { ...standard, ...fields });
    checkTier(call, record, `/${index}/tier`);
    written.set(id, showableEntry(call, record));
    order.push(id);
  }
  const changes = [...written.values()].map((record): Change => ['put', 'PartnerEntry', record]);
  return { changes, show: () => order.map((id) => present('PartnerEntry', written.get(id) as Stored)) };
};

/** Entries with a recommended order come first, in that order; the others follow in order of creation. */
function recommended(call: Call, collection: string, records: Iterable<Stored>): Json[] {
  const place = ({ hidden }: Stored): number =>
    typeof hidden?.['recommendedOrder'] === 'number' ? hidden['recommendedOrder'] : Number.POSITIVE_INFINITY;
  const sorted = [...records].sort((one, other) =>
    place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0,
  );
  return sorted.map((record) => call.present(collection, record));
}

const listInOrder: Effect = (call) => ({
  changes: [],
  show: () => recommended(call, call.operation.collection, recordsOf(call)),
});

const listBothKinds: Effect = (call) => ({
  changes: [],
  show: () =>
    ['PartnerEntry', 'AppEntry'].flatMap((collection) =>
      recommended(call, collection, call.store.list(collection, call.parameters['directory_id'])),
    ),
});

const updateRecommendedOrder: Effect = (call): CallOutcome => {
  const collection = call.operation.subject?.collection ?? '';
  const order = bodyObject(call)['order'] ?? null;
  const record = { ...namedResource(call) };
  record.hidden = { ...record.hidden, recommendedOrder: order };
  return { changes: [['put', collection, record]], show: () => call.present(collection, record) };
};

export const entries: Record<string, Effect> = {
  listEntries: listBothKinds,
  listPartnerEntries: listInOrder,
  createPartnerEntry: create,
  updatePartnerEntry: withTier,
  bulkUpsertPartnerEntries: bulkUpsert,
  updatePartnerEntryRecommendedOrder: updateRecommendedOrder,
  updateAppEntryRecommendedOrder: updateRecommendedOrder,
};
