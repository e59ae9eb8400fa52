/**
 * The field tables of the interface description, row by row and in their order: name, then type with format. `uri`,
 * `uuid` and `email` are strings of that format; `path` is a path relative to the base URL; `colour` is hexadecimal
 * digits without `#`; `letter` is a code of one letter; `string?` may be null; `array` is an array of objects with
 * these fields; an `open` object may have further fields. `guess` is the type of a field that the description names
 * without one.
 */
export type LeafType =
  | 'string'
  | 'string?'
  | 'integer'
  | 'boolean'
  | 'uri'
  | 'uuid'
  | 'email'
  | 'path'
  | 'colour'
  | 'letter';
export type FieldType =
  | LeafType
  | { guess: LeafType }
  | 'uuid[]'
  | 'string map'
  | 'open objects'
  | { array: Fields }
  | { object: Fields; open?: true };
export type Fields = Record<string, FieldType>;

const link: Fields = {
  id: 'uuid',
  title: { guess: 'string' },
  url: { guess: 'uri' },
  file: 'string?',
  order: 'integer',
};

/** §2.1, the partner entry in responses. */
export const partnerEntry: Fields = {
  id: 'uuid',
  href: 'path',
  title: 'string',
  headline: 'string',
  description: 'string',
  icon: 'uri',
  image: 'uri',
  slug: 'string',
  custom_slug: 'string?',
  status: 'string',
  featured: 'boolean',
  owner: 'uuid',
  'the service': 'uri',
  location: 'string',
  call_to_action_url: 'uri',
  call_to_action_label: 'string',
  external_url: 'uri',
  support_email: 'email',
  developer_name: 'string',
  metadata: { object: { external_id: 'string' }, open: true },
  award: 'uri',
  use_cases: { array: { id: 'uuid', title: 'string', description: 'string', order: 'integer' } },
  callouts: {
    array: { id: 'uuid', name: { guess: 'string' }, order: 'integer', textColor: 'colour', backgroundColor: 'colour' },
  },
  media: {
    array: {
      id: 'uuid',
      title: 'string',
      description: 'string',
      order: 'integer',
      pdfFileThumbnailUrl: 'uri',
      url: 'uri',
      type: 'letter',
    },
  },
  resources: { array: link },
  special_offers: { array: link },
  clients: { array: link },
  testimonials: {
    array: {
      id: 'uuid',
      author_name: 'string',
      position: 'string',
      company_name: 'string',
      testimonial_text: 'string',
      order: 'integer',
    },
  },
  certifications: { array: { id: 'uuid', title: 'string', quantity: 'integer' } },
  verifications: { array: { id: 'uuid', title: 'string' } },
  tracking: { object: { tracker_website_id: 'string', tracker_share_id: 'string' }, open: true },
  display_on_internal_directory: 'boolean',
  tier: {
    object: {
      title: 'string',
      default: 'boolean',
      image: 'uri',
      order: 'integer',
      id: 'uuid',
      entriesCount: 'integer',
      entriesListUrl: 'path',
    },
  },
};

/** §2.2, the filter in responses. */
export const filter: Fields = {
  id: 'uuid',
  name: 'string',
  href: 'path',
  slug: 'string',
  order: 'integer',
  type: 'string',
  userEnabled: 'boolean',
  filterOptions: 'open objects',
  genericDirectory: 'uuid',
  multipleSelectFromDashboard: 'boolean',
  multipleSelectFromDirectory: 'boolean',
  displayInInternalDirectory: 'boolean',
  displayInDirectory: 'boolean',
  required: 'boolean',
};

/** §4.1, the update of a partner entry. */
export const partnerEntryUpdate: Fields = {
  id: 'uuid',
  title: 'string',
  headline: 'string',
  type: 'string',
  slug: 'string',
  customSlug: 'string',
  status: 'string',
  'the service': 'uri',
  featured: 'boolean',
  owner: 'string map',
  userAssignedFilterOptions: 'uuid[]',
  description: 'string',
  integrationDescription: 'string',
  location: 'string',
  callToActionUrl: 'uri',
  callToActionLabel: 'string',
  internalPointOfContactCtaUrl: 'uri',
  internalPointOfContactCtaLabel: 'string',
  internalChannelContactCtaUrl: 'uri',
  internalChannelContactCtaLabel: 'string',
  externalUrl: 'uri',
  externalId: 'string',
  resources: { array: { title: 'string', file: 'string', url: 'uri', order: 'integer', id: 'uuid' } },
  verifications: { array: { id: 'uuid', title: 'string' } },
  media: {
    array: {
      id: 'uuid',
      title: { guess: 'string' },
      description: { guess: 'string' },
      order: 'integer',
      pdf_file_thumbnail_url: 'string',
      url: 'uri',
      file: 'uri',
      type: 'string',
    },
  },
  callouts: {
    array: { order: 'integer', name: 'string', text_color: 'string', background_color: 'string', id: 'uuid' },
  },
  keywords: { array: { name: 'string', id: 'uuid' } },
  supportEmail: 'string',
  developerName: 'string',
  displayOnInternalDirectory: 'boolean',
  internalDescription: 'string',
  tier: 'uuid',
};

/** The part of §2.2 that an update of a filter may contain, by inference. */
export const filterUpdate: Fields = {
  name: 'string',
  slug: 'string',
  order: 'integer',
  type: 'string',
  userEnabled: 'boolean',
  multipleSelectFromDashboard: 'boolean',
  multipleSelectFromDirectory: 'boolean',
  displayInInternalDirectory: 'boolean',
  displayInDirectory: 'boolean',
  required: 'boolean',
};
