import { describe, expect, it } from 'vitest';
import { boundaryValues } from '../../../scripts/check/values/limits.js';
import { bodyProperties, sampleBody } from '../../../scripts/check/values/sample.js';
import { longText, paddedText, unicodeText } from '../../../scripts/check/values/text.js';
import type { Json } from '../../../scripts/contract/json.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { yamlBeside } from '../../yaml-beside.js';
import { allBodies, contextOf, knownIds, orForm, plain } from './fixture.js';

const brief = (schema: Schema): unknown[] =>
  boundaryValues(schema, 'field', plain()).map(({ value, expect: wantedText }) => [value, wantedText]);

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

type Row = [what: string, schema: Schema, musts: Json[], mays: Json[]];
it.each(yamlBeside<Row[]>(import.meta.url, 'boundary.yaml'))('for %s', (_, schema, musts, mays) => {
  expect(brief(schema)).toEqual([...must(...musts.map(orForm)), ...mays.map((value) => [value, 'either'])]);
});

it('boundary values of an enum are its members, and must be accepted', () => {
  expect(new Set(brief({ enum: ['a', 'b', null] }))).toEqual(new Set(must('a', 'b', null)));
  expect(brief({ type: 'string', enum: ['a', 'b', 'c', 'd', 'e'] })).toHaveLength(4);
});

it('boundary values of a list of ids are existing ids', () => {
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

it('long texts have exactly their length, and padded texts have white space on each side', () => {
  for (const length of [0, 1, 20, 21, 22, 42, 10_000]) {
    expect(longText(length)).toHaveLength(length);
    expect(longText(length).trim()).toHaveLength(length);
  }
  expect(paddedText('title', 'a')).toMatch(/^ {2}Check title {2}[a-z0-9]{6}\t $/);
});
