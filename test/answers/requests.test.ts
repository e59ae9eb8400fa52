import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import type { OpenApiResponse } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { dereference } from '../../scripts/contract/references.js';
import { operationOf, taughtWith } from './taught.js';
import { answeredOf, sent, taught, update } from './taught-parts.js';
import { expectWhole } from './whole.js';

describe('an answer', () => {
  it('about the address of the service shows in the document', () => {
    const document = taught('service.address');
    expect(valueAt(document, '/servers/0/variables/base_url/default')).toBe('https://directory.example.com/api');
    expect(valueAt(document, '/servers/0/x-answered')).toEqual(['service.address']);
  });

  it('about the need of a body has exceptions', () => {
    const { document } = taughtWith({ 'request.body-required': { value: false, except: { createTier: true } } });
    expectWhole(document);
    expect(operationOf(document, 'createTier').requestBody?.required).toBe(true);
    expect(operationOf(document, 'createBadge').requestBody?.required).toBe(false);
  });

  it('about required fields of an update adds them to the examples, and says that nobody gave them', () => {
    const document = taught('partner-entry-update.required', ['title', 'featured']);
    expect(valueAt(document, '/components/schemas/PartnerEntryUpdate/required')).toEqual(['title', 'featured']);
    for (const value of sent(document, 'updatePartnerEntry')) expect(value).toHaveProperty('featured');
    expect(valueAt(document, '/components/examples/PartnerEntryUpdateHide/x-invented')).toContain('/featured');
  });

  it('about null in an update allows it for the fields that it names', () => {
    const document = taught('updates.null');
    expect(update(document, 'headline')).toMatchObject({ type: ['string', 'null'], 'x-reflected-as': '/headline' });
    expect(update(document, 'title')).toMatchObject({ type: 'string' });
  });

  it('about reflection moves fields to other places, also two at once', () => {
    const document = taught('partner-entry-update.reflection', { slug: '/custom_slug', customSlug: '/slug' });
    expect(update(document, 'slug')).toMatchObject({ 'x-reflected-as': '/custom_slug' });
    expect(update(document, 'customSlug')).toMatchObject({ 'x-reflected-as': '/slug' });
    const { document: other } = taughtWith({
      'partner-entry.fields': { value: { internal_note: { type: 'string' } } },
      'partner-entry-update.unshown-fields': { value: { internalDescription: '/internal_note', keywords: null } },
    });
    expectWhole(other);
    expect(update(other, 'internalDescription')).toMatchObject({ 'x-reflected-as': '/internal_note' });
    expect(update(other, 'keywords')).not.toHaveProperty('x-reflected-as');
  });

  it('about the request of a filter update changes its fields, and those of the examples', () => {
    const document = taught('filter-update.request');
    const schema = document.components['schemas']?.['FilterUpdate'] as { properties: object; required: string[] };
    expect(Object.keys(schema.properties)).toContain('colour');
    expect(Object.keys(schema.properties)).not.toContain('type');
    expect(schema.required).toEqual(['name']);
    for (const value of sent(document, 'updateFilter')) {
      expect(value).toHaveProperty('name');
      expect(value).not.toHaveProperty('type');
    }
    expect(answeredOf(document, 'updateFilter')).toEqual({ request: 'filter-update.request' });
  });

  it('about the key says which word stands before it, and how a wrong one is refused', () => {
    expect(valueAt(taught('auth.scheme-prefix'), '/components/securitySchemes/ApiKey')).toMatchObject({
      'x-prefix': 'Bearer',
      description: expect.stringContaining('"Bearer "'),
    });
    const document = taught('auth.refusal-status');
    expect(valueAt(document, '/components/securitySchemes/ApiKey/x-refusal-status')).toBe(403);
    expect([...eachOperation(document)].filter(({ operation }) => !operation.responses['403'])).toEqual([]);
  });

  it('about other statuses lists them, for all operations or for some', () => {
    const all = taught('errors.other-statuses');
    expect(Object.keys(operationOf(all, 'createTier').responses)).toEqual(['201', '404', '409', '422', 'default']);
    expect(operationOf(all, 'updatePartnerEntry').responses['404']).toEqual(
      operationOf(contract, 'updatePartnerEntry').responses['404'],
    );
    expect(valueAt(all, '/components/responses/UnexpectedError/x-unknown')).not.toContain('errors.other-statuses');
    const some = taught('errors.other-statuses', { createTier: [409] });
    expect(valueAt(some, '/components/responses/UnexpectedError/x-unknown')).toContain('errors.other-statuses');
  });

  it('about the rate of requests lists 429 with its headers', () => {
    const document = taught('limits.rate');
    const response = dereference(document, operationOf(document, 'listTiers').responses['429'] as OpenApiResponse);
    expect(Object.keys(response.headers ?? {})).toEqual(['Retry-After', 'X-RateLimit-Remaining']);
    expect(response.description).toContain('100 requests');
    expect(response.headers?.['X-RateLimit-Remaining']).toMatchObject({ example: '99' });
  });

  it('about fields that are not listed refuses them', () => {
    expect(valueAt(taught('request.extra-fields'), '/components/schemas/PartnerEntryUpdate/additionalProperties')).toBe(
      false,
    );
  });
});
