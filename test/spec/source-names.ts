import { yamlBeside } from '../yaml-beside.js';

interface Names {
  operations: Readonly<Record<string, Readonly<Record<string, string>>>>;
  groups: Readonly<Record<string, readonly string[]>>;
  methods: Readonly<Record<string, readonly string[]>>;
  groupNames: readonly string[];
}

/** The names of the interface description, from `source-names.yaml`. */
export const sourceNames = yamlBeside<Names>(import.meta.url, 'source-names.yaml');
