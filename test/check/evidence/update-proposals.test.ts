import { describe, expect, it } from 'vitest';
import { watchEvidence } from './watch.js';

const { see, seeEntries, teach, proposed } = watchEvidence();

/** Passes on an update of an entry, with its state before and after. */
function update(before: object, sent: object, after: object, kind: 'field' | 'null' | 'recorded' = 'field'): void {
  see('getPartnerEntry', { value: { id: '1', ...before } });
  see('updatePartnerEntry', { kind, sent, value: { id: '1', ...after } });
}

describe('the evidence of writes', () => {
  it('shows that null clears a field which had a value', () => {
    update({ custom_slug: 'a' }, { customSlug: null }, { custom_slug: null }, 'null');
    update({ headline: null }, { headline: null }, { headline: null }, 'null');
    update({ title: 'a' }, { title: null }, { title: 'a' }, 'null');
    see('updatePartnerEntry', { kind: 'null', sent: { location: null }, status: 400, value: {} });
    expect(proposed('updates.null')).toEqual({ shown: ['customSlug'] });
    update({ title: 'a', headline: 'b' }, { headline: null }, {}, 'null');
    expect(proposed('updates.null')).toEqual({ shown: ['customSlug'] });
    update({ title: 'a', headline: 'b' }, { headline: null }, { title: 'a' }, 'null');
    expect(proposed('updates.null')).toEqual({ shown: ['customSlug', 'headline'] });
    teach({ 'updates.null': { value: ['customSlug', 'headline'] } });
    update({ custom_slug: 'a' }, { customSlug: null }, { custom_slug: null }, 'null');
    expect(proposed('updates.null')).toEqual({});
  });

  it('shows another place of a value, if two values appear there and nowhere else', () => {
    update({}, { externalId: 'number-one' }, { slug: 'number-one' });
    expect(proposed('partner-entry-update.reflection')).toEqual({});
    update({}, { externalId: 'number-two' }, { developer_name: 'number-two' });
    expect(proposed('partner-entry-update.reflection')).toEqual({});
    teach({ 'partner-entry.fields': { value: { external: { type: 'string' } } } });
    update({}, { externalId: 'number-one' }, { external: 'number-one' });
    update({}, { externalId: 'number-two' }, { external: 'number-two' });
    expect(proposed('partner-entry-update.reflection')).toEqual({ shown: { externalId: '/external' } });
    update({}, { externalId: 'number-three' }, { external: 'number-three', metadata: { external_id: 'number-three' } });
    expect(proposed('partner-entry-update.reflection')).toEqual({});
  });

  it('says nothing of a value that was there before, or of a response from before the update', () => {
    const lagging = { title: 'old title' };
    for (const text of ['number-one', 'number-two']) {
      update({ location: text }, { internalDescription: text }, { location: text });
      update(lagging, { headline: text }, lagging);
    }
    expect(proposed('partner-entry-update.unshown-fields')).toEqual({});
    expect(proposed('partner-entry-update.reflection')).toEqual({});
  });

  it('names the place of a field that no response was known to show, once the contract lists it', () => {
    const both = () => {
      for (const text of ['number-one', 'number-two'])
        update({}, { internalDescription: text }, { internal_description: text });
    };
    both();
    expect(proposed('partner-entry-update.unshown-fields')).toEqual({});
    teach({ 'partner-entry.fields': { value: { internal_description: { type: 'string' } } } });
    both();
    expect(proposed('partner-entry-update.unshown-fields')).toEqual({
      shown: { internalDescription: '/internal_description' },
    });
  });

  it('shows the new name of the field with a space', () => {
    for (const text of ['https://a.example/1', 'https://a.example/2'])
      update({}, { 'the service': text }, { website: text });
    expect(proposed('the-service.name')).toEqual({ shown: { request: 'the service', response: 'website' } });
    expect(proposed('partner-entry.fields')).toEqual({});
  });

  it('has the new name in requests, too, where updates with the old one change nothing', () => {
    const website = { website: 'https://a.example/' };
    const others = [1, 2].map((number) => ({ title: `Title ${number}`, headline: `Headline ${number}` }));
    const send = (name: string, shown: (sent: object) => object) => {
      for (const sent of others) update(website, { ...sent, [name]: `https://b.example/${sent.title}` }, shown(sent));
    };
    for (const directory of ['1', '2']) seeEntries.in(directory, ...Array.from({ length: 10 }, () => website));
    send('the service', (sent) => ({ ...website, ...sent }));
    expect(proposed('the-service.name')).toEqual({ likely: 'website' });
    teach({ 'the-service.name': { value: 'website' } });
    // A response with the state before the update is no evidence.
    send('website', () => website);
    expect(proposed('the-service.name')).toEqual({});
    send('website', (sent) => ({ ...website, ...sent }));
    expect(proposed('the-service.name')).toEqual({ likely: { response: 'website' } });
    update(website, { website: 'https://c.example' }, { website: 'https://c.example/' });
    expect(proposed('the-service.name')).toEqual({});
  });

  it('leaves the name in requests open where every update with it is refused', () => {
    teach({ 'the-service.name': { value: 'website' } });
    seeEntries({ website: 'https://a.example/' });
    const sent = { website: 'https://b.example/' };
    expect(proposed('the-service.name')).toEqual({});
    see('updatePartnerEntry', { kind: 'field', sent, status: 400, value: { detail: 'No.' } });
    expect(proposed('the-service.name')).toEqual({ likely: { response: 'website' } });
    update({ website: 'https://a.example/' }, sent, sent);
    expect(proposed('the-service.name')).toEqual({});
  });

  it.each(['the service', 'websiteUrl'])(
    'shows the name in requests, if only that in responses is known: %s',
    (name) => {
      teach({ 'the-service.name': { value: { response: 'website' } } });
      const sent = (text: string): void => update({}, { [name]: text }, { website: text }, 'recorded');
      sent('https://a.example/1');
      expect(proposed('the-service.name')).toEqual({});
      sent('https://a.example/2');
      expect(proposed('the-service.name')).toEqual({ shown: { request: name, response: 'website' } });
    },
  );

  it('says that a field must be sent if others are refused without it and accepted with it', () => {
    const send = (sent: object, status: number) =>
      see('updatePartnerEntry', { kind: 'field', sent, status, value: { id: '1' } });
    for (const name of ['headline', 'location', 'description']) send({ [name]: 'a' }, 400);
    send({ title: 'a' }, 200);
    expect(proposed('partner-entry-update.required')).toEqual({});
    send({ title: 'a', headline: 'b', location: 'c', description: 'd' }, 200);
    expect(proposed('partner-entry-update.required')).toEqual({ likely: ['title'] });
    send({ slug: 'a' }, 200);
    expect(proposed('partner-entry-update.required')).toEqual({});
  });

  it('leaves out a field of the update of a filter that changes nothing, although others do', () => {
    const send = (sent: object, shown: object) =>
      see('updateFilter', { kind: 'field', sent, value: { id: '1', name: 'before', ...shown } });
    for (const name of ['number one', 'number two']) send({ name, slug: `${name} short`, type: 'user' }, { name });
    expect(proposed('filter-update.request')).toEqual({});
    send({ name: 'number one', slug: 'slug-one' }, { name: 'number one', slug: 'slug-one' });
    expect(proposed('filter-update.request')).toEqual({ likely: { without: ['type'] } });
    send({ type: 'user' }, { type: 'user' });
    expect(proposed('filter-update.request')).toEqual({});
  });

  it('finds fields of the update of a filter in recordings, and those it must send', () => {
    for (const colour of ['dark red', 'dark blue']) {
      see('getFilter', { value: { id: '1' } });
      see('updateFilter', { kind: 'recorded', sent: { colour }, value: { id: '1', colour } });
    }
    expect(proposed('filter-update.request')).toEqual({ shown: { properties: { colour: { type: 'string' } } } });
  });
});
