import type { Json } from '../../contract/json.js';
import { showable } from '../model/apply.js';
import { bodyObject, type Call, type Effect, namedResource, reading, storing } from '../model/call.js';
import { Refusal } from '../model/response.js';
import type { Stored } from '../model/store.js';
import { recordsOf } from './convention.js';
import { entries } from './entries.js';
import { reviews } from './reviews.js';
import { tiers } from './tiers.js';

/** An app entry accepts any field, but an operation of its own shows its `callouts`: only valid ones are kept. */
const withCallouts: Effect = (call, byConvention) => {
  const outcome = byConvention(call);
  const [change] = outcome.changes;
  if (change?.[0] !== 'put') return outcome;
  const record = showable(change[2], ({ value }) => {
    const mistakes = 'callouts' in value ? call.judge.response('listAppEntryCallouts', value['callouts']) : [];
    return mistakes.map(({ pointer, message }) => ({ pointer: `/callouts${pointer}`, message }));
  });
  return storing(call, change[1], record);
};

/** The records of a list that it shows. */
function presented(call: Call, collection: string, isShown: (record: Stored) => boolean): Json[] {
  return [...recordsOf(call)].filter(isShown).map((record) => call.present(collection, record));
}

/** The filters whose flag says that this kind of directory shows them. */
const showingIn = (flag: string): Effect =>
  reading((call) => presented(call, 'Filter', ({ value }) => value[flag] === true));

/** The mappings of options whose filter is shown to visitors. */
const externalMappings = reading((call) => {
  const visible = ({ value }: Stored): boolean => {
    const option = call.store.get('FilterOption', String(value['filterOption']));
    const filter = option && call.store.get('Filter', option.parents['filter_id'] ?? '');
    return filter?.value['displayInDirectory'] === true;
  };
  return presented(call, 'FilterOptionMapping', visible);
});

/** A directory without a contact form of its own uses the default one. The response is this form, or a list with it. */
const listContactRequestForms = reading(({ store, present, operation: { collection, isList }, parameters }) => {
  const own = store.get(collection, parameters['directory_id'] ?? '');
  const form = own ?? store.get('forms/contact-request/default', 'default');
  const shown = form ? [present(collection, form, 'ContactRequestForm')] : [];
  return isList ? shown : shown[0];
});

/** A new invite is pending until it is answered. */
const invite: Effect = (call, byConvention) => {
  const [change] = byConvention(call).changes;
  if (change?.[0] !== 'put') throw new Error('An invite must store a record.');
  const record = { ...change[2], value: { ...change[2].value, status: 'pending' } };
  return storing(call, change[1], record, call.operation.schema);
};

function partnersOf(call: Call, request: Stored): Json[] {
  const ids = request.value['partners'];
  const found = (Array.isArray(ids) ? ids : []).map((id) => call.store.get('PartnerEntry', String(id)));
  return found.flatMap((entry) => (entry ? [call.present('PartnerEntry', entry)] : []));
}

const listPartners = reading((call) => partnersOf(call, namedResource(call)));

/** Replaces all partners; each must be an existing partner entry. */
const setPartners: Effect = (call) => {
  const sent = bodyObject(call)['partners'];
  const ids = (Array.isArray(sent) ? sent : []).map((id) => String(id).toLowerCase());
  for (const [index, id] of ids.entries()) {
    if (call.store.get('PartnerEntry', id)) continue;
    throw new Refusal(400, 'This partner entry does not exist.', [
      { pointer: `/partners/${index}`, message: `names no entry: ${id}` },
    ]);
  }
  const request = { ...namedResource(call) };
  request.value = { ...request.value, partners: ids };
  return { changes: [['put', 'MatchmakingRequest', request]], show: () => partnersOf(call, request) };
};

const assignOwner: Effect = (call) => {
  const request = { ...namedResource(call) };
  request.value = { ...request.value, owner: bodyObject(call)['owner'] ?? null };
  return storing(call, 'MatchmakingRequest', request);
};

/** Behaviour of operations beyond the convention, by operationId. */
export const effects: Readonly<Record<string, Effect | undefined>> = {
  ...entries,
  ...reviews,
  ...tiers,
  createAppEntry: withCallouts,
  updateAppEntry: withCallouts,
  listInternalFilters: showingIn('displayInInternalDirectory'),
  listExternalDirectoryFilters: showingIn('displayInDirectory'),
  listExternalDirectoryFilterOptionMappings: externalMappings,
  listContactRequestForms,
  inviteOrganization: invite,
  inviteOwnerOrganization: invite,
  inviteOwnerUsers: invite,
  inviteUsers: invite,
  listMatchmakingRequestPartners: listPartners,
  setMatchmakingRequestPartners: setPartners,
  assignMatchmakingRequestOwner: assignOwner,
};
