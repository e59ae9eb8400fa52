import { describe, expect, it } from 'vitest';
import { bodyProperties, sampleBody, sampleValue } from '../../../scripts/check/values/sample.js';
import { type WrongValue, wrongValues } from '../../../scripts/check/values/wrong.js';
import type { Json } from '../../../scripts/contract/json.js';
import { valueAt } from '../../../scripts/contract/pointer.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { yamlBeside } from '../../yaml-beside.js';
import { allBodies, contextOf, contractBodies, find, foreignBodies, orForm, plain } from './fixture.js';

const brief = (wrongs: readonly WrongValue[]): string[] =>
  wrongs.map(({ kind, pointer, value }) => `${kind} ${pointer} ${JSON.stringify(value)}`);

describe.each(allBodies)('wrong values for a body of $id', (body) => {
  it('fail a full validator', () => {
    const context = contextOf(body);
    for (const { name, schema } of bodyProperties(body.schema, context)) {
      const validBody = sampleBody(body.schema, context, []) ?? {};
      for (const { about, value } of wrongValues(schema, name, context)) {
        expect(body.errors({ ...(validBody as object), [name]: value }), about).not.toEqual([]);
      }
    }
  });
});

describe.each(contractBodies)('wrong values for $id', (body) => {
  it('have one error each, at their pointer, and each property has a wrong type', () => {
    const context = contextOf(body);
    for (const { name, schema } of bodyProperties(body.schema, context)) {
      const wrongs = wrongValues(schema, name, context);
      const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
      for (const { about, pointer, value } of wrongs) {
        const places = body.errors({ ...(sampleBody(body.schema, context, []) as object), [name]: value });
        expect(new Set(places), about).toEqual(new Set([`/${token}${pointer}`]));
        expect(valueAt(value, pointer), about).toBeDefined();
      }
      const wholeWrongs = wrongs.filter(({ kind, pointer }) => kind === 'wrong-type' && pointer === '');
      expect(wholeWrongs, name).toHaveLength(1);
      expect(new Set(wrongs.map(({ about }) => about)).size).toBe(wrongs.length);
    }
  });
});

type Row = [what: string, schema: Schema, wanted: string[]];
it.each(yamlBeside<Row[]>(import.meta.url, 'wrong.yaml'))('for %s', (_, schema, wantedValues) => {
  expect(brief(wrongValues(schema, 'field', plain()))).toEqual(wantedValues.map(orForm));
});

it('wrong values are just beyond each bound of other documents: numbers, lengths and counts', () => {
  const bounds = find(foreignBodies, 'bounds');
  const values = bodyProperties(bounds.schema, contextOf(bounds)).map(({ name, schema }) => {
    const wrongs = wrongValues(schema, name, plain());
    return `${name} ${wrongs.filter(({ kind, pointer }) => kind === 'out-of-bounds' && pointer === '').length}`;
  });
  expect(values.join(', ')).toBe(
    'sku 2, initial 2, note 2, site 1, amount 2, weight 2, price 3, dozens 3, far 1, tags 3, pair 2, many 1',
  );
});

describe('wrong values one level deeper', () => {
  it('one property of the first item is wrong, and the rest is as in the sample', () => {
    const url: Schema = { type: 'string', format: 'uri' };
    const properties: Schema['properties'] = { order: { type: 'integer' }, title: { type: 'string' }, url };
    const media: Schema = { type: 'array', items: { type: 'object', required: ['title'], properties } };
    const sample = sampleValue(media, 'media', plain()) as Record<string, Json>[];
    const wrongs = wrongValues(media, 'media', plain());
    expect(wrongs.map(({ about, pointer }) => [about, pointer])).toEqual([
      ['media as an object', ''],
      ['media[0] as a string', '/0'],
      ['media[0].order as a string', '/0/order'],
      ['media[0].title as an object', '/0/title'],
      ['media[0].url as an object', '/0/url'],
      ['media[0].url that is not a valid uri', '/0/url'],
    ]);
    expect(wrongs.find(({ pointer }) => pointer === '/0/order')?.value).toEqual([
      { ...sample[0], order: 'three' },
      sample[1],
    ]);
  });

  it('one member of an object is wrong, whatever its name', () => {
    const properties: Schema['properties'] = { 'a/b': { type: 'boolean' } };
    const wrongs = brief(wrongValues({ type: 'object', properties }, 'part', plain()));
    expect(wrongs).toEqual(['wrong-type  "wrong"', 'wrong-type /a~1b {"a/b":"yes"}']);
    const map: Schema = { type: 'object', additionalProperties: { type: 'string' } };
    expect(wrongValues(map, 'owner', plain()).map(({ pointer }) => pointer)).toEqual(['', '/check_1']);
  });

  it('one item is wrong, if items are not objects', () => {
    const list: Schema = { type: 'array', items: { type: 'string', format: 'uuid' } };
    const [one = '', two = ''] = sampleValue(list, 'options', plain()) as string[];
    expect(wrongValues(list, 'options', plain()).map(({ pointer, value }) => [pointer, value])).toEqual([
      ['', { wrong: true }],
      ['/0', [{ wrong: true }, two]],
      ['/0', ['gold', two]],
    ]);
    expect(one).not.toBe(two);
  });
});
