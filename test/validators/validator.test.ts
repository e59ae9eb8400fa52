import { describe, expect, it } from 'vitest';
import * as validators from '../../scripts/validators/index.js';

type Validator = validators.Validator<unknown>;
const { partnerEntry, partnerEntryUpdate, review, tier } = validators;

const noDay = 'Expected a date and time with an offset (RFC 3339), found a different string.';
const undeclaredText = 'Expected only declared fields, found an undeclared one.';

function issues(validator: Validator, value: unknown): unknown {
  return (validator.validate(value).issues ?? []).map(({ path, message }) => [path, message]);
}

const issue = (message: string, ...path: (string | number)[]) => ({ message, path, pointer: `/${path.join('/')}` });

describe('a validator', () => {
  it('returns the value itself if it is valid', () => {
    const value = { title: 'Fjordline' };
    expect((partnerEntry.validate(value) as { value: unknown }).value).toBe(value);
    expect(partnerEntry.is(value)).toBe(true);
  });

  it('lists all issues, with their places', () => {
    const value = { title: 1, media: [{}, { id: 'a' }], metadata: [], 'the service': 'nowhere', href: 'a' };
    expect(partnerEntry.validate(value).issues).toEqual([
      issue('Expected a string that matches ^/(?!/), found a different string.', 'href'),
      issue('Expected a string, found a number.', 'title'),
      issue('Expected a URI, found a different string.', 'the service'),
      issue('Expected an object, found an array.', 'metadata'),
      issue('Expected a UUID, found a different string.', 'media', 1, 'id'),
    ]);
    expect(partnerEntry.is(value)).toBe(false);
  });

  it.each<[string, Validator, unknown, string]>([
    ['a number instead of a text', tier, { title: 1 }, 'Expected a string, found a number.'],
    ['a fraction instead of an integer', tier, { order: 1.5 }, 'Expected an integer, found a fraction.'],
    ['not a number', tier, { order: Number.NaN }, 'Expected an integer, found NaN.'],
    ['infinity', tier, { order: Infinity }, 'Expected an integer, found Infinity.'],
    ['null', tier, { default: null }, 'Expected a boolean, found null.'],
    ['a function', tier, () => 1, 'Expected an object, found a function.'],
    ['a big integer', tier, { order: 1n }, 'Expected an integer, found a bigint.'],
    ['neither text nor null', partnerEntry, { custom_slug: {} }, 'Expected a string or null, found an object.'],
    ['an address', review, { email: 'secret@' }, 'Expected an e-mail address, found a different string.'],
    ['a day that does not exist', review, { created: '2023-02-29T00:00:00Z' }, noDay],
    ['too few fields', validators.reviewUpdate, {}, 'Expected at least 1 field, found fewer.'],
    ['nothing at all', validators.filterUpdate, undefined, 'Expected an object, found undefined.'],
  ])('reports %s, and quotes no part of it', (_, validator, value, message) => {
    expect(validator.validate(value).issues?.map((issue) => issue.message)).toEqual([message]);
  });

  it('lists the issues of each of several forms', () => {
    expect(issues(review, { approvedBy: { id: 'a' } })).toEqual([
      [['approvedBy', 'id'], 'Expected a UUID, found a different string.'],
      [['approvedBy'], 'Expected null, found an object.'],
      [['approvedBy'], 'Expected a value that matches at least one of several schemas, found one that does not.'],
    ]);
    for (const approvedBy of [null, {}, { firstName: 'Ada' }]) expect(issues(review, { approvedBy })).toEqual([]);
  });

  it('escapes names in its pointers, but not in its paths', () => {
    const [issue] = validators.filterUpdate.validate({ 'a/b~c': 1 }).issues ?? [];
    expect(issue).toEqual({ message: undeclaredText, path: ['a/b~c'], pointer: '/a~1b~0c' });
  });

  it('accepts a field that is undefined, since JSON does not contain it', () => {
    for (const validator of [partnerEntry, partnerEntryUpdate])
      expect(issues(validator, { externalUrl: undefined, media: [{ url: undefined }], tier: undefined })).toEqual([]);
  });

  it('cannot be changed', () => {
    expect([tier, tier['~standard']].every(Object.isFrozen)).toBe(true);
  });

  it('works as a detached function, for example as a filter', () => {
    const { is, validate } = tier;
    expect([{ title: 'Gold' }, { title: 1 }, 1].filter(is)).toEqual([{ title: 'Gold' }]);
    expect(validate(1).issues).toHaveLength(1);
  });

  it('is a Standard Schema', () => {
    const { version, vendor, validate } = tier['~standard'];
    expect([version, vendor]).toEqual([1, 'directory-contract']);
    expect(validate({ title: 'Gold' })).toEqual({ value: { title: 'Gold' } });
    expect(validate({ title: 1 })).toEqual(tier.validate({ title: 1 }));
  });
});

describe('a field that is not declared', () => {
  it('is accepted in a response, at any depth', () => {
    const value = { nowhere: 1, tier: { nowhere: 1 }, media: [{ nowhere: 1 }], metadata: { nowhere: 1 } };
    for (const validator of [partnerEntry, validators.entry]) expect(validator.validate(value)).toEqual({ value });
  });

  it('is rejected in a request, at any depth', () => {
    const value = { nowhere: 1, media: [{}, { nowhere: 1 }], callouts: [{ nowhere: 1 }] };
    const places = [['media', 1, 'nowhere'], ['callouts', 0, 'nowhere'], ['nowhere']];
    expect(issues(partnerEntryUpdate, value)).toEqual(places.map((path) => [path, undeclaredText]));
    expect(issues(validators.partnerEntryBulkUpsert, [{}, { nowhere: 1 }])).toEqual([[[1, 'nowhere'], undeclaredText]]);
  });

  it('is rejected in a request even if the same shape is accepted in a response', () => {
    expect(validators.entryKeyword.is({ nowhere: 1 })).toBe(true);
    const expected = [[['keywords', 0, 'nowhere'], undeclaredText]];
    expect(issues(partnerEntryUpdate, { keywords: [{ nowhere: 1 }] })).toEqual(expected);
  });

  it('is accepted in a request if the object is open', () => {
    expect(issues(validators.tierCreate, { nowhere: 1 })).toEqual([]);
    expect(issues(partnerEntryUpdate, { owner: { nowhere: 'a' } })).toEqual([]);
    const expected = [[['owner', 'nowhere'], 'Expected a string, found a number.']];
    expect(issues(partnerEntryUpdate, { owner: { nowhere: 1 } })).toEqual(expected);
  });

  it('is rejected once by a schema that is composed of another schema, whose fields it accepts', () => {
    expect(issues(validators.partnerEntryCreate, { title: 'a', media: [{ type: 'image' }] })).toEqual([]);
    expect(issues(validators.filterCreate, { name: 'a', nowhere: 1 })).toEqual([[['nowhere'], undeclaredText]]);
    expect(issues(validators.partnerEntryCreate, { title: 1, media: [{ nowhere: 1 }], nowhere: 1 })).toEqual([
      [['title'], 'Expected a string, found a number.'],
      [['media', 0, 'nowhere'], undeclaredText],
      [['nowhere'], undeclaredText],
    ]);
  });
});
