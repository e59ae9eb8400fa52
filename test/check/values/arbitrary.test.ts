import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOf, bodyArbitrary } from '../../../scripts/check/values/arbitrary.js';
import { isObject, type Json } from '../../../scripts/contract/json.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { allBodies, type Body, contextOf, contractBodies, knownIds, plain } from './fixture.js';

/** Returns this number of random values. */
const some = <Value>(arbitrary: fc.Arbitrary<Value>, numRuns: number): Value[] =>
  fc.sample(arbitrary, { seed: 7, numRuns });

/** Returns all texts in a value. */
function texts(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value as Record<string, Json>).flatMap(texts) : [];
}

function bodies(body: Body, references: readonly string[] = knownIds): fc.Arbitrary<Json> {
  const arbitrary = bodyArbitrary(body.schema, contextOf(body, 'a', references));
  if (!arbitrary) throw new Error(`No body of ${body.id} can be made.`);
  return arbitrary;
}

function made(schema: Schema, name = 'field', references: readonly string[] = []): fc.Arbitrary<Json> {
  const arbitrary = arbitraryOf(schema, name, plain('a', references));
  if (!arbitrary) throw new Error('No value can be made.');
  return arbitrary;
}

/** Returns the smallest failing value that a search finds by shrinking. */
function smallest(arbitrary: fc.Arbitrary<Json>, fails: (value: Json) => boolean): Json | undefined {
  return fc.check(
    fc.property(arbitrary, (value) => !fails(value)),
    { seed: 7, numRuns: 300 },
  ).counterexample?.[0];
}

describe.each(allBodies.map((body) => [body.id, body] as const))('random bodies of %s', (_, body) => {
  it('are valid, with or without known ids', { tags: 'slow' }, () => {
    for (const references of [knownIds, []]) {
      for (const value of some(bodies(body, references), 25))
        expect(body.errors(value), JSON.stringify(value)).toEqual([]);
    }
  });
});

const update = contractBodies.find(({ id }) => id === 'updatePartnerEntry') as Body;

describe('random bodies', () => {
  const numbers = (name: string) => some(made({ type: 'integer' }, name), 300) as number[];
  const updates = some(bodies(update), 200) as Record<string, Json>[];

  it('have each property sometimes, but never the id of a part or a value of a set without known values', () => {
    const allNames = Object.keys(update.resolve(update.schema).properties ?? {}).filter((name) => name !== 'type');
    expect(new Set(updates.flatMap((otherUpdate) => Object.keys(otherUpdate)))).toEqual(new Set(allNames));
    for (const name of allNames) expect(updates.every((otherUpdate) => Object.hasOwn(otherUpdate, name))).toBe(false);
    const media = updates.flatMap((otherUpdate) => (otherUpdate['media'] as object[] | undefined) ?? []);
    expect(media.some((item) => 'id' in item)).toBe(false);
  });

  it('refer to existing resources only, and to no resource if no id is known', () => {
    const namedOptions = updates.flatMap(({ tier, userAssignedFilterOptions }) =>
      [tier ?? [], userAssignedFilterOptions ?? []].flat(),
    );
    expect(new Set(namedOptions)).toEqual(new Set(knownIds));
    for (const body of some(bodies(update, []), 50)) {
      for (const name of ['id', 'tier', 'userAssignedFilterOptions']) expect(body).not.toHaveProperty([name]);
    }
  });

  it('have texts of all Unicode planes that no server has reason to trim, normalise or refuse', () => {
    const allValues = some(made({ type: 'string' }, 'title'), 400).map(String);
    for (const text of [...allValues, ...updates.flatMap(texts)]) {
      expect(text).toMatch(/^\S(?:.*\S)?$/su);
      expect(text).not.toMatch(/\s\s|\p{Cc}|\p{Cs}|\p{Zl}|\p{Zp}/u);
      expect(text.normalize('NFC')).toBe(text);
    }
    const planes = [...allValues.join('')].map((text) => Math.floor((text.codePointAt(0) ?? 0) / 0x10000));
    expect(planes).toEqual(expect.arrayContaining([0, 1, 2, 14, 15, 16]));
  });

  it('have integers that no server without bounds would refuse', () => {
    const allNumbers = numbers('order');
    for (const number of allNumbers) expect(Number.isInteger(number) && number >= 0 && number < 2 ** 31).toBe(true);
    expect(Math.max(...allNumbers)).toBeGreaterThan(1_000_000);
    expect(new Set(numbers('rating'))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('are the same for the same seed', () => {
    const five = (): Json[] => fc.sample(bodies(update), { seed: 3, numRuns: 5 });
    expect(five()).toEqual(five());
  });

  it('shrink to the one property that fails, and its shortest value', () => {
    const has = (name: string) => (value: Json) => isObject(value) && value[name] !== undefined;
    expect(smallest(bodies(update), () => true)).toEqual({});
    expect(smallest(bodies(update), has('headline'))).toEqual({ headline: 'a' });
    expect(smallest(bodies(update), has('featured'))).toEqual({ featured: false });
    expect(smallest(bodies(update), has('media'))).toEqual({ media: [{}] });
    const isLong = (value: Json) => isObject(value) && String(value['title'] ?? '').length > 3;
    expect(smallest(bodies(update), isLong)).toEqual({ title: 'aaaa' });
    const isAstral = (value: Json) => /[^\0-\u{ffff}]/u.test(JSON.stringify(value));
    expect(smallest(bodies(update), isAstral)).toSatisfy(
      (value: Json) => Object.keys(value as object).length === 1 && texts(value).join('').length <= 3,
    );
  });
});

describe('random values', () => {
  it('are not made if they need an unknown id, or if nothing fits the schema', () => {
    const emptySchema: Schema = { enum: [] };
    for (const schema of [{ type: 'string', format: 'uuid' }, { type: 'string', pattern: '(?=a)b' }, emptySchema])
      expect(arbitraryOf(schema as Schema, 'tier', plain())).toBeUndefined();
    const body: Schema = { type: 'object', required: ['a'], properties: { a: emptySchema } };
    expect(bodyArbitrary(body, plain())).toBeUndefined();
  });

  it('include all members of an enum, also null, and each branch', () => {
    const of = (schema: Schema): Set<Json> => new Set(some(made(schema), 60));
    expect(of({ enum: ['a', 'b', null] })).toEqual(new Set(['a', 'b', null]));
    expect(of({ type: ['boolean', 'null'] })).toEqual(new Set([true, false, null]));
    expect(of({ oneOf: [{ const: 1 }, { const: 'one' }] })).toEqual(new Set([1, 'one']));
  });

  it('are finite if a schema contains itself, or if hardly any value fits, and have each id once in a list', () => {
    const self: Schema = { type: 'object', properties: { self: { $ref: '#/self' }, note: { type: 'string' } } };
    const context = { ...plain(), resolve: (schema: Schema) => (schema.$ref ? self : schema) };
    const trees = some(bodyArbitrary(self, context) as fc.Arbitrary<Json>, 20);
    for (const value of trees) expect(value).not.toHaveProperty('self');
    const rare: Schema = { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 2, uniqueItems: true };
    const ids: Schema = { type: 'array', items: { type: 'string', format: 'uuid' } };
    for (const value of [...some(made(rare), 50), ...some(made(ids, 'options', knownIds), 50)] as Json[][])
      expect(new Set(value).size).toBe(value.length);
  });
});
