import type { SandboxState, StoredRecord } from '../model/store.js';
import apps from './apps.json' with { type: 'json' };
import catalogue from './catalogue.json' with { type: 'json' };
import directories from './directories.json' with { type: 'json' };
import filters from './filters.json' with { type: 'json' };
import partnerContent from './partner-content.json' with { type: 'json' };
import partners from './partners.json' with { type: 'json' };
import requests from './requests.json' with { type: 'json' };
import reviews from './reviews.json' with { type: 'json' };

/**
 * The default initial state: two directories, one of them with a dozen partners and their resources. Each JSON file has
 * the records of some collections, in order of creation. A resource that is an example of the contract has the same id
 * here; settings and forms without an id of their own have the id of their directory.
 */
export const initialState: SandboxState = {
  format: 'directory-contract/sandbox',
  version: 1,
  serial: 0,
  collections: {
    ...directories,
    ...catalogue,
    ...filters,
    // Without this cast, TypeScript would give each record the fields of all other records.
    ...(partners as Record<string, StoredRecord[]>),
    ...partnerContent,
    ...apps,
    ...requests,
    ...reviews,
  },
};

/** The id of the resource with this kind and this name or title. */
export function idOf(kind: string, name: string): string {
  const record = initialState.collections[kind]?.find(({ value }) => (value['name'] ?? value['title']) === name);
  if (!record) throw new RangeError(`The initial state has no ${kind} with the name ${name}.`);
  return record.id;
}
