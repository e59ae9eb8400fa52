import { expect } from 'vitest';
import type { Got } from './ask.js';
import { correctResponses, first, items, json, list, lists, type Row, row, statuses, stored, updates } from './row.js';
import { ids } from './state.js';

export const meaningRows: readonly Row[] = [
  row('patch-noop', [...updates, 'updates the title, and back'], async (run) => {
    const [update, read] = await run('updates the title');
    expect(update?.status).toBe(200);
    expect(update?.bytes).toEqual((await first('reads an entry')).bytes);
    expect(read?.bytes).toEqual(update?.bytes);
  }),
  row('patch-echo-only', updates, async (run) => {
    const [update, read] = await run('updates the title');
    expect(update?.bytes).toEqual((await first('updates the title')).bytes);
    expect(read?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
  row(
    'patch-replaces',
    [
      ...updates,
      'updates the title, and back',
      'sends an unknown field',
      'updates the flag of internal display',
      'updates the status',
    ],
    async (run) => {
      const [update, read, other] = await run('updates the title');
      // Fields that an update cannot contain are not changed.
      const { href, owner, award, use_cases, certifications, tracking } = json(await first('reads an entry'));
      const kept = { href, owner, award, use_cases, certifications, tracking };
      expect(json(update)).toEqual({ id: ids.rich, title: 'New', metadata: {}, ...kept });
      expect(read?.bytes).toEqual(update?.bytes);
      expect(other?.bytes).toEqual((await first('reads a plain entry')).bytes);
    },
  ),
  row(
    'patch-touches-other',
    [...updates, 'updates the title, and back', 'sends an unknown field', 'updates the status'],
    async (run) => {
      const [update, read] = await run('updates the title');
      expect(json(update)).toEqual({
        ...json(await first('updates the title')),
        display_on_internal_directory: false,
      });
      expect(read?.bytes).toEqual(update?.bytes);
    },
  ),
  row('patch-other-entry', ['updates the title', 'updates the title, and back'], async (run) => {
    const [update, read, other] = await run('updates the title');
    expect([update?.text, read?.text]).toEqual(
      (await correctResponses('updates the title')).slice(0, 2).map(({ text }) => text),
    );
    expect(json(other)).toEqual({ ...json(await first('reads a plain entry')), title: 'New' });
  }),
  stored('patch-drops-field', 'updates the external id', (shown) => {
    expect(shown['metadata']).toEqual({ external_id: 'CRM-1' });
  }),
  stored('patch-truncates', 'updates the headline with a long one', (shown, right) => {
    expect(shown).toEqual({ ...right, headline: String(right['headline']).slice(0, 50) });
    expect(String(right['headline']).length).toBeGreaterThan(50);
  }),
  row('patch-not-idempotent', ['updates the resources twice'], async (run) => {
    const [first, second, read] = await run('updates the resources twice');
    expect(items(json(first), 'resources').map(({ title }) => title)).toEqual(['New guide']);
    expect(items(json(second), 'resources').map(({ title }) => title)).toEqual(['New guide', 'New guide']);
    expect(read?.bytes).toEqual(second?.bytes);
  }),
  stored('array-appends', 'updates the media', (shown, right) => {
    expect(items(shown, 'media').map(({ title }) => title)).toEqual(['Picture 3', 'Picture 4', 'Only']);
    expect({ ...shown, media: 0 }).toEqual({ ...right, media: 0 });
  }),
  stored(
    'order-ignored',
    'updates the resources',
    (shown, right) => {
      expect(items(right, 'resources').map(({ order }) => order)).toEqual([7]);
      expect(items(shown, 'resources').map(({ order }) => order)).toEqual([1]);
    },
    ['updates the resources', 'updates the resources twice'],
  ),
  row('failed-patch-mutates', ['sends a word for a boolean, and a title'], async (run) => {
    const [update, read] = await run('sends a word for a boolean, and a title');
    expect(update?.bytes).toEqual((await first('sends a word for a boolean, and a title')).bytes);
    expect(update?.status).toBe(400);
    expect(json(read)).toEqual({ ...json(await first('reads an entry')), title: 'New' });
  }),
  stored('slug-lowercased', 'updates the slugs', (shown, right) => {
    expect(right).toMatchObject({ slug: 'Fjord-Line', custom_slug: 'Fjord-Line' });
    expect(shown).toEqual({ ...right, slug: 'fjord-line', custom_slug: 'fjord-line' });
  }),
  row('tier-not-resolved', ['updates the tier'], async (run) => {
    const [update, read] = await run('updates the tier');
    expect(json(update)['tier']).toEqual(json(await first('reads an entry'))['tier']);
    expect(read?.bytes).toEqual((await correctResponses('updates the tier'))[1]?.bytes);
    expect(json(read)['tier']).toMatchObject({ id: ids.silver });
  }),
  stored('filter-flags-swapped', 'updates a filter', (shown, right) => {
    expect(shown).toEqual({ ...right, displayInDirectory: true, displayInInternalDirectory: false });
  }),
  row('list-stale', ['updates the title'], async (run) => {
    const [, read, , entries] = await run('updates the title');
    expect(json(read)['title']).toBe('New');
    expect(entries?.bytes).toEqual((await first('lists partner entries')).bytes);
  }),
  row('list-misses-item', lists, async (run) => {
    const [entries] = await run('lists partner entries');
    expect(list(entries)).toEqual(list(await first('lists partner entries')).slice(0, -1));
  }),
  row('get-differs-from-list', lists, async (run) => {
    const [entries] = await run('lists partner entries');
    const right = list(await first('lists partner entries'));
    expect(list(entries)).toEqual(right.map((it) => ({ ...it, featured: false })));
    expect(json((await run('reads an entry'))[0])['featured']).toBe(true);
  }),
  row('duplicate-in-list', lists, async (run) => {
    const [entries] = await run('lists partner entries');
    const right = list(await first('lists partner entries'));
    expect(list(entries)).toEqual([...right, right[0]]);
  }),
  row('delete-keeps', ['deletes an entry'], async (run) => {
    const [removal, read, again] = await run('deletes an entry');
    expect(statuses([removal, read, again] as Got[])).toEqual([204, 200, 204]);
    expect(json(read)['id']).toBe(ids.third);
  }),
  row('create-no-id', ['creates an entry'], async (run) => {
    const [made, entries] = await run('creates an entry');
    const { id, ...right } = json(await first('creates an entry'));
    expect(made?.status).toBe(201);
    expect(json(made)).toEqual(right);
    expect(list(entries).at(-1)?.['id']).toBe(id);
  }),
];
