import { describe, expect, it } from 'vitest';
import { boundaryValues } from '../../../scripts/check/values/limits.js';
import { bodyProperties, sampleBody } from '../../../scripts/check/values/sample.js';
import { longText, paddedText, unicodeText } from '../../../scripts/check/values/text.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { allBodies, contextOf, knownIds, plain } from './fixture.js';

const like = (form: RegExp): unknown => expect.stringMatching(form);
const brief = (schema: Schema): unknown[] =>
  boundaryValues(schema, 'field', plain()).map(({ value, expect: wanted }) => [value, wanted]);

describe.each(allBodies)('boundary values for a body of $id', (body) => {
  it('are valid, at most four for each property', () => {
    const context = contextOf(body);
    for (const { name, schema } of bodyProperties(body.schema, context)) {
      const values = boundaryValues(schema, name, context);
      expect(values.length).toBeLessThanOrEqual(4);
      for (const { about, value } of values) {
        expect(body.errors({ ...(sampleBody(body.schema, context, []) as object), [name]: value }), about).toEqual([]);
        expect(about.startsWith(`${name} `)).toBe(true);
      }
    }
  });
});

const must = (...values: unknown[]): unknown[] => values.map((value) => [value, 'success']);
const may = (...values: unknown[]): unknown[] => values.map((value) => [value, 'either']);

it.each<[string, Schema, unknown[]]>([
  ['a text without bounds', { type: 'string' }, may('')],
  ['a text with bounds', { minLength: 2, maxLength: 4 }, must(like(/^\S{4}$/), like(/^\S{2}$/))],
  ['a text of one length', { type: 'string', minLength: 3, maxLength: 3 }, must(like(/^\S{3}$/))],
  ['a text with a maximum only', { type: 'string', maxLength: 90 }, [...must(like(/^\S.{88}\S$/)), ...may('')]],
  ['a text whose pattern fits no long text', { type: 'string', pattern: '^[a-z]{2}$', maxLength: 9 }, []],
  ['an id', { type: 'string', format: 'uuid' }, []],
  ['known values', { type: 'string', 'x-known-values': ['public'] }, []],
  ['an integer without bounds', { type: 'integer' }, may(0)],
  ['an integer with bounds', { type: 'integer', minimum: 1, exclusiveMaximum: 6 }, must(1, 5)],
  ['an integer from 0', { type: 'integer', minimum: 0 }, must(0)],
  ['multiples', { type: 'integer', minimum: 1, maximum: 24, multipleOf: 5 }, must(5, 20)],
  ['a number', { type: 'number', minimum: -0.5, maximum: 0.5 }, [...must(-0.5, 0.5), ...may(0)]],
  ['an array without bounds', { type: 'array', items: { type: 'integer' } }, may([])],
  ['an array with bounds', { items: { const: 7 }, minItems: 1, maxItems: 2 }, must([7, 7], [7])],
  ['an array with too large a maximum', { type: 'array', items: { const: 7 }, minItems: 1, maxItems: 500 }, must([7])],
  ['multiples from below 0', { type: 'number', minimum: -0.5, multipleOf: 1 }, must(0)],
  ['the only possible branch', { type: 'string', oneOf: [{ type: 'integer' }, { const: 'x' }] }, must('x')],
  ['a text, or an integer with a bound', { type: ['string', 'integer'], minimum: 5 }, [...must(5), ...may('')]],
  ['an array of one length', { items: { const: 7 }, minItems: 2, maxItems: 2 }, must([7, 7])],
  ['a boolean', { type: 'boolean' }, []],
  ['an object', { type: 'object' }, []],
  ['an empty enum', { enum: [] }, []],
])('for %s', (_, schema, wanted) => {
  expect(brief(schema)).toEqual(wanted);
});

it('are the members of an enum, values that must be accepted first', () => {
  expect(new Set(brief({ enum: ['a', 'b', null] }))).toEqual(new Set(must('a', 'b', null)));
  expect(brief({ type: 'string', enum: ['a', 'b', 'c', 'd', 'e'] })).toHaveLength(4);
});

it('of a list of ids are existing ids', () => {
  const list: Schema = { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 2, minItems: 2 };
  const [edge] = boundaryValues(list, 'options', plain('a', knownIds));
  expect(edge?.value).toBeInstanceOf(Array);
  expect(knownIds).toEqual(expect.arrayContaining((edge?.value ?? []) as string[]));
});

it.each([
  ['title', 'a'],
  ['', 'c'],
  ['\u202e', 'd'],
])('a text of many scripts is short and in NFC, has each script, and is not padded: %j', (name, salt) => {
  const text = unicodeText(name, salt);
  expect(text.length).toBeLessThanOrEqual(60);
  expect(text.normalize('NFC')).toBe(text);
  expect(text).toMatch(/^\S.*\S$/u);
  expect(text).not.toMatch(/\s\s|\p{Cs}|[\u202a-\u202e]/u);
  for (const script of ['Han', 'Hiragana', 'Arabic', 'Hebrew', 'Greek'])
    expect(text).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  expect(text).toMatch(/(?=.*ü)(?=.*& "<b>')(?=.*\u{1f469}\u{1f3fd}\u200d\u{1f680})/iu);
  expect(unicodeText(name, salt)).toBe(text);
  expect(unicodeText(name, 'b')).not.toBe(text);
});

it('long texts have exactly their length, padded texts have white space on each side', () => {
  for (const length of [0, 1, 20, 21, 22, 42, 10_000]) {
    expect(longText(length)).toHaveLength(length);
    expect(longText(length).trim()).toHaveLength(length);
  }
  expect(paddedText('title', 'a')).toMatch(/^ {2}Check title {2}[a-z0-9]{6}\t $/);
});
