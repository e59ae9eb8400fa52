import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../scripts/contract/json.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { inventState } from '../../scripts/sandbox/data/invented.js';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import { operations, ownContract } from '../../scripts/sandbox/sandbox.js';
import { type RecordedRead, stateFromReads } from '../../scripts/sandbox/server/recorded-state.js';
import { stateMistakes } from '../../scripts/sandbox/server/state-check.js';
import { entryPath, ids, open, operationOf, partnersPath, read, readList, root, urlOf } from './fixture.js';

async function recordedAt(path: string): Promise<RecordedRead> {
  const { status, text } = await open().send('GET', path);
  return { method: 'GET', path, status, text };
}

/** A read with this response, which need not be a response of a sandbox. */
const readAs = (path: string, value: unknown): RecordedRead => ({
  method: 'GET',
  path,
  status: 200,
  text: JSON.stringify(value),
});

const mistakesIn = ({ state }: { state: SandboxState }): unknown =>
  stateMistakes(state, ownContract, { includesContractCheck: true });

const readsOf = (...ids: string[]): Promise<RecordedRead[]> =>
  Promise.all(ids.map((id) => recordedAt(urlOf(operationOf(id)))));

const counts = ({ resourceCounts }: { resourceCounts: ReadonlyMap<string, number> }): object =>
  Object.fromEntries(resourceCounts);

describe('a recording', () => {
  it('of all reads gives a sandbox that responds in the same way', async () => {
    const reads = operations.filter(({ method }) => method === 'get');
    const allReads = await readsOf(...reads.map(({ id }) => id));
    const state = stateFromReads(ownContract, allReads);
    expect(mistakesIn(state)).toEqual([]);
    expect(Object.fromEntries(state.skipCounts)).toEqual({
      'its list shows entries of several kinds': 2,
      'its response is not JSON': 1,
    });
    const [before, after] = [open(), open({ data: state.state })];
    // The recording does not show which app entries have a tier, so the counts of tiers differ.
    const withoutCounts = (text: string): unknown => JSON.parse(text.replace(/"entriesCount":\d+,/g, ''));
    for (const { id, mediaType: media, collection } of reads) {
      if (media !== 'application/json' || /^(?:directories|tiers)\/entries$/.test(collection)) continue;
      expect(withoutCounts((await after.call(id)).text), id).toEqual(withoutCounts((await before.call(id)).text));
    }
  });

  it('of one entry gives that entry with its tier and directory, and nothing else', async () => {
    const state = stateFromReads(ownContract, await readsOf('getPartnerEntry'));
    expect([counts(state), state.mentionedCount]).toEqual([{ PartnerEntry: 1 }, 2]);
    const sandbox = open({ data: state.state });
    const { tier, ...entry } = await read(open(), 'getPartnerEntry');
    const alone = { ...(tier as JsonObject), entriesCount: 1 };
    expect(await read(sandbox, 'getPartnerEntry')).toEqual({ ...entry, tier: alone });
    expect(await readList(sandbox, 'listPartnerEntries')).toHaveLength(1);
    expect(await read(sandbox, 'getTier')).toMatchObject({ title: 'Gold', entriesCount: 1 });
    const body = { headline: 'Changed' };
    expect(await read(sandbox, 'updatePartnerEntry', { body })).toMatchObject(body);
  });

  it('gives each resource its last recorded value', async () => {
    const first = await recordedAt(entryPath);
    const later = readAs(entryPath, { ...JSON.parse(first.text), headline: 'Later' });
    const { state } = stateFromReads(ownContract, [first, later]);
    expect(await read(open({ data: state }), 'getPartnerEntry')).toMatchObject({ headline: 'Later', featured: true });
  });

  it('names the exchanges that the sandbox could not use, with the reasons', async () => {
    const entry = await recordedAt(entryPath);
    const state = stateFromReads(ownContract, [
      { ...entry, method: 'PATCH' },
      { ...entry, status: undefined },
      { ...entry, status: 404 },
      { ...entry, path: '/pictures/logo.png' },
      { ...entry, path: `${root}/directories/1/entries/partners/2/` },
      { ...entry, text: '<html>' },
      { ...entry, text: '[]' },
      readAs(urlOf(operationOf('listBadges')), [{ title: 'No id' }]),
      await recordedAt(`${root}/tiers/${ids.gold}/`),
      readAs(entryPath, { ...JSON.parse(entry.text), featured: 'yes' }),
    ]);
    expect(Object.fromEntries(state.skipCounts)).toEqual({
      'its method is not GET': 1,
      'it has no response': 1,
      'its status is 404': 1,
      'its path is not in the contract': 1,
      'an id in its path is not a UUID': 1,
      'its response is not JSON': 1,
      'its response is not a resource': 1,
      'an item of its list has no UUID as its id': 1,
    });
    expect([counts(state), state.droppedValueCount]).toEqual([{ Tier: 1, PartnerEntry: 1 }, 1]);
    expect(await read(open({ data: state.state }), 'getPartnerEntry')).not.toHaveProperty('featured');
  });

  it('shows the directory of a resource in the resource itself, or else uses the only directory', async () => {
    const filter = stateFromReads(ownContract, await readsOf('getFilter'));
    expect([counts(filter), filter.mentionedCount]).toEqual([{ Filter: 1, FilterOption: 2 }, 1]);
    expect(await readList(open({ data: filter.state }), 'listFilters')).toHaveLength(1);
    const tier = stateFromReads(ownContract, await readsOf('getDirectory', 'getTier'));
    expect(await readList(open({ data: tier.state }), 'listTiers')).toMatchObject([{ title: 'Gold' }]);
  });

  it('omits an option whose filter is unknown', async () => {
    const state = stateFromReads(ownContract, await readsOf('listDirectories', 'getFilterOption'));
    expect(mistakesIn(state)).toEqual([]);
    expect([state.state.collections['FilterOption'], state.skipCounts.size]).toEqual([[], 1]);
  });

  it('omits a resource whose directory is unknown', async () => {
    const { resourceCounts, skipCounts } = stateFromReads(ownContract, await readsOf('getTier'));
    expect([...resourceCounts.keys(), ...skipCounts.keys()]).toEqual([
      'the recording does not contain the parent of a resource',
    ]);
  });

  it("omits a resource's wrong value that other resources contain, and keeps the other resources", async () => {
    const tier = { id: ids.gold, title: 'Gold', image: '/media/gold.png' };
    const entries = readAs(partnersPath, [{ id: ids.fjordline, title: 'Fjordline', tier }]);
    const state = stateFromReads(ownContract, [entries]);
    expect([mistakesIn(state), counts(state), state.droppedValueCount]).toEqual([[], { PartnerEntry: 1 }, 1]);
    const { tier: shownTier } = await read(open({ data: state.state }), 'getPartnerEntry');
    expect(shownTier).toMatchObject({ title: 'Gold' });
    expect(shownTier).not.toHaveProperty('image');
  });

  it('omits a wrong value of an entry that only a list of its content mentions', async () => {
    const clients = [{ id: 'ad58e7cd-7c31-4ec5-a387-4e0d96ea0e5d', title: 'Harbour', file: { id: 5 } }];
    const list = readAs(`${entryPath}clients/`, clients);
    const state = stateFromReads(ownContract, [list, ...(await readsOf('getDirectory'))]);
    expect([state.droppedValueCount, mistakesIn(state)]).toEqual([1, []]);
    const entry = await read(open({ data: state.state }), 'getPartnerEntry');
    expect(entry).toMatchObject({ clients: [{ title: 'Harbour' }] });
  });

  it('omits values that no state can store', async () => {
    const entry = await recordedAt(entryPath);
    const readValues = (...values: string[]) =>
      stateFromReads(
        ownContract,
        values.map((value) => ({ ...entry, text: `{"id":"${ids.fjordline}","x":${value}}` })),
      );
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    const { skipCounts } = readValues(deep(100), deep(50_000), '1e400');
    expect([...skipCounts]).toEqual([['it has too large a number, or is nested too deeply', 3]]);
    expect(counts(readValues(deep(50)))).toEqual({ PartnerEntry: 1 });
  });

  it('shows which filter an option belongs to, by the filter that lists the option', async () => {
    const { filterOptions, ...rest } = await read(open(), 'getFilter');
    const bareOptions = (filterOptions as JsonObject[]).map(({ filter: _, ...option }) => option);
    const filter = readAs(urlOf(operationOf('getFilter')), { ...rest, filterOptions: bareOptions });
    expect(counts(stateFromReads(ownContract, [filter]))).toEqual({ FilterOption: 2, Filter: 1 });
  });

  it('takes precedence over invented data', async () => {
    const changedRead = readAs(entryPath, { ...(await read(open(), 'getPartnerEntry')), title: 'Recorded' });
    const { state } = stateFromReads(ownContract, [changedRead], inventState({ entries: 30, seed: 1 }));
    expect(state.collections['PartnerEntry']).toHaveLength(30);
    expect(state.collections['PartnerEntry']?.[0]?.value['title']).toBe('Recorded');
    expect(state.collections['Review']?.slice(0, 12)).toEqual(initialState.collections['Review']);
  });
});
