import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type JsonObject = Record<string, unknown>;

/**
 * Changes of the base document. A place is the keys that lead to it, with spaces between; the first may be a name below.
 * Values are set first, in their order.
 */
export interface Changes {
  set?: JsonObject;
  remove?: string[];
}

const base = parse(readFileSync(new URL('base-document.yaml', import.meta.url), 'utf8')) as JsonObject;
const [filters = '', filter = ''] = Object.keys(base['paths'] as JsonObject);
const names: Record<string, string[]> = {
  root: [],
  filters: ['paths', filters],
  filter: ['paths', filter],
  schemas: ['components', 'schemas'],
};

/** Returns the path of a place, in the form in which Spectral reports it. */
export function pathOf(place: string): string[] {
  const [first = '', ...rest] = place.split(' ');
  return [...(names[first] ?? [first]), ...rest];
}

/**
 * Returns a small document that every rule accepts, after changes. Objects on the way to a place must exist, so that a
 * mistyped place fails. Each call returns a new copy, so a change affects no other test.
 */
export function documentWith({ set = {}, remove = [] }: Changes = {}): JsonObject {
  const changed = structuredClone(base);
  for (const [place, value] of Object.entries(set)) {
    const [holder, key] = parentOf(changed, place);
    holder[key] = structuredClone(value);
  }
  for (const place of remove) {
    const [holder, key] = parentOf(changed, place);
    delete holder[key];
  }
  return changed;
}

function parentOf(document: JsonObject, place: string): [holder: JsonObject, key: string] {
  const path = pathOf(place);
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as JsonObject | undefined)?.[key], document);
  if (typeof holder !== 'object' || holder === null) throw new Error(`The base document has nothing at ${place}.`);
  return [holder as JsonObject, path.at(-1) ?? ''];
}
