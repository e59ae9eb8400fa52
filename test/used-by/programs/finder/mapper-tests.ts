import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PartnerEntry, Review } from 'directory-contract';
import { partnerColumns, renderRow } from './columns.js';
import { mapDetails, mapReview, mapSummary } from './mappers.js';

const acme: PartnerEntry = {
  id: '5b3a1c0e-1111-4222-8333-944455556666',
  title: 'Acme',
  slug: 'acme',
  status: 'public',
  featured: true,
  tier: { id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9', title: 'Gold' },
  resources: [{ title: 'Docs', url: 'https://acme.example/docs', order: 2 }],
  award: 'https://acme.example/award.png',
};

const review = (overrides: Partial<Review> = {}): Review => ({
  id: '1',
  title: 'Great',
  rating: 5,
  status: 'A',
  statusDisplay: 'approved',
  ...overrides,
});

test('maps a partner', () => {
  assert.equal(mapSummary(acme).tierName, 'Gold');
  assert.deepEqual(mapDetails({ ...acme, support_email: 'help@acme.example' }).contact, { email: 'help@acme.example' });
});

test('maps reviews', () => {
  assert.equal(mapReview(review()).state, 'approved');
  assert.equal(mapReview(review({ status: 'X' })).state, 'pending');
});

test('renders a row', () => assert.deepEqual(renderRow(acme, partnerColumns), ['Acme', 'undefined', 'yes']));
