import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { Draft } from '../../scripts/answers/draft.js';
import { theServiceName } from '../../scripts/answers/questions/service.js';
import { Seen, seen } from './seen.js';
import { taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

/** The fields that a partner entry requires after the answer, in the order of the schema. */
const required = ['title', 'the service', 'use_cases'];

describe('the answer to', () => {
  it('partner-entry.required and filter.required makes fields required, and examples have them', () => {
    const found = seen({
      'partner-entry.required': { value: ['use_cases', 'title', 'the service', 'EntryMedia.url'] },
      'filter.required': { value: ['slug', 'FilterOption.id'] },
    });
    expect(found.part('PartnerEntry', 'required')).toEqual(required);
    expect(found.part('EntryMedia', 'required')).toEqual(['url']);
    expect(found.part('Filter', 'required')).toEqual(['slug']);
    expect(found.part('FilterOption', 'required')).toEqual(['id']);
    expect(found.example('PartnerEntryTidewell')).toMatchObject({ title: 'Tidewell Partners' });
    expect(found.example('PartnerEntryTidewell', '/the service')).toMatch(/^https:\/\/example\.com\//);
    expect(found.invented('PartnerEntryTidewell')).toEqual(['/the service', '/use_cases']);
    // The other entry in this list is that of an app, which does not have the field.
    expect(found.example('EntryList', '/1')).not.toHaveProperty('use_cases');
  });

  it.each([
    ['partner-entry.status-values', ['public', 'hidden', 'draft'], ['PartnerEntry', 'PartnerEntryUpdate'], 'status'],
    ['partner-entry.type-values', ['partner', 'reseller'], ['PartnerEntryUpdate'], 'type'],
    ['media.type-values', ['P', 'V'], ['EntryMedia', 'EntryMediaUpdate'], 'type'],
    ['filter.type-values', ['user', 'system'], ['Filter', 'FilterUpdate'], 'type'],
  ])(
    '%s is known in requests and responses; a closed set has no other values',
    { tags: 'slow' },
    (id, value, schemas, field) => {
      const [open, closed] = [seen({ [id]: { value } }), seen({ [id]: { value, closed: true } })];
      for (const schema of schemas) {
        expect(open.part(schema, 'properties', field)).toMatchObject({ 'x-known-values': value, examples: value });
        expect(open.part(schema, 'properties', field)).not.toHaveProperty('enum');
        expect(closed.part(schema, 'properties', field)).toMatchObject({ 'x-known-values': value, enum: value });
      }
    },
  );

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
    const field = (name: string) => found.part('PartnerEntry', 'properties', name);
    expect(field('headline')).toMatchObject({ type: ['string', 'null'] });
    expect(field('status')).toMatchObject({ type: ['string', 'null'], enum: ['public', 'hidden', null] });
    expect(field('tier')).toEqual({
      description: 'The tier of an entry, as the entry shows it.',
      'x-answered': ['partner-entry.nullability'],
      anyOf: [{ $ref: '#/components/schemas/TierSummary' }, { type: 'null' }],
    });
    expect(field('custom_slug')).toMatchObject({ type: ['string', 'null'] });
    expect(found.part('TierSummary', 'properties', 'image', 'type')).toEqual(['string', 'null']);
    expect(found.part('Tier', 'properties', 'image', 'type')).toBe('string');
    expect(found.part('Filter', 'properties', 'filterOptions', 'type')).toEqual(['array', 'null']);
  });

  it('partner-entry.fields adds fields at the end, with the same value for an entry in all examples', () => {
    const created = { type: 'string', format: 'date-time', description: 'Time of creation.' };
    const found = seen({
      'partner-entry.fields': { value: { created_at: created, region: { type: 'string', examples: ['North'] } } },
      'partner-entry.required': { value: ['created_at'] },
      'partner-entry.nullability': { value: ['region'] },
    });
    expect(Object.keys(found.part('PartnerEntry', 'properties') as object).slice(-2)).toEqual(['created_at', 'region']);
    expect(found.part('PartnerEntry', 'properties', 'created_at')).toMatchObject(created);
    expect(found.invented('PartnerEntryTidewell')).toEqual(['/created_at', '/region']);
    const [one, other] = ['PartnerEntryPublic', 'PartnerEntryUpdated'].map((name) => found.example(name));
    expect(one).toMatchObject({ created_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/), region: 'North' });
    expect((other as { created_at: string }).created_at).toBe((one as { created_at: string }).created_at);
    expect(found.example('EntryList', '/1')).not.toHaveProperty('region');
  });

  it('resource-items.types replaces types; what an update cannot show, it shows nowhere', () => {
    const found = seen({
      'resource-items.types': {
        value: { 'EntryResource.url': { type: 'string' }, 'EntryCallout.name': { type: 'integer' } },
      },
    });
    expect(found.part('EntryResource', 'properties', 'url')).toEqual({
      type: 'string',
      description: 'Address of the resource, special offer or client.',
      'x-answered': ['resource-items.types'],
    });
    expect(found.part('EntryResourceUpdate', 'properties', 'url')).toHaveProperty('x-reflected-as', '/url');
    expect(found.part('EntryCalloutUpdate', 'properties', 'name')).not.toHaveProperty('x-reflected-as');
    expect(found.example('PartnerEntryPublic', '/callouts/0/name')).toEqual(expect.any(Number));
    expect(found.example('EntryList', '/0/callouts/0/name')).toEqual(expect.any(Number));
    expect(found.part('EntryResource', 'properties', 'title', 'x-unknown')).toEqual(['resource-items.types']);
  });

  it('order.presence requires the order of items, or says that it may be absent', () => {
    const schemas = ['EntryCallout', 'EntryMedia', 'EntryResource', 'EntryTestimonial', 'EntryUseCase'];
    const [always, sometimes] = [true, false].map((value) => seen({ 'order.presence': { value } }));
    expect(schemas.map((name) => always?.part(name, 'required'))).toEqual(schemas.map(() => ['order']));
    expect(schemas.map((name) => sometimes?.part(name, 'required'))).toEqual(schemas.map(() => undefined));
  });

  it('certifications.position adds the field that shows it, or only says where it comes from', () => {
    const found = seen({ 'certifications.position': { value: { field: 'position' } } });
    expect(found.part('EntryCertification', 'properties', 'position')).toMatchObject({ type: 'integer' });
    expect(found.example('PartnerEntryPublic', '/certifications')).toMatchObject([{ position: 1 }, { position: 2 }]);
    const text = seen({ 'certifications.position': { value: 'The settings of the directory.' } });
    expect(text.part('EntryCertification')).toEqual(new Seen(contract).part('EntryCertification'));
  });

  it('colour.digits becomes the pattern of colours, also where a request sends them', () => {
    const found = seen({ 'colour.digits': { value: [8, 3] } });
    const pattern = '^(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{8})$';
    expect(found.part('EntryCallout', 'properties', 'textColor')).toMatchObject({
      pattern,
      'x-stated-pattern': '^[0-9A-Fa-f]*$',
    });
    expect(found.part('CalloutUpdate', 'properties', 'text_color')).toHaveProperty('pattern', pattern);
    expect(found.example('CalloutNew')).toMatchObject({ textColor: 'FFFFFFFF', backgroundColor: '1A7F5AFF' });
  });

  it('links.leading-slash removes the slash from patterns and examples', () => {
    const found = seen({ 'links.leading-slash': { value: false } });
    const { pattern } = found.part('Tier', 'properties', 'entriesListUrl') as { pattern: string };
    expect(['api/a/', 'a', '/api/a/', '//host', 'https://host'].map((link) => new RegExp(pattern).test(link))).toEqual([
      ...[true, true],
      ...[false, false, false],
    ]);
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
    expect(found.part('PartnerEntry', 'properties', 'website_url')).toMatchObject({
      type: ['string', 'null'],
      description: 'A URL. The interface description calls this field `the service`.',
      'x-renamed-from': 'the service',
      'x-answered': ['the-service.name', 'partner-entry.nullability'],
    });
    expect(found.part('PartnerEntry', 'required')).toEqual(['website_url']);
    expect(found.part('PartnerEntryUpdate', 'properties', 'website')).toHaveProperty('x-reflected-as', '/website_url');
    expect(JSON.stringify(found.document.components['examples'])).not.toContain('the service');
    expect(found.example('PartnerEntryUpdateComplete')).toHaveProperty('website');
  });

  it('the-service.name may be known in responses alone', () => {
    const { document } = taughtWith({ 'the-service.name': { value: { response: 'website_url' } } });
    expectWhole(document);
    const found = new Seen(document);
    expect(found.part('PartnerEntry', 'properties', 'website_url')).toHaveProperty('x-answered', ['the-service.name']);
    expect(found.part('PartnerEntryUpdate', 'properties', 'the service')).toMatchObject({
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
    const found = seen({ 'the-service.name': { value: 'the service' } });
    expect(found.part('PartnerEntry', 'properties', 'the service')).toHaveProperty('format', 'uri');
    expect(found.part('PartnerEntry', 'properties', 'the service')).not.toHaveProperty('x-renamed-from');
  });
});
