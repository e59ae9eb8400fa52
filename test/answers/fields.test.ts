// @module-tag slow
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { Draft } from '../../scripts/answers/draft.js';
import { theServiceName } from '../../scripts/answers/questions/service.js';
import { viewAnswered, viewContract } from './seen.js';
import { testTaught } from './taught-rows.js';

describe('the answer to', () => {
  testTaught(import.meta.url, 'fields.yaml');

  it.each([
    ['partner-entry.status-values', ['public', 'hidden', 'draft'], ['PartnerEntry', 'PartnerEntryUpdate'], 'status'],
    ['partner-entry.type-values', ['partner', 'reseller'], ['PartnerEntryUpdate'], 'type'],
    ['media.type-values', ['P', 'V'], ['EntryMedia', 'EntryMediaUpdate'], 'type'],
    ['filter.type-values', ['user', 'system'], ['Filter', 'FilterUpdate'], 'type'],
  ])('%s sets the known values in requests and responses; a closed set allows no others', (...row) => {
    const [id, value, schemas, field] = row;
    const [open, closedView] = [viewContract({ [id]: { value } }), viewContract({ [id]: { value, closed: true } })];
    for (const schema of schemas) {
      expect(open.field(schema, field)).toMatchObject({ 'x-known-values': value, examples: value });
      expect(open.field(schema, field)).not.toHaveProperty('enum');
      expect(closedView.field(schema, field)).toMatchObject({ 'x-known-values': value, enum: value });
    }
  });

  it('partner-entry.fields adds fields at the end, with the same value for an entry in all examples', () => {
    const createdSchema = { type: 'string', format: 'date-time', description: 'Time of creation.' };
    const view = viewContract({
      'partner-entry.fields': { value: { created_at: createdSchema, region: { type: 'string', examples: ['North'] } } },
      'partner-entry.required': { value: ['created_at'] },
      'partner-entry.nullability': { value: ['region'] },
    });
    expect(Object.keys(view.part('PartnerEntry', 'properties') as object).slice(-2)).toEqual(['created_at', 'region']);
    expect(view.field('PartnerEntry', 'created_at')).toMatchObject(createdSchema);
    expect(view.invented('PartnerEntryTidewell')).toEqual(['/created_at', '/region']);
    const entry = view.example('PartnerEntryPublic') as { created_at: string };
    expect(entry).toMatchObject({ created_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/), region: 'North' });
    expect(view.example('PartnerEntryUpdated', '/created_at')).toBe(entry.created_at);
    expect(view.example('EntryList', '/1')).not.toHaveProperty('region');
  });

  it('links.leading-slash removes the slash from patterns and examples', () => {
    const view = viewContract({ 'links.leading-slash': { value: false } });
    const { pattern } = view.field('Tier', 'entriesListUrl') as { pattern: string };
    const links = ['api/a/', 'a', '/api/a/', '//host', 'https://host'];
    expect(links.filter((link) => new RegExp(pattern).test(link))).toEqual(['api/a/', 'a']);
    expect(view.example('FilterRegion', '/href')).toMatch(/^api\/directory\//);
    const sameView = viewContract({ 'links.leading-slash': { value: true } });
    expect(sameView.example('FilterRegion', '/href')).toMatch(/^\/api\/directory\//);
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

  it.each([
    ['partner-entry.fields', { 'clients[].logo': { type: 'string' } }, 'EntryResource', 'logo'],
    ['partner-entry.fields', { 'metadata.source': { type: 'string' } }, 'EntryMetadata', 'source'],
    ['partner-entry.fields', { 'odata\\.etag': { type: 'string' } }, 'PartnerEntry', 'odata.etag'],
    ['partner-entry.fields', { 'ids\\[]': { type: 'string' } }, 'PartnerEntry', 'ids[]'],
    ['schemas', { Review: { fields: { 'entry.rank': { type: 'integer' } } } }, 'ReviewEntry', 'rank'],
    ['filter.option-shape', { properties: { 'a\\.b': { type: 'string' } } }, 'FilterOption', 'a.b'],
  ])('%s accepts a path into items and objects, and field names with a dot: %j', (id, value, schema, name) => {
    const properties = viewAnswered(id, value as never).part(schema, 'properties') as Record<string, unknown>;
    expect(properties[name]).toHaveProperty('x-answered', [id]);
  });
});
