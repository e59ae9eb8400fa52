import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

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

const text = readFileSync(new URL('fields.yaml', import.meta.url), 'utf8');
const tables = parse(text) as Record<'partnerEntry' | 'filter' | 'partnerEntryUpdate' | 'filterUpdate', Fields>;

export const { partnerEntry, filter, partnerEntryUpdate, filterUpdate } = tables;
