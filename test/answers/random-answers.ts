import fc from 'fast-check';

/** Possible answers by question, for each question whose answer changes the contract. */
const candidates: Readonly<Record<string, readonly unknown[]>> = {
  'links.leading-slash': [true, false],
  'the-service.name': ['website', 'service_url', { request: 'website', response: 'website_url' }],
  'partner-entry.fields': [
    { created_at: { type: 'string', format: 'date-time' } },
    { score: { type: 'integer', minimum: 0, maximum: 100 }, labels: { type: 'array', items: { type: 'string' } } },
    { region: { type: 'object', properties: { code: { type: 'string' } } } },
  ],
  'partner-entry.required': [['id'], ['id', 'title', 'status'], ['headline', 'EntryMedia.url', 'tracking']],
  'partner-entry.status-values': [['public', 'hidden', 'draft'], ['archived']],
  'partner-entry.type-values': [['partner', 'reseller'], ['agency']],
  'media.type-values': [['I', 'V', 'P'], ['D']],
  'partner-entry.nullability': [
    ['headline'],
    ['award', 'image', 'TierSummary.image'],
    ['tier', 'metadata', 'use_cases'],
  ],
  'resource-items.types': [
    { 'EntryResource.url': { type: 'string' } },
    { 'EntryCallout.name': { type: ['string', 'null'] } },
  ],
  'order.presence': [true, false],
  'certifications.position': [{ field: 'position' }, 'The order of the array is by date.'],
  'colour.digits': [[6], [3, 6], [8]],
  'filter.option-shape': [
    { properties: { name: { type: 'string' } }, required: ['id', 'name'] },
    { properties: { label: { type: 'string' }, count: { type: 'integer' } }, nullable: ['count'] },
  ],
  'filter.required': [['id', 'name'], ['filterOptions']],
  'filter.nullability': [['slug'], ['order', 'name']],
  'filter.type-values': [['user', 'system']],
  'resources.fields': [
    { Tier: { properties: { colour: { type: 'string' } }, required: ['id'], nullable: ['image'] } },
    { Badge: { properties: { icon: { type: 'string', format: 'uri' } } }, Directory: { required: ['id'] } },
  ],
  'service.address': ['https://directory.example.com'],
  'request.body-required': [true, false],
  'partner-entry-update.required': [['title'], ['title', 'headline']],
  'updates.null': [['customSlug'], ['customSlug', 'headline']],
  'partner-entry-update.reflection': [{ externalId: '/metadata/external_id' }],
  'partner-entry-update.unshown-fields': [{ internalDescription: null }],
  'partner-entry-update.owner-keys': [{ properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] }],
  'request.extra-fields': ['refused', 'ignored'],
  'filter-update.request': [{ without: ['type'], required: ['name'] }, { properties: { colour: { type: 'string' } } }],
  'operations.paths': [
    { listTiers: '/api/directory/private/v1alpha/directories/{directory_id}/levels/' },
    { getBadge: '/api/directory/private/v2/badges/{badge_id}/' },
  ],
  'operations.parameters': [{ listPartnerEntries: [{ name: 'status', in: 'query', schema: { type: 'string' } }] }],
  'operations.payloads': [
    { approvePartnerEntryReview: { response: 'PartnerEntry' } },
    { deleteBadge: { response: 'Badge' } },
  ],
  'operations.success-status': [{ createTier: 200, deleteTier: 200 }, { createBadge: 201 }, { deleteBadge: 200 }],
  'lists.envelope': [
    'bare',
    { items: '/results', next: '/next', total: '/count', page: { query: 'page' } },
    { items: '/data', total: '/total', page: { query: 'offset', by: 'offset', size: 'limit' } },
    { items: '/items', next: '/cursor', page: { query: 'cursor', by: 'cursor' } },
    { next: 'link', page: { query: 'page', size: 'per_page' } },
    { items: '/page/items', next: '/page/next', page: { query: 'p', first: 0 } },
  ],
  'contact-request-form.active': ['one', 'list'],
  'review-export.format': [['csv'], ['json'], ['csv', 'json']],
  'auth.scheme-prefix': ['Bearer', 'Token', ''],
  'auth.refusal-status': [401, 403],
  'errors.body': [
    { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
    {
      type: 'object',
      properties: { error: { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' } } } },
    },
  ],
  'errors.other-statuses': [{ '*': [404] }, { createTier: [409, 422] }],
  'limits.rate': [
    { requests: 100, seconds: 60, headers: ['X-RateLimit-Remaining'] },
    { requests: 50, seconds: 10, headers: ['RateLimit-Policy', 'RateLimit'] },
    { requests: 600, seconds: 60, headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Window'] },
  ],
  'limits.field-lengths': [{ 'PartnerEntryUpdate.headline': 120 }],
};

export const answeredQuestions = Object.keys(candidates);

export type AnswerValues = Record<string, { value: unknown; closed?: boolean }>;

/** An answer to one question. A set of values may be closed only if it has more than one value. */
function answerTo(id: string): fc.Arbitrary<AnswerValues[string]> {
  const value = fc.constantFrom(...(candidates[id] ?? []));
  if (!id.endsWith('-values')) return fc.record({ value });
  return fc.record({ value, closed: fc.boolean() }).map(({ value: given, closed }) => ({
    value: given,
    closed: closed && (given as unknown[]).length > 1,
  }));
}

/** Random sets of answers to a few questions or to many. */
export const randomAnswers: fc.Arbitrary<AnswerValues> = fc
  .subarray(answeredQuestions, { minLength: 1 })
  .chain((ids) => fc.record(Object.fromEntries(ids.map((id) => [id, answerTo(id)]))));
