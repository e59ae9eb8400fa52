import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import type { OpenApiResponse } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { dereference } from '../../scripts/contract/references.js';
import { viewAnswered, wholeWith } from './seen.js';
import { operationOf } from './taught.js';

describe('an answer', () => {
  it('about the address of the service shows in the document', () => {
    const view = viewAnswered('service.address');
    expect(view.at('/servers/0/variables/base_url/default')).toBe('https://directory.example.com/api');
    expect(view.at('/servers/0/x-answered')).toEqual(['service.address']);
  });

  it('about whether a body is required has exceptions', () => {
    const view = wholeWith({ 'request.body-required': { value: false, except: { createTier: true } } });
    expect(view.operation('createTier').requestBody?.required).toBe(true);
    expect(view.operation('createBadge').requestBody?.required).toBe(false);
  });

  it('about required fields of an update adds them to the examples, and marks the values as invented', () => {
    const view = viewAnswered('partner-entry-update.required', ['title', 'featured']);
    expect(view.part('PartnerEntryUpdate', 'required')).toEqual(['title', 'featured']);
    for (const value of view.listSentValues('updatePartnerEntry')) expect(value).toHaveProperty('featured');
    expect(view.invented('PartnerEntryUpdateHide')).toContain('/featured');
  });

  it('about null in an update allows it for the fields that it names', () => {
    expect(viewAnswered('updates.null').part('PartnerEntryUpdate', 'properties')).toMatchObject({
      headline: { type: ['string', 'null'], 'x-reflected-as': '/headline' },
      title: { type: 'string' },
    });
  });

  it('about reflection moves fields to other places, also two at once', () => {
    const view = viewAnswered('partner-entry-update.reflection', { slug: '/custom_slug', customSlug: '/slug' });
    expect(view.part('PartnerEntryUpdate', 'properties')).toMatchObject({
      slug: { 'x-reflected-as': '/custom_slug' },
      customSlug: { 'x-reflected-as': '/slug' },
    });
    const otherView = wholeWith({
      'partner-entry.fields': { value: { internal_note: { type: 'string' } } },
      'partner-entry-update.unshown-fields': { value: { internalDescription: '/internal_note', keywords: null } },
    });
    const shownField = otherView.field('PartnerEntryUpdate', 'internalDescription');
    expect(shownField).toHaveProperty('x-reflected-as', '/internal_note');
    expect(otherView.field('PartnerEntryUpdate', 'keywords')).not.toHaveProperty('x-reflected-as');
  });

  it('about the request of a filter update changes its fields, also in the examples', () => {
    const view = viewAnswered('filter-update.request');
    const { properties, required } = view.part('FilterUpdate') as { properties: object; required: string[] };
    expect(properties).toHaveProperty('colour');
    expect(properties).not.toHaveProperty('type');
    expect(required).toEqual(['name']);
    for (const value of view.listSentValues('updateFilter')) {
      expect(value).toHaveProperty('name');
      expect(value).not.toHaveProperty('type');
    }
    expect(view.readAnswer('updateFilter')).toEqual({ request: 'filter-update.request' });
  });

  it('about the key says which word stands before the key, and how a wrong key is refused', () => {
    for (const [prefix, textBefore] of [
      ['Bearer', 'Bearer '],
      ['Token token=', 'Token token='],
    ])
      expect(viewAnswered('auth.scheme-prefix', prefix).at('/components/securitySchemes/ApiKey')).toMatchObject({
        'x-prefix': prefix,
        description: expect.stringContaining(`"${textBefore}"`),
      });
    const view = viewAnswered('auth.refusal-status');
    expect(view.at('/components/securitySchemes/ApiKey/x-refusal-status')).toBe(403);
    expect([...eachOperation(view.document)].filter(({ operation }) => !operation.responses['403'])).toEqual([]);
    const apart = viewAnswered('auth.refusal-status', { missing: 401, wrong: 403 });
    expect(apart.at('/components/responses/Refusal401/description')).toBe('The request has no key.');
    expect(apart.at('/components/responses/Refusal403/description')).toBe('The key of the request is not valid.');
    expect(Object.keys(apart.operation('createTier').responses)).toEqual(['201', '401', '403', 'default']);
  });

  it('about other statuses lists them, for all operations or for some', () => {
    const all = viewAnswered('errors.other-statuses');
    expect(Object.keys(all.operation('createTier').responses)).toEqual(['201', '404', '409', '422', 'default']);
    const response404 = operationOf(contract, 'updatePartnerEntry').responses['404'];
    expect(all.operation('updatePartnerEntry').responses['404']).toEqual(response404);
    const open = '/components/responses/UnexpectedError/x-unknown';
    expect(all.at(open)).not.toContain('errors.other-statuses');
    expect(viewAnswered('errors.other-statuses', { createTier: [409] }).at(open)).toContain('errors.other-statuses');
  });

  it('about the rate of requests lists 429 with its headers', () => {
    const view = viewAnswered('limits.rate');
    const namedResponse = view.operation('listTiers').responses['429'] as OpenApiResponse;
    const { headers = {}, description } = dereference(view.document, namedResponse);
    expect(Object.keys(headers)).toEqual(['Retry-After', 'X-RateLimit-Remaining']);
    expect(description).toContain('100 requests');
    expect(headers['X-RateLimit-Remaining']).toMatchObject({ example: '99' });
  });

  it('about unlisted fields refuses them', () => {
    expect(viewAnswered('request.extra-fields').part('PartnerEntryUpdate', 'additionalProperties')).toBe(false);
  });
});
