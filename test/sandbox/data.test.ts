import { beforeAll, describe, expect, it } from 'vitest';
import { ownContract as checkedContract } from '../../scripts/check/engine/contract/own-contract.js';
import { findUnexpectedFields } from '../../scripts/check/judge/body.js';
import { isObject } from '../../scripts/contract/json.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { open } from './fixture.js';

const records = Object.values(initialState.collections).flat();
const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const contract = checkedContract();
/** Records that have their own id, not the id of their parent. */
const ownRecords = records.filter(({ id, parents }) => !Object.values(parents).includes(id));
/** All values in the state, each with its name or its position in an array. */
const fields: [name: string, value: unknown][] = [];
JSON.stringify(initialState, (...field: [name: string, value: unknown]) => {
  fields.push(field);
  return field[1];
});

describe('the initial data of a sandbox', () => {
  const reads = operations.filter(({ method, mediaType: media }) => method === 'get' && media === 'application/json');
  const shownValues: unknown[] = [];
  beforeAll(async () => {
    const sandbox = open();
    for (const { id } of reads) shownValues.push((await sandbox.call(id)).json);
  });

  // Several lists share an example, so a resource of the example may be in any of these lists.
  it.each(reads)('contains each resource of the example of $id', async ({ id, isList }) => {
    const { json: example } = await open().call(id, { headers: { prefer: 'code=200' } });
    const resources = isList ? (example as unknown[]) : [example];
    const all = shownValues.flat();
    expect(resources.filter((resource) => !all.some((each) => contains(each, resource)))).toEqual([]);
  });

  it.each(Object.entries(initialState.collections))('has only fields of the contract in %s', (name, keptRecords) => {
    const { responseItem: shown } =
      operations.find(({ collection, responseItem }) => collection === name && responseItem) ?? {};
    if (!shown) throw new RangeError(`No operation shows ${name}.`);
    expect(keptRecords.flatMap(({ value }) => [...findUnexpectedFields(contract, shown.schema, value)])).toEqual([]);
  });

  it('refers only to existing resources, and to users who own entries', () => {
    const ids = new Set(records.map(({ id }) => id));
    const owners = new Set(initialState.collections['PartnerEntry']?.map(({ value }) => value['owner']));
    const references = fields.flatMap(([name, value]) =>
      name !== 'id' && typeof value === 'string' && isUuid.test(value) ? [{ name, id: value }] : [],
    );
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(({ name, id }) => !(name === 'owner' ? owners : ids).has(id))).toEqual([]);
  });

  it('has the same values wherever one resource contains another', () => {
    const originals = new Map(ownRecords.map(({ id, value }) => [id, value]));
    const copies = records.flatMap(({ value }) => Object.values(value).flat().filter(isObject));
    const shownCopies = copies.filter(({ id }) => originals.has(`${id}`));
    expect(shownCopies.length).toBeGreaterThan(20);
    // The order of a copy is its position among the copies of the entry.
    for (const { order: _, ...copy } of shownCopies) {
      const original = originals.get(`${copy['id']}`);
      expect({ ...original, ...copy }).toEqual({ ...copy, ...original });
    }
  });

  it('has enough resources of each kind to fill a page', () => {
    const { Directory, PartnerEntry, Review = [] } = initialState.collections;
    expect([Directory?.length, PartnerEntry?.length, Review.length]).toEqual([2, 12, 12]);
    expect(new Set(Review.map(({ value }) => value['status']))).toEqual(new Set(['A', 'D', 'P']));
  });
});

/** Whether a value contains another value. Its objects may have additional fields, and its arrays additional items. */
function contains(container: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(container) && part.every((item) => container.some((value) => contains(value, item)));
  if (!isObject(part)) return container === part;
  return isObject(container) && Object.entries(part).every(([name, value]) => contains(container[name], value));
}
