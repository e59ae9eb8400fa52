import { beforeEach, describe, expect, it } from 'vitest';
import { createPresence, type Presence } from '../../../scripts/check/evidence/presence.js';
import { readOperations } from '../../../scripts/check/model/contract/operations.js';
import type { OpenApiDocument } from '../../../scripts/contract/document.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { words } from '../../words.js';
import { yamlBeside } from '../../yaml-beside.js';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const document = yamlBeside<OpenApiDocument>(import.meta.url, 'books.yaml');
const schemas = document.components['schemas'] as Record<string, Schema>;
const listOf = (items: Schema): Schema => ({ type: 'array', items });

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

let presence: Presence;
beforeEach(() => {
  presence = createPresence(resolve, readOperations(document));
});

const of = (name: string) => presence.schemas().find((schema) => schema.name === name);
const property = (schema: string, name: string) => of(schema)?.properties.find((each) => each.name === name);

describe('presence', () => {
  it('counts objects and their documented properties, with and without a value', () => {
    presence.see(listOf(ref('Book')), [
      { id: '1', title: 'One', subtitle: null, authors: [] },
      { id: '2', title: '', subtitle: 'Two' },
    ]);
    presence.see(ref('Book'), { id: '3', title: 'Three', color: 'red' });
    expect(of('Book')).toMatchObject({ count: 3 });
    expect(property('Book', 'id')).toEqual({ name: 'id', present: 3, nonEmpty: 3, nulls: 0, values: [] });
    expect(property('Book', 'title')).toMatchObject({ present: 3, nonEmpty: 2 });
    expect(property('Book', 'subtitle')).toMatchObject({ present: 2, nonEmpty: 1, nulls: 1 });
    expect(property('Book', 'authors')).toMatchObject({ present: 1, nonEmpty: 0 });
    expect(of('Book')?.properties.map(({ name }) => name)).not.toContain('color');
  });

  it('looks inside references, arrays and compositions', () => {
    presence.see(ref('Book'), {
      authors: [{ name: 'A', friends: [{ name: 'B' }] }, {}],
      publisher: { name: 'P', city: 'C' },
    });
    expect(of('Person')).toMatchObject({ count: 3 });
    expect(property('Person', 'name')).toMatchObject({ present: 2 });
    expect(property('Publisher', 'city')).toMatchObject({ present: 1 });
    expect(property('Named', 'name')).toMatchObject({ present: 1 });
  });

  it('does not count inherited members of objects as properties', () => {
    presence.see(ref('Book'), { id: '1' });
    expect(property('Book', 'constructor')).toMatchObject({ present: 0 });
    presence.see(ref('Book'), JSON.parse('{"constructor":"x","__proto__":{"title":"y"}}'));
    expect(property('Book', 'constructor')).toMatchObject({ present: 1 });
    expect(property('Book', 'title')).toMatchObject({ present: 0 });
  });

  it('keeps at most 50 shortened texts of an open set', () => {
    for (let index = 0; index < 80; index += 1)
      presence.see(ref('Book'), { title: `T${index}`, shelf: index === 0 ? 'x'.repeat(5000) : `S${index}` });
    const values = property('Book', 'shelf')?.values ?? [];
    expect(values).toHaveLength(50);
    expect(Math.max(...values.map((value) => value.length))).toBe(81);
    expect(property('Book', 'title')?.values).toEqual([]);
  });

  it('chooses the branch that documents most of the properties', () => {
    presence.see({ anyOf: [ref('Person'), ref('Named'), ref('Publisher')] }, { name: 'P', city: 'C' });
    expect(of('Publisher')).toMatchObject({ count: 1 });
    expect(of('Person')).toBeUndefined();
  });

  it('prefers an open branch for an object with few of the properties of a closed one', () => {
    presence.see(ref('Item'), { id: '1', title: 'No book', subtitle: 'at all' });
    expect(of('Book')).toBeUndefined();
    expect(of('Thing')).toMatchObject({ count: 1 });
    presence.see(ref('Item'), { id: '1', title: 'A book', subtitle: 's', authors: [], shelf: 'A1' });
    expect(of('Book')).toMatchObject({ count: 1 });
  });

  it('distinguishes branches by their constants', () => {
    for (const kind of ['cat', 'dog', 'dog', 'cow'])
      presence.see({ oneOf: [ref('Cat'), ref('Dog')] }, { kind, lives: 9 });
    expect(of('Cat')).toMatchObject({ count: 1 });
    expect(of('Dog')).toMatchObject({ count: 2 });
  });

  it('terminates for schemas that refer to themselves, and for deep and long bodies', () => {
    presence.see(ref('Loop'), { name: 'again' });
    expect(property('Loop', 'name')?.present).toBeGreaterThan(0);
    let deep: object = { name: 'end' };
    for (let level = 0; level < 10_000; level += 1) deep = { name: 'level', friends: [deep] };
    presence.see(ref('Person'), deep);
    expect(of('Person')?.count).toBe(26);
    presence.see(listOf(ref('Named')), Array(1000).fill({ name: 'n' }));
    expect(of('Named')?.count).toBe(200);
  });

  it('ignores bodies and schemas that are not objects', () => {
    for (const value of [null, 1, 'text', undefined, [1, null, [2]]]) presence.see(ref('Book'), value);
    presence.see(true as unknown as Schema, { id: '1' });
    presence.see(ref('Nowhere'), { id: '1' });
    presence.see({ properties: { a: false as unknown as Schema } }, { a: { b: 1 } });
    expect(presence.schemas()).toEqual([]);
  });

  it('returns the share of documented fields of success responses that had a value', () => {
    expect(presence.coverage()).toMatchObject({ seen: 0, documented: 11 });
    presence.see(ref('Book'), { id: '1', title: '', publisher: { city: 'C' } });
    expect(presence.coverage()).toMatchObject({ seen: 3, documented: 11 });
    presence.see(ref('Unused'), { name: 'not of a success answer' });
    expect(presence.coverage()).toMatchObject({ seen: 3, documented: 11 });
  });

  it('returns the fields that never had a value by operation, each at its shortest path', () => {
    const fields = words`id title subtitle authors publisher shelf constructor publisher.name publisher.city`;
    expect(presence.coverage().unseen).toEqual({ getBook: [...fields, 'authors[].name', 'authors[].friends'] });
    presence.see(listOf(ref('Book')), [{ id: '1', title: 'T', subtitle: 'S', shelf: 'A1', constructor: 'C' }]);
    presence.see(ref('Book'), { id: '2', authors: [{ name: 'A', friends: [{}] }], publisher: { name: 'P', city: '' } });
    expect(presence.coverage().unseen).toEqual({ getBook: ['publisher.city'] });
  });

  it('counts the objects that have a field, and those that may have it', () => {
    presence.see(listOf(ref('Named')), [{ name: 'a' }, {}, { name: null }]);
    const name = { name: 'name', present: 2, nonEmpty: 1, nulls: 1, values: [] };
    expect(presence.schemas()).toEqual([{ name: 'Named', count: 3, properties: [name] }]);
  });
});
