import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Names {
  operations: Readonly<Record<string, Readonly<Record<string, string>>>>;
  groups: Readonly<Record<string, readonly string[]>>;
  methods: Readonly<Record<string, readonly string[]>>;
  groupNames: readonly string[];
}

/** The names of the interface description, from `source-names.yaml`. */
export const sourceNames = parse(readFileSync(new URL('source-names.yaml', import.meta.url), 'utf8')) as Names;
