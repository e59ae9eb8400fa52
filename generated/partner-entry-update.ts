// Made by "npm run build" from openapi/; do not edit.
import { reflected } from '../scripts/client/index.js';
import type { DroppedField } from '../scripts/client/index.js';
import type { PartnerEntry, PartnerEntryUpdate } from './types.js';

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
 * Turns a partner entry, as an answer shows it, into the body of an update, and lists what cannot come along: fields
 * that an update has no place for, nulls and other values of a type that it does not take, and whatever the contract
 * does not know. The entry stays as it is, and shares nothing with the body. What is no object makes an empty body.
 *
 * Sent back as it is, the body changes nothing that shows, except within lists: a server may put the items that it is
 * sent in the place of those it has, and then they lose the fields that were dropped. Leave out the lists that shall
 * stay: `delete body.media`.
 *
 * @returns `dropped` has the JSON pointer of each value that was left out, and the reason as a sentence
 */
export function toPartnerEntryUpdate(entry: PartnerEntry): { body: PartnerEntryUpdate; dropped: DroppedField[] } {
  return reflected(entry, fields);
}
