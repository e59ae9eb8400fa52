// @module-tag slow
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { Draft } from '../../scripts/answers/draft.js';
import { theServiceName } from '../../scripts/answers/questions/service.js';
import { Seen, seen, taught, wholeWith } from './seen.js';

describe('the answer to', () => {
  it('partner-entry.required and filter.required makes fields required, and examples have them', () => {
    const found = seen({
      'partner-entry.required': { value: ['use_cases', 'title', 'the service', 'EntryMedia.url'] },
      'filter.required': { value: ['slug', 'FilterOption.id'] },
    });
    const schemas = ['PartnerEntry', 'EntryMedia', 'Filter', 'FilterOption'];
    // In the order of the schema.
    const inOrder = [['title', 'the service', 'use_cases'], ['url'], ['slug'], ['id']];
    expect(schemas.map((name) => found.part(name, 'required'))).toEqual(inOrder);
    expect(found.example('PartnerEntryTidewell')).toMatchObject({
      title: 'Tidewell Partners',
      'the service': expect.stringMatching(/^https:\/\/example\.com\//),
    });
    expect(found.invented('PartnerEntryTidewell')).toEqual(['/the service', '/use_cases']);
    // The other entry in this list is that of an app, which does not have the field.
    expect(found.example('EntryList', '/1')).not.toHaveProperty('use_cases');
  });

  it.each([
    ['partner-entry.status-values', ['public', 'hidden', 'draft'], ['PartnerEntry', 'PartnerEntryUpdate'], 'status'],
    ['partner-entry.type-values', ['partner', 'reseller'], ['PartnerEntryUpdate'], 'type'],
    ['media.type-values', ['P', 'V'], ['EntryMedia', 'EntryMediaUpdate'], 'type'],
    ['filter.type-values', ['user', 'system'], ['Filter', 'FilterUpdate'], 'type'],
  ])('%s is known in requests and responses; a closed set has no other values', (...row) => {
    const [id, value, schemas, field] = row;
    const [open, closed] = [seen({ [id]: { value } }), seen({ [id]: { value, closed: true } })];
    for (const schema of schemas) {
      expect(open.field(schema, field)).toMatchObject({ 'x-known-values': value, examples: value });
      expect(open.field(schema, field)).not.toHaveProperty('enum');
      expect(closed.field(schema, field)).toMatchObject({ 'x-known-values': value, enum: value });
    }
  });

  it('media.type-values replaces values in examples that a closed set lacks; known values are documented', () => {
    const open = seen({ 'media.type-values': { value: ['P'] } });
    expect(open.example('PartnerEntryPublic', '/media/0/type')).toBe('P');
    expect(open.invented('PartnerEntryPublic')).toEqual(['/media/1/type']);
    const closed = seen({ 'media.type-values': { value: ['I'], closed: true } });
    expect(closed.example('PartnerEntryPublic', '/media/1/type')).toBe('I');
  });

  it('partner-entry.nullability and filter.nullability adds null to types, sets and references', () => {
    const found = seen({
      'partner-entry.status-values': { value: ['public', 'hidden'], closed: true },
      'partner-entry.nullability': { value: ['headline', 'status', 'tier', 'TierSummary.image', 'custom_slug'] },
      'filter.nullability': { value: ['filterOptions'] },
    });
    expect(found.part('PartnerEntry', 'properties')).toMatchObject({
      headline: { type: ['string', 'null'] },
      status: { type: ['string', 'null'], enum: ['public', 'hidden', null] },
      custom_slug: { type: ['string', 'null'] },
    });
    expect(found.field('PartnerEntry', 'tier')).toEqual({
      description: 'The tier of an entry, as the entry shows it.',
      'x-answered': ['partner-entry.nullability'],
      anyOf: [{ $ref: '#/components/schemas/TierSummary' }, { type: 'null' }],
    });
    expect(found.field('TierSummary', 'image')).toMatchObject({ type: ['string', 'null'] });
    expect(found.field('Tier', 'image')).toMatchObject({ type: 'string' });
    expect(found.field('Filter', 'filterOptions')).toMatchObject({ type: ['array', 'null'] });
  });

  it('partner-entry.fields adds fields at the end, with the same value for an entry in all examples', () => {
    const created = { type: 'string', format: 'date-time', description: 'Time of creation.' };
    const found = seen({
      'partner-entry.fields': { value: { created_at: created, region: { type: 'string', examples: ['North'] } } },
      'partner-entry.required': { value: ['created_at'] },
      'partner-entry.nullability': { value: ['region'] },
    });
    expect(Object.keys(found.part('PartnerEntry', 'properties') as object).slice(-2)).toEqual(['created_at', 'region']);
    expect(found.field('PartnerEntry', 'created_at')).toMatchObject(created);
    expect(found.invented('PartnerEntryTidewell')).toEqual(['/created_at', '/region']);
    const one = found.example('PartnerEntryPublic') as { created_at: string };
    expect(one).toMatchObject({ created_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/), region: 'North' });
    expect(found.example('PartnerEntryUpdated', '/created_at')).toBe(one.created_at);
    expect(found.example('EntryList', '/1')).not.toHaveProperty('region');
  });

  it('resource-items.types replaces types; what an update cannot show, it shows nowhere', () => {
    const value = { 'EntryResource.url': { type: 'string' }, 'EntryCallout.name': { type: 'integer' } };
    const found = seen({ 'resource-items.types': { value } });
    expect(found.field('EntryResource', 'url')).toEqual({
      type: 'string',
      description: 'Address of the resource, special offer or client.',
      'x-answered': ['resource-items.types'],
    });
    expect(found.field('EntryResourceUpdate', 'url')).toHaveProperty('x-reflected-as', '/url');
    expect(found.field('EntryCalloutUpdate', 'name')).not.toHaveProperty('x-reflected-as');
    expect(found.example('PartnerEntryPublic', '/callouts/0/name')).toEqual(expect.any(Number));
    expect(found.example('EntryList', '/0/callouts/0/name')).toEqual(expect.any(Number));
    expect(found.field('EntryResource', 'title')).toHaveProperty('x-unknown', ['resource-items.types']);
    expect(found.part('EntryResource')).not.toHaveProperty('x-answered');
  });

  it('order.presence requires the order of items, or says that it may be absent', () => {
    const schemas = ['EntryCallout', 'EntryMedia', 'EntryResource', 'EntryTestimonial', 'EntryUseCase'];
    for (const [value, required] of [[true, ['order']] as const, [false, undefined] as const]) {
      const found = seen({ 'order.presence': { value } });
      expect(schemas.map((name) => found.part(name, 'required'))).toEqual(schemas.map(() => required));
    }
  });

  it('certifications.position adds the field that shows it, or only says where it comes from', () => {
    const found = seen({ 'certifications.position': { value: { field: 'position' } } });
    expect(found.field('EntryCertification', 'position')).toMatchObject({ type: 'integer' });
    expect(found.example('PartnerEntryPublic', '/certifications')).toMatchObject([{ position: 1 }, { position: 2 }]);
    const text = seen({ 'certifications.position': { value: 'The settings of the directory.' } });
    expect(text.part('EntryCertification')).toEqual(new Seen(contract).part('EntryCertification'));
  });

  it('colour.digits becomes the pattern of colours, also where a request sends them', () => {
    const found = seen({ 'colour.digits': { value: [8, 3] } });
    const pattern = '^(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{8})$';
    const field = { pattern, 'x-stated-pattern': '^[0-9A-Fa-f]*$' };
    expect(found.field('EntryCallout', 'textColor')).toMatchObject(field);
    expect(found.field('CalloutUpdate', 'text_color')).toHaveProperty('pattern', pattern);
    expect(found.example('CalloutNew')).toMatchObject({ textColor: 'FFFFFFFF', backgroundColor: '1A7F5AFF' });
  });

  it('links.leading-slash removes the slash from patterns and examples', () => {
    const found = seen({ 'links.leading-slash': { value: false } });
    const { pattern } = found.field('Tier', 'entriesListUrl') as { pattern: string };
    const links = ['api/a/', 'a', '/api/a/', '//host', 'https://host'];
    expect(links.filter((link) => new RegExp(pattern).test(link))).toEqual(['api/a/', 'a']);
    expect(found.example('FilterRegion', '/href')).toMatch(/^api\/directory\//);
    const same = seen({ 'links.leading-slash': { value: true } });
    expect(same.example('FilterRegion', '/href')).toMatch(/^\/api\/directory\//);
  });

  it('the-service.name renames the field, and remembers its old name', () => {
    const found = seen({
      'the-service.name': { value: { request: 'website', response: 'website_url' } },
      'partner-entry.required': { value: ['website_url'] },
      'partner-entry.nullability': { value: ['the service'] },
    });
    expect(found.field('PartnerEntry', 'website_url')).toMatchObject({
      type: ['string', 'null'],
      description: 'A URL. The interface description calls this field `the service`.',
      'x-renamed-from': 'the service',
      'x-answered': ['the-service.name', 'partner-entry.nullability'],
    });
    expect(found.part('PartnerEntry', 'required')).toEqual(['website_url']);
    expect(found.field('PartnerEntryUpdate', 'website')).toHaveProperty('x-reflected-as', '/website_url');
    expect(JSON.stringify(found.at('/components/examples'))).not.toContain('the service');
    expect(found.example('PartnerEntryUpdateComplete')).toHaveProperty('website');
  });

  it('the-service.name may be known in responses alone', () => {
    const found = taught('the-service.name', { response: 'website_url' });
    expect(found.field('PartnerEntry', 'website_url')).toHaveProperty('x-answered', ['the-service.name']);
    expect(found.field('PartnerEntryUpdate', 'the service')).toMatchObject({
      'x-reflected-as': '/website_url',
      'x-unknown': expect.arrayContaining(['the-service.name']) as unknown,
    });
  });

  it('the-service.name also renames the field in `required` and in `x-invented`', () => {
    const draft = new Draft(contract);
    draft.schema('PartnerEntry').required = ['title', 'the service'];
    const example = draft.document.components['examples']?.['PartnerEntryPublic'] as { 'x-invented': string[] };
    example['x-invented'] = ['/the service'];
    const keepOpen = () => undefined;
    theServiceName({ draft, question: 'the-service.name', value: 'website', except: {}, isClosed: false, keepOpen });
    expect(draft.schema('PartnerEntry').required).toEqual(['title', 'website']);
    expect(example['x-invented']).toEqual(['/website']);
  });

  it('the-service.name may confirm the name', () => {
    const field = seen({ 'the-service.name': { value: 'the service' } }).field('PartnerEntry', 'the service');
    expect(field).toHaveProperty('format', 'uri');
    expect(field).not.toHaveProperty('x-renamed-from');
  });

  it('filter.option-shape gives options their fields; closed, examples have no others', () => {
    const properties = { label: { type: 'string' }, count: { type: 'integer' } };
    const value = { properties, required: ['id', 'label'], nullable: ['count'] };
    const open = seen({ 'filter.option-shape': { value } });
    expect(open.part('FilterOption')).toMatchObject({
      'x-open': true,
      required: ['id', 'label'],
      properties: { label: { type: 'string' }, count: { type: ['integer', 'null'] } },
      'x-provenance': { answered: 'filter.option-shape' },
      'x-unknown': ['resources.fields'],
    });
    const optionOf = (found: Seen) => Object.keys(found.example('FilterRegion', '/filterOptions/0') as object).join();
    expect(optionOf(open)).toBe('id,name,order,filter,label,count');
    const closed = seen({ 'filter.option-shape': { value: { ...value, closed: true } } });
    expect(closed.part('FilterOption')).not.toHaveProperty('x-open');
    expect(closed.part('FilterOption')).not.toHaveProperty('additionalProperties');
    expect(optionOf(closed)).toBe('id,label,count');
  });

  it('resources.fields gives the named resources their fields, and leaves the question open for the others', () => {
    const Tier = { properties: { colour: { type: 'string' }, title: { type: 'object' } }, nullable: ['image'] };
    const found = seen({ 'resources.fields': { value: { Tier, Badge: { required: ['id', 'title'] } } } });
    expect(found.part('Tier')).toMatchObject({
      properties: { colour: { type: 'string' }, image: { type: ['string', 'null'] } },
      'x-answered': ['resources.fields'],
      'x-provenance': { answered: 'resources.fields' },
    });
    expect(found.part('Badge')).toMatchObject({ required: ['id', 'title'] });
    expect(found.part('Callout')).toMatchObject({ 'x-unknown': ['resources.fields'] });
    expect(found.example('TierGold')).toMatchObject({ colour: expect.any(String), title: expect.any(Object) });
    // The request sends a text, but the response has an object, so the field is not reflected.
    expect(found.field('TierCreate', 'title')).not.toHaveProperty('x-reflected-as');
    expect(found.field('TierCreate', 'image')).toHaveProperty('x-reflected-as', '/image');
  });

  it('schemas gives any schema its shape, those of items and of requests too', () => {
    const found = seen({
      schemas: {
        value: {
          PartnerEntry: {
            fields: { 'clients[].logo': { type: 'string', format: 'uri' }, 'tracking.tag': { type: 'string' } },
            rename: { 'the service': 'website' },
            nullable: ['headline', 'media[].title', 'TierSummary.image'],
            required: ['id', 'clients[].id', 'the service'],
          },
          Badge: {
            fields: { colour: { type: 'string' }, title: { type: 'string', maxLength: 40 } },
            rename: { title: 'name' },
          },
          BadgeUpdate: { fields: { colour: { type: 'string' } } },
          TierCreate: { without: ['image'], required: ['title'] },
          PartnerEntryCreate: { required: ['title'], closed: true },
        },
      },
    });
    expect(found.field('EntryResource', 'logo')).toMatchObject({ format: 'uri', 'x-answered': ['schemas'] });
    expect(found.part('EntryResource', 'required')).toEqual(['id']);
    expect(found.field('EntryTracking', 'tag')).toMatchObject({ type: 'string' });
    expect(found.field('EntryMedia', 'title')).toMatchObject({ type: ['string', 'null'] });
    expect(found.field('TierSummary', 'image')).toMatchObject({ type: ['string', 'null'] });
    expect(found.part('PartnerEntry')).toMatchObject({
      required: ['id', 'website'],
      properties: { headline: { type: ['string', 'null'] }, website: { 'x-renamed-from': 'the service' } },
    });
    expect(found.field('PartnerEntryUpdate', 'the service')).toHaveProperty('x-reflected-as', '/website');
    expect(found.example('PartnerEntryPublic')).toMatchObject({
      website: expect.any(String),
      clients: [{ logo: expect.any(String) }],
      tracking: { tag: expect.any(String) },
    });
    // The pointers of requests follow the new name, and a new field of a request shows in the field of its name.
    expect(found.part('BadgeUpdate', 'properties')).toMatchObject({
      title: { 'x-reflected-as': '/name' },
      colour: { 'x-reflected-as': '/colour' },
    });
    expect(found.field('Badge', 'name')).toMatchObject({
      description: 'Name of the badge. Without answers, the contract calls this field `title`.',
      'x-renamed-from': 'title',
      maxLength: 40,
    });
    expect(found.field('Badge', 'title')).toBeUndefined();
    expect(found.part('Badge', 'x-provenance')).toEqual({ answered: 'schemas' });
    expect(found.part('TierCreate')).toMatchObject({ required: ['title'], 'x-without': ['image'] });
    expect(found.field('TierCreate', 'image')).toBeUndefined();
    for (const value of found.sent('createTier')) expect(value).not.toHaveProperty('image');
    expect(found.part('PartnerEntryCreate', 'required')).toEqual(['title']);
    for (const value of found.sent('createPartnerEntry')) expect(value).toHaveProperty('headline');
    expect(found.part('PartnerEntryUpdate')).not.toHaveProperty('required');
  });

  it('a field that a response lacks shows no value of a request', () => {
    const found = seen({ schemas: { value: { Tier: { without: ['image'] } } } });
    expect(found.field('TierUpdate', 'image')).not.toHaveProperty('x-reflected-as');
    expect(found.example('TierGold')).not.toHaveProperty('image');
  });

  it('a field can contain its own schema', () => {
    const tier = { $ref: '#/components/schemas/TierSummary' };
    const value = { TierSummary: { fields: { parent: tier } }, PartnerEntry: { fields: { tier } } };
    expect(seen({ schemas: { value } }).field('PartnerEntry', 'tier')).toMatchObject(tier);
  });

  it('a description of a known field keeps its mark of where it shows', () => {
    const found = seen({
      schemas: { value: { BadgeUpdate: { fields: { title: { type: 'string', maxLength: 9 } } } } },
    });
    expect(found.field('BadgeUpdate', 'title')).toMatchObject({ maxLength: 9, 'x-reflected-as': '/title' });
  });

  it.each([
    ['partner-entry.fields', { 'clients[].logo': { type: 'string' } }, 'EntryResource', 'logo'],
    ['partner-entry.fields', { 'metadata.source': { type: 'string' } }, 'EntryMetadata', 'source'],
    ['partner-entry.fields', { 'odata\\.etag': { type: 'string' } }, 'PartnerEntry', 'odata.etag'],
    ['partner-entry.fields', { 'ids\\[]': { type: 'string' } }, 'PartnerEntry', 'ids[]'],
    ['schemas', { Review: { fields: { 'entry.rank': { type: 'integer' } } } }, 'ReviewEntry', 'rank'],
    ['filter.option-shape', { properties: { 'a\\.b': { type: 'string' } } }, 'FilterOption', 'a.b'],
  ])('%s takes a path into items and objects, and names with a point: %j', (id, value, schema, name) => {
    const properties = taught(id, value as never).part(schema, 'properties') as Record<string, unknown>;
    expect(properties[name]).toHaveProperty('x-answered', [id]);
  });

  it('partner-entry-update.owner-keys lists the keys of an owner', () => {
    const value = {
      properties: { id: { type: 'string', format: 'uuid' }, note: { type: 'string' } },
      required: ['id'],
    };
    const found = seen({ 'partner-entry-update.owner-keys': { value } });
    expect(found.part('EntryOwnerUpdate')).toEqual({
      type: 'object',
      description: 'Owner of the entry. A response shows an identifier here.',
      'x-provenance': { section: '4.1', stated: true },
      ...value,
      'x-answered': ['partner-entry-update.owner-keys'],
    });
    expect(Object.keys(found.example('PartnerEntryUpdateComplete', '/owner') as object)).toEqual(['id', 'note']);
  });

  it('errors.body is the schema of refusals; examples keep their words and have their status', () => {
    const properties = { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } };
    const found = seen({ 'errors.body': { value: { type: 'object', required: ['message'], properties } } });
    expect(found.part('ApiError')).toMatchObject({ required: ['message'], properties, 'x-open': true });
    const example = { code: expect.any(String), message: 'Record not found.', status: 404 };
    expect(found.example('ApiErrorRecordNotFound')).toEqual(example);
    const list = { type: 'array', minItems: 1, items: { type: 'object', properties: { message: { type: 'string' } } } };
    const inList = seen({ 'errors.body': { value: list } });
    expect(inList.example('ApiErrorBadRequest', '/0/message')).toBe('The body is not well-formed JSON.');
    expect(inList.part('ApiError')).not.toHaveProperty('x-open');
  });

  it('limits.field-lengths limits texts, also where a request sends what a limited field shows', () => {
    const found = seen({ 'limits.field-lengths': { value: { 'PartnerEntry.title': 9, 'FilterUpdate.slug': 20 } } });
    expect(found.field('PartnerEntry', 'title')).toHaveProperty('maxLength', 9);
    expect(found.field('PartnerEntryUpdate', 'title')).toHaveProperty('maxLength', 9);
    expect(found.field('FilterUpdate', 'slug')).toHaveProperty('maxLength', 20);
    expect(found.field('Filter', 'slug')).not.toHaveProperty('maxLength');
    expect(found.example('PartnerEntryPublic')).toHaveProperty('title', 'Fjordline');
    const wrapped = wholeWith({
      'objects.envelope': { value: { response: '/data', request: '/tier' } },
      'limits.field-lengths': { value: { 'Tier.title': 9 } },
    });
    expect(wrapped.field('TierUpdate', 'title')).toHaveProperty('maxLength', 9);
  });
});
