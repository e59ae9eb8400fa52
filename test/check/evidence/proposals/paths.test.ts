import { describe, expect, it } from 'vitest';
import { watchEvidence } from '../watch.js';

const { proposed, see, seeOther } = watchEvidence();

const question = 'operations.paths';
const before = '/api/directory/private/v1alpha/directories';
const tiers = [{ id: 'a', title: 'b', tags: [] }];
const badges = [{ id: 'a', title: 'b', image: 'c' }];

describe('a recorded request that no operation has', () => {
  it('is offered as the path of the operation with one other word and the same fields', () => {
    const entry = { id: 'a', title: 'b', custom_slug: 'c', headline: 'd', status: 'public' };
    seeOther('GET', `${before}/17/entries/companies/`, [entry]);
    seeOther('GET', `${before}/18/entries/companies/?page=2`, { results: [entry] });
    expect(proposed(question)).toEqual([
      ['likely', { value: { listPartnerEntries: `${before}/{directory_id}/entries/companies/` } }],
    ]);
  });

  it('belongs to the neighbour of an operation that is found at the same path', () => {
    const tier = { id: 'a', title: 'b', default: true, entriesCount: 2, entriesListUrl: 'c' };
    seeOther('POST', `${before}/17/levels/`, tiers[0]);
    seeOther('GET', `${before}/17/levels/`, [tier]);
    const path = `${before}/{directory_id}/levels/`;
    expect(proposed(question)).toEqual([['likely', { value: { listTiers: path, createTier: path } }]]);
  });

  it('has several readings if several operations resemble it', () => {
    seeOther('GET', `${before}/17/levels/`, tiers);
    const [[certainty, ...readings] = []] = proposed(question) as unknown[][];
    expect(certainty).toBe('conflicting');
    expect(readings).toContainEqual({ value: { listTiers: `${before}/{directory_id}/levels/` } });
    expect(readings.length).toBeGreaterThan(1);
  });

  it.each([['an operation that is known at its path', () => see('listPartnerEntries', { value: [] })]])(
    'is not offered to %s',
    (_, known) => {
      known();
      seeOther('GET', `${before}/17/entries/companies/`, [{ id: 'a', title: 'b', custom_slug: 'c' }]);
      const [found = []] = proposed(question) as unknown[][];
      expect(JSON.stringify(found)).not.toContain('listPartnerEntries');
    },
  );

  it.each([
    ['another method', 'PUT', `${before}/17/entries/companies/`],
    ['two other words', 'GET', `${before}/17/units/companies/`],
    ['another length', 'GET', `${before}/17/entries/companies/all/`],
    ['something before it that no other request has', 'GET', `/proxy${before}/17/entries/companies/`],
  ])('is not offered with %s', (_, method, path) => {
    seeOther(method, path, badges);
    expect(proposed(question)).toEqual([]);
  });
});
