import { describe, expect, it } from 'vitest';
import { watchEvidence } from './watch.js';

const { see, seeList, seeEntries, teach, proposals, proposed } = watchEvidence();

const text = { type: 'string' };
const integer = { type: 'integer' };

describe('the evidence of reads about fields', () => {
  it('is nothing before the first response, and for responses as the contract has them', () => {
    expect(proposals()).toEqual([]);
    seeEntries({ title: 'a', status: 'public', href: '/a/', callouts: [{ id: '1', order: 1 }] });
    seeList('listTiers', { id: '1', title: 'a' });
    seeList('listFilters', { id: '1', name: 'a', filterOptions: [{ id: '1' }] });
    expect(proposals().filter(({ certainty }) => certainty !== 'likely')).toEqual([]);
  });

  it('lists nulls once, with those that are answered already, and never an id', () => {
    seeEntries({ headline: null, custom_slug: null, tier: { id: '1', image: null } }, { headline: 'a' });
    see('getFilter', { value: { id: null, slug: null, filterOptions: [{ id: '1', label: null }] } });
    expect(proposed('partner-entry.nullability')).toEqual({ shown: ['headline', 'TierSummary.image'] });
    expect(proposed('filter.nullability')).toEqual({ shown: ['slug'] });
    const example = { operationId: 'listPartnerEntries', pointer: '/0/headline', value: 'null' };
    expect(proposals('partner-entry.nullability')).toMatchObject([
      { rests: { responses: 1, operations: ['listPartnerEntries'], example } },
    ]);
    teach({ 'partner-entry.nullability': { value: ['award', 'headline'] } });
    seeEntries({ headline: null });
    expect(proposed('partner-entry.nullability')).toEqual({});
    seeEntries({ image: null });
    expect(proposed('partner-entry.nullability')).toEqual({ shown: ['award', 'headline', 'image'] });
  });

  it('gives further fields the types of their values, and null where it was seen', () => {
    seeEntries(
      { score: 1, ratio: 2, tags: ['a'], flag: true, note: null, when: null, region: { code: 'a', at: { zip: 1 } } },
      { score: 2, ratio: 0.5, tags: [], when: '2026-01-01', region: { code: null }, mixed: 'a' },
      { mixed: 5, list: [{ id: 1 }, { id: 2, name: 'x' }] },
    );
    // Seen once, the names of these fields may as well be data.
    const at = { type: 'object' };
    expect(proposed('partner-entry.fields')).toEqual({
      shown: {
        score: integer,
        ratio: { type: 'number' },
        tags: { type: 'array', items: text },
        flag: { type: 'boolean' },
        note: {},
        when: { type: ['string', 'null'] },
        region: { type: 'object', properties: { code: { type: ['string', 'null'] }, at } },
        mixed: { type: ['string', 'integer'] },
        list: { type: 'array', items: { type: 'object', properties: { id: integer, name: text } } },
      },
    });
  });

  it('writes a point that belongs to a name with a backslash, since an answer reads a path', () => {
    seeEntries({ '@odata.etag': 'a' });
    expect(proposed('partner-entry.fields')).toEqual({ shown: { '@odata\\.etag': text } });
    teach({ 'partner-entry.fields': { value: { '@odata\\.etag': text } } });
    seeEntries({ '@odata.etag': 'a' });
    expect(proposed('partner-entry.fields')).toEqual({});
  });

  it('says nothing about a wrapped resource, or about what is not where the contract has it', () => {
    see('getPartnerEntry', { value: { data: { id: '1', secret: 1 } } });
    see('listPartnerEntries', { value: { meta: [{ id: '1', page: 1 }], results: [{ id: '1', secret: 1 }] } });
    see('getPartnerEntry', { status: 400, value: { id: '1', detail: 'x' } });
    expect(proposals().filter(({ question }) => !/^(lists|errors)\./.test(question))).toEqual([]);
  });

  it('takes no object around a resource for its field, where no field of the resource is documented', () => {
    see('getDirectorySettings', { value: { data: { language: 'en' } } });
    expect(proposed('resources.fields')).toEqual({});
    teach({ 'objects.envelope': { value: { response: '/data' } } });
    see('getDirectorySettings', { value: { theme: { dark: true } } });
    expect(proposed('resources.fields').shown).toHaveProperty('DirectorySettings.properties.theme');
  });

  it('keeps names that are data out of an answer', () => {
    const id = '8f14e45f-ceea-467a-9575-1d2d5b1f8d11';
    seeEntries({ [id]: 1, 'me@example.com': 1, 4711: 1, byId: { [id]: { a: 1 } }, byNumber: { 1: 'a', 2: 'b' } });
    expect(proposed('partner-entry.fields')).toEqual({
      shown: { byId: { type: 'object' }, byNumber: { type: 'object' } },
    });
  });

  it('leaves a map open, whatever its names, and has the fields of an object that all have', () => {
    const clients = ['acme', 'globex', 'initech', 'hooli', 'umbrella', 'stark'];
    seeEntries({ visits: { acme: 1, globex: 2 }, place: { city: 'a', street: 'b' } });
    expect(proposed('partner-entry.fields')).toEqual({
      shown: { visits: { type: 'object' }, place: { type: 'object' } },
    });
    for (const [index, client] of clients.entries())
      seeEntries({ visits: { [client]: index, [`${client}-${index}`]: 1 }, place: { city: 'a', street: 'b' } });
    expect(proposed('partner-entry.fields')).toEqual({
      shown: { visits: { type: 'object' }, place: { type: 'object', properties: { city: text, street: text } } },
    });
  });

  it('takes no member around the fields of a resource for a field of it', () => {
    const wrapped = (type: string, attributes: object): object => ({ type, id: '1', attributes });
    seeList('listFilters', wrapped('filters', { name: 'a', slug: 'b' }));
    see('getTier', { value: wrapped('tiers', { title: 'a' }), times: 3 });
    seeEntries({ title: 'a', tier: wrapped('tiers', { title: 'a' }) });
    expect(proposals().filter(({ question }) => !/^lists\./.test(question))).toEqual([]);
  });

  it('widens what was answered, and keeps all else of it', () => {
    const score = { type: 'integer', description: 'Points.', maximum: 9 };
    teach({ 'partner-entry.fields': { value: { score, old: text } } });
    seeEntries({ score: 3, old: 'a' });
    expect(proposed('partner-entry.fields')).toEqual({});
    seeEntries({ score: 3.5 }, { score: null, more: true });
    expect(proposed('partner-entry.fields')).toEqual({
      shown: { score: { ...score, type: ['number', 'null'] }, old: text, more: { type: 'boolean' } },
    });
    expect(proposed('partner-entry.nullability')).toEqual({});
  });

  it('adds values to a set, never closes it, and leaves a closed one alone', () => {
    seeEntries({ status: 'draft', media: [{ type: 'V' }, { type: 'image' }] }, { status: 'hidden' });
    see('getFilter', { value: { id: '1', type: 'system' } });
    expect(proposed('partner-entry.status-values')).toEqual({ shown: ['draft'] });
    expect(proposed('filter.type-values')).toEqual({ shown: ['system'] });
    see('updatePartnerEntry', { kind: 'field', sent: { type: 'made up' }, value: { id: '1' } });
    expect(proposed('partner-entry.type-values')).toEqual({});
    see('updatePartnerEntry', { kind: 'recorded', sent: { type: 'agency' }, value: { id: '1' } });
    expect(proposed('partner-entry.type-values')).toEqual({ shown: ['agency'] });
    teach({ 'partner-entry.status-values': { value: ['public', 'hidden'], closed: true } });
    seeEntries({ status: 'draft' });
    expect(proposed('partner-entry.status-values')).toEqual({});
  });

  it('takes no value for known that the run itself wrote, no field that it made up, and no free text', () => {
    see('getBadge', { value: { id: '1', check_unknown_field: 'check' }, isWriting: true });
    expect(proposed('resources.fields')).toEqual({});
    see('getPartnerEntry', { value: { id: '1', status: 'check-1' }, isWriting: true });
    seeEntries(...Array.from({ length: 60 }, (_, index) => ({ status: `text ${index}` })));
    expect(proposed('partner-entry.status-values')).toEqual({});
  });

  it('gives the shape of options and of other resources', () => {
    const [labelled, counted] = [
      { id: '1', label: 'a' },
      { id: '2', count: null },
    ];
    seeList('listFilters', { id: '1', filterOptions: [labelled, counted] });
    seeList('listTiers', { id: '1', colour: 'red', image: null }, { id: '2', since: 2020 });
    expect(proposed('filter.option-shape')).toEqual({ shown: { properties: { label: text, count: {} } } });
    expect(proposed('resources.fields')).toEqual({
      shown: { Tier: { properties: { colour: text, since: integer }, nullable: ['image'] } },
    });
    teach({ 'resources.fields': { value: { Tier: { properties: { colour: text }, required: ['id'] } } } });
    seeList('listTiers', { id: '1', colour: 'red' });
    expect(proposed('resources.fields')).toEqual({});
    seeList('listBadges', { id: '1', colour: null, icon: 'a' });
    seeList('listTiers', { id: '2', colour: null });
    expect(proposed('resources.fields')).toEqual({
      shown: {
        Tier: { properties: { colour: { type: ['string', 'null'] } }, required: ['id'] },
        Badge: { properties: { colour: {}, icon: text } },
      },
    });
  });
});

describe('a likely claim about fields', () => {
  const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T10:00:00Z`;

  it('needs 20 resources, in two directories where there are two', () => {
    seeEntries({ title: 'a' });
    for (let index = 0; index < 30; index += 1) see('getPartnerEntry', { value: { id: '1', title: 'a' } });
    expect(proposed('partner-entry.required')).toEqual({});
    seeList('listDirectories', { id: '1' }, { id: '2' });
    seeEntries(...Array.from({ length: 19 }, () => ({ title: 'a' })));
    expect(proposed('partner-entry.required')).toEqual({});
    seeEntries.in('2', { title: 'b' });
    expect(proposed('partner-entry.required')).toEqual({ likely: ['id', 'title'] });
    seeEntries({ headline: 'a' });
    expect(proposed('partner-entry.required')).toEqual({ likely: ['id'] });
  });

  it('covers formats and required fields, besides the shown facts', () => {
    for (let day = 1; day <= 24; day += 1)
      seeList('listTiers', { id: `${day}`, at: at(day), mail: `a${day}@a.example` });
    const shown = { Tier: { properties: { at: text, mail: text } } };
    const required = ['id', 'at', 'mail'];
    const formats = { at: { ...text, format: 'date-time' }, mail: { ...text, format: 'email' } };
    expect(proposed('resources.fields')).toEqual({ shown, likely: { Tier: { properties: formats, required } } });
    expect(JSON.stringify(proposals('resources.fields'))).not.toContain('@');
    seeList('listTiers', { id: '99', at: 'soon', mail: '' });
    expect(proposed('resources.fields')).toEqual({ shown, likely: { Tier: { ...shown.Tier, required } } });
  });

  it('covers the format of an inner field only after as many different values', () => {
    const seeTier = (index: number, day: number) =>
      seeList('listTiers', { id: `${index}`, last: day > 0 ? { at: at(day) } : {} });
    const likely = (schema: object) => {
      const last = { type: 'object', properties: { at: schema } };
      return { likely: { Tier: { properties: { last }, required: ['id', 'last'] } } };
    };
    for (let index = 0; index < 24; index += 1) seeTier(index, Math.min(index, 19));
    expect(proposed('resources.fields')).toMatchObject(likely(text));
    expect(JSON.stringify(proposals('resources.fields'))).not.toContain('date-time');
    seeTier(24, 20);
    expect(proposed('resources.fields')).toMatchObject(likely({ ...text, format: 'date-time' }));
  });

  it('does not count resources that the run wrote, except against the claim', () => {
    for (let index = 0; index < 30; index += 1)
      see('getPartnerEntry', { value: { id: `${index}`, title: 'a' }, isWriting: true });
    expect(proposed('partner-entry.required')).toEqual({});
  });

  it('is taken back where one resource contradicts it', () => {
    teach({
      'partner-entry.required': { value: ['id', 'title', 'EntryMedia.url'] },
      'resources.fields': { value: { Tier: { required: ['id', 'title'], nullable: ['image'] } } },
    });
    seeEntries({ title: 'a', media: [{ id: '1', url: 'https://a.example/', order: 1 }] });
    seeList('listTiers', { id: '1', title: 'a' });
    expect(proposals().filter(({ certainty }) => certainty === 'shown')).toEqual([]);
    seeEntries({ title: 'a', media: [{ id: '1' }] });
    seeList('listTiers', { id: '1' });
    expect(proposed('partner-entry.required')).toEqual({ shown: ['id', 'title'] });
    expect(proposed('resources.fields')).toEqual({ shown: { Tier: { required: ['id'], nullable: ['image'] } } });
  });

  it('names the one new field with an address as the new name of the field with a space', () => {
    const website = { website: 'https://a.example/' };
    seeEntries(website);
    expect(proposed('the-service.name')).toEqual({ conflicting: [{ response: 'website' }] });
    expect(proposed('partner-entry.fields')).toEqual({});
    for (const directory of ['1', '2']) seeEntries.in(directory, ...Array.from({ length: 10 }, () => website));
    expect(proposed('the-service.name')).toEqual({ likely: { response: 'website' } });
    seeEntries({ ...website, blog: 'https://b.example/' });
    expect(proposed('the-service.name')).toEqual({});
    expect(proposed('partner-entry.fields')['shown']).toEqual({ website: text, blog: text });
  });

  it('does not rename that field where it exists', () => {
    seeEntries({ 'the service': 'https://a.example/' }, { website: 'https://a.example/' });
    expect(proposed('the-service.name')).toEqual({});
    expect(proposed('partner-entry.fields')).toEqual({ shown: { website: text } });
  });
});
