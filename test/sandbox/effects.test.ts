import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../scripts/contract/json.js';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { type Asked, ids, open, read, readList } from './fixture.js';

const { fjordline, kestrel, ledgerly, gold, silver, nobody } = ids;

let sandbox: Asked;
beforeEach(() => {
  sandbox = open();
});

const idsOf = (resources: readonly JsonObject[]): unknown[] => resources.map(({ id }) => id);
const titles = (resources: readonly JsonObject[]): unknown[] => resources.map(({ title }) => title);

describe('a deleted resource', () => {
  it('takes its options along if it is a filter', async () => {
    const [first] = await readList(sandbox, 'listFilterOptions');
    await sandbox.call('deleteFilter');
    const path = { filter_option_id: String(first?.['id']) };
    for (const operationId of ['getFilterOption', 'deleteFilterOption', 'listFilterOptions'])
      expect(await sandbox.status(operationId, { path })).toBe(404);
  });

  it('leaves its entries without a tier if it is a tier', async () => {
    expect(await read(sandbox, 'getPartnerEntry')).toHaveProperty('tier');
    const all = await readList(sandbox, 'listPartnerEntries');
    await sandbox.call('deleteTier');
    expect(await read(sandbox, 'getPartnerEntry')).not.toHaveProperty('tier');
    expect(idsOf(await readList(sandbox, 'listPartnerEntries'))).toEqual(idsOf(all));
    expect(await sandbox.status('listTierEntries')).toBe(404);
    // No reference to the tier remains, so a later update succeeds.
    expect(await sandbox.status('updatePartnerEntry', { body: { featured: false } })).toBe(200);
  });

  it('takes everything below it along if it is an entry', async () => {
    expect(await sandbox.status('deletePartnerEntry')).toBe(204);
    for (const operationId of ['listPartnerEntryLocations', 'listOrganizationMatches'])
      expect(await sandbox.status(operationId)).toBe(404);
    expect(JSON.stringify(sandbox.snapshot().collections)).not.toContain(`"entry_id":"${fjordline}"`);
    // It is no longer among the partners of a matchmaking request either.
    expect(await readList(sandbox, 'listMatchmakingRequestPartners')).toEqual([]);
  });

  it('is replaced by the default if it is the form of a directory', async () => {
    const standard = await read(sandbox, 'getDefaultContactRequestForm');
    expect(idsOf(await readList(sandbox, 'listContactRequestForms'))).not.toContain(standard['id']);
    for (let time = 0; time < 2; time++) {
      expect(await sandbox.status('resetContactRequestForm')).toBe(204);
      expect(await readList(sandbox, 'listContactRequestForms')).toEqual([standard]);
    }
    const form = await read(sandbox, 'setContactRequestForm', { body: { name: 'Ask us' } });
    expect(form).toEqual({ id: expect.any(String), name: 'Ask us' });
    expect(await readList(sandbox, 'listContactRequestForms')).toEqual([form]);
  });
});

describe('a bulk upsert', () => {
  it('updates items with an id and creates the others, in the order of the items', async () => {
    const before = await readList(sandbox, 'listPartnerEntries');
    const body = [{ title: 'New' }, { id: kestrel.toUpperCase(), headline: 'Changed' }, { id: nobody, title: 'Mine' }];
    const response = await readList(sandbox, 'bulkUpsertPartnerEntries', { body });
    expect(response).toMatchObject([
      { title: 'New', tier: { title: 'Silver' } },
      { id: kestrel, title: 'Kestrel Consulting', headline: 'Changed', tier: { title: 'Silver', entriesCount: 10 } },
      { id: nobody, title: 'Mine' },
    ]);
    const after = await readList(sandbox, 'listPartnerEntries');
    expect(idsOf(after)).toEqual([...idsOf(before), response[0]?.['id'], nobody]);
    expect(after.find(({ id }) => id === kestrel)).toEqual(response[1]);
  });

  it('makes all changes or none', async () => {
    const before = sandbox.snapshot();
    const body = [{ id: kestrel, headline: 'Changed' }, { tier: nobody }];
    const refused = await sandbox.call('bulkUpsertPartnerEntries', { body });
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ pointer: '/1/tier' }] } });
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('refuses the id of another kind of resource', async () => {
    for (const id of [gold, ledgerly]) {
      expect(await sandbox.status('bulkUpsertPartnerEntries', { body: [{ id }] })).toBe(409);
      expect(await sandbox.status('createPartnerEntry', { body: { id } })).toBe(409);
    }
  });
});

describe('the recommended order', () => {
  const recommend = (kind: 'App' | 'Partner', entry: JsonObject | undefined, order: number): Promise<JsonObject> =>
    read(sandbox, `update${kind}EntryRecommendedOrder`, { path: { entry_id: String(entry?.['id']) }, body: { order } });

  it('puts entries first in the list of partners, before the others in their old order', async () => {
    const before = await readList(sandbox, 'listPartnerEntries');
    const [last, secondLast] = before.toReversed();
    await recommend('Partner', last, 1);
    await recommend('Partner', secondLast, 2);
    const after = await readList(sandbox, 'listPartnerEntries');
    expect(titles(after)).toEqual(titles([last ?? {}, secondLast ?? {}, ...before.slice(0, -2)]));
    expect(titles(await readList(sandbox, 'listEntries')).slice(0, 2)).toEqual(titles(after).slice(0, 2));
  });

  it('is separate for apps and for partners', async () => {
    const apps = (await readList(sandbox, 'listEntries')).filter((entry) => !('href' in entry));
    await recommend('App', apps.at(-1), 1);
    const after = await readList(sandbox, 'listEntries');
    expect(after[0]).toMatchObject({ title: 'Fjordline Data' });
    expect(after.filter((entry) => !('href' in entry))).toEqual([apps.at(-1), ...apps.slice(0, -1)]);
  });
});

describe('the entries of a tier', () => {
  it('are as many as the count of the tier', async () => {
    for (const tier of await readList(sandbox, 'listTiers')) {
      const entries = await readList(sandbox, 'listTierEntries', { path: { tier_id: String(tier['id']) } });
      expect(entries).toHaveLength(Number(tier['entriesCount']));
    }
  });

  it('are assigned and unassigned in one request', async () => {
    const body = { assign: [kestrel, ledgerly], unassign: [fjordline] };
    const entries = await readList(sandbox, 'assignTierEntries', { body });
    expect(idsOf(entries)).toEqual(expect.arrayContaining([kestrel, ledgerly]));
    expect(idsOf(entries)).not.toContain(fjordline);
    expect(new Set(idsOf(await readList(sandbox, 'listTierEntries')))).toEqual(new Set(idsOf(entries)));
    expect(await read(sandbox, 'getPartnerEntry')).not.toHaveProperty('tier');
    const path = { entry_id: kestrel };
    expect(await read(sandbox, 'getPartnerEntry', { path })).toMatchObject({ tier: { id: gold } });
  });

  it('stay in their tier if they are unassigned from another', async () => {
    await readList(sandbox, 'assignTierEntries', { path: { tier_id: silver }, body: { unassign: [fjordline] } });
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ tier: { id: gold } });
  });

  it('must be entries of the directory', async () => {
    expect(await sandbox.status('assignTierEntries', { body: { assign: [kestrel, nobody] } })).toBe(400);
    expect(sandbox.snapshot().serial).toBe(0);
  });
});

describe('a matchmaking request', () => {
  it('replaces its partners, and repeating that changes nothing', async () => {
    for (let time = 0; time < 2; time++) {
      const body = { partners: [kestrel] };
      expect(idsOf(await readList(sandbox, 'setMatchmakingRequestPartners', { body }))).toEqual([kestrel]);
      expect(idsOf(await readList(sandbox, 'listMatchmakingRequestPartners'))).toEqual([kestrel]);
    }
    expect(await read(sandbox, 'getMatchmakingRequest')).toMatchObject({ partners: [kestrel] });
    expect(await sandbox.status('setMatchmakingRequestPartners', { body: { partners: [nobody] } })).toBe(400);
  });

  it('gets an owner and keeps its other fields', async () => {
    const before = await read(sandbox, 'getMatchmakingRequest');
    const after = await read(sandbox, 'assignMatchmakingRequestOwner', { body: { owner: nobody } });
    expect(after).toEqual({ ...before, owner: nobody });
    expect(await read(sandbox, 'getMatchmakingRequest')).toEqual(after);
  });
});

it.each(operations.filter(({ verb }) => verb === 'invite'))('an invite created by $id is pending', async ({ id }) => {
  const invite = await read(sandbox, id, { body: { status: 'accepted', note: 'Welcome' } });
  expect(invite).toEqual({ id: expect.any(String), note: 'Welcome', status: 'pending' });
});

describe('filters', () => {
  it('of the internal and the external directory are those with the matching flag', async () => {
    const names = async (operationId: string) => (await readList(sandbox, operationId)).map(({ name }) => name);
    expect(await names('listFilters')).toEqual(['Region', 'Industry', 'Company size']);
    expect(await names('listExternalDirectoryFilters')).toEqual(['Region', 'Industry']);
    expect(await names('listInternalFilters')).toEqual(['Region', 'Company size']);
    await read(sandbox, 'updateFilter', { body: { displayInInternalDirectory: false } });
    expect(await names('listInternalFilters')).toEqual(['Company size']);
  });

  it('show their options, new ones and changed ones', async () => {
    const { id } = await read(sandbox, 'createFilterOption', { body: { name: 'Alps' } });
    await read(sandbox, 'updateFilterOption', { body: { name: 'North' } });
    const { filterOptions } = await read(sandbox, 'getFilter');
    expect(filterOptions).toMatchObject([{ name: 'North' }, { name: 'British Isles' }, { id, name: 'Alps' }]);
  });

  it('hide the mappings of their options from the external directory if they are not shown there', async () => {
    const values = async (operationId: string) =>
      (await readList(sandbox, operationId)).map(({ externalValue }) => externalValue);
    expect(await values('listFilterOptionMappings')).toEqual(['NO, SE, DK, FI', 'GB, IE', 'SMALL']);
    expect(await values('listExternalDirectoryFilterOptionMappings')).toEqual(['NO, SE, DK, FI', 'GB, IE']);
  });
});

describe('an entry', () => {
  it('has its updated content under separate paths', async () => {
    const { resources, media } = await read(sandbox, 'getPartnerEntry');
    expect(await readList(sandbox, 'listPartnerEntryResources')).toEqual(resources);
    expect(await readList(sandbox, 'listPartnerEntryMedia')).toEqual(media);
    await read(sandbox, 'updatePartnerEntry', { body: { media: [] } });
    expect(await readList(sandbox, 'listPartnerEntryMedia')).toEqual([]);
  });

  it('gets the default tier of its directory, unless the request names another', async () => {
    expect(await read(sandbox, 'createPartnerEntry', { body: {} })).toMatchObject({ tier: { id: silver } });
    expect(await read(sandbox, 'createPartnerEntry', { body: { tier: gold } })).toMatchObject({ tier: { id: gold } });
  });

  it('of an app keeps only valid callouts', async () => {
    for (const callouts of [[{ id: 'none', name: 'A' }, 7], 'none']) {
      expect(await sandbox.status('updateAppEntry', { body: { callouts } })).toBe(200);
      expect(await readList(sandbox, 'listAppEntryCallouts')).toEqual(callouts === 'none' ? [] : [{ name: 'A' }]);
      expect(await sandbox.status('createAppEntry', { body: { callouts } })).toBe(201);
    }
  });

  it('cannot be created with an id in use', async () => {
    expect(await sandbox.status('createPartnerEntry', { body: { id: kestrel.toUpperCase() } })).toBe(409);
    const id = nobody.replace('8', 'A');
    expect(await read(sandbox, 'createPartnerEntry', { body: { id } })).toMatchObject({ id: id.toLowerCase() });
    expect(await sandbox.status('getPartnerEntry', { path: { entry_id: id } })).toBe(200);
  });
});

describe('an edit of an entry', () => {
  const edit = { headline: 'Data pipelines that never sleep', tier: silver, keywords: [{ name: 'sleep' }] };
  beforeEach(async () => {
    await read(sandbox, 'discardPartnerEntryReview');
    const review = await read(sandbox, 'submitPartnerEntryReview', { body: edit });
    expect(review).toMatchObject({ entry: fjordline, state: 'submitted' });
  });

  it('shows when it is approved, and not before, and cannot be approved again', async () => {
    const headline = 'Data pipelines that survive the night shift';
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ headline, tier: { id: gold } });
    expect(await readList(sandbox, 'listPartnerEntryKeywords')).toMatchObject([{ name: 'data integration' }]);
    expect(await read(sandbox, 'approvePartnerEntryReview')).toMatchObject({ entry: fjordline, state: 'approved' });
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ headline: edit.headline, tier: { id: silver } });
    expect(await readList(sandbox, 'listPartnerEntryKeywords')).toEqual(edit.keywords);
    expect(await sandbox.status('approvePartnerEntryReview')).toBe(409);
  });

  it.each([
    ['rejectPartnerEntryChanges', 'rejected'],
    ['discardPartnerEntryReview', 'discarded'],
  ])('is gone after %s', async (operationId, state) => {
    const before = await read(sandbox, 'getPartnerEntry');
    expect(await read(sandbox, operationId)).toMatchObject({ entry: fjordline, state });
    expect(await read(sandbox, 'getPartnerEntry')).toEqual(before);
    for (const other of ['approvePartnerEntryReview', 'rejectPartnerEntryChanges', 'discardPartnerEntryReview'])
      expect(await sandbox.status(other)).toBe(409);
  });

  it('replaces the previous edit, and keeps its id until it is approved', async () => {
    const { id } = await read(sandbox, 'submitPartnerEntryReview', { body: { title: 'Fjord' } });
    expect(await read(sandbox, 'approvePartnerEntryReview')).toMatchObject({ id });
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ title: 'Fjord', tier: { id: gold } });
  });

  it('is refused on submission if it could not be applied', async () => {
    for (const body of [{ tier: nobody }, { title: 7 }])
      expect(await sandbox.status('submitPartnerEntryReview', { body })).toBe(400);
    // The previous edit is still pending, so it can be approved.
    expect(await sandbox.status('approvePartnerEntryReview')).toBe(200);
  });

  it('cannot be approved after its tier was deleted, and is still pending', async () => {
    await sandbox.call('deleteTier', { path: { tier_id: silver } });
    expect(await sandbox.status('approvePartnerEntryReview')).toBe(409);
    expect(await sandbox.status('rejectPartnerEntryChanges')).toBe(200);
  });
});
