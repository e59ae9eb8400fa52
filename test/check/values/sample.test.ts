import { describe, expect, it } from 'vitest';
import { bodyProperties, differentValue, sampleBody, sampleValue } from '../../../scripts/check/values/sample.js';
import { isSameJson, type Json } from '../../../scripts/contract/json.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { yamlBeside } from '../../yaml-beside.js';
import { allBodies, type Body, contextOf, contractBodies, find, foreignBodies, knownIds, plain } from './fixture.js';

const salts = ['a', 'b', 'updatePartnerEntry/field/title', '7'];

describe.each(allBodies)('a body of $id', (body) => {
  it('is valid with all properties and with one at a time', () => {
    for (const salt of salts) {
      const context = contextOf(body, salt);
      const wholeBody = sampleBody(body.schema, context);
      expect(wholeBody, 'no body').toBeDefined();
      expect(body.errors(wholeBody), JSON.stringify(wholeBody)).toEqual([]);
      for (const { name } of bodyProperties(body.schema, context)) {
        const one = sampleBody(body.schema, context, [name]);
        expect(body.errors(one), JSON.stringify(one)).toEqual([]);
      }
    }
  });

  it('can change in any property that allows another value', { tags: 'slow' }, () => {
    const context = contextOf(body);
    for (const { name, schema } of bodyProperties(body.schema, context)) {
      const current = sampleValue(schema, name, context);
      const otherValue = differentValue(schema, name, context, current);
      if (otherValue === undefined) continue;
      expect(isSameJson(otherValue, current), name).toBe(false);
      expect(body.errors({ ...(sampleBody(body.schema, context) as object), [name]: otherValue }), name).toEqual([]);
    }
  });
});

describe.each(contractBodies)('a body of $id', (body) => {
  it('gets two values for each property, except for sets without known values', () => {
    const context = contextOf(body);
    for (const { name, schema } of bodyProperties(body.schema, context)) {
      const value = sampleValue(schema, name, context);
      if (value === undefined) expect(name).toBe('type');
      else if ((schema['x-known-values']?.length ?? 2) > 1)
        expect(differentValue(schema, name, context, value), name).toBeDefined();
    }
  });

  it('is the same for the same salt, and different for another salt', () => {
    const [one, secondText, ...otherValues] = ['a', ...salts].map((salt) =>
      JSON.stringify(sampleBody(body.schema, contextOf(body, salt))),
    );
    expect(secondText).toBe(one);
    if (one !== '{}') expect(new Set([one, ...otherValues]).size).toBeGreaterThan(1);
  });
});

describe('a body', () => {
  const update = find(contractBodies, 'updatePartnerEntry');

  it('has exactly the required and the named properties', () => {
    const names = (body: Body, only: string[]) =>
      new Set(Object.keys(sampleBody(body.schema, contextOf(body), only) as object));
    expect(names(update, ['title', 'tier', 'unknown'])).toEqual(new Set(['tier', 'title']));
    expect(names(find(foreignBodies, 'merged'), ['zip'])).toEqual(new Set(['floor', 'id', 'street', 'zip']));
  });

  it('has the same value for a property as a body with this property alone', () => {
    const context = contextOf(update, 'x');
    const body = sampleBody(update.schema, context) as Record<string, Json>;
    for (const { name, schema } of bodyProperties(update.schema, context)) {
      expect(body[name]).toEqual(sampleValue(schema, name, context));
    }
  });

  it('leaves out ids of parts, and properties that contain themselves', () => {
    const body = sampleBody(update.schema, contextOf(update)) as Record<string, Record<string, Json>[]>;
    for (const name of ['media', 'resources', 'callouts', 'verifications', 'keywords']) {
      expect(body[name]).toHaveLength(2);
      for (const item of body[name] ?? []) expect(item).not.toHaveProperty('id');
    }
    const tree = find(foreignBodies, 'tree');
    expect(sampleBody(tree.schema, contextOf(tree))).toEqual({ label: expect.any(String), children: [], byName: {} });
  });

  it('is not made if nothing fits, and is finite if references are circular', () => {
    expect(sampleBody({ type: 'object', required: ['a'], properties: { a: { enum: [] } } }, plain())).toBeUndefined();
    const cycle: Schema = { $ref: '#/a' };
    const resolvedTo = (schema: Schema) => sampleBody(cycle, { ...plain(), resolve: () => schema });
    expect(resolvedTo(cycle)).toBeUndefined();
    expect(resolvedTo({ allOf: [cycle, cycle] })).toBeUndefined();
    expect(resolvedTo({ anyOf: [cycle, cycle, cycle, cycle, { type: 'integer' }] })).toBeTypeOf('number');
    expect(resolvedTo({ type: 'object', required: ['self'], properties: { self: cycle } })).toBeUndefined();
  });
});

describe('an id', () => {
  const uuid: Schema = { type: 'string', format: 'uuid' };
  const list: Schema = { type: 'array', items: uuid };

  it('is an existing one, if one is known for the name', () => {
    const context = { ...plain(), references: (name: string) => (name === 'tier' ? knownIds : []) };
    expect(knownIds).toContain(sampleValue(uuid, 'tier', context));
    const createdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(sampleValue(uuid, 'owner', context)).toMatch(createdPattern);
  });

  it('occurs once in a list, however few ids are known', () => {
    for (const salt of salts)
      expect(new Set(sampleValue(list, 'options', plain(salt, knownIds)) as Json[]).size).toBe(2);
    expect(sampleValue(list, 'options', plain('a', knownIds.slice(0, 1)))).toEqual([knownIds[0]]);
  });

  it('has no other value if only the current id is known', () => {
    const only = plain('a', knownIds.slice(0, 1));
    expect(differentValue(uuid, 'tier', only, knownIds[0] ?? '')).toBeUndefined();
    expect(differentValue(uuid, 'tier', plain('a', knownIds), knownIds[0] ?? '')).not.toBe(knownIds[0]);
    expect(differentValue(list, 'options', only, [knownIds[0] ?? ''])).toBeUndefined();
  });
});

describe('the id of another resource', () => {
  const ids = (knownValues: readonly string[]) => ({
    ...plain('a', knownValues),
    references: (name: string) => (/_id|Ids?$/.test(name) ? knownValues : ['no id']),
  });

  it('exists if its name refers to a resource, whether it is a text or a number', () => {
    expect(sampleValue({ type: 'string' }, 'author_id', ids(['kim']))).toBe('kim');
    expect(sampleValue({ type: 'integer' }, 'authorId', ids(['4711']))).toBe(4711);
    const list: Schema = { type: 'array', items: { type: 'integer' } };
    expect(sampleValue(list, 'authorIds', ids(['4711', '4712']))).toHaveLength(2);
    expect(differentValue({ type: 'integer' }, 'authorId', ids(['4711']), 4711)).toBeUndefined();
    expect(sampleValue({ type: 'integer' }, 'authorId', ids(['kim']))).toBeLessThan(1000);
  });

  it("is made up if it is the resource's own id, or an external id", () => {
    expect(sampleValue({ type: 'string' }, 'id', plain('a', ['kim']))).toMatch(/^Check-Id-/);
    expect(sampleValue({ type: 'string' }, 'externalId', plain('a', ['kim']))).toMatch(/^Check-External-Id-/);
  });
});

describe('parts of an allOf', () => {
  const boolean: Schema = { type: 'boolean' };
  const text = (schema: Schema): Schema => ({ type: 'string', ...schema });
  const integer = (schema: Schema): Schema => ({ type: 'integer', ...schema });
  const list = (schema: Schema): Schema => ({ items: { type: 'integer' }, ...schema });

  it.each<[string, Schema, Schema, (value: never) => boolean]>([
    ['minLength', text({ minLength: 90 }), { minLength: 120 }, (value: string) => value.length === 120],
    ['maxLength', text({ maxLength: 3 }), { maxLength: 50 }, (value: string) => value.length === 3],
    ['minimum', integer({ minimum: 5000 }), { minimum: 2 }, (value: number) => value >= 5000],
    ['maximum', integer({ maximum: 9 }), { maximum: -9 }, (value: number) => value <= -9],
    ['exclusiveMinimum', integer({ exclusiveMinimum: 4 }), { exclusiveMinimum: 7000 }, (value: number) => value > 7000],
    ['exclusiveMaximum', integer({ exclusiveMaximum: -2 }), { exclusiveMaximum: 0 }, (value: number) => value < -2],
    ['type', { type: ['string', 'number'] }, { type: ['boolean', 'integer'] }, Number.isInteger],
    ['enum', { enum: ['a', 'b', 'c'] }, { enum: ['b', 'd'] }, (value: string) => value === 'b'],
    ['pattern', text({ pattern: '^[a-z]\\d$' }), { pattern: '^.\\d$' }, (value: string) => /^[a-z]\d$/.test(value)],
    ['items', list({ minItems: 3 }), { items: { minimum: 800 } }, (value: number[]) => Math.min(...value) >= 800],
    ['maxItems', list({ maxItems: 1 }), { maxItems: 4 }, (value: number[]) => value.length === 1],
    ['required', { properties: { a: boolean } }, { required: ['b'] }, (value: object) => 'a' in value && 'b' in value],
  ])('apply together: %s', (_, schema, otherSchema, holds) => {
    expect(holds(sampleValue({ allOf: [schema, otherSchema] }, 'field', plain()) as never)).toBe(true);
    expect(holds(sampleValue({ allOf: [otherSchema, schema] }, 'field', plain()) as never)).toBe(true);
  });

  it.each([[[{ type: 'string' }, { type: 'integer' }]], [[{ minimum: 9 }, { maximum: 8 }]]])(
    'that exclude one another allow no value: %j',
    (allOf) => {
      expect(sampleValue({ allOf } as Schema, 'field', plain())).toBeUndefined();
    },
  );
});

it('the smallest value has only required properties, also in its parts', () => {
  const properties: Schema['properties'] = { a: { type: 'string' }, b: { type: 'integer' } };
  const part: Schema = { type: 'object', required: ['b'], properties };
  const wholeSchema: Schema = { type: 'object', properties: { parts: { type: 'array', items: part }, other: {} } };
  const body = sampleBody(wholeSchema, { ...plain(), isMinimal: true }, ['parts']) as { parts: object[] };
  expect(body.parts.map((otherPart) => Object.keys(otherPart))).toEqual([['b'], ['b']]);
});

describe('a different value', () => {
  type Row = [what: string, schema: Schema, current: Json, wanted: Json];
  it.each(yamlBeside<Row[]>(import.meta.url, 'different.yaml'))('of %s', (_, schema, current, wantedValue) => {
    expect(differentValue(schema, 'field', plain(), current) ?? null).toEqual(wantedValue);
  });

  it('has one item fewer rather than the same items in another order', () => {
    const list: Schema = { type: 'array', items: { type: 'string', format: 'uuid' } };
    const [one = '', two = ''] = knownIds;
    expect(differentValue(list, 'options', plain('a', [one, two]), [two, one])).toEqual([two]);
  });

  it.each(['Fjordline', undefined])('differs from %s, which samples never contain', (current) => {
    expect(differentValue({ type: 'string' }, 'title', plain(), current)).toMatch(/^Check-/);
  });
});
