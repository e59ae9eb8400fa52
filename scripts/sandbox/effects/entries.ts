import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { applyBody, showable } from '../model/apply.js';
import {
  bodyObject,
  type Call,
  type CallOutcome,
  type Effect,
  namedResource,
  parentOf,
  reading,
  storing,
} from '../model/call.js';
import { Refusal } from '../model/response.js';
import type { Change, Stored } from '../model/store.js';
import { recordsOf } from './convention.js';

/** An entry names its tier by id; the tier must belong to the same directory. */
function checkTier(call: Call, record: Stored, pointer = '/tier', status = 400): void {
  const tier = record.hidden?.['tier'];
  if (typeof tier !== 'string') return;
  const found = call.store.get('Tier', tier);
  if (found?.parents['directory_id'] === record.parents['directory_id']) return;
  throw new Refusal(status, 'The directory has no such tier.', [{ pointer, message: `names no tier: ${tier}` }]);
}

/** The entry without the values that a response cannot show. */
function showableEntry({ judge, present }: Call, record: Stored): Stored {
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

const listInOrder = reading((call) => recommended(call, call.operation.collection, recordsOf(call)));

const listBothKinds = reading((call) =>
  ['PartnerEntry', 'AppEntry'].flatMap((collection) =>
    recommended(call, collection, call.store.list(collection, call.parameters['directory_id'])),
  ),
);

const updateRecommendedOrder: Effect = (call): CallOutcome => {
  const collection = call.operation.subject?.collection ?? '';
  const order = bodyObject(call)['order'] ?? null;
  const record = { ...namedResource(call) };
  record.hidden = { ...record.hidden, recommendedOrder: order };
  return storing(call, collection, record);
};

/** Content that the entry itself returns, read from it so that an update of the entry shows here, too. */
const shown = (field: string): Effect =>
  reading((call) => objectsIn(call.present(parentOf(call)?.collection ?? '', namedResource(call))[field]));

/** Content that an update accepts but the entry does not return. */
const sent = (field: string): Effect => reading((call) => objectsIn(namedResource(call).hidden?.[field]));

function objectsIn(items: Json | undefined): Json[] {
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** An entry stores the ids of its badges. */
const badges = reading((call) => presentedByIds(call, 'Badge', namedResource(call).hidden?.['badges']));

/** The resources of a collection that a list of ids names. */
export function presentedByIds(call: Call, collection: string, ids: Json | undefined): Json[] {
  const found = (Array.isArray(ids) ? ids : []).map((id) => call.store.get(collection, String(id)));
  return found.flatMap((record) => (record ? [call.present(collection, record)] : []));
}

const pending = 'edit';

/** A submitted edit is stored with the entry and not shown. A second edit replaces the first. */
const submit: Effect = (call) => {
  const entry = namedResource(call);
  const changes = bodyObject(call);
  // An edit that could not be applied later is refused now.
  const after = applied(call, entry, changes);
  checkTier(call, after);
  const mistakes = call.judge.response('getPartnerEntry', call.present('PartnerEntry', after));
  if (mistakes.length > 0) throw new Refusal(400, 'With this edit, the entry would not fit the contract.', mistakes);
  const edit: JsonObject = { id: call.newId(), entry: entry.id, state: 'submitted', changes };
  return answering({ ...entry, hidden: { ...entry.hidden, [pending]: edit } }, presentEdit(call, edit, 'submitted'));
};

const end =
  (state: string, apply: boolean): Effect =>
  (call) => {
    const entry = namedResource(call);
    const edit = entry.hidden?.[pending] as JsonObject | undefined;
    if (!edit) throw new Refusal(409, 'No edit of this entry is awaiting approval.');
    const { [pending]: _, ...hidden } = entry.hidden ?? {};
    const without: Stored = { ...entry, hidden };
    const after = apply ? applied(call, without, edit['changes'] as JsonObject) : without;
    // The tier may have been deleted since the edit was submitted.
    if (apply) checkTier(call, after, '/tier', 409);
    return answering(after, presentEdit(call, edit, state));
  };

function applied(call: Call, entry: Stored, changes: JsonObject): Stored {
  const { id: _, ...fields } = changes;
  const after = applyBody({ ...call, request: call.schemas.named('PartnerEntryUpdate') ?? {} }, entry, fields);
  return showableEntry(call, after);
}

function presentEdit(call: Call, { id, entry }: JsonObject, state: string): JsonObject {
  return call.present('PartnerEntryEdit', { id: String(id), parents: {}, value: { entry: entry as Json, state } });
}

function answering(entry: Stored, response: JsonObject): CallOutcome {
  const put: Change = ['put', 'PartnerEntry', entry];
  return { changes: [put], show: () => response };
}

export const entries: Record<string, Effect> = {
  listEntries: listBothKinds,
  listPartnerEntries: listInOrder,
  createPartnerEntry: create,
  updatePartnerEntry: withTier,
  bulkUpsertPartnerEntries: bulkUpsert,
  updatePartnerEntryRecommendedOrder: updateRecommendedOrder,
  updateAppEntryRecommendedOrder: updateRecommendedOrder,
  listAppEntryCallouts: shown('callouts'),
  listPartnerEntryBadges: badges,
  listPartnerEntryCallouts: shown('callouts'),
  listPartnerEntryCertifications: shown('certifications'),
  listPartnerEntryClients: shown('clients'),
  listPartnerEntryKeywords: sent('keywords'),
  listPartnerEntryMedia: shown('media'),
  listPartnerEntryResources: shown('resources'),
  listPartnerEntrySpecialOffers: shown('special_offers'),
  listPartnerEntryTestimonials: shown('testimonials'),
  listPartnerEntryUseCases: shown('use_cases'),
  listPartnerEntryVerifications: shown('verifications'),
  submitPartnerEntryReview: submit,
  approvePartnerEntryReview: end('approved', true),
  rejectPartnerEntryChanges: end('rejected', false),
  discardPartnerEntryReview: end('discarded', false),
};

const kinds = ['PartnerEntry', 'AppEntry'] as const;

function* entriesOf(call: Call, tier: string): Iterable<[collection: string, record: Stored]> {
  for (const collection of kinds) for (const record of call.store.list(collection, tier)) yield [collection, record];
}

function moved(record: Stored, tier: string | undefined): Stored {
  const { tier: _, ...hidden } = record.hidden ?? {};
  return { ...record, hidden: tier === undefined ? hidden : { ...hidden, tier } };
}

/** Entries of a deleted tier stay, without a tier. */
const deleteTier: Effect = (call, byConvention) => {
  const tier = namedResource(call).id;
  const without = [...entriesOf(call, tier)].map(
    ([collection, record]): Change => ['put', collection, moved(record, undefined)],
  );
  const outcome = byConvention(call);
  return { ...outcome, changes: [...without, ...outcome.changes] };
};

const listTierEntries = reading((call) =>
  [...entriesOf(call, namedResource(call).id)].map(([collection, record]) => call.present(collection, record)),
);

const assignTierEntries: Effect = (call) => {
  const tier = namedResource(call);
  const body = bodyObject(call);
  const find = (field: string): [string, Stored][] =>
    (Array.isArray(body[field]) ? body[field] : []).map((id, index) => {
      for (const collection of kinds) {
        const record = call.store.get(collection, String(id).toLowerCase());
        if (record?.parents['directory_id'] === tier.parents['directory_id'] && record) return [collection, record];
      }
      const mistake = { pointer: `/${field}/${index}`, message: `names no entry of the directory: ${String(id)}` };
      throw new Refusal(400, 'The directory has no such entry.', [mistake]);
    });
  const incoming = find('assign');
  const outgoing = find('unassign').filter(([, record]) => record.hidden?.['tier'] === tier.id);
  const after = new Map<string, [string, Stored]>();
  for (const [collection, record] of entriesOf(call, tier.id)) after.set(record.id, [collection, record]);
  for (const [collection, record] of incoming) after.set(record.id, [collection, moved(record, tier.id)]);
  for (const [, record] of outgoing) after.delete(record.id);
  return {
    changes: [
      ...incoming.map(([collection, record]): Change => ['put', collection, moved(record, tier.id)]),
      ...outgoing.map(([collection, record]): Change => ['put', collection, moved(record, undefined)]),
    ],
    show: () => [...after.values()].map(([collection, record]) => call.present(collection, record)),
  };
};

export const tiers: Record<string, Effect> = { deleteTier, listTierEntries, assignTierEntries };
