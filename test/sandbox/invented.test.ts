import { describe, expect, it, vi } from 'vitest';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { inventState } from '../../scripts/sandbox/data/invented.js';
import { createSandbox, ownContract } from '../../scripts/sandbox/sandbox.js';
import { stateMistakes } from '../../scripts/sandbox/server/state-check.js';
import { open, readList } from './fixture.js';

const state = inventState({ entries: 500, seed: 7 });
const records = Object.values(state.collections).flat();
const { PartnerEntry = [], Review = [], AppEntry = [], Tier = [] } = state.collections;

describe('invented data', () => {
  it('has the requested number of entries, after the usual entries, and a share of other resources', async () => {
    expect(PartnerEntry).toHaveLength(500);
    for (const [name, list] of Object.entries(initialState.collections)) {
      const keptRecords = state.collections[name] ?? [];
      expect(keptRecords.filter(({ id }) => list.some((record) => record.id === id))).toHaveLength(list.length);
    }
    expect(Review.length).toBeGreaterThan(500);
    expect(AppEntry.length).toBeGreaterThan(100);
    expect(await readList(open({ entries: 500, seed: 7 }), 'listPartnerEntries')).toHaveLength(500);
  });

  it.each([
    ['it', state],
    ['the usual state', initialState],
  ])('fits the contract, with unique ids and hosts that nobody can register: %s', (_, data) => {
    expect(stateMistakes(structuredClone(data), ownContract, { includesContractCheck: true })).toEqual([]);
    const allRecords = Object.values(data.collections).flat();
    const ownIds = allRecords.filter(({ id, parents }) => !Object.values(parents).includes(id)).map(({ id }) => id);
    expect(new Set(ownIds).size).toBe(ownIds.length);
    const hosts = [...JSON.stringify(data).matchAll(/(?:https?:\/\/|@)([^/"]+)/g)].map(([, host]) => host);
    expect(hosts.length).toBeGreaterThan(100);
    expect(hosts.filter((host) => !/(?:\.example|(?:^|\.)example\.com)$/.test(host ?? ''))).toEqual([]);
  });

  it('refers only to existing resources', () => {
    const ids = new Set(records.map(({ id }) => id));
    const referred = records.flatMap(({ value, hidden = {} }) =>
      ['tier', 'badges', 'userAssignedFilterOptions', 'partners'].flatMap((name) => [
        value[name] ?? hidden[name] ?? [],
      ]),
    );
    expect(referred.flat().length).toBeGreaterThan(1500);
    expect(referred.flat().filter((id) => !ids.has(String(id)))).toEqual([]);
    const entries = new Map(PartnerEntry.map((record) => [record.id, record]));
    for (const { value } of Review) {
      const { id, title, owner } = value['entry'] as Record<string, string>;
      expect(entries.get(id ?? '')?.value).toMatchObject({ title, owner });
    }
  });

  it('has unique addresses, and dates in order', () => {
    for (const name of ['slug', 'external_url', 'metadata']) {
      const values = PartnerEntry.map(({ value }) => JSON.stringify(value[name]));
      expect(new Set(values).size, name).toBe(500);
    }
    const dates = Review.slice(12).map(({ value }) => String(value['created']));
    expect(dates).toEqual([...dates].sort());
  });

  it('gives each tier some entries, and most entries a tier', () => {
    const counts = Tier.map(({ id }) => PartnerEntry.filter(({ hidden }) => hidden?.['tier'] === id).length);
    expect(counts.slice(0, 3).every((count) => count > 30)).toBe(true);
    const without = PartnerEntry.filter(({ hidden }) => hidden?.['tier'] === undefined).length;
    expect(without > 20 && without < 100).toBe(true);
  });

  it('is the same for the same seed, and different for another seed', () => {
    const bytes = (seed: number, entries = 60): string =>
      JSON.stringify(createSandbox({ entries, seed }).snapshot().collections);
    expect(bytes(7)).toBe(bytes(7));
    expect(bytes(8)).not.toBe(bytes(7));
    // A larger number of entries begins with the same entries.
    expect(inventState({ entries: 60, seed: 7 }).collections['PartnerEntry']).toEqual(PartnerEntry.slice(0, 60));
  });

  it('has a seed of 32 bits', () => {
    for (const seed of [-1, 0.9, Number.NaN, 2 ** 32])
      expect(() => createSandbox({ seed })).toThrow(
        `Expected a whole number from 0 to 4294967295 as "seed", found ${seed}.`,
      );
    expect(() => createSandbox({ seed: 2 ** 32 - 1 })).not.toThrow();
  });

  it('has a minimum and a maximum, and cannot be combined with a whole state', () => {
    for (const entries of [11, 100_001, 12.5])
      expect(() => createSandbox({ entries })).toThrow(
        `whole number from 12 to 100000 as "entries", found ${entries}.`,
      );
    expect(() => createSandbox({ entries: 20, data: initialState })).toThrow('Leave one of them out.');
  });
});

describe('a range of waiting times', () => {
  it('gives each response a different waiting time', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const sandbox = open({ latency: [5, 60], seed: 3 });
    for (let count = 0; count < 5; count += 1) await sandbox.send('GET', '/');
    const times = timer.mock.calls.map(([, time = 0]) => time);
    timer.mockRestore();
    expect(new Set(times).size).toBe(5);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...times)).toBeLessThanOrEqual(60);
  });

  it('must start with the shortest time', () => {
    expect(() => createSandbox({ latency: [60, 5] })).toThrow(
      'Expected a number of milliseconds from 0 to 60000, or an array [minimum, maximum] as "latency", found [60, 5].',
    );
    for (const latency of [-1, Number.NaN, 60_001, [0, Number.POSITIVE_INFINITY], [-5, 5]] as const)
      expect(() => createSandbox({ latency }), String(latency)).toThrow('as "latency", found');
  });
});
