import { describe, expect, it } from 'vitest';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { partnerEntryUpdateModule } from '../../scripts/build/artefacts/partner-entry-update.js';
import { type ReflectedFields, reflected } from '../../scripts/client/index.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { toPointer } from '../../scripts/contract/pointer.js';
import type { Schema } from '../../scripts/contract/schema.js';
import type { BuildError } from '../../scripts/text/problem.js';

const text = { type: 'string' };
const number = { type: 'integer' };
const texts = { type: 'array', items: text };
/** A field of an update that shows at a place in a response. */
const at = (pointer: string, type = 'string'): Schema => ({ type, 'x-reflected-as': pointer });
const map = {
  files: ['openapi/update.yaml'],
  pointers: { '/components/schemas/PartnerEntryUpdate/properties/x': [0, 7, 3] as [number, number, number] },
};

/** Returns the generated text for an entry and its update with these properties. */
function textOf(
  entry: Record<string, Schema>,
  update: Record<string, Schema>,
  schemas: Record<string, Schema> = {},
): string {
  const own = {
    PartnerEntry: { type: 'object', properties: entry },
    PartnerEntryUpdate: { type: 'object', properties: update },
  };
  return moduleText(
    partnerEntryUpdateModule({ components: { schemas: { ...own, ...schemas } } } as unknown as OpenApiDocument, map),
  );
}

/** Returns the table of fields in the generated text. */
function fieldsOf(...documents: Parameters<typeof textOf>): ReflectedFields {
  const [, literal = ''] = /^const fields = ([\s\S]*?) as const;$/m.exec(textOf(...documents)) ?? [];
  return Function(`return ${literal}`)() as ReflectedFields;
}

/** Returns the error of the build if the property `x` of an update is wrong. */
function problemOf(entry: Record<string, Schema>, update: Record<string, Schema>): string {
  try {
    textOf(entry, update);
  } catch (error) {
    const [problem] = (error as BuildError).problems;
    expect(problem).toMatchObject({ file: 'openapi/update.yaml', line: 7, rule: 'reflected-as' });
    return problem?.message ?? '';
  }
  throw new Error('Expected a refusal; found a text.');
}

describe('the text of the update', () => {
  it('has a field for each x-reflected-as, of every type and at every depth', () => {
    const item = {
      type: 'object',
      properties: { on: { type: 'boolean' }, the_size: { type: 'number' }, ofItem: text },
    };
    const deep = { type: 'object', properties: { er: { type: 'object', properties: { id: text } } } };
    const entry = { a_b: text, n: { type: 'integer' }, list: { type: 'array', items: item }, deep };
    const update = {
      aB: at('/a_b'),
      n: at('/n', 'integer'),
      other: at('/deep/er/id'),
      list: { type: 'array', items: { $ref: '#/components/schemas/Item' }, 'x-reflected-as': '/list' },
      unseen: text,
    };
    const properties = {
      on: at('/on', 'boolean'),
      theSize: at('/the_size', 'number'),
      of_item: at('/ofItem'),
    };
    const fields = fieldsOf(entry, update, { Item: { type: 'object', properties } });
    expect(fields).toEqual({
      a_b: '',
      n: 0,
      deep: { er: { id: 'other' } },
      list: [{ on: false, the_size: 0, ofItem: 'of_item' }],
    });
    const read = { a_b: 'x', n: 1, deep: { er: { id: 'i' } }, list: [{ on: true, the_size: 2, ofItem: 'y' }] };
    const body = { aB: 'x', n: 1, other: 'i', list: [{ on: true, theSize: 2, of_item: 'y' }] };
    expect(reflected(read, fields)).toEqual({ body, dropped: [] });
  });

  it('says which type the update accepts if a text is an object in the response', () => {
    const fields = fieldsOf({ owner: text, same: text }, { owner: { type: 'object' }, same: text });
    expect(fields).toEqual({ owner: {} });
    const dropped = [{ pointer: '/owner', reason: 'An update takes object values here.' }];
    expect(reflected({ owner: 'o' }, fields).dropped).toEqual(dropped);
  });

  it('has lists of texts, objects, values of any type, and other names for all of them', () => {
    const place = { type: 'object', properties: { city: text, zip_code: text } };
    const entry = {
      tags: texts,
      filter_ids: texts,
      ranks: { ...texts, items: number },
      y: number,
      home: place,
      any: {},
      pair: { type: 'array', items: place },
    };
    const properties = { city: at('/city'), zipCode: at('/zip_code') };
    const fields = fieldsOf(entry, {
      tags: { ...texts, ...at('/tags', 'array') },
      chosenFilters: { ...texts, ...at('/filter_ids', 'array') },
      ranks: { ...texts, items: number, ...at('/ranks', 'array') },
      x: at('/y', 'integer'),
      home: { type: 'object', properties, 'x-reflected-as': '/home' },
      any: { 'x-reflected-as': '/any' },
      pair: { type: 'array', items: { type: 'object', properties: { label: text } }, 'x-reflected-as': '/pair' },
    });
    expect(fields).toEqual({
      tags: [''],
      filter_ids: [[''], 'chosenFilters'],
      ranks: [0],
      y: [0, 'x'],
      home: [{ city: '', zip_code: '' }, 'home'],
      any: null,
      // No field of these items has its place in the response: without it, each of them would be sent empty.
      pair: [null],
    });
    const home = { city: 'Bergen', zip_code: '5003', later: 1 };
    const any = { deep: [1] };
    const pair = [{ city: 'Bergen' }];
    const read = { tags: ['a', 'b'], filter_ids: [], ranks: [1], y: 2, home, any, pair };
    const { body, dropped } = reflected<Record<string, unknown>>(read, fields);
    expect(body).toEqual({
      ...{ tags: ['a', 'b'], chosenFilters: [], ranks: [1], x: 2, any, pair },
      home: { city: 'Bergen', zipCode: '5003' },
    });
    expect(dropped.map(({ pointer }) => pointer)).toEqual(['/home/later']);
    expect(body['any']).not.toBe(any);
    // A list is copied as a whole or not at all.
    const mixed = reflected({ tags: ['a', 1], ranks: ['1'], home: [] }, fields);
    expect(mixed.body).toEqual({});
    expect(mixed.dropped.map(({ pointer }) => pointer)).toEqual(['/tags', '/ranks', '/home']);
    const reason = 'An update takes non-null values here.';
    expect(reflected({ any: null }, fields).dropped).toEqual([{ pointer: '/any', reason }]);
  });

  const names = ['the service', "'", '"', '`${x}`', '\\', '*/', '\n', '\u2028', 'constructor', 'toString', '1', 'é'];

  it.each([...names, '__proto__'])('contains a field called %j, and nothing else', (name) => {
    const update = { plain: at(toPointer([name])) };
    expect(Object.entries(fieldsOf({ [name]: text, ['__proto__']: text }, update))).toEqual([[name, 'plain']]);
    expect(textOf({ [name]: text }, update)).not.toMatch(/[^\x20-\x7e\n]/);
  });

  it.each<[string, entry: Record<string, Schema>, x: Schema, message: string]>([
    ['leads nowhere', { y: text }, at('/x'), 'Expected x-reflected-as to lead to a field of a response; found "/x".'],
    ['leads to a name that every object has', {}, at('/constructor'), 'to lead to a field of a response'],
    ['leads through a text', { y: text }, at('/y/z'), 'to lead to a field of a response'],
    ['has another type', { x: text }, at('/x', 'integer'), 'in the response, "string"; found "integer".'],
  ])('is not made if an x-reflected-as %s', (_, entry, x, message) => {
    expect(problemOf(entry, { x })).toContain(message);
  });

  it('is not made if two fields have the same place, or one is inside the other', () => {
    const first = at('/y');
    expect(problemOf({ y: text }, { a: first, x: first })).toContain(
      'Expected a field with its own place in the response; found "/y" twice.',
    );
    const inside = at('/y/z');
    expect(problemOf({ y: { ...text, properties: { z: text } } }, { a: first, x: inside })).toContain(
      "found a field inside 'y'",
    );
  });

  it('is not made without the two schemas', () => {
    expect(() => moduleText(partnerEntryUpdateModule({ components: {} } as OpenApiDocument, map))).toThrow(
      'Expected the schemas PartnerEntry and PartnerEntryUpdate',
    );
  });
});
