import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Changes, type JsonObject, type Names, withChanges } from '../places.js';

const base = parse(readFileSync(new URL('base-document.yaml', import.meta.url), 'utf8')) as JsonObject;
const [filters = '', filter = ''] = Object.keys(base['paths'] as JsonObject);

export const names: Names = {
  root: [],
  filters: ['paths', filters],
  filter: ['paths', filter],
  schemas: ['components', 'schemas'],
};

/** Returns a small document that every rule accepts, after changes. */
export const documentWith = (changes: Changes = {}): JsonObject => withChanges(base, changes, names);
