import { type Changes, type JsonObject, type Names, withChanges } from '../places.js';
import { yamlBeside } from '../yaml-beside.js';

const base = yamlBeside<JsonObject>(import.meta.url, 'base-document.yaml');
const [filters = '', filter = ''] = Object.keys(base['paths'] as JsonObject);

export const names: Names = {
  root: [],
  filters: ['paths', filters],
  filter: ['paths', filter],
  schemas: ['components', 'schemas'],
};

/** Returns a small document that every rule accepts, after changes. */
export const documentWith = (changes: Changes = {}): JsonObject => withChanges(base, changes, names);
