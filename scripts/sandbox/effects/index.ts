import type { Json, JsonObject } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { toPresentableRecord } from '../model/apply.js';
import { type Call, type CallEffect, fieldOfRequest, namedResource, readOnly, storeRecord } from '../model/call.js';
import { Refusal } from '../model/response.js';
import { moderations, type StoreChange, type StoredRecord } from '../model/store.js';
import { recordsBelowPath } from './convention.js';
import { entryEffects, presentByIds, tierEffects } from './entries.js';

/** Approving sets `approvedBy` and clears `declinedBy`; declining does the reverse; any other status keeps both. */
function withModeration(call: Call, record: StoredRecord, recordBefore: StoredRecord | undefined): StoredRecord {
  const schema = call.schemas.byName('Review');
  const name = call.schemas.fieldName(schema, 'status');
  const status = record.value[name];
  if (status === recordBefore?.value[name] || typeof status !== 'string') return record;
  const { statusDisplay = status, ...moderators } = moderations.get(status) ?? {};
  const changes = { statusDisplay, ...(status !== 'P' && moderators) };
  return { ...record, value: { ...record.value, ...call.schemas.renameFields(schema, changes) } };
}

const writeReview: CallEffect = (call, followConvention) => {
  const outcome = followConvention(call);
  const isCreation = call.operation.verb === 'create';
  const changes = outcome.changes.map((change): StoreChange => {
    if (change[0] === 'remove') return change;
    const recordBefore = call.store.get('Review', change[2].id);
    const defaults: JsonObject = isCreation
      ? { entryType: 'partner', created: call.now(), status: 'P', approvedBy: null, declinedBy: null }
      : {};
    const renamedDefaults = call.schemas.renameFields(call.schemas.byName('Review'), defaults);
    const record = { ...change[2], value: { ...renamedDefaults, ...change[2].value } };
    return ['put', change[1], withModeration(call, record, recordBefore)];
  });
  const [firstChange] = changes;
  return { changes, toBody: () => (firstChange?.[0] === 'put' ? call.present('Review', firstChange[2]) : undefined) };
};

const columns = ['id', 'title', 'company', 'summary', 'firstName', 'lastName', 'email', 'rating', 'created', 'status'];

/** A value as a field of CSV (RFC 4180): a field with a comma, a quote or a line break is quoted. */
function toCell(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const exportReviews = readOnly((call) => {
  // Name the collection here: the response's first media type is text, so its schema does not name one.
  const records = [...call.store.list('Review', call.parameters['directory_id'])];
  const presentedReviews = records.map((record) => call.present('Review', record));
  if (isJson(call.mediaType ?? '')) return presentedReviews;
  const names = columns.map((name) => call.schemas.fieldName(call.schemas.byName('Review'), name));
  const rows = presentedReviews.map((review) => names.map((name) => toCell(review[name])).join(','));
  return [names.join(','), ...rows, ''].join('\r\n');
});

export const reviewEffects: Record<string, CallEffect> = {
  createReview: writeReview,
  updateReview: writeReview,
  exportReviews,
};

/** Stores only valid `callouts` in app entries, which accept any field, because `listAppEntryCallouts` returns them. */
const withValidCallouts: CallEffect = (call, followConvention) => {
  const outcome = followConvention(call);
  const [change] = outcome.changes;
  if (change?.[0] !== 'put') return outcome;
  const record = toPresentableRecord(change[2], ({ value }) => {
    const mistakes = 'callouts' in value ? call.judge.response('listAppEntryCallouts', value['callouts']) : [];
    return mistakes.map(({ pointer, message }) => ({ pointer: `/callouts${pointer}`, message }));
  });
  return storeRecord(call, change[1], record);
};

function presentRecords(call: Call, collection: string, isShown: (record: StoredRecord) => boolean): Json[] {
  return [...recordsBelowPath(call)].filter(isShown).map((record) => call.present(collection, record));
}

/** Lists the filters for which this flag is true: those that the internal or the external directory shows. */
const listFiltersWithFlag = (flag: string): CallEffect =>
  readOnly((call) => presentRecords(call, 'Filter', ({ value }) => value[flag] === true));

/** Lists the mappings of options whose filters the external directory shows. */
const listExternalMappings = readOnly((call) => {
  const isVisible = ({ value }: StoredRecord): boolean => {
    const option = call.store.get('FilterOption', String(value['filterOption']));
    const filter = option && call.store.get('Filter', option.parents['filter_id'] ?? '');
    return filter?.value['displayInDirectory'] === true;
  };
  return presentRecords(call, 'FilterOptionMapping', isVisible);
});

/** A directory without its own contact form uses the default form. The response is one form, or a list of one form. */
const listContactRequestForms = readOnly(({ store, present, operation: { collection, isList }, parameters }) => {
  const ownForm = store.get(collection, parameters['directory_id'] ?? '');
  const form = ownForm ?? store.get('forms/contact-request/default', 'default');
  const forms = form ? [present(collection, form, 'ContactRequestForm')] : [];
  return isList ? forms : forms[0];
});

/** A new invite is pending until it is answered. */
const createPendingInvite: CallEffect = (call, followConvention) => {
  const [change] = followConvention(call).changes;
  if (change?.[0] !== 'put') throw new Error('The operation that creates an invite stored nothing.');
  const record = { ...change[2], value: { ...change[2].value, status: 'pending' } };
  return storeRecord(call, change[1], record, call.operation.schema);
};

const listPartners = readOnly((call) => presentByIds(call, 'PartnerEntry', namedResource(call).value['partners']));

/** Replaces all partners of a matchmaking request; each must be an existing partner entry. */
const setPartners: CallEffect = (call) => {
  const [field, partners] = fieldOfRequest(call, 'partners');
  const ids = (Array.isArray(partners) ? partners : []).map((id) => String(id).toLowerCase());
  for (const [index, id] of ids.entries()) {
    if (call.store.get('PartnerEntry', id)) continue;
    throw new Refusal(400, 'This partner entry does not exist.', [
      { pointer: `/${field}/${index}`, message: `names no entry: ${id}` },
    ]);
  }
  const request = { ...namedResource(call) };
  request.value = { ...request.value, partners: ids };
  return { changes: [['put', 'MatchmakingRequest', request]], toBody: () => presentByIds(call, 'PartnerEntry', ids) };
};

const assignOwner: CallEffect = (call) => {
  const request = { ...namedResource(call) };
  request.value = { ...request.value, owner: fieldOfRequest(call, 'owner')[1] ?? null };
  return storeRecord(call, 'MatchmakingRequest', request);
};

export const effects: Readonly<Record<string, CallEffect | undefined>> = {
  ...entryEffects,
  ...reviewEffects,
  ...tierEffects,
  createAppEntry: withValidCallouts,
  updateAppEntry: withValidCallouts,
  listInternalFilters: listFiltersWithFlag('displayInInternalDirectory'),
  listExternalDirectoryFilters: listFiltersWithFlag('displayInDirectory'),
  listExternalDirectoryFilterOptionMappings: listExternalMappings,
  listContactRequestForms,
  inviteOrganization: createPendingInvite,
  inviteOwnerOrganization: createPendingInvite,
  inviteOwnerUsers: createPendingInvite,
  inviteUsers: createPendingInvite,
  listMatchmakingRequestPartners: listPartners,
  setMatchmakingRequestPartners: setPartners,
  assignMatchmakingRequestOwner: assignOwner,
};
