import type { Json } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import { type Call, type Effect, namedResource, parentOf } from '../model/call.js';

/** Content that the entry itself returns, read from it so that an update of the entry shows here, too. */
const shown = (field: string): Effect =>
  reading((call) => call.present(parentOf(call)?.collection ?? '', namedResource(call))[field]);

/** Content that an update accepts but the entry does not return. */
const sent = (field: string): Effect => reading((call) => namedResource(call).hidden?.[field]);

function reading(field: (call: Call) => Json | undefined): Effect {
  return (call) => ({
    changes: [],
    show() {
      const items = field(call);
      return Array.isArray(items) ? items.filter(isObject) : [];
    },
  });
}

/** An entry stores the ids of its badges. */
const badges: Effect = (call) => ({
  changes: [],
  show() {
    const ids = namedResource(call).hidden?.['badges'];
    const found = (Array.isArray(ids) ? ids : []).map((id) => call.store.get('Badge', String(id)));
    return found.flatMap((badge) => (badge ? [call.present('Badge', badge)] : []));
  },
});

export const entryContent: Record<string, Effect> = {
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
};
