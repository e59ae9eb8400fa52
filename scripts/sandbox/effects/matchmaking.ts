import type { Json } from '../../contract/json.js';
import { bodyObject, type Call, type Effect, namedResource } from '../model/call.js';
import { Refusal } from '../model/response.js';
import type { Stored } from '../model/store.js';

function partnersOf(call: Call, request: Stored): Json[] {
  const ids = request.value['partners'];
  const found = (Array.isArray(ids) ? ids : []).map((id) => call.store.get('PartnerEntry', String(id)));
  return found.flatMap((entry) => (entry ? [call.present('PartnerEntry', entry)] : []));
}

const listPartners: Effect = (call) => ({ changes: [], show: () => partnersOf(call, namedResource(call)) });

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
  return { changes: [['put', 'MatchmakingRequest', request]], show: () => call.present('MatchmakingRequest', request) };
};

export const matchmaking: Record<string, Effect> = {
  listMatchmakingRequestPartners: listPartners,
  setMatchmakingRequestPartners: setPartners,
  assignMatchmakingRequestOwner: assignOwner,
};
