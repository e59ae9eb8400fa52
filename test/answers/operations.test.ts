import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { eachOperation, parametersOf } from '../../scripts/contract/operations.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { operationAnswers } from './operation-answers.js';
import { operationOf, taughtWith } from './taught.js';
import { answeredOf, base, examples, isOpen, jsonOf, placeOf, success, taught } from './taught-parts.js';
import { expectWhole } from './whole.js';

interface Tier {
  id: string;
  entriesListUrl: string;
}

describe('an answer', () => {
  it('about paths moves operations, with their parameters and the links that lead to them', () => {
    const document = taught('operations.paths');
    expect(placeOf(document, 'listTiers')).toBe('get /directories/{directory_id}/levels');
    expect(placeOf(document, 'getTier')).toBe('get /directories/{directory_id}/levels/{level}');
    expect(placeOf(document, 'updateTier')).toBe(`patch ${base}/tiers/{tier_id}/`);
    expect(placeOf(document, 'updateBadge')).toBe(`put ${base}/badges/{badge_id}/`);
    expect(document.paths).not.toHaveProperty([`${base}/tiers/{tier_id}/entries/`, 'get']);
    const [entries = []] = examples(document, 'listPartnerEntries') as { id: string; href: string; tier?: Tier }[][];
    const form = /^\/api\/directory\/private\/v1alpha\/directories\/[0-9a-f-]{36}\/partners\/(.*)\/$/;
    expect(entries.map(({ href }) => form.exec(href)?.[1])).toEqual(entries.map(({ id }) => id));
    for (const { tier } of entries)
      if (tier) expect(tier.entriesListUrl).toBe(`/tenants/acme/levels/${tier.id}/entries/`);
    expect(answeredOf(document, 'getTier')).toEqual({ method: 'operations.paths', path: 'operations.paths' });
    expect(isOpen(document, 'getTier', 'operations.paths')).toBe(false);
    expect(isOpen(document, 'updateTier', 'operations.paths')).toBe(true);
    expect(isOpen(document, 'updateBadge', 'updates.partial')).toBe(false);
  });

  it('about paths lets two operations swap their places', () => {
    const [tiers, badges] = ['tiers', 'badges'].map((name) => `${base}/directories/{directory_id}/${name}/`);
    const document = taught('operations.paths', { listTiers: badges, listBadges: tiers });
    expect(placeOf(document, 'listTiers')).toBe(`get ${badges}`);
    expect(placeOf(document, 'createTier')).toBe(`post ${tiers}`);
  });

  it('about parameters gives a required one a value', () => {
    const document = taught('operations.parameters');
    const placed = [...eachOperation(document)].find(({ id }) => id === 'listBadges');
    const header = placed && parametersOf(document, placed).find(({ parameter }) => parameter['in'] === 'header');
    expect(header?.parameter).toMatchObject({
      name: 'Locale',
      required: true,
      example: expect.stringMatching(/^(en|de)$/),
    });
    expect(answeredOf(document, 'listBadges')).toEqual({ request: 'operations.parameters' });
    expect(isOpen(document, 'listTiers', 'operations.parameters')).toBe(true);
  });

  it('about payloads replaces bodies, and keeps of the examples what fits', () => {
    const document = taught('operations.payloads');
    expect(jsonOf(document, 'approvePartnerEntryReview')?.schema).toEqual({
      $ref: '#/components/schemas/PartnerEntry',
    });
    expect(operationOf(document, 'submitPartnerEntryReview').requestBody).toBeUndefined();
    const [created] = examples(document, 'createVerification') as Record<string, unknown>[];
    const [before] = examples(contract, 'createVerification') as Record<string, unknown>[];
    expect(created).toEqual({ id: before?.['id'], link: expect.stringMatching(/^https?:/) });
    expect(answeredOf(document, 'createVerification')).toEqual({ responses: 'operations.payloads' });
    expect(isOpen(document, 'createTier', 'operations.payloads')).toBe(true);
  });

  it('about payloads can give a body to an operation that had none, and say where a field shows', () => {
    const request = { type: 'object', properties: { Title: { type: 'string' } } };
    const document = taught('operations.payloads', {
      deleteTier: { response: 'Tier' },
      updateTier: { request },
      createTier: { response: null },
    });
    expect(success(document, 'deleteTier')[0]).toBe('200');
    expect(success(document, 'createTier')[1].content).toBeUndefined();
    const { requestBody } = operationOf(document, 'updateTier');
    expect(requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { Title: { 'x-reflected-as': '/title' } },
    });
  });

  it('about statuses moves the success, and leaves the question open for other operations', () => {
    const document = taught('operations.success-status');
    expect(success(document, 'createTier')[0]).toBe('200');
    expect(examples(document, 'createTier')).toEqual(examples(contract, 'createTier'));
    expect(examples(document, 'deleteBadge')).toEqual([{ detail: 'The badge is deleted.' }]);
    expect(success(document, 'updateCallout')[1].content).toBeUndefined();
    expect(answeredOf(document, 'createTier')).toEqual({ responses: 'operations.success-status' });
    expect(isOpen(document, 'createBadge', 'operations.success-status')).toBe(true);
  });

  it('that equals the guess settles the question as well', () => {
    const document = taught('operations.success-status', { createTier: 201, updateFilter: 200 });
    expect(success(document, 'createTier')).toEqual(success(contract, 'createTier'));
    expect(answeredOf(document, 'createTier')).toEqual({ responses: 'operations.success-status' });
    expect(operationOf(document, 'updateFilter')['x-provenance']).toEqual(
      operationOf(contract, 'updateFilter')['x-provenance'],
    );
  });

  it('about the contact request form returns one instead of a list', () => {
    const document = taught('contact-request-form.active');
    expect(jsonOf(document, 'listContactRequestForms')?.schema).toEqual({
      $ref: '#/components/schemas/ContactRequestForm',
    });
    expect(examples(document, 'listContactRequestForms')).toEqual([
      (examples(contract, 'listContactRequestForms')[0] as unknown[])[0],
    ]);
    expect(isOpen(document, 'listContactRequestForms', 'lists.envelope')).toBe(false);
  });

  it('about lists puts each in an envelope, and says what leads on', { tags: 'slow' }, () => {
    const document = taught('lists.envelope');
    const before = examples(contract, 'listTiers')[0] as unknown[];
    expect(examples(document, 'listTiers')).toEqual([{ page: { results: before, count: before.length }, next: null }]);
    expect(operationOf(document, 'listTiers')['x-paging']).toEqual(operationAnswers['lists.envelope']);
    // An example that another body uses as well is not changed there.
    expect(examples(document, 'exportReviews')).toEqual(examples(contract, 'exportReviews'));
    const nextOf = (envelope: object) => {
      const list = taught('lists.envelope', { items: '/items', next: '/on', ...envelope });
      return [
        valueAt(jsonOf(list, 'listTiers')?.schema, '/properties/on/type'),
        valueAt(examples(list, 'listTiers')[0], '/on'),
      ];
    };
    expect(nextOf({ nextIs: 'more', page: { query: 'p' } })).toEqual(['boolean', false]);
    expect(nextOf({ nextIs: 'value', page: { query: 'p' } })).toEqual([['integer', 'null'], null]);
    expect(nextOf({ page: { query: 'p', by: 'cursor' } })).toEqual([['string', 'null'], null]);
  });

  it('about the export of reviews leaves its formats', () => {
    const document = taught('review-export.format');
    expect(Object.keys(success(document, 'exportReviews')[1].content ?? {})).toEqual(['text/csv']);
    expect(operationOf(document, 'exportReviews').description).not.toContain('JSON');
    expect(Object.keys(success(taught('review-export.format', ['json']), 'exportReviews')[1].content ?? {})).toEqual([
      'application/json',
    ]);
  });
});

describe('answers together', () => {
  it('are no conflict where one moves what another changes', () => {
    const { document } = taughtWith(
      Object.fromEntries(Object.entries(operationAnswers).map(([id, value]) => [id, { value }])),
    );
    expectWhole(document);
    expect(jsonOf(document, 'listTiers')?.schema).toMatchObject({ type: 'object' });
    expect(placeOf(document, 'listTiers')).toBe('get /directories/{directory_id}/levels');
  });

  it('are no conflict where they add to one list, or one operation rests on both', () => {
    const { document } = taughtWith({
      'operations.parameters': { value: { listTiers: [{ name: 'page', in: 'query', schema: { type: 'string' } }] } },
      'operations.payloads': { value: { createTier: { response: 'TierSummary' } } },
      'operations.success-status': { value: { createTier: 200 } },
      'lists.envelope': { value: { items: '/items', page: { query: 'page', size: 'size' } } },
      'auth.refusal-status': { value: 429 },
      'limits.rate': { value: { requests: 1, seconds: 1 } },
    });
    expectWhole(document);
    const placed = [...eachOperation(document)].find(({ id }) => id === 'listTiers');
    const names = placed && parametersOf(document, placed).map(({ parameter }) => parameter['name']);
    expect(names).toEqual(['directory_id', 'page', 'size']);
    expect(answeredOf(document, 'createTier')).toEqual({ responses: 'operations.success-status' });
    expect(operationOf(document, 'createTier')['x-answered']).toEqual([
      'operations.payloads',
      'operations.success-status',
    ]);
  });

  it('are a conflict where they set one place to two values', () => {
    const both = {
      'the-service.name': { value: 'website' },
      'partner-entry-update.reflection': { value: { website: '/icon' } },
    };
    expect(() => taughtWith(both)).toThrow(
      /:4:3: [\w.-]+\.reflection and the-service\.name \(.*:2:3\) both set \/.*\/website\/x-reflected-as, to/,
    );
  });
});
