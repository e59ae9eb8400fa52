import { describe, expect, it } from 'vitest';
import type { Validator } from '../../scripts/validators/index.js';
import {
  appEntryUpdate,
  entry,
  filterUpdate,
  partnerEntry,
  partnerEntryBulkUpsert,
  partnerEntryUpdate,
  review,
  tierSummary,
} from '../../scripts/validators/index.js';
import { growth, linear } from '../growth.js';
import { words } from '../words.js';
import { examples, schemaNames, validatorOf } from './examples.js';

const id = 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9';

function messages(result: { issues?: readonly { message: string; pointer: string }[] | undefined }): string[] {
  return (result.issues ?? []).map(({ pointer, message }) => `${pointer} ${message}`);
}

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { media: value, metadata: value };
  return value;
}

const cyclic: Record<string, unknown> = { title: 'a' };
Object.assign(cyclic, { self: cyclic, tier: cyclic, media: [cyclic], metadata: cyclic, use_cases: cyclic });
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();
const throws = (): never => {
  throw new Error('no');
};

const throwingItem = { media: [Object.defineProperty({}, 'id', { get: throws, enumerable: true })] };

const strange: Record<string, unknown> = {
  'a cyclic object': cyclic,
  'an object 100,000 deep': nest(100_000),
  'an array 100,000 deep': [nest(100_001)],
  'a revoked proxy': revoked,
  'a proxy that throws at everything': new Proxy(
    {},
    { get: throws, has: throws, ownKeys: throws, getOwnPropertyDescriptor: throws, getPrototypeOf: throws },
  ),
  'a getter that throws': Object.defineProperty({}, 'title', { get: throws, enumerable: true }),
  'an item whose getter throws': throwingItem,
  'an own __proto__': JSON.parse('{"__proto__":{"title":1},"constructor":1,"toString":2}'),
  'no prototype': Object.assign(Object.create(null) as object, { title: 1 }),
  'another hasOwnProperty': { hasOwnProperty: throws, title: 1 },
  'a throwing toString and toJSON': { toString: throws, toJSON: throws, valueOf: throws, title: { toString: throws } },
  'a bigint': 1n,
  'a symbol': Symbol('a'),
  'a function': throws,
  'a date': new Date(Number.NaN),
  'a map': new Map([['title', 1]]),
  NaN: Number.NaN,
  Infinity,
  '-0': -0,
  undefined,
  null: null,
  'a lone surrogate': '\ud800',
  'an object with such a key': { '\ud800': 1 },
  holes: Object.assign(new Array<unknown>(4), { 1: 1, 3: {} }),
  'an array of 4,294,967,295 holes': Object.assign([], { length: 2 ** 32 - 1 }),
  'an array with properties': Object.assign([1], { title: 1, '-1': 2 }),
};

it.each(Object.entries(strange))(
  '%s is validated by every validator without an exception, alone and inside other values',
  (_, value) => {
    const names = ['title', 'media', 'metadata', 'tier', 'id', 'approvedBy'];
    const fields = { ...Object.fromEntries(names.map((name) => [name, value])), resources: [value] };
    for (const name of schemaNames) {
      const { is, validate } = validatorOf(name);
      for (const item of [value, [value], fields]) expect(is(item)).toBe(validate(item).issues === undefined);
    }
  },
);

describe('a value', () => {
  it('that cannot be read has one issue', () => {
    const expected = [' Expected a readable value, found one that throws when read.'];
    for (const value of [revoked, throwingItem]) expect(messages(partnerEntry.validate(value))).toEqual(expected);
  });

  it('that can be read only once still has its issues', () => {
    let reads = 0;
    const get = () => (++reads > 1 ? throws() : [{ id: 1 }]);
    const input = Object.defineProperty({}, 'media', { enumerable: true, get });
    expect(partnerEntry.validate(input).issues).toEqual([
      { message: 'Expected a string, found another value.', path: ['media', '0', 'id'], pointer: '/media/0/id' },
    ]);
  });

  it('with a cycle is validated as deep as the schema goes', () => {
    const input: Record<string, unknown> = { title: 'a' };
    input['tier'] = input;
    expect(partnerEntry.is(input)).toBe(true);
    input['media'] = input;
    expect(messages(partnerEntry.validate(input))).toEqual(['/media Expected an array, found an object.']);
  });

  it('may have fields with the names of inherited properties', () => {
    const input: unknown = JSON.parse('{"__proto__":{"title":1},"hasOwnProperty":1,"constructor":1}');
    expect(partnerEntry.is(input)).toBe(true);
    const undeclaredText = 'Expected only declared fields, found an undeclared one.';
    const pointers = ['/__proto__', '/hasOwnProperty', '/constructor'];
    expect(messages(filterUpdate.validate(input))).toEqual(pointers.map((pointer) => `${pointer} ${undeclaredText}`));
    expect(filterUpdate.validate(input).issues?.[0]?.path).toEqual(['__proto__']);
    const owner: unknown = JSON.parse('{"owner":{"__proto__":1,"a":"b"}}');
    const expected = ['/owner/__proto__ Expected a string, found a number.'];
    expect(messages(partnerEntryUpdate.validate(owner))).toEqual(expected);
  });

  it('counts only with its own fields', () => {
    expect(partnerEntry.is(Object.create({ title: 1 }))).toBe(true);
    expect(partnerEntry.is(Object.assign(Object.create(null) as object, { title: 1 }))).toBe(false);
    expect(filterUpdate.is(Object.create({ nowhere: 1 }))).toBe(true);
  });
});

describe('with a polluted Object.prototype', () => {
  const names = words`title id media errors instancePath message path value issues evaluated get then`;

  /** Returns the result of `judge`, called while every object inherits these properties. */
  function polluted<Result>(descriptor: PropertyDescriptor, judge: () => Result): Result {
    try {
      for (const name of names) Object.defineProperty(Object.prototype, name, descriptor);
      return judge();
    } finally {
      for (const name of names) Reflect.deleteProperty(Object.prototype, name);
    }
  }

  // A descriptor also inherits properties, so a plain descriptor would be invalid while `get` is polluted.
  const bare = (descriptor: PropertyDescriptor): PropertyDescriptor =>
    Object.assign(Object.create(null) as object, descriptor, { configurable: true });

  it.each([
    ['with values of a wrong type', bare({ value: { wrong: true }, writable: true })],
    ['with getters that throw', bare({ get: throws })],
  ])('%s, the result is the same', (_, descriptor) => {
    const judge = () => ({
      examples: examples.map(({ schema, value }) => validatorOf(schema).is(value)),
      taken: [partnerEntryUpdate.is({ media: [{ type: 'image' }] }), partnerEntry.is({}), tierSummary.is({ id })],
      refused: messages(partnerEntryUpdate.validate({ title: 'a', nowhere: 1, resources: 1 })),
    });
    const clean = judge();
    expect(polluted(descriptor, judge)).toEqual(clean);
    expect(clean.taken).toEqual([true, true, true]);
    expect(clean.refused).toEqual([
      '/resources Expected an array, found a number.',
      '/nowhere Expected only declared fields, found an undeclared one.',
    ]);
  });
});

describe('a large value', () => {
  const million = 1_000_000;
  const more = { message: 'Expected at most 1000 issues, found more; the rest are not listed.', path: [], pointer: '' };

  it.each<[string, (count: number) => unknown, Validator<unknown>]>([
    ['wrong bodies', (count) => new Array(count).fill({ title: 1, status: 2, nowhere: 3 }), partnerEntryBulkUpsert],
    ['bodies of another type', (count) => new Array(count).fill(null), partnerEntryBulkUpsert],
    ['wrong ids', (count) => ({ userAssignedFilterOptions: new Array(count).fill('a') }), partnerEntryUpdate],
    ['wrong items', (count) => ({ media: new Array(count).fill({ id: 1, nowhere: 2 }) }), partnerEntryUpdate],
    ['undeclared fields', (count) => ({ ...Array.from({ length: count }, () => 1) }), filterUpdate],
    // With a million, this array has the maximum length.
    ['holes', (count) => ({ media: new Array(Math.floor((count / million) * (2 ** 32 - 1))) }), partnerEntry],
  ])(
    'a million %s: are rejected in linear time, with a thousand issues, and a note of more',
    { tags: 'slow' },
    async (_, makeValue, validator) => {
      // The values are made in advance, since making an object of a million fields takes more than linear time.
      const values = new Map([million, million / 10].map((count) => [count, makeValue(count)]));
      const validate = (count: number): void => {
        const { issues = [] } = validator.validate(values.get(count));
        expect(issues).toHaveLength(1001);
        expect(issues.at(-1)).toEqual(more);
      };
      expect(await growth(validate, million)).toBeLessThan(linear);
    },
  );

  it('that matches only the last form is accepted, however wrong it is for the first form', () => {
    const input = { media: new Array(million).fill(1), use_cases: new Array(million).fill(1) };
    expect(partnerEntry.is(input)).toBe(false);
    expect(entry.is(input)).toBe(true);
  });

  it('has the expected number of issues, up to a thousand', () => {
    expect(partnerEntryBulkUpsert.validate(new Array(1000).fill(1)).issues).toHaveLength(1000);
    expect(partnerEntryBulkUpsert.validate(new Array(1001).fill(1)).issues?.at(-1)).toEqual(more);
  });

  it('is accepted if it is valid: a million items, and texts of ten million characters', { tags: 'long' }, async () => {
    const judgeAll = (count: number): void => {
      const text = 'a'.repeat(10 * count);
      expect(partnerEntryBulkUpsert.is(new Array(count).fill({ title: 'a', status: 'hidden' }))).toBe(true);
      const icon = `https://example.com/${text}?${text}#${text}`;
      expect(partnerEntry.is({ title: text, icon, support_email: `${text}@${text}.com`, href: `/${text}` })).toBe(true);
      expect(partnerEntry.is({ icon: `https://example.com/${text} ` })).toBe(false);
      expect(review.is({ created: `2024-01-01T00:00:00.${'1'.repeat(10 * count)}Z`, email: `${text}@` })).toBe(false);
      expect(appEntryUpdate.is({ [text]: text })).toBe(true);
    };
    expect(await growth(judgeAll, million)).toBeLessThan(linear);
  });

  it('with a very long name reports its place', () => {
    const name = 'a/~'.repeat(100_000);
    const [issue] = filterUpdate.validate({ [name]: 1 }).issues ?? [];
    expect(issue?.path).toEqual([name]);
    expect(issue?.message.length).toBeLessThan(100);
  });
});
