import { expect } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/json.js';
import type { Got } from './ask.js';
import { items, json, list, lists, type Row, rightAnswers, statuses, updates } from './row.js';
import type { Scene } from './scenes.js';
import { ids } from './state.js';

const entry = async (): Promise<Got> => (await rightAnswers('reads an entry'))[0] as Got;

/** A row whose updates go another way, and are read as they were stored. */
function stored(
  name: string,
  differs: readonly Scene[],
  scene: Scene,
  check: (shown: JsonObject, right: JsonObject) => void,
): Row {
  return {
    name,
    differs,
    async probe(told) {
      const [first, ...more] = await told(scene);
      expect(first?.status).toBe(200);
      // The answers come one after another; the last is a reading.
      const [last, before] = [more.at(-1), more.at(-2) ?? first];
      expect(last?.bytes).toEqual(before?.bytes);
      check(json(last), json((await rightAnswers(scene)).at(-1)));
    },
  };
}

export const meaningRows: readonly Row[] = [
  {
    name: 'patch-noop',
    differs: [...updates, 'updates the title, and back'],
    async probe(told) {
      const [update, read] = await told('updates the title');
      expect(update?.status).toBe(200);
      expect(update?.bytes).toEqual((await entry()).bytes);
      expect(read?.bytes).toEqual(update?.bytes);
    },
  },
  {
    name: 'patch-echo-only',
    differs: updates,
    async probe(told) {
      const [update, read] = await told('updates the title');
      expect(update?.bytes).toEqual((await rightAnswers('updates the title'))[0]?.bytes);
      expect(read?.bytes).toEqual((await entry()).bytes);
    },
  },
  {
    name: 'patch-replaces',
    differs: [
      ...updates,
      'updates the title, and back',
      'sends a field that nobody knows',
      'updates the flag of internal display',
      'updates the status',
    ],
    async probe(told) {
      const [update, read, other] = await told('updates the title');
      // What an update cannot send stays.
      const { href, owner, award, use_cases, certifications, tracking } = json(await entry());
      expect(json(update)).toEqual({
        id: ids.rich,
        href,
        title: 'New',
        owner,
        metadata: {},
        award,
        use_cases,
        certifications,
        tracking,
      });
      expect(read?.bytes).toEqual(update?.bytes);
      expect(other?.bytes).toEqual((await rightAnswers('reads a plain entry'))[0]?.bytes);
    },
  },
  {
    name: 'patch-touches-other',
    differs: [...updates, 'updates the title, and back', 'sends a field that nobody knows', 'updates the status'],
    async probe(told) {
      const [update, read] = await told('updates the title');
      expect(json(update)).toEqual({
        ...json((await rightAnswers('updates the title'))[0]),
        display_on_internal_directory: false,
      });
      expect(read?.bytes).toEqual(update?.bytes);
    },
  },
  {
    name: 'patch-other-entry',
    differs: ['updates the title', 'updates the title, and back'],
    async probe(told) {
      const [update, read, other] = await told('updates the title');
      expect([update?.text, read?.text]).toEqual(
        (await rightAnswers('updates the title')).slice(0, 2).map(({ text }) => text),
      );
      expect(json(other)).toEqual({ ...json((await rightAnswers('reads a plain entry'))[0]), title: 'New' });
    },
  },
  stored('patch-drops-field', ['updates the external id'], 'updates the external id', (shown) => {
    expect(shown['metadata']).toEqual({ external_id: 'CRM-1' });
  }),
  stored(
    'patch-truncates',
    ['updates the headline with a long one'],
    'updates the headline with a long one',
    (shown, right) => {
      expect(shown).toEqual({ ...right, headline: String(right['headline']).slice(0, 50) });
      expect(String(right['headline']).length).toBeGreaterThan(50);
    },
  ),
  {
    name: 'patch-not-idempotent',
    differs: ['updates the resources twice'],
    async probe(told) {
      const [first, second, read] = await told('updates the resources twice');
      expect(items(json(first), 'resources').map(({ title }) => title)).toEqual(['New guide']);
      expect(items(json(second), 'resources').map(({ title }) => title)).toEqual(['New guide', 'New guide']);
      expect(read?.bytes).toEqual(second?.bytes);
    },
  },
  stored('array-appends', ['updates the media'], 'updates the media', (shown, right) => {
    expect(items(shown, 'media').map(({ title }) => title)).toEqual(['Picture 3', 'Picture 4', 'Only']);
    expect({ ...shown, media: 0 }).toEqual({ ...right, media: 0 });
  }),
  stored(
    'order-ignored',
    ['updates the resources', 'updates the resources twice'],
    'updates the resources',
    (shown, right) => {
      expect(items(right, 'resources').map(({ order }) => order)).toEqual([7]);
      expect(items(shown, 'resources').map(({ order }) => order)).toEqual([1]);
    },
  ),
  {
    name: 'failed-patch-mutates',
    differs: ['sends a word for a boolean, and a title'],
    async probe(told) {
      const [update, read] = await told('sends a word for a boolean, and a title');
      expect(update?.bytes).toEqual((await rightAnswers('sends a word for a boolean, and a title'))[0]?.bytes);
      expect(update?.status).toBe(400);
      expect(json(read)).toEqual({ ...json(await entry()), title: 'New' });
    },
  },
  stored('slug-lowercased', ['updates the slugs'], 'updates the slugs', (shown, right) => {
    expect(right).toMatchObject({ slug: 'Fjord-Line', custom_slug: 'Fjord-Line' });
    expect(shown).toEqual({ ...right, slug: 'fjord-line', custom_slug: 'fjord-line' });
  }),
  {
    name: 'tier-not-resolved',
    differs: ['updates the tier'],
    async probe(told) {
      const [update, read] = await told('updates the tier');
      expect(json(update)['tier']).toEqual(json(await entry())['tier']);
      expect(read?.bytes).toEqual((await rightAnswers('updates the tier'))[1]?.bytes);
      expect(json(read)['tier']).toMatchObject({ id: ids.silver });
    },
  },
  stored('filter-flags-swapped', ['updates a filter'], 'updates a filter', (shown, right) => {
    expect(shown).toEqual({ ...right, displayInDirectory: true, displayInInternalDirectory: false });
  }),

  {
    name: 'list-stale',
    differs: ['updates the title'],
    async probe(told) {
      const [, read, , entries] = await told('updates the title');
      expect(json(read)['title']).toBe('New');
      expect(entries?.bytes).toEqual((await rightAnswers('lists partner entries'))[0]?.bytes);
    },
  },
  {
    name: 'list-misses-item',
    differs: lists,
    async probe(told) {
      const [entries] = await told('lists partner entries');
      expect(list(entries)).toEqual(list((await rightAnswers('lists partner entries'))[0]).slice(0, -1));
    },
  },
  {
    name: 'get-differs-from-list',
    differs: lists,
    async probe(told) {
      const [entries] = await told('lists partner entries');
      const right = list((await rightAnswers('lists partner entries'))[0]);
      expect(list(entries)).toEqual(right.map((it) => ({ ...it, featured: false })));
      expect(json((await told('reads an entry'))[0])['featured']).toBe(true);
    },
  },
  {
    name: 'duplicate-in-list',
    differs: lists,
    async probe(told) {
      const [entries] = await told('lists partner entries');
      const right = list((await rightAnswers('lists partner entries'))[0]);
      expect(list(entries)).toEqual([...right, right[0]]);
    },
  },
  {
    name: 'delete-keeps',
    differs: ['deletes an entry'],
    async probe(told) {
      const [removal, read, again] = await told('deletes an entry');
      expect(statuses([removal, read, again] as Got[])).toEqual([204, 200, 204]);
      expect(json(read)['id']).toBe(ids.third);
    },
  },
  {
    name: 'create-no-id',
    differs: ['creates an entry'],
    async probe(told) {
      const [made, entries] = await told('creates an entry');
      const { id, ...right } = json((await rightAnswers('creates an entry'))[0]);
      expect(made?.status).toBe(201);
      expect(json(made)).toEqual(right);
      expect(list(entries).at(-1)?.['id']).toBe(id);
    },
  },
];
