import type { SandboxState, StoredRecord } from '../../../scripts/sandbox/model/store.js';

/** Number of resources of each kind after the copying. */
const maximum = 30;

/** Kinds whose resources belong only to a directory or a filter, so that any number of them can exist. */
const kinds = ['PartnerEntry', 'Filter', 'FilterOption', 'Tier', 'Badge', 'Callout', 'Certification', 'Verification'];

/** Adds copies, in both directories, until there are enough resources for likely claims about all of them. */
export function withMany(state: SandboxState): SandboxState {
  const directories = (state.collections['Directory'] ?? []).map(({ id }) => id);
  let last = 0;
  const copy = (record: StoredRecord, round: number): StoredRecord => {
    last += 1;
    const id = `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
    const inDirectory = Object.hasOwn(record.parents, 'directory_id');
    const directory = { directory_id: directories[round % directories.length] ?? '' };
    const parents = { ...record.parents, ...(inDirectory && directory) };
    const value = {
      ...record.value,
      ...ownTexts(record.value, last),
      ...(Object.hasOwn(record.value, 'id') && { id }),
    };
    return { ...record, id, parents, value };
  };
  const collections = Object.fromEntries(
    Object.entries(state.collections).map(([kind, records]) => {
      const missing = kinds.includes(kind) && records.length > 0 ? Math.max(0, maximum - records.length) : 0;
      const rounds = Array.from({ length: Math.ceil(missing / records.length) || 0 }, (_, round) => round);
      // The copies are spread over the directories.
      const copies = rounds.flatMap((round) => records.map((record) => copy(record, round)));
      return [kind, [...records, ...copies]];
    }),
  );
  return { ...state, collections };
}

/** Changes the addresses and times of a copy, since different resources seldom have the same ones. */
function ownTexts(value: StoredRecord['value'], copy: number): StoredRecord['value'] {
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const ownValues = texts.map(([name, text]) => {
    if (/^https:/.test(text)) return [name, `${text}?copy=${copy}`];
    if (!/^\d{4}-\d\d-\d\dT/.test(text)) return [name, text];
    return [name, new Date(Date.parse(text) + copy * 60_000).toISOString()];
  });
  return Object.fromEntries(ownValues);
}
