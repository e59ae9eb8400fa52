import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { readData } from '../../scripts/sandbox/server/state-source.js';
import { temporaryFile } from '../temporary-folder.js';
import { ids } from './fixture.js';

const initial = createSandbox().snapshot();

describe('the file of initial data', () => {
  const { Tier = [], PartnerEntry = [] } = initial.collections;
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  /** The initial state with one replaced collection. */
  const put = (name: string, records: unknown): object => ({
    ...initial,
    collections: { ...initial.collections, [name]: records },
  });
  /** The initial state with changes to the first record of a collection. */
  const having = (name: string, parts: object): object => {
    const [first, ...otherRecords] = initial.collections[name] ?? [];
    return put(name, [{ ...first, ...parts }, ...otherRecords]);
  };

  it('is the JSON of a snapshot', () => {
    expect(readData(temporaryFile('data.json', textOf(initial)))).toEqual(initial);
  });

  it.each<[what: string, value: unknown, says: RegExp]>([
    ['text that is not JSON', '{\n  "format": 1,\n  oops\n}', /:3:3: Expected a name in double quotes, found "o"/],
    ['JSON that ends early', '{\n  "format": "directory', /:2:13: Expected a closing quote for the string/],
    ['an empty file', '', /:1:1: Expected a value, found the end of the file/],
    ['text after the end', '{}\n{}', /:2:1: Expected the end of the file, found "{"/],
    ['another format', {}, /:1:1: \/format must be "directory-contract\/sandbox"/],
    ['a later version', { ...initial, version: 2 }, /:3:14: \/version must be 1/],
    ['a serial that is not a number', { ...initial, serial: 'x' }, /\/serial must be a whole number/],
    ['collections that are an array', { ...initial, collections: [] }, /\/collections must be an object/],
    ['a collection that is not an array', put('Tier', {}), /\/collections\/Tier must be an array/],
    ['an unknown collection', put('PartnerEntrys', []), /Did you mean PartnerEntry\?/],
    ['a record that is not an object', put('Directory', [7]), /\/collections\/Directory\/0 must be an object/],
    ['an invalid id', having('Directory', { id: 'gold' }), /\/collections\/Directory\/0\/id must be a UUID/],
    ['an id twice', put('Tier', [...Tier, Tier[0]]), /\/id repeats the id of an earlier record/],
    ['invalid parents', having('Tier', { parents: [1] }), /\/Tier\/0\/parents must be/],
    ['no parent', having('PartnerEntry', { parents: {} }), /\/PartnerEntry\/0\/parents must contain directory_id/],
    [
      'an unknown parent',
      having('Tier', { parents: { directory_id: ids.nobody } }),
      /directory_id must be the id of an existing resource: /,
    ],
    [
      'a value that breaks the contract',
      having('PartnerEntry', { value: { ...PartnerEntry[0]?.value, featured: 'yes' } }),
      /:\d+:\d+: \/collections\/PartnerEntry\/0\/value\/featured must be a boolean/,
    ],
    ['an unknown field of a record', having('Tier', { extra: 1 }), /\/Tier\/0\/extra is not a field of a record/],
  ])('is refused with the place of the mistake, and the file is not changed: %s', (_, value, pattern) => {
    const file = temporaryFile('data.json', textOf(value));
    expect(() => readData(file)).toThrow(pattern);
    expect(readFileSync(file, 'utf8')).toBe(textOf(value));
  });
});
