import type { JsonObject } from '../../contract/json.js';
import { moderations, type SandboxState, type StoredRecord } from '../model/store.js';
import apps from './apps.json' with { type: 'json' };
import catalogue from './catalogue.json' with { type: 'json' };
import directories from './directories.json' with { type: 'json' };
import filters from './filters.json' with { type: 'json' };
import partnerContent from './partner-content.json' with { type: 'json' };
import partners from './partners.json' with { type: 'json' };
import requests from './requests.json' with { type: 'json' };
import reviews from './reviews.json' with { type: 'json' };

const parents = { directory_id: directories.Directory[0]?.id ?? '' };

/** Values of partner entries that have no other value in the file. */
const usualValues: JsonObject = {
  ...{ custom_slug: null, status: 'public', featured: false, use_cases: [], callouts: [], media: [], resources: [] },
  ...{ special_offers: [], clients: [], testimonials: [], certifications: [], verifications: [] },
  display_on_internal_directory: true,
};

/** The order of the fields in each entry. */
const fieldNames = Object.keys(partners[0]?.value ?? {});

function toEntry({ id, value, hidden }: { id: string; value: object; hidden: object }): StoredRecord {
  const fields = Object.entries({ ...usualValues, ...value });
  fields.sort(([a], [b]) => fieldNames.indexOf(a) - fieldNames.indexOf(b));
  return { id, parents, value: Object.fromEntries(fields), hidden: { type: 'partner', ...hidden } };
}

/** The file has only the id of the entry, and the status, from which other fields follow. */
function toReview({ id, entry: entryId, ...fields }: (typeof reviews)[number]): StoredRecord {
  const { owner, title } = partners.find((each) => each.id === entryId)?.value ?? { owner: '', title: '' };
  const entry = { id: entryId, owner, title };
  return { id, parents, value: { entry, entryType: 'partner', ...fields, ...moderations.get(fields.status) } };
}

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
    PartnerEntry: partners.map(toEntry),
    ...partnerContent,
    ...apps,
    ...requests,
    Review: reviews.map(toReview),
  },
};

/** The id of the resource with this kind and this name or title. */
export function idOf(kind: string, name: string): string {
  const record = initialState.collections[kind]?.find(({ value }) => (value['name'] ?? value['title']) === name);
  if (!record) throw new RangeError(`The initial state has no ${kind} with the name ${name}.`);
  return record.id;
}
