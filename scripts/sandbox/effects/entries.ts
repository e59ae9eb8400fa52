import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { applyBody, toPresentableRecord } from '../model/apply.js';
import {
  bodyObject,
  type Call,
  type CallEffect,
  type CallOutcome,
  fieldOfRequest,
  lastResourceInPath,
  namedResource,
  readOnly,
  storeRecord,
} from '../model/call.js';
import { Refusal } from '../model/response.js';
import type { StoreChange, StoredRecord } from '../model/store.js';
import { recordsBelowPath } from './convention.js';

/** Checks that the tier of an entry belongs to the same directory as the entry. */
function checkTier(call: Call, record: StoredRecord, pointer = '/tier', status = 400): void {
  const tier = record.hidden?.['tier'];
  if (typeof tier !== 'string') return;
  const tierRecord = call.store.get('Tier', tier);
  if (tierRecord?.parents['directory_id'] === record.parents['directory_id']) return;
  throw new Refusal(status, 'The directory has no such tier.', [{ pointer, message: `names no tier: ${tier}` }]);
}

/** The entry without the values that no response can show. */
function toPresentableEntry({ judge, present }: Call, record: StoredRecord): StoredRecord {
  return toPresentableRecord(record, (candidate) =>
    judge.resourceMistakes('getPartnerEntry', present('PartnerEntry', candidate)),
  );
}

const withTierCheck: CallEffect = (call, followConvention) => {
  const outcome = followConvention(call);
  for (const change of outcome.changes) if (change[0] === 'put') checkTier(call, change[2]);
  return outcome;
};

/** A new entry that names no tier gets the default tier of its directory. */
const createEntry: CallEffect = (call, followConvention) =>
  withTierCheck({ ...call, body: { ...defaultTierField(call), ...bodyObject(call) } }, followConvention);

function defaultTierField(call: Call): JsonObject {
  const allTiers = call.store.list('Tier', call.parameters['directory_id']);
  const defaultFlagName = call.schemas.fieldName(call.schemas.byName('Tier'), 'default');
  const defaultTierRecord = [...allTiers].find(({ value }) => value[defaultFlagName] === true);
  return defaultTierRecord ? { tier: defaultTierRecord.id } : {};
}

/** An item with the id of an entry of the directory updates it; any other item creates an entry. */
const bulkUpsert: CallEffect = (call) => {
  const { store, present, newId } = call;
  const directoryId = call.parameters['directory_id'] ?? '';
  const itemSchema = call.schemas.resolve(call.requestSchema).items ?? {};
  const tierField = defaultTierField(call);
  const newRecord = (id: string): StoredRecord => ({ id, parents: { directory_id: directoryId }, value: {} });
  const records = new Map<string, StoredRecord>();
  const idsInOrder: string[] = [];
  for (const [index, item] of ((call.body ?? []) as Json[]).entries()) {
    if (!isObject(item)) continue;
    const { id: bodyId, ...fields } = item;
    const id = typeof bodyId === 'string' ? bodyId.toLowerCase() : newId();
    const existingEntry = records.get(id) ?? store.get('PartnerEntry', id);
    if (existingEntry && existingEntry.parents['directory_id'] !== directoryId) {
      const mistake = { pointer: `/${index}/id`, message: 'names an entry of another directory' };
      throw new Refusal(409, 'An entry cannot move to another directory.', [mistake]);
    }
    if (!existingEntry && store.hasId(id)) {
      const mistake = { pointer: `/${index}/id`, message: 'is taken' };
      throw new Refusal(409, 'This id belongs to a resource that is not a partner entry.', [mistake]);
    }
    const itemCall = { ...call, requestSchema: itemSchema };
    const record = existingEntry
      ? applyBody(itemCall, existingEntry, fields)
      : applyBody(itemCall, newRecord(id), { ...tierField, ...fields });
    checkTier(call, record, `/${index}/tier`);
    records.set(id, toPresentableEntry(call, record));
    idsInOrder.push(id);
  }
  const changes = [...records.values()].map((record): StoreChange => ['put', 'PartnerEntry', record]);
  return { changes, toBody: () => idsInOrder.map((id) => present('PartnerEntry', records.get(id) as StoredRecord)) };
};

/** Entries with a recommended order come first, in that order; the others follow in order of creation. */
function presentInOrder(call: Call, collection: string, records: Iterable<StoredRecord>): Json[] {
  const rankOf = ({ hidden }: StoredRecord): number =>
    typeof hidden?.['recommendedOrder'] === 'number' ? hidden['recommendedOrder'] : Number.POSITIVE_INFINITY;
  const sortedRecords = [...records].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : rankOf(a) > rankOf(b) ? 1 : 0));
  return sortedRecords.map((record) => call.present(collection, record));
}

const listOrderedEntries = readOnly((call) => presentInOrder(call, call.operation.collection, recordsBelowPath(call)));

const listEntriesOfBothKinds = readOnly((call) =>
  ['PartnerEntry', 'AppEntry'].flatMap((collection) =>
    presentInOrder(call, collection, call.store.list(collection, call.parameters['directory_id'])),
  ),
);

const updateRecommendedOrder: CallEffect = (call): CallOutcome => {
  const collection = call.operation.subject?.collection ?? '';
  const order = bodyObject(call)['order'] ?? null;
  const record = { ...namedResource(call) };
  record.hidden = { ...record.hidden, recommendedOrder: order };
  return storeRecord(call, collection, record);
};

/** Lists the items of a field of the entry. They are read from the entry, so updates of the entry show here, too. */
const listItemsOfField = (field: string): CallEffect =>
  readOnly((call) => objectsIn(call.present(lastResourceInPath(call)?.collection ?? '', namedResource(call))[field]));

/** Lists the items of a field that updates set. Entries show this field only if a team's answers define its place. */
const listItemsOfHiddenField = (field: string): CallEffect =>
  readOnly((call) => objectsIn(namedResource(call).hidden?.[field] ?? namedResource(call).value[field]));

function objectsIn(items: Json | undefined): Json[] {
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** Lists the badges of an entry, which stores only their ids. */
const listBadges = readOnly((call) => presentByIds(call, 'Badge', namedResource(call).hidden?.['badges']));

/** Presents the resources of a collection with these ids; unknown ids are skipped. */
export function presentByIds(call: Call, collection: string, ids: Json | undefined): Json[] {
  const records = (Array.isArray(ids) ? ids : []).map((id) => call.store.get(collection, String(id)));
  return records.flatMap((record) => (record ? [call.present(collection, record)] : []));
}

const editField = 'edit';

/** Stores a submitted edit, hidden, with its entry. A second edit replaces the first. */
const submitEdit: CallEffect = (call) => {
  const entry = namedResource(call);
  const changes = bodyObject(call);
  // Refuse an edit that could not be applied later.
  const editedEntry = applyEdit(call, entry, changes);
  checkTier(call, editedEntry);
  const mistakes = call.judge.resourceMistakes('getPartnerEntry', call.present('PartnerEntry', editedEntry));
  if (mistakes.length > 0) throw new Refusal(400, 'With this edit, the entry would not fit the contract.', mistakes);
  const edit: JsonObject = { id: call.newId(), entry: entry.id, state: 'submitted', changes };
  return storeEntry({ ...entry, hidden: { ...entry.hidden, [editField]: edit } }, presentEdit(call, edit, 'submitted'));
};

const resolveEdit =
  (state: string, isApplied: boolean): CallEffect =>
  (call) => {
    const entry = namedResource(call);
    const edit = entry.hidden?.[editField] as JsonObject | undefined;
    if (!edit) throw new Refusal(409, 'No edit of this entry is awaiting approval.');
    const { [editField]: _, ...hidden } = entry.hidden ?? {};
    const entryWithoutEdit: StoredRecord = { ...entry, hidden };
    const changes = edit['changes'] as JsonObject;
    const resolvedEntry = isApplied ? applyEdit(call, entryWithoutEdit, changes) : entryWithoutEdit;
    // The tier may have been deleted since the edit was submitted.
    if (isApplied) checkTier(call, resolvedEntry, '/tier', 409);
    return storeEntry(resolvedEntry, presentEdit(call, edit, state));
  };

function applyEdit(call: Call, entry: StoredRecord, changes: JsonObject): StoredRecord {
  const { id: _, ...fields } = changes;
  const requestSchema = call.schemas.byName('PartnerEntryUpdate') ?? {};
  return toPresentableEntry(call, applyBody({ ...call, requestSchema }, entry, fields));
}

function presentEdit(call: Call, { id, entry }: JsonObject, state: string): JsonObject {
  return call.present('PartnerEntryEdit', { id: String(id), parents: {}, value: { entry: entry as Json, state } });
}

function storeEntry(entry: StoredRecord, response: JsonObject): CallOutcome {
  return { changes: [['put', 'PartnerEntry', entry]], toBody: () => response };
}

export const entryEffects: Record<string, CallEffect> = {
  listEntries: listEntriesOfBothKinds,
  listPartnerEntries: listOrderedEntries,
  createPartnerEntry: createEntry,
  updatePartnerEntry: withTierCheck,
  bulkUpsertPartnerEntries: bulkUpsert,
  updatePartnerEntryRecommendedOrder: updateRecommendedOrder,
  updateAppEntryRecommendedOrder: updateRecommendedOrder,
  listAppEntryCallouts: listItemsOfField('callouts'),
  listPartnerEntryBadges: listBadges,
  listPartnerEntryCallouts: listItemsOfField('callouts'),
  listPartnerEntryCertifications: listItemsOfField('certifications'),
  listPartnerEntryClients: listItemsOfField('clients'),
  listPartnerEntryKeywords: listItemsOfHiddenField('keywords'),
  listPartnerEntryMedia: listItemsOfField('media'),
  listPartnerEntryResources: listItemsOfField('resources'),
  listPartnerEntrySpecialOffers: listItemsOfField('special_offers'),
  listPartnerEntryTestimonials: listItemsOfField('testimonials'),
  listPartnerEntryUseCases: listItemsOfField('use_cases'),
  listPartnerEntryVerifications: listItemsOfField('verifications'),
  submitPartnerEntryReview: submitEdit,
  approvePartnerEntryReview: resolveEdit('approved', true),
  rejectPartnerEntryChanges: resolveEdit('rejected', false),
  discardPartnerEntryReview: resolveEdit('discarded', false),
};

const entryKinds = ['PartnerEntry', 'AppEntry'] as const;

function* entriesOfTier(call: Call, tier: string): Iterable<[collection: string, record: StoredRecord]> {
  for (const collection of entryKinds)
    for (const record of call.store.list(collection, tier)) yield [collection, record];
}

function moveToTier(record: StoredRecord, tier: string | undefined): StoredRecord {
  const { tier: _, ...hidden } = record.hidden ?? {};
  return { ...record, hidden: tier === undefined ? hidden : { ...hidden, tier } };
}

/** Entries stay when their tier is deleted, but lose the tier. */
const deleteTier: CallEffect = (call, followConvention) => {
  const tier = namedResource(call).id;
  const updates = [...entriesOfTier(call, tier)].map(
    ([collection, record]): StoreChange => ['put', collection, moveToTier(record, undefined)],
  );
  const outcome = followConvention(call);
  return { ...outcome, changes: [...updates, ...outcome.changes] };
};

const listTierEntries = readOnly((call) =>
  [...entriesOfTier(call, namedResource(call).id)].map(([collection, record]) => call.present(collection, record)),
);

const assignTierEntries: CallEffect = (call) => {
  const tier = namedResource(call);
  const findEntries = (name: string): [string, StoredRecord][] => {
    const [field, ids] = fieldOfRequest(call, name);
    return (Array.isArray(ids) ? ids : []).map((id, index) => {
      for (const collection of entryKinds) {
        const record = call.store.get(collection, String(id).toLowerCase());
        if (record?.parents['directory_id'] === tier.parents['directory_id'] && record) return [collection, record];
      }
      const mistake = { pointer: `/${field}/${index}`, message: `names no entry of the directory: ${String(id)}` };
      throw new Refusal(400, 'The directory has no such entry.', [mistake]);
    });
  };
  const addedEntries = findEntries('assign');
  const removedEntries = findEntries('unassign').filter(([, record]) => record.hidden?.['tier'] === tier.id);
  const recordsAfter = new Map<string, [string, StoredRecord]>();
  for (const [collection, record] of entriesOfTier(call, tier.id)) recordsAfter.set(record.id, [collection, record]);
  for (const [collection, record] of addedEntries)
    recordsAfter.set(record.id, [collection, moveToTier(record, tier.id)]);
  for (const [, record] of removedEntries) recordsAfter.delete(record.id);
  return {
    changes: [
      ...addedEntries.map(([collection, record]): StoreChange => ['put', collection, moveToTier(record, tier.id)]),
      ...removedEntries.map(([collection, record]): StoreChange => ['put', collection, moveToTier(record, undefined)]),
    ],
    toBody: () => [...recordsAfter.values()].map(([collection, record]) => call.present(collection, record)),
  };
};

export const tierEffects: Record<string, CallEffect> = { deleteTier, listTierEntries, assignTierEntries };
