import { yamlBeside } from '../yaml-beside.js';

/** The type of one value. `fields.yaml` says what each word means. */
export type LeafType =
  | ('string' | 'string?' | 'integer' | 'boolean' | 'uri')
  | ('uuid' | 'email' | 'path' | 'colour' | 'letter');
export type FieldType =
  | LeafType
  | { guess: LeafType }
  | ('uuid[]' | 'string map' | 'open objects')
  | { array: Fields }
  | { object: Fields; open?: true };
export type Fields = Record<string, FieldType>;

type Tables = Record<'partnerEntry' | 'filter' | 'partnerEntryUpdate' | 'filterUpdate', Fields>;

export const { partnerEntry, filter, partnerEntryUpdate, filterUpdate } = yamlBeside<Tables>(
  import.meta.url,
  'fields.yaml',
);
