import { describe, expect, it } from 'vitest';
import { seen } from './seen.js';

describe('the answer to', () => {
  it('filter.option-shape gives options their fields; closed, examples have no others', () => {
    const properties = { label: { type: 'string' }, count: { type: 'integer' } };
    const value = { properties, required: ['id', 'label'], nullable: ['count'] };
    const open = seen({ 'filter.option-shape': { value } });
    expect(open.schema('FilterOption')).toMatchObject({
      'x-open': true,
      required: ['id', 'label'],
      properties: { label: { type: 'string' }, count: { type: ['integer', 'null'] } },
      'x-provenance': { answered: 'filter.option-shape' },
      'x-unknown': ['resources.fields'],
    });
    expect(Object.keys(open.example('FilterRegion', '/filterOptions/0') as object)).toEqual([
      ...['id', 'name', 'order', 'filter'],
      ...['label', 'count'],
    ]);
    const closed = seen({ 'filter.option-shape': { value: { ...value, closed: true } } });
    expect(closed.schema('FilterOption')).not.toHaveProperty('x-open');
    expect(closed.schema('FilterOption')).not.toHaveProperty('additionalProperties');
    expect(Object.keys(closed.example('FilterRegion', '/filterOptions/0') as object)).toEqual(['id', 'label', 'count']);
  });

  it('resources.fields gives the named resources their fields, and leaves the question open for the others', () => {
    const Tier = { properties: { colour: { type: 'string' }, title: { type: 'object' } }, nullable: ['image'] };
    const found = seen({ 'resources.fields': { value: { Tier, Badge: { required: ['id', 'title'] } } } });
    expect(found.schema('Tier')).toMatchObject({
      properties: { colour: { type: 'string' }, image: { type: ['string', 'null'] } },
      'x-answered': ['resources.fields'],
      'x-provenance': { answered: 'resources.fields' },
    });
    expect(found.schema('Badge')).toMatchObject({ required: ['id', 'title'] });
    expect(found.schema('Callout')).toMatchObject({ 'x-unknown': ['resources.fields'] });
    expect(found.example('TierGold')).toMatchObject({ colour: expect.any(String), title: expect.any(Object) });
    // The request sends a text, but the response has an object, so the field is not reflected.
    expect(found.part('TierCreate', 'properties', 'title')).not.toHaveProperty('x-reflected-as');
    expect(found.part('TierCreate', 'properties', 'image')).toHaveProperty('x-reflected-as', '/image');
  });

  it('partner-entry-update.owner-keys lists the keys of an owner', () => {
    const properties = { id: { type: 'string', format: 'uuid' }, note: { type: 'string' } };
    const found = seen({ 'partner-entry-update.owner-keys': { value: { properties, required: ['id'] } } });
    expect(found.part('PartnerEntryUpdate', 'properties', 'owner')).toEqual({
      type: 'object',
      description: 'Owner of the entry. A response shows an identifier here.',
      properties,
      required: ['id'],
      'x-answered': ['partner-entry-update.owner-keys'],
    });
    expect(Object.keys(found.example('PartnerEntryUpdateComplete', '/owner') as object)).toEqual(['id', 'note']);
  });

  it('errors.body is the schema of refusals; examples keep their words and have their status', () => {
    const properties = { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } };
    const found = seen({ 'errors.body': { value: { type: 'object', required: ['message'], properties } } });
    expect(found.schema('ApiError')).toMatchObject({ required: ['message'], properties, 'x-open': true });
    expect(found.example('ApiErrorRecordNotFound')).toEqual({
      code: expect.any(String),
      message: 'Record not found.',
      status: 404,
    });
    const list = { type: 'array', minItems: 1, items: { type: 'object', properties: { message: { type: 'string' } } } };
    const inList = seen({ 'errors.body': { value: list } });
    expect(inList.example('ApiErrorBadRequest', '/0/message')).toBe('The body is not well-formed JSON.');
    expect(inList.schema('ApiError')).not.toHaveProperty('x-open');
  });

  it('limits.field-lengths limits texts, also where a request sends what a limited field shows', () => {
    const found = seen({ 'limits.field-lengths': { value: { 'PartnerEntry.title': 9, 'FilterUpdate.slug': 20 } } });
    expect(found.part('PartnerEntry', 'properties', 'title')).toHaveProperty('maxLength', 9);
    expect(found.part('PartnerEntryUpdate', 'properties', 'title')).toHaveProperty('maxLength', 9);
    expect(found.part('FilterUpdate', 'properties', 'slug')).toHaveProperty('maxLength', 20);
    expect(found.part('Filter', 'properties', 'slug')).not.toHaveProperty('maxLength');
    expect(found.example('PartnerEntryPublic')).toHaveProperty('title', 'Fjordline');
  });
});
