import { expect, it, vi } from 'vitest';
import { partnerEntryPublic as entry } from '../../generated/examples.js';
import '../../scripts/check/vitest.js';
import { answersFile } from '../answers/taught.js';

it('toBeSchema passes for a value of the schema, and fails with pointer, expected and found', () => {
  expect(entry).toBeSchema('PartnerEntry');
  const { title, ...rest } = entry;
  expect(() => expect({ ...rest, titel: title, media: [{ order: '1' }] }).toBeSchema('PartnerEntry')).toThrow(
    [
      'Expected a valid PartnerEntry, found 2 problems.\n',
      '/media/0/order\n  Expected an integer, found "1".',
      '/titel\n  Expected a documented field, found "titel". Did you mean title?\n',
    ].join('\n'),
  );
  expect(() => expect([entry]).toBeSchema('PartnerEntry')).toThrow('Expected an object, found an array.');
});

it('toBeSchema can be negated, and then fails for a value of the schema', () => {
  expect({ id: 7 }).not.toBeSchema('PartnerEntry');
  expect(() => expect(entry).not.toBeSchema('PartnerEntry')).toThrow('not a valid PartnerEntry, found one that is');
});

it('toBeSchema names the schema that was probably meant', () => {
  // @ts-expect-error the contract has no such schema
  expect(() => expect(entry).toBeSchema('PartnerEntri')).toThrow(
    'Expected a schema of the contract, found "PartnerEntri". Did you mean PartnerEntry?',
  );
});

it('toBeSchema follows answers to open questions', () => {
  const answers = answersFile({ 'errors.body': { value: { type: 'object', required: ['error'] } } });
  expect({}).toBeSchema('ApiError');
  expect({}).not.toBeSchema('ApiError', { answers });
});

it('toBeSchema prints no key', () => {
  vi.stubEnv('DIRECTORY_API_KEY', 'schema-key-1234');
  expect(() => expect({ id: 'schema-key-1234' }).toBeSchema('PartnerEntry')).toThrow('found "[key]"');
});
