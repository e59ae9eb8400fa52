import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { createSandbox } from '../../sandbox/sandbox.js';

interface Texts {
  right: string;
  wrong: string[];
}

const bytes = 12_000;
const items = 1_000;

/** One mistake each: types, formats and a null, at the top and inside of lists. */
const mistakes: readonly ((entry: JsonObject) => JsonObject)[] = [
  (entry) => ({ ...entry, title: 7 }),
  (entry) => ({ ...entry, title: null }),
  (entry) => ({ ...entry, icon: 'n/a' }),
  (entry) => ({ ...entry, owner: 'user-1' }),
  (entry) => ({ ...entry, support_email: 'none given' }),
  (entry) => ({ ...entry, use_cases: {} }),
  (entry) => ({ ...entry, media: [{ ...(entry['media'] as JsonObject[])[0], order: '1' }] }),
  (entry) => ({ ...entry, callouts: [{ ...(entry['callouts'] as JsonObject[])[0], textColor: '#000000' }] }),
];

/** An entry of 12 kB and a list of 1,000, as a sandbox has them, and the same with mistakes in the last entry. */
export function bodies(create: typeof createSandbox): Record<'entry' | 'list', Texts> {
  const many = create({ entries: items }).resources('PartnerEntry', items);
  const list = many.map(({ id, parents, value }): JsonObject => {
    const href = `/api/directory/private/v1alpha/directories/${parents['directory_id']}/entries/partners/${id}/`;
    return { ...value, id, href };
  });
  const [first] = create().resources('PartnerEntry', 1);
  const entry = grown({ ...first?.value, id: first?.id ?? '', href: list[0]?.['href'] ?? '' });
  const before = list.slice(0, -1);
  return {
    entry: { right: JSON.stringify(entry), wrong: mistakes.map((edit) => JSON.stringify(edit(entry))) },
    list: {
      right: JSON.stringify(list),
      wrong: mistakes.map((edit) => JSON.stringify([...before, edit(entry)])),
    },
  };
}

/** The entry with the items of its lists repeated until it has the wanted size. */
function grown(entry: JsonObject): JsonObject {
  const lists = Object.entries(entry).filter(([, value]) => Array.isArray(value) && value.some(isObject));
  for (let times = 1; ; times++) {
    const more = lists.map(([name, value]): [string, Json] => [
      name,
      Array<Json[]>(times)
        .fill(value as Json[])
        .flat(),
    ]);
    const larger = { ...entry, ...Object.fromEntries(more) };
    if (JSON.stringify(larger).length >= bytes || times > 100) return larger;
  }
}
