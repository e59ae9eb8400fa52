import { beforeAll, describe, expect, it } from 'vitest';
import { isObject } from '../../scripts/contract/json.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { operations, ownContract } from '../../scripts/sandbox/sandbox.js';
import { stateMistakes } from '../../scripts/sandbox/server/state-check.js';
import { open } from './fixture.js';

const records = Object.values(initialState.collections).flat();
const text = JSON.stringify(initialState);

describe('the initial data of a sandbox', () => {
  const reads = operations.filter(({ method, media }) => method === 'get' && media === 'application/json');
  const shown: unknown[] = [];
  beforeAll(async () => {
    const sandbox = open();
    for (const { id } of reads) shown.push((await sandbox.call(id)).json);
  });

  // Several lists share an example, so the resource may be in any list.
  it.each(reads)('contains each resource of the example of $id', async ({ id, isList }) => {
    const { json: example } = await open().call(id, { headers: { prefer: 'code=200' } });
    const resources = isList ? (example as unknown[]) : [example];
    const all = shown.flat();
    expect(resources.filter((resource) => !all.some((each) => contains(each, resource)))).toEqual([]);
  });

  it('is a state that the sandbox accepts from a file', () => {
    expect(stateMistakes(structuredClone(initialState), ownContract, { isJudged: true })).toEqual([]);
  });

  it('names only hosts that nobody can register', () => {
    const hosts = [...text.matchAll(/(?:https?:\/\/|@)([^/"]+)/g)].map(([, host]) => host);
    expect(hosts.length).toBeGreaterThan(100);
    expect(hosts.filter((host) => !/(?:\.example|(?:^|\.)example\.com)$/.test(host ?? ''))).toEqual([]);
  });

  it('has a unique id for each resource', () => {
    const own = records.filter(({ id, parents }) => !Object.values(parents).includes(id)).map(({ id }) => id);
    expect(new Set(own).size).toBe(own.length);
  });

  it('refers only to existing resources', () => {
    const ids = new Set(records.map(({ id }) => id));
    const field = (name: string) =>
      records.flatMap(({ value, hidden, parents }) => [value[name] ?? hidden?.[name] ?? parents[name] ?? []].flat());
    for (const name of ['tier', 'badges', 'userAssignedFilterOptions', 'partners', 'filter_id', 'filterOption']) {
      expect(field(name).length, name).toBeGreaterThan(2);
      expect(
        field(name).filter((id) => !ids.has(String(id))),
        name,
      ).toEqual([]);
    }
  });

  it('has enough of everything to fill a page', () => {
    const count = (name: string) => initialState.collections[name]?.length;
    expect(count('Directory')).toBe(2);
    expect(count('PartnerEntry')).toBe(12);
    expect(count('Review')).toBe(12);
    const statuses = (initialState.collections['Review'] ?? []).map(({ value }) => value['status']);
    expect(new Set(statuses)).toEqual(new Set(['A', 'D', 'P']));
  });
});

/** Whether a value contains another: its objects may have further fields, and its arrays further items. */
function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((item) => whole.some((each) => contains(each, item)));
  if (!isObject(part)) return whole === part;
  return isObject(whole) && Object.entries(part).every(([name, value]) => contains(whole[name], value));
}
