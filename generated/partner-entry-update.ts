// Made by "npm run build" from openapi/; do not edit.
import { reflected, withReflected } from '../scripts/client/index.js';
import type { DroppedField, UndocumentedEffect } from '../scripts/client/index.js';
import type { PartnerEntry, PartnerEntryUpdate } from './types.js';

export type { DroppedField, UndocumentedEffect } from '../scripts/client/index.js';

const fields = {
  id: '',
  title: '',
  headline: '',
  slug: '',
  custom_slug: '',
  status: '',
  'the service': '',
  featured: false,
  owner: {},
  description: '',
  location: '',
  call_to_action_url: '',
  call_to_action_label: '',
  external_url: '',
  metadata: { external_id: '' },
  resources: [{ title: '', file: '', url: '', order: 0, id: '' }],
  verifications: [{ id: '', title: '' }],
  media: [{ id: '', title: '', description: '', order: 0, pdfFileThumbnailUrl: 'pdf_file_thumbnail_url', url: '', type: '' }],
  callouts: [{ order: 0, name: '', textColor: 'text_color', backgroundColor: 'background_color', id: '' }],
  support_email: '',
  developer_name: '',
  display_on_internal_directory: false,
  tier: { id: 'tier' },
} as const;

/**
 * Turns a partner entry from a response into the body of an update, and lists the values that the body cannot
 * contain: fields that the update does not have, nulls and other values of a type that it does not accept, and
 * fields unknown to the contract. The entry stays unchanged, and shares no objects with the body. A value that
 * is not an object makes an empty body.
 *
 * Sent unchanged, the body changes nothing visible, except within lists: a server may replace its own items by
 * the items sent, which lack the dropped fields. To keep a list as it is, leave it out: `delete body.media`.
 *
 * @returns `dropped` has the JSON pointer of each value that was left out, and the reason as a sentence
 */
export function toPartnerEntryUpdate(entry: PartnerEntry): { body: PartnerEntryUpdate; dropped: DroppedField[] } {
  return reflected(entry, fields);
}

/**
 * Shows a partner entry before the server has responded to an update: as a response would show it after the update.
 * The entry and the update stay unchanged. Objects in which nothing changes are those of the entry.
 *
 * Some of it is a guess until the response arrives. A list of the update replaces the old one. An item whose id is in
 * the old list keeps the fields that the update does not send, which a server may drop; a new item has no id yet. An
 * entry that moves to another tier has only the id of that tier.
 *
 * @returns `unknown` has the JSON pointer of each value of the update that no response is documented to show, and the
 * reason as a sentence; `entry` does not show these values
 */
export function withPartnerEntryUpdate(
  entry: PartnerEntry,
  update: PartnerEntryUpdate,
): { entry: PartnerEntry; unknown: UndocumentedEffect[] } {
  return withReflected(entry, update, fields);
}
