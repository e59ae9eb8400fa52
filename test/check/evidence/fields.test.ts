import { describe, expect, it } from 'vitest';
import { watchEvidence } from './watch.js';

const { entryOf, see, seeList, sentences } = watchEvidence();

describe('evidence on fields', () => {
  it('names the fields that every entry has', () => {
    see('getPartnerEntry', { value: { id: '1', title: 'a', tier: {} } });
    seeList('listPartnerEntries', { id: '1', title: 'a' }, { id: '2', title: '' });
    expect(entryOf('partner-entry.required')).toMatchObject({ answers: 2 });
    expect(sentences('partner-entry.required')?.slice(0, 2)).toEqual([
      'All 3 partner entries read have id, title (2 of 33 fields).',
      'Missing in some of the 3: tier (present in 1).',
    ]);
    expect(sentences('partner-entry.required')?.[2]).toMatch(
      /^Missing in all of the 3: href, headline, .*"the service"/,
    );
  });

  it('lists fields that were null, with and against the contract', () => {
    see('getPartnerEntry', {
      value: { id: '1', title: null, custom_slug: null, resources: [{ file: null, title: null }, { file: 'x' }] },
    });
    expect(sentences('partner-entry.nullability')).toEqual([
      'Null, although the contract does not allow it: title (1 of 1), EntryResource.title (1 of 2).',
      'Null, as the contract allows: custom_slug (1 of 1), EntryResource.file (1 of 2).',
      'No other documented field was null in 1 partner entry.',
    ]);
  });

  it('tells the same of filters, and further fields of entries', () => {
    seeList('listFilters', { id: '1', href: '/a/' }, { id: '2', name: null, href: '/b/' });
    expect(sentences('filter.required')?.[0]).toBe('All 2 filters read have id, href (2 of 14 fields).');
    expect(sentences('filter.nullability')?.[0]).toBe('Null, although the contract does not allow it: name (1 of 2).');
    see('getPartnerEntry', { value: { id: '1' } });
    expect(sentences('partner-entry.fields')).toEqual([
      'The one resource read has only fields that the contract lists.',
    ]);
    see('getPartnerEntry', { value: { id: '1', founded: 1999 } });
    expect(sentences('partner-entry.fields')).toEqual(['Fields that the contract does not list: founded.']);
  });

  it('counts the field with a space, and names other fields with a URL', () => {
    see('getPartnerEntry', { value: { id: '1', service: 'https://a.example.com/', note: 'x' } });
    expect(sentences('the-service.name')).toEqual([
      'None of 1 partner entry has the field "the service".',
      'Fields that the contract does not list contain a URL: service.',
    ]);
    see('getPartnerEntry', { value: { 'the service': 'https://a.example.com/' } });
    expect(sentences('the-service.name')?.[0]).toBe('1 of 2 partner entries has the field "the service".');
  });

  it('lists the fields of options and of other resources', () => {
    seeList('listFilters', { filterOptions: [{ id: '1', title: 'a' }, { id: '2', title: 'b', order: 1 }, 'odd'] });
    seeList('listBadges', { id: '1', title: 'a', color: 'x' }, { id: '2', title: 'b', color: 'y', icon: 'z' });
    expect(sentences('filter.option-shape')).toEqual([
      'All 2 filter options read have id, title; some have order (1).',
    ]);
    seeList('listOrganizationMatches', { name: 'a' }, { name: 'b' });
    expect(sentences('resources.fields')?.[1]).toBe(
      'All 2 organization matches read have name; the contract does not list name.',
    );
    see('getDirectorySettings', { value: { language: 'en' } });
    expect(sentences('resources.fields')?.[1]).toBe(
      'The one directory settings read has language; the contract does not list language.',
    );
    expect(sentences('resources.fields')?.slice(0, 1)).toEqual([
      'All 2 badges read have id, title, color; the contract does not list color; some have icon (1).',
    ]);
  });

  it('quotes and shortens unusual names', () => {
    see('getBadge', { value: { 'a\n::error::b': 1, ['x'.repeat(500)]: 1 } });
    const [sentence = ''] = sentences('resources.fields') ?? [];
    expect(sentence).toContain('"a\\n::error::b"');
    expect(sentence).not.toContain('\n');
    expect(sentence.length).toBeLessThan(500);
  });
});

describe('evidence on values', () => {
  it('lists the values that were read, accepted and refused', () => {
    seeList('listPartnerEntries', { id: '1', status: 'public' }, { id: '2', status: 'draft' });
    see('updatePartnerEntry', { kind: 'field', sent: { status: 'hidden' }, value: { id: '1', status: 'hidden' } });
    see('updatePartnerEntry', { kind: 'field', sent: { status: 'gold' }, status: 400, value: {} });
    see('updatePartnerEntry', { kind: 'field', sent: { type: 'agency' }, value: { id: '1' } });
    see('updatePartnerEntry', { kind: 'field', sent: { type: 'x', title: 'y' }, status: 400 });
    see('updatePartnerEntry', { kind: 'no-key', sent: { type: 'secret' }, status: 400, key: 'none' });
    see('updatePartnerEntry', { kind: 'unknown-id', sent: { type: 'nowhere' }, status: 400 });
    expect(sentences('partner-entry.status-values')).toEqual([
      'Values of status in 4 partner entries read: draft, hidden, public.',
      'Accepted in updates: hidden.',
      'Refused in updates: gold.',
    ]);
    expect(sentences('partner-entry.type-values')).toEqual(['Accepted in updates: agency.']);
  });

  it('lists types of media and filters', () => {
    seeList('listPartnerEntryMedia', { type: 'v' }, { type: 'i' });
    see('getFilter', { value: { type: 'user' } });
    expect(sentences('media.type-values')).toEqual(['Values of type in 2 entry media read: i, v.']);
    expect(sentences('filter.type-values')).toEqual(['Values of type in 1 filter read: user.']);
  });
});

describe('evidence on entries', () => {
  it('lists the changes of status that were accepted and refused', () => {
    const path = '/api/directory/private/v1alpha/directories/9/entries/partners/1/';
    see('updatePartnerEntry', { path, sent: { status: 'public' }, value: { id: '1', status: 'public' } });
    expect(entryOf('entry.transitions')).toBeUndefined();
    see('updatePartnerEntry', { path, sent: { status: 'hidden' }, value: { id: '1', status: 'hidden' } });
    see('updatePartnerEntry', { path, sent: { status: 'draft' }, status: 409 });
    see('updatePartnerEntry', { path, sent: { status: 'draft', title: 'x' }, status: 409 });
    expect(entryOf('entry.transitions')).toMatchObject({
      answers: 2,
      seen: ['Accepted: from public to hidden (1).', 'Refused: from hidden to draft (1).'],
    });
  });

  it('lists what the four operations of approval return', () => {
    see('submitPartnerEntryReview', { kind: 'action', value: { id: '1', status: 'submitted' } });
    see('approvePartnerEntryReview', { kind: 'action', status: 404 });
    see('approvePartnerEntryReview', { kind: 'unknown-id', status: 404, exists: false });
    expect(sentences('approval.states')).toEqual([
      'approvePartnerEntryReview returned 404 (1).',
      'submitPartnerEntryReview returned 200 (1); states in its responses: submitted.',
    ]);
  });
});
