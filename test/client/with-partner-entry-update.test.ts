import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createDirectoryClient,
  type PartnerEntry,
  type PartnerEntryUpdate,
  toPartnerEntryUpdate,
  withPartnerEntryUpdate,
} from '../../scripts/index.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/index.js';
import { randomSeed } from '../sample.js';

const { fetch } = createSandbox();
const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: defaultKey, fetch });
const directory_id = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';

const data = <Value>(result: { ok: true; data: Value } | { ok: false; error: unknown }): Value => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.data;
};

/** Freezes an entry, so that a change of it throws. */
const frozen = <Value>(value: Value): Value => {
  if (value instanceof Object) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
};

const unseen = (...pointers: string[]) =>
  pointers.map((pointer) => ({ pointer, reason: 'No response is documented to show this value.' }));

const text = fc.string({ minLength: 1, maxLength: 20 });
const uri = fc.constantFrom('https://a.example/', 'https://b.example/x');
const order = fc.integer({ min: 1, max: 9 });
const colour = fc.constantFrom('fff', '00aa11');
/** Fields of items by list; responses show all of them but `file` of media. */
const itemFields = {
  resources: { title: text, file: text, url: uri, order },
  verifications: { title: text },
  media: {
    title: text,
    description: text,
    order,
    pdf_file_thumbnail_url: uri,
    url: uri,
    type: fc.constantFrom('P'),
    file: uri,
  },
  callouts: { order, name: text, text_color: colour, background_color: colour },
} satisfies Record<string, Record<string, fc.Arbitrary<unknown>>>;

/** Changes of lists: for each item, the index of the old item that it changes, if there is one, and its fields. */
const lists = Object.fromEntries(
  Object.entries(itemFields).map(([name, fields]) => [
    name,
    fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.record(fields as never, { requiredKeys: [] })), {
      maxLength: 4,
    }),
  ]),
);

/** Fields that are no lists and that responses show. */
const plain = fc.record(
  {
    title: text,
    headline: text,
    slug: text,
    customSlug: text,
    status: fc.constantFrom('public', 'hidden'),
    'the service': uri,
    featured: fc.boolean(),
    description: text,
    location: text,
    callToActionUrl: uri,
    callToActionLabel: text,
    externalUrl: uri,
    externalId: text,
    supportEmail: fc.constant('a@b.example'),
    developerName: text,
    displayOnInternalDirectory: fc.boolean(),
  },
  { requiredKeys: [] },
);
/** Fields that responses do not show. */
const hidden = fc.record(
  {
    type: text,
    keywords: fc.array(fc.record({ name: text })),
    internalDescription: text,
    integrationDescription: text,
    owner: fc.constant({ email: 'a@b.example' }),
  },
  { requiredKeys: [] },
);

describe('an entry with an update', () => {
  let entries: PartnerEntry[] = [];
  let tiers: string[] = [];
  beforeAll(async () => {
    entries = data(await client.listPartnerEntries({ path: { directory_id } }));
    tiers = data(await client.listTiers({ path: { directory_id } })).map(({ id = '' }) => id);
  });

  it('is the entry that the sandbox returns, for any entry and any update', { tags: 'slow' }, async () => {
    const counts = { tiers: 0, changed: 0, added: 0, hidden: 0 };
    const changes = fc.record(lists, { requiredKeys: [] });
    const input = fc.tuple(fc.nat(), fc.option(fc.nat()), plain, hidden, changes);
    await fc.assert(
      fc.asyncProperty(input, async ([at, tierIndex, shownFields, notShown, listChanges]) => {
        const path = { directory_id, entry_id: entries[at % entries.length]?.id ?? '' };
        const before = frozen(data(await client.getPartnerEntry({ path })));
        const oldBody = toPartnerEntryUpdate(before).body as Record<string, Record<string, unknown>[]>;
        const update: Record<string, unknown> = { ...shownFields, ...notShown };
        if (tierIndex !== null) update['tier'] = tiers[tierIndex % tiers.length];
        const pointers = Object.keys(notShown).map((name) => `/${name}`);
        for (const [list, items] of Object.entries(listChanges as Record<string, [number, object][]>)) {
          const takenIndices = new Set<number>();
          update[list] = items.map(([index, fields], position) => {
            if ('file' in fields && list === 'media') pointers.push(`/${list}/${position}/file`);
            const oldItem = takenIndices.has(index) ? undefined : oldBody[list]?.[index];
            takenIndices.add(index);
            counts[oldItem ? 'changed' : 'added']++;
            return { ...oldItem, ...fields };
          });
        }
        const { entry, unknown } = withPartnerEntryUpdate(before, frozen(update) as PartnerEntryUpdate);
        const after = data(await client.updatePartnerEntry({ path, body: update as PartnerEntryUpdate }));

        // The sandbox knows the other fields of the new tier, and gives new items an id.
        if (after.tier?.id !== before.tier?.id) {
          after.tier = { id: after.tier?.id ?? '' };
          counts.tiers++;
        }
        for (const list of Object.keys(listChanges))
          for (const [index, item] of (update[list] as { id?: string }[]).entries())
            if (item.id === undefined) delete (after as Record<string, { id?: string }[]>)[list]?.[index]?.id;
        expect(entry).toEqual(after);
        expect(unknown.map(({ pointer }) => pointer).sort()).toEqual(pointers.sort());
        counts.hidden += unknown.length;
      }),
      { seed: randomSeed(22), numRuns: 200 },
    );
    // With few of these, the property would hardly be tested.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(30);
  });

  it('has the fields of an old item that an update does not send, in the order of the update', () => {
    const [first, second] = [
      { id: 'a', title: 'A', order: 1, later: true },
      { id: 'b', title: 'B' },
    ];
    const before = frozen({ media: [first, second], resources: [{ title: 'no id' }] }) as PartnerEntry;
    const update = {
      media: [{ id: 'b' }, { title: 'C' }, { id: 'a', title: 'D', file: 'x' }],
      resources: [{ url: 'u' }],
    };
    expect(withPartnerEntryUpdate(before, update)).toEqual({
      entry: {
        media: [second, { title: 'C' }, { ...first, title: 'D' }],
        resources: [{ url: 'u' }],
      },
      unknown: unseen('/media/2/file'),
    });
  });

  it('has only the id of a new tier, and the whole tier if it stays', () => {
    const before = frozen({ tier: { id: 'a', title: 'Gold' }, metadata: { external_id: 'x', other: 1 } });
    expect(withPartnerEntryUpdate(before, { tier: 'b', externalId: 'y' }).entry).toEqual({
      tier: { id: 'b' },
      metadata: { external_id: 'y', other: 1 },
    });
    expect(withPartnerEntryUpdate(before, { tier: 'a' }).entry).toEqual(before);
    expect(withPartnerEntryUpdate({}, { tier: 'a' }).entry).toEqual({ tier: { id: 'a' } });
  });

  it('lists nulls, values of another type and unknown fields, and shows none of them', () => {
    const before = frozen({ title: 'A', tier: { id: 'a', title: 'Gold' }, custom_slug: 'a', media: [{ id: 'a' }] });
    const update = {
      title: null,
      tier: null,
      customSlug: null,
      media: [{ id: 'a' }, 'b'],
      featured: 'yes',
      constructor: 1,
      ['a/b~']: 2,
      headline: undefined,
    };
    expect(withPartnerEntryUpdate(before, update as never)).toEqual({
      entry: before,
      unknown: unseen('/title', '/tier', '/customSlug', '/media', '/featured', '/constructor', '/a~1b~0'),
    });
  });

  it('shares only unchanged objects with the entry, and none with the update', () => {
    const before = { media: [{ id: 'a', title: 'A' }], metadata: { external_id: 'x' }, callouts: [{ id: 'c' }] };
    const update = { media: [{ id: 'a', title: 'B' }], externalId: 'y' };
    const { entry } = withPartnerEntryUpdate(before, update);
    expect(entry.callouts).toBe(before.callouts);
    for (const other of [before, update]) {
      expect(entry.media).not.toBe(other.media);
      expect(entry.media?.[0]).not.toBe(other.media[0]);
    }
    expect([before.media[0]?.title, before.metadata.external_id]).toEqual(['A', 'x']);
  });

  it('is not changed by names of a prototype, or by an update that is missing', () => {
    const update = JSON.parse(
      '{"__proto__":{"title":"a"},"media":[{"__proto__":{"url":"d"}}],"toString":"e"}',
    ) as object;
    const { entry, unknown } = withPartnerEntryUpdate({}, update);
    expect(JSON.stringify(entry)).toBe('{"media":[{}]}');
    expect(entry.title).toBeUndefined();
    expect(unknown).toEqual(unseen('/media/0/__proto__', '/__proto__', '/toString'));
  });
});
