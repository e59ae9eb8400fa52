const base = '/api/directory/private/v1alpha';

/** Answers to each question about operations, requests and refusals. They do not contradict each other. */
export const operationAnswers: Readonly<Record<string, unknown>> = {
  'service.address': 'https://directory.example.com/api/',
  'request.body-required': false,
  'partner-entry-update.required': ['title'],
  'updates.null': ['customSlug', 'headline', 'tier', 'callouts'],
  'partner-entry-update.reflection': { externalId: '/metadata/external_id', supportEmail: '/support_email' },
  'partner-entry-update.unshown-fields': { integrationDescription: null },
  'request.extra-fields': 'refused',
  'filter-update.request': { without: ['type'], required: ['name'], properties: { colour: { type: 'string' } } },
  'operations.paths': {
    listTiers: '/directories/{directory_id}/levels',
    getTier: {
      path: '/directories/{directory_id}/levels/{level}',
      parameters: [{ name: 'level', schema: { type: 'string', format: 'uuid' } }],
    },
    getPartnerEntry: `${base}/directories/{directory_id}/partners/{entry_id}/`,
    listTierEntries: {
      path: '/tenants/{tenant}/levels/{tier_id}/entries/',
      parameters: [{ name: 'tenant', schema: { type: 'string' }, example: 'acme' }],
    },
    updateBadge: { method: 'put', path: `${base}/badges/{badge_id}/` },
  },
  'operations.parameters': {
    listPartnerEntries: [
      { name: 'status', in: 'query', schema: { type: 'string' } },
      { name: 'ordering', in: 'query', schema: { type: 'string', enum: ['title', '-title'] } },
    ],
    listBadges: [{ name: 'Locale', in: 'header', required: true, schema: { type: 'string', enum: ['en', 'de'] } }],
    listCallouts: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } }],
  },
  'operations.payloads': {
    approvePartnerEntryReview: { response: 'PartnerEntry' },
    submitPartnerEntryReview: { request: null },
    createVerification: {
      response: {
        type: 'object',
        required: ['id', 'link'],
        properties: { id: { type: 'string', format: 'uuid' }, link: { type: 'string', format: 'uri' } },
      },
    },
  },
  'operations.success-status': { createTier: 200, deleteBadge: 200, updateCallout: 204 },
  'contact-request-form.active': 'one',
  'lists.envelope': { items: '/page/results', next: '/next', total: '/page/count', page: { query: 'page' } },
  'review-export.format': ['csv'],
  'auth.scheme-prefix': 'Bearer',
  'auth.refusal-status': 403,
  'errors.other-statuses': { '*': [404], createTier: [409, 422] },
  'limits.rate': { requests: 100, seconds: 60, headers: ['X-RateLimit-Remaining'] },
};
