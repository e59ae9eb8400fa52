import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../scripts/contract/json.js';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { type Asked, open, read, readList } from './fixture.js';
import { testStories } from './story.js';

testStories(import.meta.url, 'effects.yaml');

let sandbox: Asked;
beforeEach(() => {
  sandbox = open();
});

const titles = (resources: readonly JsonObject[]): unknown[] => resources.map(({ title }) => title);

describe('the recommended order', () => {
  const recommend = (kind: 'App' | 'Partner', entry: JsonObject | undefined, order: number): Promise<JsonObject> =>
    read(sandbox, `update${kind}EntryRecommendedOrder`, { path: { entry_id: String(entry?.['id']) }, body: { order } });

  it('puts chosen entries first in the list of partners, before the others in their old order', async () => {
    const listBefore = await readList(sandbox, 'listPartnerEntries');
    const [last, secondLast] = listBefore.toReversed();
    await recommend('Partner', last, 1);
    await recommend('Partner', secondLast, 2);
    const listAfter = await readList(sandbox, 'listPartnerEntries');
    expect(titles(listAfter)).toEqual(titles([last ?? {}, secondLast ?? {}, ...listBefore.slice(0, -2)]));
    expect(titles(await readList(sandbox, 'listEntries')).slice(0, 2)).toEqual(titles(listAfter).slice(0, 2));
  });

  it('is separate for apps and for partners', async () => {
    const apps = (await readList(sandbox, 'listEntries')).filter((entry) => !('href' in entry));
    await recommend('App', apps.at(-1), 1);
    const listAfter = await readList(sandbox, 'listEntries');
    expect(listAfter[0]).toMatchObject({ title: 'Fjordline Data' });
    expect(listAfter.filter((entry) => !('href' in entry))).toEqual([apps.at(-1), ...apps.slice(0, -1)]);
  });
});

it('a tier has as many entries as its count says', async () => {
  for (const tier of await readList(sandbox, 'listTiers')) {
    const entries = await readList(sandbox, 'listTierEntries', { path: { tier_id: String(tier['id']) } });
    expect(entries).toHaveLength(Number(tier['entriesCount']));
  }
});

it.each(operations.filter(({ verb }) => verb === 'invite'))('an invite created by $id is pending', async ({ id }) => {
  const invite = await read(sandbox, id, { body: { status: 'accepted', note: 'Welcome' } });
  expect(invite).toEqual({ id: expect.any(String), note: 'Welcome', status: 'pending' });
});
