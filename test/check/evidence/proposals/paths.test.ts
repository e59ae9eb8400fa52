import { describe, expect, it } from 'vitest';
import { watchEvidence } from '../watch.js';

const { proposed, see, seeOther } = watchEvidence();

const question = 'operations.paths';
const before = '/api/directory/private/v1alpha/directories';
const companies = `${before}/17/entries/companies/`;
const entry = { id: 'a', title: 'b', custom_slug: 'c', headline: 'd', status: 'public' };

describe('a recorded request that no operation has', () => {
  it('is offered as the path of the operation with one other word and the same fields', () => {
    seeOther('GET', companies, [entry]);
    seeOther('GET', `${before}/18/entries/companies/?page=2`, { results: [entry] });
    const path = `${before}/{directory_id}/entries/companies/`;
    expect(proposed(question)).toEqual({ likely: { listPartnerEntries: path } });
  });

  it('is not offered to an operation that is known at its path', () => {
    see('listPartnerEntries', { value: [] });
    seeOther('GET', companies, [entry]);
    expect(JSON.stringify(proposed(question))).not.toContain('listPartnerEntries');
  });

  it('is not offered where the contract has its path for another operation, with or without the last slash', () => {
    const badge = { id: 'a', title: 'b', color: 'c', icon: 'd' };
    for (const end of ['', '/']) {
      seeOther('GET', `${before}/17/tiers${end}`, [badge]);
      seeOther('POST', `${before}/17/tiers${end}`, badge);
      seeOther('POST', `${before}/17/entries/apps${end}`, badge);
    }
    expect(proposed(question)).toEqual({});
  });

  it('belongs to the neighbour of an operation that is found at the same path', () => {
    const tier = { id: 'a', title: 'b', default: true, entriesCount: 2, entriesListUrl: 'c' };
    seeOther('POST', `${before}/17/levels/`, { id: 'a', title: 'b', tags: [] });
    seeOther('GET', `${before}/17/levels/`, [tier]);
    const path = `${before}/{directory_id}/levels/`;
    expect(proposed(question)).toEqual({ likely: { listTiers: path, createTier: path } });
  });

  it('has several readings if several operations resemble it', () => {
    seeOther('GET', `${before}/17/levels/`, [{ id: 'a', title: 'b', tags: [] }]);
    const { conflicting } = proposed(question) as { conflicting: unknown[] };
    expect(conflicting).toContainEqual({ listTiers: `${before}/{directory_id}/levels/` });
    expect(conflicting.length).toBeGreaterThan(1);
  });

  it.each([
    ['another method', 'PUT', companies],
    ['two other words', 'GET', `${before}/17/units/companies/`],
    ['another length', 'GET', `${companies}all/`],
    ['something before it that no other request has', 'GET', `/proxy${companies}`],
  ])('is not offered with %s', (_, method, path) => {
    seeOther(method, path, [{ id: 'a', title: 'b', image: 'c' }]);
    expect(proposed(question)).toEqual({});
  });
});
